//! Points in time as milliseconds since 1970.

use answerdeck_api::Timestamp;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

// Nanoseconds of `time` have 128 bits, which would add a division function to the WebAssembly.
const NANOSECONDS_PER_MILLISECOND: u32 = 1_000_000;
const MILLISECONDS_PER_SECOND: i64 = 1_000;

/// The first and the last millisecond of the years that RFC 3339 can write, 0000 to 9999.
pub(crate) const RANGE: std::ops::RangeInclusive<i64> = -62_167_219_200_000..=253_402_300_799_999;

/// A time that is not an RFC 3339 text of a year from 0000 to 9999.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not an RFC 3339 time")]
pub struct InvalidTime(pub Timestamp);

/// Returns the millisecond that contains the time.
///
/// # Errors
/// [`InvalidTime`] if the text is no RFC 3339 time.
pub(crate) fn millisecond_of(time: &Timestamp) -> Result<i64, InvalidTime> {
    in_range(time, floor(parse(time)?))
}

/// Returns the first millisecond that begins at or after the time.
///
/// # Errors
/// [`InvalidTime`] if the text is no RFC 3339 time.
pub(crate) fn millisecond_from(time: &Timestamp) -> Result<i64, InvalidTime> {
    let parsed = parse(time)?;
    let is_between = !parsed.nanosecond().is_multiple_of(NANOSECONDS_PER_MILLISECOND);
    // The last instant of the year 9999 is a common way to write "forever".
    in_range(time, (floor(parsed) + i64::from(is_between)).min(*RANGE.end()))
}

fn parse(time: &Timestamp) -> Result<OffsetDateTime, InvalidTime> {
    OffsetDateTime::parse(time.as_str(), &Rfc3339).map_err(|_| InvalidTime(time.clone()))
}

fn floor(time: OffsetDateTime) -> i64 {
    time.unix_timestamp() * MILLISECONDS_PER_SECOND + i64::from(time.millisecond())
}

fn in_range(time: &Timestamp, millisecond: i64) -> Result<i64, InvalidTime> {
    if RANGE.contains(&millisecond) { Ok(millisecond) } else { Err(InvalidTime(time.clone())) }
}

/// Formats a time of [`RANGE`] as the platform does: UTC with milliseconds, such as `2026-11-20T09:30:00.000Z`. Other
/// times become the start of 1970.
///
/// Source: docs/platform-api.md, section 1, rule 3.
pub(crate) fn to_timestamp(millisecond: i64) -> Timestamp {
    let second = OffsetDateTime::from_unix_timestamp(millisecond.div_euclid(MILLISECONDS_PER_SECOND));
    let (time, milliseconds) = match second {
        Ok(second) => (second, millisecond.rem_euclid(MILLISECONDS_PER_SECOND)),
        Err(_) => (OffsetDateTime::UNIX_EPOCH, 0),
    };
    let date = time.date();
    let (year, month, day) = (date.year(), u8::from(date.month()), date.day());
    let (hours, minutes, seconds) = (time.hour(), time.minute(), time.second());
    Timestamp::new(format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{milliseconds:03}Z"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn milliseconds(text: &str) -> Option<[i64; 2]> {
        let time = Timestamp::new(text);
        Some([millisecond_of(&time).ok()?, millisecond_from(&time).ok()?])
    }

    #[test]
    fn offsets_and_fractions_are_read() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", [0, 0]),
            ("1970-01-01t09:00:00.000+09:00", [0, 0]),
            ("1969-12-31T23:59:59.9999Z", [-1, 0]),
            ("2026-11-20T09:30:00.123Z", [1_795_167_000_123, 1_795_167_000_123]),
            ("2026-11-20T09:30:00.1230000001Z", [1_795_167_000_123, 1_795_167_000_123]),
            ("2026-11-20T09:30:00.123001-00:30", [1_795_168_800_123, 1_795_168_800_124]),
            ("2016-12-31T23:59:60Z", [1_483_228_799_999, 1_483_228_800_000]),
            ("0000-01-01T00:00:00Z", [*RANGE.start(), *RANGE.start()]),
            ("9999-12-31T23:59:59.9999Z", [*RANGE.end(), *RANGE.end()]),
        ] {
            assert_eq!(milliseconds(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_text_that_is_not_a_time_is_an_error() {
        for text in [
            "",
            "2026-11-20",
            "2026-11-20T09:30:00",
            "2026-11-20T09:30Z",
            "2026-02-30T00:00:00Z",
            "2026-11-20T24:00:00Z",
            "2026-11-20T09:30:00.Z",
            "2026-11-20T09:30:00+24:00",
            "0000-01-01T00:00:00+01:00",
            "+12026-11-20T09:30:00Z",
            "2026-11-20T09:30:00Z ",
            "２026-11-20T09:30:00Z",
        ] {
            assert_eq!(milliseconds(text), None, "{text}");
        }
    }

    #[test]
    fn a_time_is_written_as_the_platform_writes_it() {
        for text in ["0000-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "2026-11-20T09:30:00.007Z"] {
            assert_eq!(to_timestamp(milliseconds(text).unwrap()[0]).as_str(), text);
        }
        assert_eq!(to_timestamp(i64::MAX).as_str(), "1970-01-01T00:00:00.000Z");
    }
}
