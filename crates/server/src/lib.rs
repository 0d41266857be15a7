//! The Answerdeck server: the API, the OAuth server, the answer engine and the console.

pub mod account;
pub mod analyzer_pool;
mod api;
pub mod clock;
mod columns;
pub mod command;
pub mod connections;
mod console;
mod content_negotiation;
mod content_security_policy;
mod cpu_pool;
pub mod database;
pub mod demo;
pub mod demo_sites;
mod health;
mod http;
pub mod jobs;
mod key_locks;
pub mod keywords;
mod language;
mod oauth;
pub mod openapi;
mod places;
pub mod problem;
mod public_url;
pub mod random;
mod rate_limit;
mod region;
pub mod router;
pub mod run;
pub mod site;
pub mod state;
mod throttle;
pub mod worker;

pub use state::{AppState, Config};
