//! Alerts: after each finished run, and once a day, the rules of an organization are evaluated. docs/metrics.md says when a rule fires.
//!
//! - `rules`: what a rule watches, and the rules of a new organization.
//! - [`due`]: when an organization is due, and who evaluates it.
//! - [`evaluation`]: what fires at a time.
//! - `failures`: the items that engines failed.
//! - `store`: alerts in the database.
//! - `backtest`: when a rule would have fired.

pub(crate) mod backtest;
pub mod due;
pub mod evaluation;
pub(crate) mod failures;
pub(crate) mod rules;
mod store;
