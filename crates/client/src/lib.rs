//! The core of the Answerdeck library: a client of the platform API.
//!
//! A [`Client`] holds an address and a [`Credential`]. It keeps under the platform's rate limit, sends again what is
//! safe to send again, pages through lists and watches runs. Dropping a future cancels what it does.

mod base_url;
mod client;
mod credential;
mod error;
mod json;
mod language;
pub mod oauth;
mod pacer;
mod pager;
mod resource;
mod retry;
mod retry_after;
mod send;
pub mod transport;

pub use answerdeck_api as api;
pub use client::{Client, ClientBuilder};
pub use credential::{ApiKey, Credential};
pub use error::{Error, Result};
pub use language::Language;
pub use pager::Pager;
pub use resource::{
    Answers, Brands, Credits, Keywords, Models, Organizations, PromptSets, Prompts, Regions, Runs, SiteKeywordAnalyses,
    Statistics, Watched, Watcher, Words,
};
