//! `/health`: whether the server can handle requests. `/health/ready` is the same; `/health/live` says whether it runs at all.

use std::collections::HashMap;

use answerdeck_api::{ModelCode, ModelRoute, ModelStop};
use answerdeck_engine::{RouteLimits, ServedModel};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use sea_orm::{DatabaseConnection, DbBackend};
use serde::Serialize;

use crate::clock::wire_time;
use crate::database::CHECK_TIMEOUT;
use crate::engines::stops;
use crate::state::AppState;

#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
    database: &'static str,
    /// The tokenizer for Korean: `dictionary`, or `plain` without a dictionary.
    korean: &'static str,
    keywords: KeywordHealth,
    engines: Vec<EngineHealth>,
}

/// The keyword data provider of each search engine. `null` without one.
#[derive(Serialize)]
struct KeywordHealth {
    google: Option<&'static str>,
    naver: Option<&'static str>,
}

/// The engine of a model.
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

/// Whether the database responds in time. The log says why not.
async fn responds(database: &DatabaseConnection) -> bool {
    match tokio::time::timeout(CHECK_TIMEOUT, database.ping()).await {
        Ok(Ok(())) => return true,
        Ok(Err(error)) => tracing::error!(%error, "the database does not respond"),
        Err(_) => tracing::error!(timeout = ?CHECK_TIMEOUT, "the database does not respond in time"),
    }
    false
}

/// Answers 200 while the database responds and the server is not shutting down, otherwise 503.
async fn health(State(app): State<AppState>) -> impl IntoResponse {
    let database_responds = responds(&app.operations_database).await;
    let (code, status) = match database_responds && !app.shutdown.is_cancelled() {
        true => (StatusCode::OK, "ok"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
    };
    let database = match app.operations_database.get_database_backend() {
        DbBackend::Postgres => "postgresql",
        _ => "sqlite",
    };
    let korean = app.config.analyzer.korean();
    let providers = &app.config.keywords;
    let keywords = KeywordHealth { google: providers.google_name(), naver: providers.naver_name() };
    let mut stops = HashMap::new();
    if database_responds {
        let stored = tokio::time::timeout(CHECK_TIMEOUT, stops::all(&app.operations_database, app.clock.now())).await;
        stops = stored.ok().and_then(Result::ok).unwrap_or_default();
    }
    let engine = |(served, _): (&ServedModel, &RouteLimits)| EngineHealth {
        model: served.code.clone(),
        route: served.route.clone(),
        stop: stops.remove(&served.code).map(|stop| StopHealth {
            reason: stop.reason,
            since: wire_time(stop.since.as_millisecond()),
            until: wire_time(stop.until.as_millisecond()),
        }),
    };
    let engines = app.engines().iter().map(engine).collect();
    let health = Health { status, version: env!("CARGO_PKG_VERSION"), database, korean, keywords, engines };
    (code, [(header::CACHE_CONTROL, "no-store")], Json(health))
}
