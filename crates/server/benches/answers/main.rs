//! Performance of the server with answers that have 10 sources, 5 fan-out queries and about 40 tokens each. It has four parts,
//! and `cargo bench --package answerdeck-server --bench answers -- PART` runs one of them:
//!
//! - `answers`: response times, the cost of completing an answer and of a backfill of brands, and memory, on SQLite with 100,000
//!   answers,
//! - `large-sqlite`: a backfill of brands, statistics and metrics with 1,000,000 answers,
//! - `large-postgresql`: the same, and then with copies in the empty ClickHouse databases of `ANSWERDECK_CLICKHOUSE`,
//! - `processes`: one and two processes on one PostgreSQL.
//!
//! Each prints its tables and limits, and fails when a limit is exceeded.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod brands;
mod completions;
mod history;
mod lists;
mod load;
mod process;
mod processes;
mod rankings;
#[path = "../../tests/harness/rows.rs"]
mod rows;

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use answerdeck_engine::Engines;
use answerdeck_guarded_http::CertificateRoots;
use answerdeck_server::clock::Clock;
use answerdeck_server::organization::account::{create_key, create_organization};
use answerdeck_server::random::Random;
use answerdeck_server::{AppState, Config};
use answerdeck_statistics::ClickHouse;
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
    // The server needs a reqwest without a provider of cryptography.
    let _ = tokio_rustls::rustls::crypto::ring::default_provider().install_default();
    // Cargo adds the option `--bench`.
    let parts: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let is_wanted = |part: &str| parts.is_empty() || parts.iter().any(|wanted| wanted == part);
    let mut passed = true;
    if is_wanted("answers") {
        passed &= measure_answers().await;
    }
    let folder = tempfile::tempdir().unwrap();
    if is_wanted("large-sqlite") {
        passed &= measure_large_history(&sqlite_url(folder.path()), folder.path()).await;
    }
    if is_wanted("large-postgresql") {
        passed &= measure_large_history(&throwaway_postgres_url(), folder.path()).await;
    }
    if is_wanted("processes") {
        processes::measure().await;
    }
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn measure_answers() -> bool {
    let folder = tempfile::tempdir().unwrap();
    let (bench, app, organization) = fill(&sqlite_url(folder.path()), history::ANSWERS).await;
    let mut passed = completions::measure(&app, &organization, &bench.history).await;
    passed &= brands::measure(&app, &bench.key, &organization, history::ANSWERS).await;
    close(app, folder.path()).await;
    passed &= lists::measure(&bench).await;
    passed &= rankings::measure(&bench, &rankings::SMALL_HISTORY).await;
    passed &= load::measure(&bench).await;
    passed & process::measure(&bench.url, folder.path())
}

async fn measure_large_history(url: &str, folder: &Path) -> bool {
    println!("\n{}", url.split(':').next().unwrap());
    let (bench, app, organization) = fill(url, history::MANY_ANSWERS).await;
    let mut passed = brands::measure(&app, &bench.key, &organization, history::MANY_ANSWERS).await;
    close(app, folder).await;
    passed &= rankings::measure(&bench, &rankings::LARGE_HISTORY).await;
    passed &= brands::measure_killed_backfill(&bench, history::MANY_ANSWERS).await;
    if clickhouse().is_some() {
        passed &= measure_copies(&bench).await;
    }
    passed
}

/// Copies all answers to ClickHouse, and measures its counts.
async fn measure_copies(bench: &Bench) -> bool {
    let app = open_app(&bench.url, &bench.clock).await;
    let started = Instant::now();
    while app.statistics.copy_parts(true).await.unwrap() {}
    println!("\nClickHouse: copied in {:.0?}", started.elapsed());
    app.database.clone().close().await.unwrap();
    rankings::measure(bench, &rankings::LARGE_HISTORY).await
}

/// The servers that `ANSWERDECK_CLICKHOUSE` names.
fn clickhouse() -> Option<ClickHouse> {
    let urls = std::env::var("ANSWERDECK_CLICKHOUSE").ok()?;
    let urls: Vec<_> = urls.split(',').map(|url| url.parse().unwrap()).collect();
    Some(ClickHouse::new(&urls, CertificateRoots::default().tls()))
}

fn sqlite_url(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("answerdeck.db").display())
}

fn throwaway_postgres_url() -> String {
    format!("{}/postgres", throwaway_postgres::start().unwrap())
}

/// Writes a history of this many answers, and returns it with the organization that has it.
async fn fill(url: &str, answers: usize) -> (Bench, AppState, String) {
    let clock = Clock::manual("2026-08-01T00:00:00Z".parse().unwrap());
    let app = open_app(url, &clock).await;
    let organization = create_organization(&app, "Bench", "KR").await.unwrap().to_string();
    let key = create_key(&app, &app.database, &organization, None).await.unwrap().secret;
    let started = Instant::now();
    let history = history::fill(&app, &organization, answers).await;
    println!("{answers} answers written in {:.0?}", started.elapsed());
    (Bench { url: url.to_owned(), clock, key, history }, app, organization)
}

/// Closes the database, so that opening it again refreshes its statistics. The first requests are then measured with
/// the file in the page cache.
async fn close(app: AppState, folder: &Path) {
    app.database.clone().close().await.unwrap();
    if let Ok(mut file) = std::fs::File::open(folder.join("answerdeck.db")) {
        let bytes = std::io::copy(&mut file, &mut std::io::sink()).unwrap();
        println!("The file of SQLite has {} MB", bytes / 1_000_000);
    }
}

/// Opens the database for a new server.
async fn open_app(url: &str, clock: &Clock) -> AppState {
    let (public_url, clickhouse) = ("http://localhost".to_owned(), clickhouse());
    let config = Config { public_url, clickhouse, ..Default::default() };
    answerdeck_database::migrate(url).await.unwrap();
    let database = answerdeck_database::connect(url).await.unwrap();
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
    assert!(status.is_success(), "{path}: {status} {}", String::from_utf8_lossy(&body));
    (elapsed, serde_json::from_slice(&body).unwrap())
}
