//! The adapters against local servers that answer as the providers document it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, unreachable_pub)]

mod anthropic;
mod case;
mod compatible;
mod connection;
mod dataforseo;
mod failures;
mod fixture;
mod gemini;
mod model_api;
mod openai;
mod perplexity;
mod serpapi;
mod server;
