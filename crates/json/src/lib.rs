//! Reads JSON for programs in a browser: one function parses any JSON into a [`Json`], and each type takes its parts from
//! there, which compiles to less code than serde_json (docs/decisions/0001-code-splitting.md). With the feature `host`,
//! `JSON.parse` reads the text, which is slower and pays off for little JSON (docs/decisions/0024-npm-package.md).

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
