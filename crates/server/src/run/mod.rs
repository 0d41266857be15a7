//! Runs: submission, processing and payment.

pub mod completion;
pub mod deletion;
pub mod failure;
pub mod item_settings;
pub mod items;
pub mod persist_reply;
mod processing;
mod question;
pub mod responses;
pub mod retention;
pub mod slices;
pub mod stopping;
pub mod submission;
