//! `/health`: whether this server can serve.

use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use sea_orm::DbBackend;
use serde::Serialize;

use crate::state::AppState;

/// How long the database may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
    database: &'static str,
    /// How Korean is taken apart: `dictionary`, or `plain` without one.
    korean: &'static str,
    keywords: KeywordHealth,
}

/// Which provider each search engine's keyword data comes from. `null` where there is none.
#[derive(Serialize)]
struct KeywordHealth {
    google: Option<&'static str>,
    naver: Option<&'static str>,
}

pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/health", get(health))
}

/// 200 while the database answers and the server is not stopping, else 503.
async fn health(State(app): State<AppState>) -> impl IntoResponse {
    let answers = matches!(tokio::time::timeout(PATIENCE, app.database.ping()).await, Ok(Ok(())));
    let (code, status) = match answers && !app.shutdown.is_cancelled() {
        true => (StatusCode::OK, "ok"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
    };
    let database = match app.database.get_database_backend() {
        DbBackend::Postgres => "postgresql",
        _ => "sqlite",
    };
    let korean = app.config.words.korean();
    let providers = &app.config.keywords;
    let keywords = KeywordHealth { google: providers.google_name(), naver: providers.naver_name() };
    let health = Health { status, version: env!("CARGO_PKG_VERSION"), database, korean, keywords };
    (code, [(header::CACHE_CONTROL, "no-store")], Json(health))
}
