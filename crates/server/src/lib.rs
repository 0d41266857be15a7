//! The Answerdeck platform: the API, its OAuth server, the answer engine and the console.

mod api;
pub mod app;
pub mod clock;
pub mod database;
mod http;
pub mod problem;
pub mod random;

pub use app::{App, Config};
