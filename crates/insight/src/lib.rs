//! Computations over answers. Pure functions of texts and numbers: no I/O, no clock, no randomness. The crate compiles
//! natively and to WebAssembly.
//!
//! - `mention`: finds the mentions of brands in a text.

mod mention;

pub use mention::{Mention, MentionFinder, TooManyNames};
