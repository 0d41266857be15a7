//! Codes of countries and languages.

/// What `valid_country` checks, as a regular expression of the OpenAPI document.
#[cfg(feature = "openapi")]
pub(crate) const COUNTRY_PATTERN: &str = "^[A-Z]{2}$";
/// What `valid_language` checks, as a regular expression of the OpenAPI document.
#[cfg(feature = "openapi")]
pub(crate) const LANGUAGE_PATTERN: &str = "^[a-z]{2}$";

/// The shape of an ISO 3166-1 alpha-2 code.
pub(crate) fn valid_country(code: &Option<String>, _: &()) -> garde::Result {
    two_letters(code, |letter| letter.is_ascii_uppercase(), "not two letters from A to Z (ISO 3166-1 alpha-2)")
}

/// The shape of an ISO 639-1 code.
pub(crate) fn valid_language(code: &Option<String>, _: &()) -> garde::Result {
    two_letters(code, |letter| letter.is_ascii_lowercase(), "not two letters from a to z (ISO 639-1)")
}

fn two_letters(code: &Option<String>, fits: impl Fn(u8) -> bool, why: &str) -> garde::Result {
    let fits = code.as_ref().is_none_or(|code| code.len() == 2 && code.bytes().all(fits));
    if fits { Ok(()) } else { Err(garde::Error::new(why)) }
}
