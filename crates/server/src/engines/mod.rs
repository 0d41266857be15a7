//! The usage of engines: their limits, what they cost, and the engines that are stopped until the operator acts.

pub mod permits;
pub(crate) mod reloads;
pub(crate) mod spend;
pub(crate) mod stops;
