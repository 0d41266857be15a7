//! Answers: lists of them, their filters, and the parts of one.

pub mod counted;
pub mod fanouts;
pub mod filter_chips;
pub mod markdown;
pub mod mentions;
pub mod no_answers;
pub mod provider_words;
pub mod rows;
pub mod sources;
pub mod text;
