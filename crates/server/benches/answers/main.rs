//! Performance of the server on SQLite with 100,000 answers, each with 10 sources, 5 fan-out queries and about 40 tokens:
//! response times, the cost of completing an answer, and memory.
//!
//! Each part prints a table and its limits, and fails when a limit is exceeded.
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

/// The database of the benchmark and its organization.
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
    let app = open_app(&url, &clock).await;
    let organization = create_organization(&app, &app.database, "Bench", "KR").await.unwrap().to_string();
    let key = create_key(&app, &app.database, &organization).await.unwrap().secret;
    let started = Instant::now();
    let history = history::fill(&app, &organization, history::ANSWERS).await;
    let size = std::fs::metadata(folder.path().join("answerdeck.db")).unwrap().len();
    let (answers, elapsed) = (history::ANSWERS, started.elapsed());
    println!("{answers} answers written in {elapsed:.0?}, {} MB", size / 1_000_000);
    let mut passed = completions::measure(&app, &organization).await;
    // Opening the database again refreshes its statistics.
    app.database.clone().close().await.unwrap();
    // The first requests are measured with the file in the page cache.
    std::io::copy(&mut std::fs::File::open(folder.path().join("answerdeck.db")).unwrap(), &mut std::io::sink())
        .unwrap();

    let bench = Bench { url, clock, key, history };
    passed &= lists::measure(&bench).await;
    passed &= rankings::measure(&bench).await;
    passed &= load::measure(&bench).await;
    passed &= process::measure(&bench.url, folder.path());
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Opens the database for a new server.
async fn open_app(url: &str, clock: &Clock) -> AppState {
    let config = Config { public_url: "http://localhost".to_owned(), ..Default::default() };
    database::migrate(url).await.unwrap();
    let database = database::connect(url).await.unwrap();
    AppState::new(config, database, clock.clone(), Random::system(), Engines::default())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// Returns the median and the 99th percentile.
fn percentiles(mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

/// Sends a request through the router, without the network. Returns the response time and the body.
async fn get(app: &AppState, router: &Router, key: &str, path: &str) -> (Duration, serde_json::Value) {
    app.clock.advance(SignedDuration::from_millis(101));
    let request = Request::get(path).header("API-Key", key).body(Body::empty()).unwrap();
    let started = Instant::now();
    let response = router.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let elapsed = started.elapsed();
    assert!(status.is_success() && body.len() > 200, "{path}: {status} {}", String::from_utf8_lossy(&body));
    (elapsed, serde_json::from_slice(&body).unwrap())
}
