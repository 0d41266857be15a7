//! Repairs JSON that serde_json refuses although it is valid.

use serde::de::IgnoredAny;

use crate::json::Json;

/// Replaces lone surrogates by `U+FFFD`, and numbers that no `f64` holds by `null`. `None` if there are none.
///
/// Source: RFC 8259, sections 6 and 8.2.
pub(super) fn repair(json: &str) -> Option<String> {
    let mut repaired = String::new();
    let mut copied = 0;
    let mut replace = |from: usize, to: usize, replacement: &str| {
        repaired.push_str(&json[copied..from]);
        repaired.push_str(replacement);
        copied = to;
    };
    let bytes = json.as_bytes();
    let mut is_text = false;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => is_text = !is_text,
            b'\\' if is_text => {
                match (surrogate(bytes, at), surrogate(bytes, at + ESCAPE)) {
                    (Some(Surrogate::Leading), Some(Surrogate::Trailing)) => at += ESCAPE,
                    (Some(_), _) => replace(at, at + ESCAPE, "\\ufffd"),
                    (None, _) => {}
                }
                // Skips the escaped character, which may be a quotation mark.
                at += 1;
            }
            b'-' | b'0'..=b'9' if !is_text => {
                let is_end = |byte: &u8| !matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
                let end = bytes[at..].iter().position(is_end).map_or(bytes.len(), |length| at + length);
                if is_out_of_range(&json[at..end]) {
                    replace(at, end, "null");
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    if copied == 0 {
        return None;
    }
    repaired.push_str(&json[copied..]);
    Some(repaired)
}

/// Returns whether a number is well-formed, and too large for an `f64`. A program in a browser has the parser of
/// [`Json`] anyway, and would be larger with that of `f64`.
fn is_out_of_range(number: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(number).is_ok() && serde_json::from_str::<Json>(number).is_err()
}

enum Surrogate {
    Leading,
    Trailing,
}

/// The length of `\uXXXX`.
const ESCAPE: usize = 6;

/// Returns which surrogate is escaped at this position, if any.
fn surrogate(json: &[u8], at: usize) -> Option<Surrogate> {
    let digits = json.get(at..at + ESCAPE)?.strip_prefix(b"\\u")?;
    match u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()? {
        0xd800..=0xdbff => Some(Surrogate::Leading),
        0xdc00..=0xdfff => Some(Surrogate::Trailing),
        _ => None,
    }
}
