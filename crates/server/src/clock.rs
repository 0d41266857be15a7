//! The clock, injected so that tests can set it, and conversions between stored times and times of the API.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};

/// The clock of the server. Clones show the same time.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    Wall,
    Manual(Arc<Mutex<Timestamp>>),
}

impl Clock {
    /// Creates a clock that shows the system time.
    pub fn system() -> Self {
        Self(Source::Wall)
    }

    /// Creates a clock that changes only by [`Clock::advance`].
    pub fn manual(start: Timestamp) -> Self {
        Self(Source::Manual(Arc::new(Mutex::new(start))))
    }

    /// Returns the current time, in whole milliseconds as the database stores it.
    pub fn now(&self) -> Timestamp {
        let now = match &self.0 {
            #[expect(clippy::disallowed_methods, reason = "the only call that reads the wall clock")]
            Source::Wall => Timestamp::now(),
            Source::Manual(time) => *time.lock().unwrap_or_else(PoisonError::into_inner),
        };
        Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
    }

    /// Advances a manual clock. Does nothing to the system clock.
    pub fn advance(&self, by: SignedDuration) {
        if let Source::Manual(time) = &self.0 {
            let mut time = time.lock().unwrap_or_else(PoisonError::into_inner);
            *time = time.checked_add(by).unwrap_or(Timestamp::MAX);
        }
    }
}

const DAY_SECONDS: i64 = 24 * 60 * 60;

/// The UTC day of a time, in days since 1970.
pub(crate) fn utc_day(time: Timestamp) -> i64 {
    time.as_second().div_euclid(DAY_SECONDS)
}

/// The first moment of a UTC day.
pub(crate) fn start_of_utc_day(day: i64) -> Timestamp {
    Timestamp::from_second(day.saturating_mul(DAY_SECONDS)).unwrap_or(Timestamp::MAX)
}

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
