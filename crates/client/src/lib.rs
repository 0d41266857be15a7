#![warn(missing_docs)]
#![doc = include_str!("../README.md")]

mod base_url;
mod call;
mod client;
mod credential;
mod dispatcher;
mod error;
#[cfg(target_arch = "wasm32")]
mod global_scope;
mod idempotency_key;
mod jitter;
pub mod oauth;
mod pacer;
mod pager;
mod resource;
mod response_body;
mod retry;
mod retry_after;
mod subscription;
#[cfg(test)]
mod tests;
pub mod transport;

pub use answerdeck_api as api;
pub use answerdeck_api::Language;
pub use call::Call;
pub use client::{Client, ClientBuilder};
pub use credential::{ApiKey, Credential};
pub use error::{Error, Result};
pub use pager::{ListPosition, Pager};
pub use resource::*;
pub use retry::RetryLimits;
pub use subscription::Subscription;
