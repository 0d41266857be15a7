//! The Answerdeck platform: the API, its OAuth server, the answer engine and the console.

pub mod account;
mod api;
pub mod app;
pub mod clock;
mod columns;
pub mod command;
mod console;
pub mod database;
pub mod demo;
pub mod demo_sites;
mod desk;
pub mod engine;
mod health;
mod http;
pub mod keywords;
mod oauth;
pub mod openapi;
pub mod problem;
mod public_url;
pub mod random;
pub mod run;
pub mod site;
mod tls;
pub mod words;
pub mod worker;

pub use app::{App, Config};
