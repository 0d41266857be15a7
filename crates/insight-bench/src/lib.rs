//! What `tests/bench/insight.bench.ts` measures in a browser: mentions, and a history of answers that is kept, opened,
//! counted and searched.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a measurement that fails ends with the error")]

pub mod history;
pub mod mentions;
mod platform;
mod random;
mod records;
mod sample;
