//! Country codes and language codes. Requests may write them in any letter case, with or without spaces around them.

use serde::{Deserialize, Deserializer};

use crate::request::check;

/// The rule of `valid_country` as a regular expression for the OpenAPI document.
#[cfg(feature = "openapi")]
pub(crate) const COUNTRY_PATTERN: &str = "^[A-Z]{2}$";
/// The rule of `valid_language` as a regular expression for the OpenAPI document.
#[cfg(feature = "openapi")]
pub(crate) const LANGUAGE_PATTERN: &str = "^[a-z]{2}$";

/// Reads a country code, in capital letters.
pub(crate) fn country<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let code = Option::<String>::deserialize(deserializer)?;
    Ok(code.map(|code| code.trim().to_ascii_uppercase()))
}

/// Reads a language code, in small letters.
pub(crate) fn language<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let code = Option::<String>::deserialize(deserializer)?;
    Ok(code.map(|code| code.trim().to_ascii_lowercase()))
}

/// Checks that a code has the shape of an ISO 3166-1 alpha-2 code.
pub(crate) fn valid_country(code: &Option<String>, _: &()) -> garde::Result {
    two_letters(code, |letter| letter.is_ascii_uppercase(), "must be two letters from A to Z (ISO 3166-1 alpha-2)")
}

/// Checks that a code has the shape of an ISO 639-1 code.
pub(crate) fn valid_language(code: &Option<String>, _: &()) -> garde::Result {
    two_letters(code, |letter| letter.is_ascii_lowercase(), "must be two letters from a to z (ISO 639-1)")
}

fn two_letters(code: &Option<String>, is_allowed: impl Fn(u8) -> bool, message: &str) -> garde::Result {
    check(code.as_ref().is_none_or(|code| code.len() == 2 && code.bytes().all(is_allowed)), message)
}
