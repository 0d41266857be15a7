//! Throttles: limits for requests of anonymous callers that cost work.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

/// The number of keys that are counted separately in a minute. The others share one count, which bounds the memory.
const KEYS_MAX: usize = 100_000;
/// The key of those others. No client and no network has this name.
const OVERFLOW_KEY: &str = "";

/// The throttles of the server.
#[derive(Default)]
pub(crate) struct Throttles {
    /// Registrations of OAuth clients, by network.
    pub(crate) registration: Throttle<120>,
    /// OAuth authorization requests of known clients, by network.
    pub(crate) authorization_by_network: Throttle<200>,
    /// OAuth authorization requests of known clients, by client.
    pub(crate) authorization_by_client: Throttle<2_000>,
    /// Documents of OAuth clients that are read, by network.
    pub(crate) client_metadata_by_network: Throttle<20>,
    /// Documents of OAuth clients that are read, by host if they are unknown, or else by client.
    pub(crate) client_metadata_by_host: Throttle<60>,
}

/// Allows at most `PER_MINUTE` requests of a key in each minute.
#[derive(Default)]
pub(crate) struct Throttle<const PER_MINUTE: u32>(Mutex<Window>);

#[derive(Default)]
struct Window {
    minute: i64,
    counts: HashMap<String, u32>,
}

impl<const PER_MINUTE: u32> Throttle<PER_MINUTE> {
    /// Counts a request of `key`. Returns `false` when it exceeds the limit.
    pub(crate) fn allow(&self, key: &str, now: Timestamp) -> bool {
        let minute = now.as_second().div_euclid(60);
        let mut window = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if window.minute != minute {
            *window = Window { minute, counts: HashMap::new() };
        }
        let is_counted = window.counts.len() < KEYS_MAX || window.counts.contains_key(key);
        let key = if is_counted { key } else { OVERFLOW_KEY };
        let count = window.counts.entry(key.to_owned()).or_default();
        *count = count.saturating_add(1);
        *count <= PER_MINUTE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn a_throttle_refuses_requests_of_a_key_above_the_limit_until_the_next_minute() {
        let throttle = Throttle::<2>::default();
        assert_eq!([59, 59, 59, 60].map(|second| throttle.allow("a", at(second))), [true, true, false, true]);
        assert!(throttle.allow("a", at(60)) && !throttle.allow("a", at(60)) && throttle.allow("b", at(60)));
    }

    #[test]
    fn the_memory_of_a_throttle_is_bounded() {
        let throttle = Throttle::<2>::default();
        for key in 0..KEYS_MAX + 10 {
            throttle.allow(&key.to_string(), at(0));
        }
        assert_eq!(throttle.0.lock().unwrap().counts.len(), KEYS_MAX + 1);
        assert!(throttle.allow("0", at(0)) && !throttle.allow("one more", at(0)));
    }
}
