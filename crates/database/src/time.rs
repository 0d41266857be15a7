//! Times as they are stored, in milliseconds since 1970, and as the API has them.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil::Time;
use jiff::fmt::temporal::Pieces;
use jiff::tz::Offset;

const DAY_SECONDS: i32 = 24 * 60 * 60;

/// Formats a stored time, in milliseconds since 1970, for the API.
pub fn wire_time(milliseconds: i64) -> answerdeck_api::Timestamp {
    let time = Timestamp::from_millisecond(milliseconds).unwrap_or_default();
    answerdeck_api::Timestamp::new(format!("{time:.3}"))
}

/// Parses a calendar date with a time and an offset, as RFC 3339 and ISO 8601 write them, or a calendar date, which means its start
/// in UTC, with or without spaces around it. `None` for any other text.
///
/// Source: docs/platform-api.md, section 1, rules 3 and 13.
pub fn read_time(text: &answerdeck_api::Timestamp) -> Option<Timestamp> {
    let text = with_plus(text.as_str().trim());
    let pieces = Pieces::parse(text.as_ref()).ok()?;
    let (time, offset) = match (pieces.time(), pieces.to_numeric_offset()) {
        (None, None) => (Time::midnight(), Offset::UTC),
        (time, offset) => (time?, offset?),
    };
    // The parser accepts offsets of more than a day.
    if offset.seconds().abs() >= DAY_SECONDS {
        return None;
    }
    // People send the last day of the calendar for "forever". It ends after the maximum time of the library.
    let forever = || (pieces.date().year() == 9_999).then_some(Timestamp::MAX);
    offset.to_timestamp(pieces.date().to_datetime(time)).ok().or_else(forever)
}

/// The text with the `+` of its offset, which is a space in a query that does not encode it.
fn with_plus(text: &str) -> Cow<'_, str> {
    match text.rsplit_once(' ') {
        Some((time, offset)) if time.contains(':') => format!("{time}+{offset}").into(),
        _ => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<i64> {
        read_time(&answerdeck_api::Timestamp::new(text)).map(Timestamp::as_millisecond)
    }

    #[test]
    fn times_with_an_offset_and_dates_are_parsed() {
        for text in [
            "2026-11-20T09:00:00Z",
            "2026-11-20t09:00:00z",
            "2026-11-20T18:00:00+09:00",
            "2026-11-20T09:00:00.000Z",
            "2026-11-20T05:30:00.0-03:30",
            "2026-11-20T09:00Z",
            "2026-11-20 09:00:00Z",
            "20261120T090000Z",
            "20261120T1800+0900",
            "2026-11-20T18:00:00+0900",
            "2026-11-20T18:00:00 09:00",
            "2026-11-20 18:00:00 09:00",
            "2026-11-20T18:00 0900",
            " 2026-11-20T09:00:00Z\r\n",
        ] {
            assert_eq!(read(text), Some(1_795_165_200_000), "{text}");
        }
        assert_eq!(read("2026-11-20"), Some(1_795_132_800_000));
        assert_eq!(read("2026-11-20T08:59:00+23:59"), read("2026-11-19T09:00:00Z"));
        assert_eq!(read("9999-12-31T23:59:59Z"), Some(Timestamp::MAX.as_millisecond()));
    }

    #[test]
    fn other_texts_are_not_times() {
        for text in [
            "",
            "yesterday",
            "2026-11-20T09:00:00",
            "2026-11-20 09:00",
            "2026-11-20T09:00:00+24:00",
            "2026-11-20T09:00:00-24:30",
            "2026-02-30T09:00:00Z",
            "2026-11-20T25:00:00Z",
            "2026-11-20T24:00:00Z",
            "2026-W47-5T09:00:00Z",
            "2026-324T09:00:00Z",
            "2026-11-20T09:00:00Z 09:00",
            "2026-11-20T09:00:00 09:00 09:00",
            "1795165200",
            "가나다라마바사아자차카타",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
