//! What time it is: injected, so that a test can say so.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};

/// A clock that everything in the server reads. Clones show the same time.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    Wall,
    Manual(Arc<Mutex<Timestamp>>),
}

impl Clock {
    /// The machine's clock.
    pub fn wall() -> Self {
        Self(Source::Wall)
    }

    /// A clock that stands still until [`Clock::advance`].
    pub fn manual(start: Timestamp) -> Self {
        Self(Source::Manual(Arc::new(Mutex::new(start))))
    }

    /// The time now, in whole milliseconds as the database keeps it.
    pub fn now(&self) -> Timestamp {
        let now = match &self.0 {
            #[expect(clippy::disallowed_methods, reason = "the one place that reads the wall clock")]
            Source::Wall => Timestamp::now(),
            Source::Manual(time) => *time.lock().unwrap_or_else(PoisonError::into_inner),
        };
        Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
    }

    /// Moves a manual clock; the wall clock is left alone.
    pub fn advance(&self, by: SignedDuration) {
        if let Source::Manual(time) = &self.0 {
            let mut time = time.lock().unwrap_or_else(PoisonError::into_inner);
            *time = time.checked_add(by).unwrap_or(Timestamp::MAX);
        }
    }
}

/// The wire's text of a time that the database keeps in milliseconds since 1970.
pub fn wire_time(milliseconds: i64) -> answerdeck_api::Timestamp {
    let time = Timestamp::from_millisecond(milliseconds).unwrap_or_default();
    answerdeck_api::Timestamp::new(format!("{time:.3}"))
}

/// Reads a time as RFC 3339 writes it. `None` for any other text.
///
/// Source: RFC 3339, section 5.6.
pub fn read_time(text: &answerdeck_api::Timestamp) -> Option<Timestamp> {
    let text = text.as_str();
    // The parser knows more of ISO 8601 than RFC 3339 allows.
    let (seconds, rest) = text.split_at_checked(19)?;
    let shape = seconds.bytes().zip(*b"dddd-dd-ddTdd:dd:dd").all(|(byte, place)| match place {
        b'd' => byte.is_ascii_digit(),
        _ => byte.eq_ignore_ascii_case(&place),
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
    // The last day that RFC 3339 can write, which people send for "ever", ends after the last time of the parser.
    let ever = || (seconds.starts_with("9999-12-3") && seconds.parse::<DateTime>().is_ok()).then_some(Timestamp::MAX);
    text.parse().ok().or_else(ever)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<i64> {
        read_time(&answerdeck_api::Timestamp::new(text)).map(Timestamp::as_millisecond)
    }

    #[test]
    fn times_are_read_as_rfc_3339_writes_them() {
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
    fn other_texts_are_no_times() {
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
