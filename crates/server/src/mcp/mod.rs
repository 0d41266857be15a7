//! The MCP endpoint `/mcp`: authentication, the check of the origin, and what clients send. The tools are in the crate
//! `answerdeck-mcp`.
//!
//! Source: docs/platform-api.md, section 5; the Model Context Protocol, Streamable HTTP.

mod messages;
mod platform;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::any;
use serde_json::Value;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::headers::page_origin::foreign_origin;
use crate::http::caller::authenticate_mcp;
use crate::http::cors::any_origin;
use crate::state::AppState;
use messages::INVALID_REQUEST;
use platform::InProcessPlatform;

/// Returns the routes of the endpoint. Pages of any origin may read its responses, refusals too.
pub(crate) fn router(app: &AppState) -> Router<AppState> {
    let service = answerdeck_mcp::service(InProcessPlatform::new(app), app.shutdown.child_token());
    Router::new()
        .route_service("/mcp", service.clone())
        .route_service("/mcp/", service)
        .route_layer(from_fn(messages::accept))
        .route_layer(from_fn_with_state(app.clone(), authenticate_mcp))
        .route_layer(from_fn_with_state(app.clone(), refuse_foreign_origin))
        .route("/sse", any(name_endpoint))
        .route("/mcp/sse", any(name_endpoint))
        .route_layer(SetResponseHeaderLayer::overriding(header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .route_layer(SetResponseHeaderLayer::overriding(
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ))
        .layer(any_origin())
}

/// Refuses a request from a page of another origin, unless an option allows it.
async fn refuse_foreign_origin(State(app): State<AppState>, request: Request, next: Next) -> Response {
    match foreign_origin(request.headers(), &app.config.public_url, &app.config.mcp_origins) {
        None => next.run(request).await,
        Some(origin) => {
            let message = format!(
                "Pages of the origin {origin} may not call this endpoint. The operator of the server can allow an origin \
                 with the option --mcp-origin; null cannot be allowed, because every page can have it."
            );
            messages::refusal(StatusCode::FORBIDDEN, &Value::Null, INVALID_REQUEST, message)
        }
    }
}

/// Answers clients of the transport before Streamable HTTP.
async fn name_endpoint(State(app): State<AppState>) -> Response {
    let message = format!(
        "There is no endpoint for HTTP with SSE. The endpoint is {}/mcp, with Streamable HTTP.",
        app.config.public_url
    );
    messages::refusal(StatusCode::NOT_FOUND, &Value::Null, INVALID_REQUEST, message)
}
