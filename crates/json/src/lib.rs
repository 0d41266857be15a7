//! Reads JSON for programs in a browser.
//!
//! serde_json parses a text straight into a type, with separate code for each type. A program with some fifty types
//! is smaller when one function parses any JSON into a [`Json`], and each type takes its parts from there.
//!
//! docs/decisions/0001-code-splitting.md has the reasons.
//!
//! With the feature `host`, a program in a browser has no parser at all: `JSON.parse` reads the text. That is slower,
//! and pays off for a program that reads little JSON (docs/decisions/0024-npm-package.md).

mod deserializer;
mod error;
#[cfg(all(target_arch = "wasm32", feature = "host"))]
mod host_parser;
mod json;
mod members;
#[cfg(not(all(target_arch = "wasm32", feature = "host")))]
mod parser;
#[cfg(not(all(target_arch = "wasm32", feature = "host")))]
mod repair;
#[cfg(test)]
mod tests;

pub use error::Error;
pub use json::Json;
use serde::de::DeserializeOwned;

/// Reads a value from JSON. Lone surrogates are replaced by `U+FFFD`, and numbers that no `f64` holds by `null`, so that only their
/// own field is lost.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    Json::parse(text)?.read()
}
