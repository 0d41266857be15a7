//! Whether a request is sent again: one decision, in one place.

use std::time::Duration;

use answerdeck_api::ErrorCode;
use answerdeck_api::limits::RATE_LIMIT_WINDOW_SECONDS;

use crate::transport::TransportError;

/// Times that one call is sent, at most, while the platform answers 429.
const RATE_LIMITED_ATTEMPTS: u32 = 8;
/// Times that one read is sent, at most.
const READ_ATTEMPTS: u32 = 4;
/// Times that one read is sent, at most, while no answer comes in time.
const TIMED_OUT_ATTEMPTS: u32 = 2;
/// The first pause; each later one is twice the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// A longer `Retry-After` is for the caller to wait.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// How an attempt ended without success.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Outcome<'a> {
    /// The server answered.
    Answered { status: u16, code: Option<&'a ErrorCode>, retry_after: Option<Duration> },
    /// No answer came.
    NoAnswer { error: &'a TransportError, offline: bool },
}

/// How long to wait before the request is sent again; `None` to give up.
///
/// - 429 was refused before anything happened, so it is always safe: wait `Retry-After`, or one window without it.
/// - What may have been carried out (no answer, 502, 503, 504) is sent again only when it reads.
/// - Offline there is nothing to wait for here: the caller knows when the connection is back.
/// - Everything else would only fail again.
///
/// `attempt` counts from 1. `chance` is random and spreads the pause between half of it and all of it, so that
/// clients that failed together do not come back together.
pub(crate) fn wait_before_retry(read: bool, attempt: u32, outcome: Outcome<'_>, chance: u8) -> Option<Duration> {
    let pause = FIRST_PAUSE * 2_u32.pow(attempt.saturating_sub(1).min(6));
    let pause = pause / 2 + pause / 2 * u32::from(chance) / 255;
    let (attempts, wait) = match outcome {
        Outcome::Answered { status: 429, retry_after, .. } => {
            (RATE_LIMITED_ATTEMPTS, retry_after.unwrap_or(Duration::from_secs(RATE_LIMIT_WINDOW_SECONDS)))
        }
        Outcome::Answered { code: Some(ErrorCode::KeywordMetricsNotConfigured), .. } => return None,
        Outcome::Answered { status: 502..=504, retry_after, .. } if read => {
            (READ_ATTEMPTS, retry_after.unwrap_or(pause))
        }
        Outcome::NoAnswer { offline: false, error: TransportError::TimedOut } if read => (TIMED_OUT_ATTEMPTS, pause),
        Outcome::NoAnswer { offline: false, error: TransportError::Lost(_) | TransportError::NotSent(_) } if read => {
            (READ_ATTEMPTS, pause)
        }
        _ => return None,
    };
    (attempt < attempts && wait <= LONGEST_WAIT).then_some(wait)
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: bool = true;
    const WRITE: bool = false;

    fn answered(status: u16) -> Outcome<'static> {
        Outcome::Answered { status, code: None, retry_after: None }
    }

    fn after(status: u16, seconds: u64) -> Outcome<'static> {
        Outcome::Answered { status, code: None, retry_after: Some(Duration::from_secs(seconds)) }
    }

    #[test]
    fn the_decision_is_this_table() {
        let lost = TransportError::Lost(String::new());
        let not_sent = TransportError::NotSent(String::new());
        let no_answer = |error| Outcome::NoAnswer { error, offline: false };
        let not_configured =
            Outcome::Answered { status: 503, code: Some(&ErrorCode::KeywordMetricsNotConfigured), retry_after: None };
        // read or write, attempt, outcome, milliseconds to wait
        let table: &[(bool, u32, Outcome<'_>, Option<u64>)] = &[
            (READ, 1, answered(429), Some(1_000)),
            (WRITE, 1, answered(429), Some(1_000)),
            (WRITE, 7, after(429, 3), Some(3_000)),
            (WRITE, 8, after(429, 3), None),
            (READ, 1, after(429, 0), Some(0)),
            (READ, 1, after(429, 60), Some(60_000)),
            (READ, 1, after(429, 61), None),
            (READ, 1, answered(502), Some(500)),
            (READ, 2, answered(503), Some(1_000)),
            (READ, 3, answered(504), Some(2_000)),
            (READ, 4, answered(504), None),
            (READ, 1, after(503, 7), Some(7_000)),
            (WRITE, 1, answered(502), None),
            (WRITE, 1, answered(503), None),
            (WRITE, 1, answered(504), None),
            (WRITE, 1, after(503, 1), None),
            (READ, 1, not_configured, None),
            (READ, 1, no_answer(&lost), Some(500)),
            (READ, 3, no_answer(&lost), Some(2_000)),
            (READ, 4, no_answer(&lost), None),
            (WRITE, 1, no_answer(&lost), None),
            (READ, 1, no_answer(&not_sent), Some(500)),
            (WRITE, 1, no_answer(&not_sent), None),
            (READ, 1, no_answer(&TransportError::TimedOut), Some(500)),
            (READ, 2, no_answer(&TransportError::TimedOut), None),
            (WRITE, 1, no_answer(&TransportError::TimedOut), None),
            (READ, 1, no_answer(&TransportError::Cancelled), None),
            (READ, 1, Outcome::NoAnswer { error: &lost, offline: true }, None),
            (READ, 1, answered(400), None),
            (READ, 1, answered(401), None),
            (READ, 1, answered(402), None),
            (READ, 1, answered(404), None),
            (READ, 1, answered(409), None),
            (READ, 1, answered(500), None),
            (READ, 1, answered(501), None),
        ];
        for (read, attempt, outcome, expected) in table {
            let wait = wait_before_retry(*read, *attempt, *outcome, 255);
            assert_eq!(wait, expected.map(Duration::from_millis), "read {read}, attempt {attempt}, {outcome:?}");
        }
    }

    #[test]
    fn chance_spreads_the_pause_over_its_second_half() {
        let pause = |chance| wait_before_retry(READ, 1, answered(503), chance).unwrap();
        assert_eq!(pause(0), Duration::from_millis(250));
        assert_eq!(pause(255), Duration::from_millis(500));
        assert!(pause(128) > pause(64));
    }
}
