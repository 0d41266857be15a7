//! The idempotency key of a request.

use answerdeck_api::header::IDEMPOTENCY_KEY;
use answerdeck_api::limits::IDEMPOTENCY_KEY_MAX;
use axum::http::{HeaderMap, HeaderValue};

use crate::problem::{ApiResult, Problem};

/// The rule of [`parse`], except the length, as a regular expression for the OpenAPI document.
pub(crate) const KEY_PATTERN: &str = r#"^([!#-~][!-~]*|"([!#-\[\]-~]|\\["\\])+")$"#;

/// Reads the key. `None` when the request has none.
pub(super) fn read(headers: &HeaderMap) -> ApiResult<Option<String>> {
    let mut values = headers.get_all(IDEMPOTENCY_KEY).iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(Problem::binding("Idempotency-Key: given twice"));
    }
    let malformed =
        || Problem::validation(format!("Idempotency-Key: must be 1 to {IDEMPOTENCY_KEY_MAX} visible ASCII characters"));
    parse(value).map(Some).ok_or_else(malformed)
}

/// Reads a plain key, or the content of a quoted string (RFC 9651, section 3.3.3).
fn parse(value: &HeaderValue) -> Option<String> {
    let text = value.to_str().ok()?.trim_matches([' ', '\t']);
    let key = match text.strip_prefix('"') {
        Some(quoted) => unquoted(quoted.strip_suffix('"')?)?,
        None => text.to_owned(),
    };
    let is_key = (1..=IDEMPOTENCY_KEY_MAX).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    is_key.then_some(key)
}

fn unquoted(quoted: &str) -> Option<String> {
    let mut characters = quoted.chars();
    let mut text = String::with_capacity(quoted.len());
    while let Some(character) = characters.next() {
        text.push(match character {
            '\\' => characters.next().filter(|escaped| ['"', '\\'].contains(escaped))?,
            '"' => return None,
            other => other,
        });
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_visible_ascii_and_may_be_quoted() {
        let pattern = regex::Regex::new(KEY_PATTERN).unwrap();
        let longest = "k".repeat(IDEMPOTENCY_KEY_MAX);
        for (value, key) in [
            ("a-1_!~", Some("a-1_!~")),
            ("\"a-1\"", Some("a-1")),
            (r#""a\"b\\""#, Some(r#"a"b\"#)),
            ("a\"b", Some("a\"b")),
            (&longest, Some(&*longest)),
            (&format!("\"{longest}\""), Some(&*longest)),
            (&format!("{longest}k"), None),
            ("", None),
            ("\"\"", None),
            ("\"", None),
            ("\"a", None),
            (r#""a\""#, None),
            (r#""a\b""#, None),
            ("\"a\"b\"", None),
            ("\"a\";p=1", None),
            ("a b", None),
            ("\"a b\"", None),
            ("키", None),
        ] {
            let header = HeaderValue::from_bytes(value.as_bytes()).unwrap();
            assert_eq!(parse(&header).as_deref(), key, "{value:?}");
            if value.len() <= IDEMPOTENCY_KEY_MAX {
                assert_eq!(pattern.is_match(value), key.is_some(), "{value:?}");
            }
        }
    }
}
