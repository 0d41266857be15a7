//! Runs: how they are submitted, worked on and paid for.

pub mod submission;
