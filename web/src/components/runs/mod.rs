//! Runs and their schedules.

pub mod grid;
pub mod name;
pub mod progress;
pub mod schedules;
