//! Runs: how they are submitted, worked on and paid for.

pub mod completion;
pub mod items;
pub mod persist_reply;
pub mod submission;
