//! The log and the count of requests, by operation, and the id of each (`X-Request-Id`).

use std::time::Instant;

use answerdeck_api::{ErrorCode, operation};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use super::caller::Caller;
use super::client_network::client_address;
use crate::state::AppState;

#[derive(Clone)]
pub(crate) struct RequestId(pub(crate) String);

const HEALTH: &str = "health";
const METRICS: &str = "metrics";
/// The names of requests that call no operation of the API, by the beginnings of their routes.
const NAMES_BY_ROUTE_PREFIX: [(&str, &str); 6] = [
    ("/health", HEALTH),
    ("/metrics", METRICS),
    ("/mcp", "mcp"),
    ("/sse", "mcp"),
    ("/oauth", "oauth"),
    ("/.well-known/oauth", "oauth"),
];
/// The name of requests without a route: the console answers them.
const CONSOLE: &str = "console";
const OTHER: &str = "other";

/// Assigns an id to the request, unless it has the id of the request that causes it. Logs its response and counts it.
pub(crate) async fn log_request(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let cause = request.extensions().get::<RequestId>().map(|cause| cause.0.clone());
    let id = cause.unwrap_or_else(|| app.random.id(app.clock.now()));
    let span = tracing::info_span!("request", id, method = %request.method(), path = request.uri().path());
    request.extensions_mut().insert(RequestId(id.clone()));
    let client = client_address(request.extensions(), request.headers(), &app.config.trusted_proxies);
    let client = client.map(tracing::field::display);
    let (operation, start) = (operation_of(&request), Instant::now());
    // Monitoring asks every few seconds.
    let is_probe = [HEALTH, METRICS].contains(&operation);
    let mut response = async {
        let response = next.run(request).await;
        let (status, duration) = (response.status().as_u16(), start.elapsed());
        let caller = response.extensions().get::<Caller>();
        let organization = caller.map(|caller| caller.organization_id.as_str());
        let code = response.extensions().get::<ErrorCode>().map(ErrorCode::as_str);
        let milliseconds = (duration.as_secs_f64() * 10_000.0).round() / 10.0;
        match is_probe {
            true => tracing::debug!(status, client, milliseconds, "responded"),
            false => tracing::info!(status, code, operation, organization, client, milliseconds, "responded"),
        }
        app.prometheus.count_response(operation, status, duration);
        response
    }
    .instrument(span)
    .await;
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}

/// The id of the operation that a request asks for, or the name of another part of the server.
fn operation_of(request: &Request) -> &'static str {
    let Some(path) = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str) else {
        return if request.uri().path().starts_with("/api/") { OTHER } else { CONSOLE };
    };
    if let Some(&(_, name)) = NAMES_BY_ROUTE_PREFIX.iter().find(|(prefix, _)| path.starts_with(prefix)) {
        return name;
    }
    let method = if request.method() == Method::HEAD { "GET" } else { request.method().as_str() };
    let is_asked = |path: &str| {
        operation::ALL.iter().find(|operation| operation.path == path && operation.method.as_str() == method)
    };
    path.strip_prefix("/api").and_then(is_asked).map_or(OTHER, |operation| operation.id)
}
