//! When a host may be asked again.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The hosts that were asked a moment ago: all visits to a host share its delay.
#[derive(Debug, Default)]
pub(super) struct HostDelays(Mutex<HashMap<String, Instant>>);

impl HostDelays {
    /// When `host` may be asked, now being `now`. The next turn is `delay` later.
    pub(super) fn next(&self, host: &str, delay: Duration, now: Instant) -> Instant {
        let mut free = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        free.retain(|_, free| *free > now);
        let turn = free.get(host).copied().unwrap_or(now);
        free.insert(host.to_owned(), turn + delay);
        turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_requests_to_a_host_are_apart_and_hosts_do_not_wait_for_each_other() {
        let (turns, now, second) = (HostDelays::default(), Instant::now(), Duration::from_secs(1));
        assert_eq!(turns.next("a", second, now), now);
        assert_eq!(turns.next("a", 3 * second, now), now + second);
        assert_eq!(turns.next("b", second, now), now);
        assert_eq!(turns.next("a", second, now + 2 * second), now + 4 * second);
        assert_eq!(turns.next("a", second, now + 9 * second), now + 9 * second);
    }
}
