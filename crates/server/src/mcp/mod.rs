//! The MCP endpoint `/mcp`: authentication, and the check of the origin. The tools are in the crate `answerdeck-mcp`.
//!
//! Source: docs/platform-api.md, section 5; the Model Context Protocol, Streamable HTTP.

mod platform;

use answerdeck_mcp::is_foreign_origin;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};

use crate::http::caller::authenticate_mcp;
use crate::state::AppState;
use platform::InProcessPlatform;

/// Returns the route of the endpoint.
pub(crate) fn router(app: &AppState) -> Router<AppState> {
    let service = answerdeck_mcp::service(InProcessPlatform::new(app), app.shutdown.child_token());
    Router::new()
        .route_service("/mcp", service)
        .route_layer(from_fn_with_state(app.clone(), authenticate_mcp))
        .route_layer(from_fn_with_state(app.clone(), refuse_foreign_origin))
        .route_layer(map_response(set_response_headers))
}

/// Refuses a request from a page of another origin.
async fn refuse_foreign_origin(State(app): State<AppState>, request: Request, next: Next) -> Response {
    match is_foreign_origin(request.headers(), &app.config.public_url) {
        false => next.run(request).await,
        true => (StatusCode::FORBIDDEN, "The Origin is not that of this server.").into_response(),
    }
}

async fn set_response_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
