//! Runs: submission, processing and payment.

pub mod completion;
pub mod deletion;
pub mod items;
pub mod persist_reply;
pub mod queries;
pub mod retention;
pub mod slices;
pub mod submission;
