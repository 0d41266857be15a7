//! The usage of engines: their limits, what they cost, and the engines that are stopped until the operator acts.

pub(crate) mod reloads;
pub mod semaphores;
pub(crate) mod spend;
pub(crate) mod stops;
