//! The MCP endpoint under load: response times of tools with many clients, memory, and how the clients of one organization share
//! its rate limit.
//!
//! Each part prints a table and its limits, and fails when a limit is exceeded.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod client;
#[allow(dead_code, reason = "the benchmark of answers uses the rest")]
#[path = "../answers/history.rs"]
mod history;
mod load;
#[allow(dead_code, reason = "the benchmark of answers uses the rest")]
#[path = "../answers/process.rs"]
mod process;
#[path = "../../tests/harness/rows.rs"]
mod rows;
mod sharing;

use std::process::ExitCode;
use std::time::Duration;

use answerdeck_engine::Engines;
use answerdeck_server::clock::Clock;
use answerdeck_server::organization::account::{create_key, create_organization};
use answerdeck_server::random::Random;
use answerdeck_server::{AppState, Config};

/// Answers of an organization.
const ANSWERS: usize = 1_000;

/// An organization with answers.
struct Account {
    key: String,
    answer: String,
}

#[tokio::main]
async fn main() -> ExitCode {
    // The server needs a reqwest without a provider of cryptography.
    let _ = tokio_rustls::rustls::crypto::ring::default_provider().install_default();
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("answerdeck.db").display());
    answerdeck_database::migrate(&url).await.unwrap();
    let database = answerdeck_database::connect(&url).await.unwrap();
    let config = Config { public_url: "http://localhost".to_owned(), ..Default::default() };
    let clock = Clock::manual("2026-08-01T00:00:00Z".parse().unwrap());
    let app = AppState::new(config, database, clock, Random::system(), Engines::default());
    let mut accounts = Vec::new();
    for _ in 0..load::ORGANIZATIONS {
        accounts.push(account(&app).await);
    }
    let shared = account(&app).await;
    app.database.clone().close().await.unwrap();
    let server = process::Server::start(&url, &[]);
    let mut passed = load::measure(&server, accounts).await;
    passed &= sharing::measure(&server, &shared).await;
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn account(app: &AppState) -> Account {
    let id = create_organization(app, "Load", "KR").await.unwrap().to_string();
    let key = create_key(app, &app.database, &id, None).await.unwrap().secret;
    let answer = history::fill(app, &id, ANSWERS).await.answers.remove(0);
    Account { key, answer }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
