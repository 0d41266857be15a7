//! Adapters of the providers of real answers, one module each.
//!
//! Each sends a question as the provider documents it, and reads the answer with every field optional: unknown kinds of items
//! are skipped and counted. No published crate keeps citations and searches together, so the types are our own.

pub mod anthropic;
mod api_error;
mod citation_marks;
pub mod compatible;
pub mod dataforseo;
pub mod gemini;
mod http;
mod model_api;
mod normalization;
pub mod openai;
pub mod perplexity;
mod region;
mod responses;
pub mod serpapi;
mod text_links;

pub use model_api::{ModelApiOptions, SetupError};
pub use responses::ResponsesApi;
