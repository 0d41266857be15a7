//! Delays between the requests to a host.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The earliest time of the next request by host. All crawls share it.
#[derive(Debug, Default)]
pub(crate) struct HostDelays(Mutex<HashMap<String, Instant>>);

impl HostDelays {
    /// Reserves the next request to `host` and returns its time. The request after it is `delay` later.
    pub(crate) fn reserve(&self, host: &str, delay: Duration, now: Instant) -> Instant {
        let mut next = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        next.retain(|_, next| *next > now);
        let reserved = next.get(host).copied().unwrap_or(now);
        next.insert(host.to_owned(), reserved + delay);
        reserved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_to_a_host_are_delayed_and_hosts_are_independent() {
        let (delays, now, second) = (HostDelays::default(), Instant::now(), Duration::from_secs(1));
        assert_eq!(delays.reserve("a", second, now), now);
        assert_eq!(delays.reserve("a", 3 * second, now), now + second);
        assert_eq!(delays.reserve("b", second, now), now);
        assert_eq!(delays.reserve("a", second, now + 2 * second), now + 4 * second);
        assert_eq!(delays.reserve("a", second, now + 9 * second), now + 9 * second);
    }
}
