//! Throttles: limits for requests that cost work and count for no organization.

use jiff::Timestamp;

use super::window_counter::WindowCounter;

#[derive(Default)]
pub(crate) struct Throttles {
    /// Registrations of OAuth clients, by network.
    pub(crate) registration: Throttle<120>,
    /// OAuth authorization requests of known clients, by network.
    pub(crate) authorization_by_network: Throttle<200>,
    /// OAuth authorization requests of known clients, by client.
    pub(crate) authorization_by_client: Throttle<2_000>,
    /// Refreshes of OAuth tokens, by grant.
    pub(crate) refresh: Throttle<60>,
    /// Documents of OAuth clients that are read, by network.
    pub(crate) client_metadata_by_network: Throttle<20>,
    /// Documents of OAuth clients that are read, by host if they are unknown, or else by client.
    pub(crate) client_metadata_by_host: Throttle<60>,
}

/// Allows at most `PER_MINUTE` requests of a key in each minute.
#[derive(Default)]
pub(crate) struct Throttle<const PER_MINUTE: u32>(WindowCounter);

impl<const PER_MINUTE: u32> Throttle<PER_MINUTE> {
    /// Counts a request of `key`. Returns `false` when it exceeds the limit.
    pub(crate) fn allow(&self, key: &str, now: Timestamp) -> bool {
        self.0.count(key, now.as_second().div_euclid(60)) <= PER_MINUTE
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
}
