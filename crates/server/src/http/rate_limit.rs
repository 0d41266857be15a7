//! The rate limit: so many requests of one organization in one fixed window.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use answerdeck_api::limits::{RATE_LIMIT_REQUESTS, RATE_LIMIT_WINDOW_SECONDS};
use axum::http::{HeaderMap, HeaderValue};
use jiff::Timestamp;

/// Counts requests by organization. Only the window of now is kept.
///
/// Source: platform API, section 8.
#[derive(Default)]
pub(crate) struct RateLimiter(Mutex<Window>);

#[derive(Default)]
struct Window {
    second: i64,
    counts: HashMap<String, u32>,
}

/// Whether a request may pass, and what the headers say of the window it fell in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Admission {
    pub(crate) allowed: bool,
    remaining: u32,
    reset: i64,
    retry_after: i64,
}

impl RateLimiter {
    /// Counts one request of `organization` at `now`.
    pub(crate) fn admit(&self, organization: &str, now: Timestamp) -> Admission {
        let length = i64::try_from(RATE_LIMIT_WINDOW_SECONDS).unwrap_or(1);
        let second = now.as_second().div_euclid(length) * length;
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if window.second != second {
            *window = Window { second, counts: HashMap::new() };
        }
        let count = window.counts.entry(organization.to_owned()).or_default();
        *count = count.saturating_add(1);
        let reset = second + length;
        Admission {
            allowed: *count <= RATE_LIMIT_REQUESTS,
            remaining: RATE_LIMIT_REQUESTS.saturating_sub(*count),
            reset,
            retry_after: reset - now.as_second(),
        }
    }
}

impl Admission {
    /// Writes the rate headers, and `Retry-After` where the request did not pass.
    pub(crate) fn write(self, headers: &mut HeaderMap) {
        headers.insert("x-ratelimit-limit", HeaderValue::from(RATE_LIMIT_REQUESTS));
        headers.insert("x-ratelimit-remaining", HeaderValue::from(self.remaining));
        headers.insert("x-ratelimit-reset", HeaderValue::from(self.reset));
        if !self.allowed {
            headers.insert("retry-after", HeaderValue::from(self.retry_after));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(milliseconds: i64) -> Timestamp {
        Timestamp::from_millisecond(milliseconds).unwrap()
    }

    #[test]
    fn ten_requests_pass_in_a_window_and_the_next_second_starts_anew() {
        let limiter = RateLimiter::default();
        let passed = (0..25).filter(|_| limiter.admit("a", at(5_999)).allowed).count();
        assert_eq!(passed, 10);
        assert!(limiter.admit("a", at(6_000)).allowed);
    }

    #[test]
    fn organizations_are_counted_apart() {
        let limiter = RateLimiter::default();
        (0..11).for_each(|_| drop(limiter.admit("a", at(1_000))));
        assert_eq!(limiter.admit("b", at(1_000)), Admission { allowed: true, remaining: 9, reset: 2, retry_after: 1 });
    }
}
