//! What limits requests, and the work and the memory that they cost.

pub(crate) mod fair_semaphore;
pub(crate) mod keyword_locks;
pub(crate) mod rate_limit;
pub(crate) mod stored_bytes;
pub(crate) mod throttle;
mod window_counter;
