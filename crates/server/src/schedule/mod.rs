//! Schedules: when they are due, and what happens then.

pub mod calendar;
pub mod due;
pub(crate) mod estimate;
pub mod pause;
pub(crate) mod spending;
