//! The analysis worker of the console and of the npm package: it keeps answers, counts them, and reads new ones from the
//! platform. The page's thread never waits for it.
//!
//! [`run`] is the worker without a browser: an [`Environment`] has what it needs from one. The program of this crate is
//! the environment of a Web Worker.
//!
//! docs/decisions/0052-analysis-worker.md has the reasons.

mod access_tokens;
mod activity;
mod brand_questions;
mod environment;
mod inbox;
mod last_replies;
mod movements;
mod new_names;
mod opening;
mod peers;
mod prompt_texts;
mod questions;
mod reporter;
mod source_questions;
#[cfg(test)]
mod tests;
mod text_questions;
mod unanswered;
mod worker;

pub use environment::{Environment, Guard, OpenedStore};
pub use inbox::Inbox;
pub use worker::run;
