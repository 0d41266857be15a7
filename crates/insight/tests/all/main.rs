//! Compares metrics over random histories with slow, obvious references.
#![allow(clippy::unwrap_used, missing_docs, unreachable_pub)]

mod blocks;
mod breakdown;
mod change;
mod citations;
mod example;
mod history;
mod matching_answers;
mod moved_prompts;
mod rankings;
mod sample_change;
mod series;
mod stability;
mod visibility;
