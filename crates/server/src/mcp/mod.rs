//! The endpoint for language models: who may use it. The tools are in the crate `answerdeck-mcp`.
//!
//! Source: docs/platform-api.md, section 5; the Model Context Protocol, Streamable HTTP.

mod platform;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use url::Url;

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

/// Refuses a request of a page of another origin: a page that rebinds its name to this server must not use the endpoint.
async fn refuse_foreign_origin(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let own = Url::parse(&app.config.public_url).map(|url| url.origin());
    let is_own = |origin: &HeaderValue| {
        origin.to_str().is_ok_and(|text| Url::parse(text).is_ok_and(|url| Ok(url.origin()) == own))
    };
    match request.headers().get_all(header::ORIGIN).iter().all(is_own) {
        true => next.run(request).await,
        false => (StatusCode::FORBIDDEN, "The Origin is not that of this server.").into_response(),
    }
}

async fn set_response_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
