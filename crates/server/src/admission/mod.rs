//! Whether a request may start, and when: the rate limit, throttles, and turns between organizations.

pub(crate) mod fair_semaphore;
pub(crate) mod rate_limit;
pub(crate) mod throttle;
mod window_counter;
