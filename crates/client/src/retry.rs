//! Decides whether and when a request is retried.

use std::time::Duration;

use answerdeck_api::ErrorCode;
use answerdeck_api::limits::RATE_LIMIT_WINDOW_SECONDS;

use crate::error::is_temporary;
use crate::transport::TransportError;

/// Maximum number of attempts while the platform answers 429.
const RATE_LIMITED_ATTEMPTS: u32 = 8;
/// Maximum number of attempts while an earlier attempt under the same idempotency key is in progress.
const IN_PROGRESS_ATTEMPTS: u32 = 8;
/// Maximum number of attempts of an idempotent request.
const IDEMPOTENT_ATTEMPTS: u32 = 4;
/// Maximum number of attempts of an idempotent request that times out.
const TIMEOUT_ATTEMPTS: u32 = 2;
/// The first backoff. Each later backoff is twice as long.
const INITIAL_BACKOFF: Duration = Duration::from_millis(500);

/// How often and how long a call may be sent again. Most failures are retried less often than these limits allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryLimits {
    /// The maximum number of retries. No limit by default.
    pub max_retries: u32,
    /// The longest time that the call waits between its requests, in total. One minute by default. A longer `Retry-After` ends
    /// the call with an error.
    pub max_wait: Duration,
}

impl Default for RetryLimits {
    fn default() -> Self {
        Self { max_retries: u32::MAX, max_wait: Duration::from_secs(60) }
    }
}

impl RetryLimits {
    pub(crate) fn allow(&self, wait: Duration) -> bool {
        self.max_retries > 0 && wait <= self.max_wait
    }

    /// Counts a retry that they allow.
    pub(crate) fn spend(&mut self, wait: Duration) {
        self.max_retries = self.max_retries.saturating_sub(1);
        self.max_wait = self.max_wait.saturating_sub(wait);
    }
}

