//! How quick the server is on SQLite with 100,000 answers, each with 10 sources, 5 fan-outs and some 40 tokens, what a
//! completed answer costs, and what the server weighs.
//!
//! Each part prints a table, says what it wants, and fails where it is not so.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod completions;
mod history;
mod lists;
mod load;
mod process;
mod rankings;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use answerdeck_engine::Engines;
use answerdeck_server::account::{create_key, create_organization};
use answerdeck_server::clock::Clock;
use answerdeck_server::random::Random;
use answerdeck_server::{AppState, Config, database};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use jiff::SignedDuration;
use tower::ServiceExt;

use history::History;

/// Where everything is, and the organization that has it.
struct Bench {
    url: String,
    clock: Clock,
    key: String,
    history: History,
}

#[tokio::main]
async fn main() -> ExitCode {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("answerdeck.db").display());
    let clock = Clock::manual("2026-08-01T00:00:00Z".parse().unwrap());
    let app = app_over(&url, &clock).await;
    let organization = create_organization(&app, &app.database, "Bench", "KR").await.unwrap().to_string();
    let key = create_key(&app, &app.database, &organization).await.unwrap().secret;
    let started = Instant::now();
    let history = history::fill(&app, &organization, history::ANSWERS).await;
    let size = std::fs::metadata(folder.path().join("answerdeck.db")).unwrap().len();
    let (answers, took) = (history::ANSWERS, started.elapsed());
    println!("{answers} answers put there by the server's own hand in {took:.0?}, {} MB", size / 1_000_000);
    let mut good = completions::measure(&app, &organization).await;
    // A start looks at what the tables hold.
    app.database.clone().close().await.unwrap();

    let bench = Bench { url, clock, key, history };
    good &= lists::measure(&bench).await;
    good &= rankings::measure(&bench).await;
    good &= load::measure(&bench).await;
    good &= process::measure(&bench.url, folder.path());
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A server over the database, which it has just opened.
async fn app_over(url: &str, clock: &Clock) -> AppState {
    let config = Config { public_url: "http://localhost".to_owned(), ..Default::default() };
    let database = database::connect(url).await.unwrap();
    AppState::new(config, database, clock.clone(), Random::system(), Engines::default())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// The median and the 99th of a hundred.
fn quantiles(mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

/// Asks through the whole server but for the network.
async fn get(app: &AppState, router: &Router, key: &str, path: &str) -> (Duration, serde_json::Value) {
    app.clock.advance(SignedDuration::from_millis(101));
    let request = Request::get(path).header("API-Key", key).body(Body::empty()).unwrap();
    let started = Instant::now();
    let response = router.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let took = started.elapsed();
    assert!(status.is_success() && body.len() > 200, "{path}: {status} {}", String::from_utf8_lossy(&body));
    (took, serde_json::from_slice(&body).unwrap())
}
