//! Finds the nouns, tokens and search terms of Korean and English texts. An [`Analyzer`] removes web addresses, splits the text
//! into sentences and applies the rules of each language. All functions are pure and synchronous: a long text keeps its thread
//! busy.

mod analyzer;
mod brill;
mod dictionary;
mod english;
mod english_sentence;
mod english_tags;
mod known_names;
mod korean;
mod korean_common_nouns;
mod korean_names;
mod names;
mod nouns;
mod particles;
mod script;
mod segment_cache;
mod sentences;
#[cfg(test)]
mod steps;
mod stop_words;
mod terms;
mod text_dictionary;
mod word_list;

pub use analyzer::Analyzer;
pub use dictionary::DictionaryError;
pub use known_names::KnownName;
pub use nouns::{Language, Noun, NounKind, TOKENS_MAX};
pub use particles::{strip_joining_particle, strip_particle};
pub use script::{TOKEN_CHARS_MAX, fold, is_hangul};
pub use sentences::sentences;
pub use stop_words::{is_korean_request_word, is_stop_word};
pub use terms::{Term, TermExtractor};
