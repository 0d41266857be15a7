//! Parses with serde_json.

use crate::error::Error;
use crate::json::Json;
use crate::repair::repair;

impl Json {
    /// Parses a text. Lone surrogates are replaced by `U+FFFD`, and numbers that no `f64` holds by `null`, so that only their own
    /// field is lost.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let parsed = serde_json::from_str(text).or_else(|error| match repair(text).filter(|_| error.is_syntax()) {
            Some(repaired) => serde_json::from_str(&repaired),
            None => Err(error),
        });
        parsed.map_err(|error| Error::new(message(&error)))
    }
}

// The messages of serde_json would add 2 kB to a program.
fn message(error: &serde_json::Error) -> String {
    if error.is_eof() {
        return "the JSON ends too early".to_owned();
    }
    format!("the JSON is wrong at line {}, column {}", error.line(), error.column())
}
