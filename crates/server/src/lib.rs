//! The Answerdeck platform: the API, its OAuth server, the answer engine and the console.

pub mod account;
pub mod analyzer_pool;
mod api;
pub mod clock;
mod columns;
pub mod command;
mod console;
mod cpu_pool;
pub mod database;
pub mod demo;
mod demo_site_routes;
pub mod demo_sites;
mod health;
mod http;
mod key_locks;
mod keywords;
mod language;
mod oauth;
pub mod openapi;
pub mod problem;
mod public_url;
pub mod random;
mod rate_limit;
pub mod router;
pub mod run;
mod site;
pub mod state;
mod throttle;
pub mod worker;

pub use state::{AppState, Config};
