//! Times as they are stored, in milliseconds since 1970, and as the API has them.

use jiff::Timestamp;
use jiff::civil::DateTime;

/// Formats a stored time, in milliseconds since 1970, for the API.
pub fn wire_time(milliseconds: i64) -> answerdeck_api::Timestamp {
    let time = Timestamp::from_millisecond(milliseconds).unwrap_or_default();
    answerdeck_api::Timestamp::new(format!("{time:.3}"))
}

/// Parses an RFC 3339 time. `None` for any other text.
///
/// Source: RFC 3339, section 5.6.
pub fn read_time(text: &answerdeck_api::Timestamp) -> Option<Timestamp> {
    let text = text.as_str();
    // The parser accepts more of ISO 8601 than RFC 3339 allows.
    let (seconds, rest) = text.split_at_checked(19)?;
    let shape = seconds.bytes().zip(*b"dddd-dd-ddTdd:dd:dd").all(|(byte, expected)| match expected {
        b'd' => byte.is_ascii_digit(),
        _ => byte.eq_ignore_ascii_case(&expected),
    });
    let offset = match rest.strip_prefix('.') {
        Some(fraction) => fraction.trim_start_matches(|digit: char| digit.is_ascii_digit()),
        None => rest,
    };
    let (sign, numbers) = offset.split_at_checked(1)?;
    let offset_shape = match sign {
        "Z" | "z" => numbers.is_empty(),
        "+" | "-" => {
            numbers.len() == 5
                && numbers
                    .bytes()
                    .enumerate()
                    .all(|(at, byte)| if at == 2 { byte == b':' } else { byte.is_ascii_digit() })
        }
        _ => false,
    };
    if !shape || !offset_shape {
        return None;
    }
    // People send the last day of RFC 3339 for "forever". It ends after the maximum time of the parser.
    let forever =
        || (seconds.starts_with("9999-12-3") && seconds.parse::<DateTime>().is_ok()).then_some(Timestamp::MAX);
    text.parse().ok().or_else(forever)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<i64> {
        read_time(&answerdeck_api::Timestamp::new(text)).map(Timestamp::as_millisecond)
    }

    #[test]
    fn rfc_3339_times_are_parsed() {
        for text in [
            "2026-11-20T09:00:00Z",
            "2026-11-20t09:00:00z",
            "2026-11-20T18:00:00+09:00",
            "2026-11-20T09:00:00.000Z",
            "2026-11-20T05:30:00.0-03:30",
        ] {
            assert_eq!(read(text), Some(1_795_165_200_000), "{text}");
        }
    }

    #[test]
    fn other_texts_are_not_times() {
        for text in [
            "",
            "2026-11-20",
            "2026-11-20T09:00:00",
            "2026-11-20T09:00Z",
            "2026-11-20 09:00:00Z",
            "20261120T090000Z",
            "2026-11-20T09:00:00+0900",
            "2026-11-20T09:00:00+09:00[Asia/Seoul]",
            "2026-02-30T09:00:00Z",
            "2026-11-20T25:00:00Z",
            "2026-11-20T09:00:00 09:00",
            "가나다라마바사아자차카타",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
