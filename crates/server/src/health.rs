//! `/health`: whether the server can handle requests. `/health/ready` is the same; `/health/live` says whether it runs at all.

use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use sea_orm::DbBackend;
use serde::Serialize;

use crate::state::AppState;

/// The time limit of the database check.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
    database: &'static str,
    /// The tokenizer for Korean: `dictionary`, or `plain` without a dictionary.
    korean: &'static str,
    keywords: KeywordHealth,
}

/// The keyword data provider of each search engine. `null` without one.
#[derive(Serialize)]
struct KeywordHealth {
    google: Option<&'static str>,
    naver: Option<&'static str>,
}

pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/health", get(health))
        .route("/health/ready", get(health))
        .route("/health/live", get(async || Json(serde_json::json!({ "status": "ok" }))))
}

/// Answers 200 while the database responds and the server is not shutting down, otherwise 503.
async fn health(State(app): State<AppState>) -> impl IntoResponse {
    let database_responds =
        matches!(tokio::time::timeout(DATABASE_TIMEOUT, app.guard_database.ping()).await, Ok(Ok(())));
    let (code, status) = match database_responds && !app.shutdown.is_cancelled() {
        true => (StatusCode::OK, "ok"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
    };
    let database = match app.guard_database.get_database_backend() {
        DbBackend::Postgres => "postgresql",
        _ => "sqlite",
    };
    let korean = app.config.analyzer.korean();
    let providers = &app.config.keywords;
    let keywords = KeywordHealth { google: providers.google_name(), naver: providers.naver_name() };
    let health = Health { status, version: env!("CARGO_PKG_VERSION"), database, korean, keywords };
    (code, [(header::CACHE_CONTROL, "no-store")], Json(health))
}
