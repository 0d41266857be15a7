//! Runs: submission, processing and payment.

pub mod completion;
pub mod items;
pub mod persist_reply;
pub mod submission;
