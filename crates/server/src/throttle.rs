//! Throttles: limits for requests of anonymous callers that write to the database.

use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

/// The throttles of the server.
#[derive(Default)]
pub(crate) struct Throttles {
    /// Registrations of OAuth clients.
    pub(crate) registration: Throttle<120>,
    /// OAuth authorization requests.
    pub(crate) authorization: Throttle<600>,
}

/// Allows at most `PER_MINUTE` requests in each minute, over all callers.
#[derive(Default)]
pub(crate) struct Throttle<const PER_MINUTE: u32>(Mutex<Window>);

#[derive(Default)]
struct Window {
    minute: i64,
    count: u32,
}

impl<const PER_MINUTE: u32> Throttle<PER_MINUTE> {
    /// Counts a request. Returns `false` when it exceeds the limit.
    pub(crate) fn allow(&self, now: Timestamp) -> bool {
        let minute = now.as_second().div_euclid(60);
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if window.minute != minute {
            *window = Window { minute, count: 0 };
        }
        window.count = window.count.saturating_add(1);
        window.count <= PER_MINUTE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_throttle_refuses_requests_above_the_limit_until_the_next_minute() {
        let throttle = Throttle::<2>::default();
        let at = |second| Timestamp::from_second(second).unwrap();
        assert_eq!([59, 59, 59, 60].map(|second| throttle.allow(at(second))), [true, true, false, true]);
    }
}
