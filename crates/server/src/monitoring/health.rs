//! `/health`: whether the server can handle requests. `/health/ready` is the same; `/health/live` says whether it runs at all.

use answerdeck_api::{ModelCode, ModelRoute, ModelStop};
use answerdeck_database::time::wire_time;
use answerdeck_engine::ServedModel;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use sea_orm::DbBackend;
use serde::Serialize;

use crate::engines::stops;
use crate::run::missing_engines;
use crate::state::AppState;

/// What a server without engines says.
pub(crate) const NO_ENGINES: &str = "no model can be asked: name the provider of each model in a file, and start the server \
    with --engines FILE (docs/engines.md)";

#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
    database: &'static str,
    /// Whether the database responds, and can be written.
    writable: bool,
    /// Why a write was refused lately. Absent if none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The tokenizer for Korean: `dictionary`, or `plain` without a dictionary.
    korean: &'static str,
    keywords: KeywordHealth,
    engines: Vec<EngineHealth>,
    /// The models without an engine that items wait for. Absent if there are none, and without a database.
    #[serde(rename = "missingEngines", skip_serializing_if = "Vec::is_empty")]
    missing_engines: Vec<String>,
    /// What the operator has to do before a run can be started. Absent when there are engines.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<&'static str>,
}

/// The keyword data provider of each search engine. `null` without one.
#[derive(Serialize)]
struct KeywordHealth {
    google: Option<&'static str>,
    naver: Option<&'static str>,
}

#[derive(Serialize)]
struct EngineHealth {
    model: ModelCode,
    route: ModelRoute,
    /// Why it is stopped. Absent if it is not stopped, and without a database.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<StopHealth>,
}

#[derive(Serialize)]
struct StopHealth {
    reason: ModelStop,
    since: answerdeck_api::Timestamp,
    until: answerdeck_api::Timestamp,
}

pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/health", get(health))
        .route("/health/ready", get(health))
        .route("/health/live", get(async || Json(serde_json::json!({ "status": "ok" }))))
}

/// Answers 200 while the database responds and can be written and the server is not shutting down, otherwise 503.
async fn health(State(app): State<AppState>) -> impl IntoResponse {
    let database = &app.databases.monitoring;
    let stops = app.reachability.in_time(database, stops::all(database, app.clock.now()));
    let missing_engines = app.reachability.in_time(database, missing_engines::waiting_here(&app, database));
    let (stops, missing_engines, ()) = tokio::join!(stops, missing_engines, app.writability.test(database));
    let reason = app.writability.refusal();
    let writable = stops.is_some() && reason.is_none();
    let (code, status) = match writable && !app.shutdown.is_cancelled() {
        true => (StatusCode::OK, "ok"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
    };
    let database = match database.get_database_backend() {
        DbBackend::Postgres => "postgresql",
        _ => "sqlite",
    };
    let korean = app.config.analyzer.korean();
    let providers = &app.config.keywords;
    let keywords = KeywordHealth { google: providers.google_name(), naver: providers.naver_name() };
    let mut stops = stops.unwrap_or_default();
    let missing_engines = missing_engines.unwrap_or_default().into_iter().map(|(model, _)| model).collect();
    let engine = |served: &ServedModel| EngineHealth {
        model: served.code.clone(),
        route: served.route.clone(),
        stop: stops.remove(&served.code).map(|stop| StopHealth {
            reason: stop.reason,
            since: wire_time(stop.since.as_millisecond()),
            until: wire_time(stop.until.as_millisecond()),
        }),
    };
    let served = app.engines();
    let engines = served.iter().map(engine).collect();
    let missing = served.is_empty().then_some(NO_ENGINES);
    let version = env!("CARGO_PKG_VERSION");
    let health =
        Health { status, version, database, writable, reason, korean, keywords, engines, missing_engines, missing };
    (code, Json(health))
}