/// The outcome of a failed attempt.
#[derive(Debug, Clone, Copy)]
pub(crate) enum AttemptFailure<'a> {
    /// The server responded.
    Response { status: u16, code: Option<&'a ErrorCode>, retry_after: Option<Duration> },
    /// No response arrived.
    NoResponse { error: &'a TransportError, offline: bool },
}

/// Returns how long to wait before the next attempt. `None` when the request must not be retried.
///
/// - After 429 every request is safe to retry, because the platform rejects it before any work: waits for `Retry-After`,
///   or for one rate limit window without that header.
/// - While an earlier attempt under the same idempotency key is in progress, its response does not exist yet.
/// - After a request that was not sent, every request is safe to send.
/// - After an unknown outcome (no response, 408, 502 to 504, 520 to 524) only an idempotent request is retried: a read, or a
///   write under a key that the platform honors.
/// - While the device is offline nothing is retried: the caller decides when to continue.
/// - Every other error would occur again.
///
/// `attempt` counts the attempts that failed alike, from 1: a 429 does not use up those after a lost connection.
/// `jitter` is a random number that spreads the backoff between half and all of its length, so that clients that failed
/// at the same time do not retry at the same time.
pub(crate) fn wait_before_retry(
    is_idempotent: bool,
    attempt: u32,
    outcome: AttemptFailure<'_>,
    jitter: u8,
) -> Option<Duration> {
    let backoff = INITIAL_BACKOFF * 2_u32.pow(attempt.saturating_sub(1).min(6));
    let backoff = backoff / 2 + backoff / 2 * u32::from(jitter) / 255;
    let (attempts, wait) = match outcome {
        AttemptFailure::Response { status: 429, retry_after, .. } => {
            (RATE_LIMITED_ATTEMPTS, wait_after_429(retry_after))
        }
        AttemptFailure::Response { code: Some(ErrorCode::KeywordMetricsNotConfigured), .. } => return None,
        AttemptFailure::Response { code: Some(ErrorCode::IdempotencyKeyInProgress), retry_after, .. } => {
            (IN_PROGRESS_ATTEMPTS, retry_after.unwrap_or(backoff))
        }
        AttemptFailure::Response { status, retry_after, .. } if is_idempotent && is_temporary(status) => {
            (IDEMPOTENT_ATTEMPTS, retry_after.unwrap_or(backoff))
        }
        AttemptFailure::NoResponse { offline: false, error: TransportError::TimedOut } if is_idempotent => {
            (TIMEOUT_ATTEMPTS, backoff)
        }
        AttemptFailure::NoResponse { offline: false, error: TransportError::NotSent(_) } => {
            (IDEMPOTENT_ATTEMPTS, backoff)
        }
        AttemptFailure::NoResponse { offline: false, error: TransportError::ConnectionLost(_) } if is_idempotent => {
            (IDEMPOTENT_ATTEMPTS, backoff)
        }
        _ => return None,
    };
    (attempt < attempts).then_some(wait)
}

/// Returns how long nothing is sent after a 429: at least one window of the rate limit, even if `Retry-After` is 0.
pub(crate) fn wait_after_429(retry_after: Option<Duration>) -> Duration {
    retry_after.unwrap_or_default().max(Duration::from_secs(RATE_LIMIT_WINDOW_SECONDS))
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDEMPOTENT: bool = true;
    /// A write without a key that the platform honors.
    const WRITE: bool = false;

    fn answered(status: u16) -> AttemptFailure<'static> {
        AttemptFailure::Response { status, code: None, retry_after: None }
    }

    fn answered_with_retry_after(status: u16, seconds: u64) -> AttemptFailure<'static> {
        AttemptFailure::Response { status, code: None, retry_after: Some(Duration::from_secs(seconds)) }
    }

    #[test]
    fn wait_before_retry_follows_this_table() {
        let lost = TransportError::ConnectionLost(String::new());
        let not_sent = TransportError::NotSent(String::new());
        let redirected = TransportError::Redirected(String::new());
        let no_answer = |error| AttemptFailure::NoResponse { error, offline: false };
        let not_configured = AttemptFailure::Response {
            status: 503,
            code: Some(&ErrorCode::KeywordMetricsNotConfigured),
            retry_after: None,
        };
        let in_progress = |seconds: Option<u64>| AttemptFailure::Response {
            status: 409,
            code: Some(&ErrorCode::IdempotencyKeyInProgress),
            retry_after: seconds.map(Duration::from_secs),
        };
        // is idempotent, attempt, outcome, milliseconds to wait
        let table: &[(bool, u32, AttemptFailure<'_>, Option<u64>)] = &[
            (IDEMPOTENT, 1, answered(429), Some(1_000)),
            (WRITE, 1, answered(429), Some(1_000)),
            (WRITE, 7, answered_with_retry_after(429, 3), Some(3_000)),
            (WRITE, 8, answered_with_retry_after(429, 3), None),
            (IDEMPOTENT, 1, answered_with_retry_after(429, 0), Some(1_000)),
            (IDEMPOTENT, 1, answered_with_retry_after(429, 60), Some(60_000)),
            (IDEMPOTENT, 1, answered(502), Some(500)),
            (IDEMPOTENT, 2, answered(503), Some(1_000)),
            (IDEMPOTENT, 3, answered(504), Some(2_000)),
            (IDEMPOTENT, 4, answered(504), None),
            (IDEMPOTENT, 1, answered(408), Some(500)),
            (IDEMPOTENT, 1, answered(522), Some(500)),
            (WRITE, 1, answered(408), None),
            (WRITE, 1, answered(522), None),
            (IDEMPOTENT, 1, answered_with_retry_after(503, 7), Some(7_000)),
            (WRITE, 1, answered(502), None),
            (WRITE, 1, answered(503), None),
            (WRITE, 1, answered(504), None),
            (WRITE, 1, answered_with_retry_after(503, 1), None),
            (WRITE, 1, in_progress(Some(1)), Some(1_000)),
            (IDEMPOTENT, 1, in_progress(Some(1)), Some(1_000)),
            (IDEMPOTENT, 2, in_progress(None), Some(1_000)),
            (IDEMPOTENT, 7, in_progress(Some(2)), Some(2_000)),
            (IDEMPOTENT, 8, in_progress(Some(1)), None),
            (IDEMPOTENT, 1, not_configured, None),
            (IDEMPOTENT, 1, no_answer(&lost), Some(500)),
            (IDEMPOTENT, 3, no_answer(&lost), Some(2_000)),
            (IDEMPOTENT, 4, no_answer(&lost), None),
            (WRITE, 1, no_answer(&lost), None),
            (IDEMPOTENT, 1, no_answer(&not_sent), Some(500)),
            (WRITE, 1, no_answer(&not_sent), Some(500)),
            (WRITE, 4, no_answer(&not_sent), None),
            (IDEMPOTENT, 1, no_answer(&redirected), None),
            (IDEMPOTENT, 1, no_answer(&TransportError::TimedOut), Some(500)),
            (IDEMPOTENT, 2, no_answer(&TransportError::TimedOut), None),
            (WRITE, 1, no_answer(&TransportError::TimedOut), None),
            (IDEMPOTENT, 1, no_answer(&TransportError::Cancelled), None),
            (IDEMPOTENT, 1, AttemptFailure::NoResponse { error: &lost, offline: true }, None),
            (IDEMPOTENT, 1, answered(400), None),
            (IDEMPOTENT, 1, answered(401), None),
            (IDEMPOTENT, 1, answered(402), None),
            (IDEMPOTENT, 1, answered(404), None),
            (IDEMPOTENT, 1, answered(409), None),
            (IDEMPOTENT, 1, answered(500), None),
            (IDEMPOTENT, 1, answered(501), None),
        ];
        for (is_idempotent, attempt, outcome, expected) in table {
            let wait = wait_before_retry(*is_idempotent, *attempt, *outcome, 255);
            let expected = expected.map(Duration::from_millis);
            assert_eq!(wait, expected, "idempotent: {is_idempotent}, attempt {attempt}, {outcome:?}");
        }
    }

    #[test]
    fn jitter_spreads_the_backoff_over_its_second_half() {
        let backoff = |jitter| wait_before_retry(IDEMPOTENT, 1, answered(503), jitter).unwrap();
        assert_eq!(backoff(0), Duration::from_millis(250));
        assert_eq!(backoff(255), Duration::from_millis(500));
        assert!(backoff(128) > backoff(64));
    }
}
