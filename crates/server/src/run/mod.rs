//! Runs: submission, and the collection and payment of their answers.

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
mod storing;
pub mod submission;
