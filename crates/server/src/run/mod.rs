//! Runs: submission, and the collection and payment of their answers.
//!
//! - `submission`, `slices`: the rows of a run and of its answers.
//! - `queue`, `claim`: which answers are collected next.
//! - `collect`, `decision`: the attempt to collect one, the only code that calls an engine.
//! - `ledger`: what an attempt changes.
//! - `reply`: what is found in a reply; the statistics get it.

pub mod claim;
mod collect;
pub mod collect_settings;
mod decision;
pub mod deletion;
pub mod failure;
pub mod ledger;
pub(crate) mod missing_engines;
pub(crate) mod queue;
pub mod reply;
pub mod responses;
pub mod retention;
pub mod slices;
pub mod stopping;
pub mod submission;
