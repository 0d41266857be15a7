//! Alerts: after each finished run, and once a day, the rules of an organization are evaluated. docs/metrics.md says when a rule fires.

mod days;
pub mod due;
pub mod evaluation;
pub(crate) mod failures;
pub(crate) mod rules;
mod store;
pub(crate) mod trial;
