//! Compares metrics over random histories with slow, obvious references.
#![allow(clippy::unwrap_used, missing_docs, unreachable_pub)]

mod blocks;
mod change;
mod citations;
mod example;
mod history;
mod matching;
mod rankings;
mod series;
mod stability;
mod visibility;
