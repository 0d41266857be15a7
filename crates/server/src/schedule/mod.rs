//! Schedules: when they are due, and what happens then.
//!
//! - `calendar`: the due times of a recurrence. Pure computation.
//! - `estimate`: what a schedule would cost.
//! - `spending`: what the runs of schedules have cost this month.
//! - `due`: starts the runs of due schedules, each due time once.
//! - `pause`: the switch of the operator.

pub mod calendar;
pub mod due;
pub(crate) mod estimate;
pub mod pause;
pub(crate) mod spending;
