//! The HTTP layers and extractors that the routes share.

pub(crate) mod caller;
pub(crate) mod client_network;
pub(crate) mod conditional;
pub(crate) mod cors;
pub(crate) mod cursor;
pub(crate) mod extract;
pub(crate) mod html_page;
pub(crate) mod input;
pub(crate) mod request_log;
mod request_schema;
pub(crate) mod token_resource;
pub(crate) mod unknown_path;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Uri, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::language;
use crate::problem::Problem;
use crate::state::AppState;

/// Adds the layers that every request passes.
pub(crate) fn with_layers(router: Router, app: &AppState) -> Router {
    with_error_responses(router.layer(from_fn_with_state(app.clone(), examine_database)))
        // The files of the console say how they are cached.
        .layer(SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .layer(from_fn_with_state(app.clone(), request_log::log_request))
}

/// Removes the slashes before `/api` and directly after it, and one at the end of a path of the API. The others stay: an empty id makes no
/// list. Layers of a router see a request after it is routed, so this is for a router as a whole.
pub(crate) fn without_extra_slashes(mut request: Request) -> Request {
    let uri = request.uri();
    let path = uri.path().trim_start_matches('/');
    let Some(path) = path.strip_suffix('/').unwrap_or(path).strip_prefix("api/") else { return request };
    let path = format!("/api/{}", path.trim_start_matches('/'));
    if path != uri.path() {
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        let mut parts = uri.clone().into_parts();
        parts.path_and_query = format!("{path}{query}").parse().ok();
        if let Ok(uri) = Uri::from_parts(parts) {
            *request.uri_mut() = uri;
        }
    }
    request
}

/// Lets `/health` know of writes that the database has refused, and tells a busy database from one that cannot be reached.
async fn examine_database(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    if let Some(Problem::Unwritable(reason, _)) = response.extensions().get() {
        app.writability.remember_refusal(reason);
    }
    let is_busy = matches!(response.extensions().get(), Some(Problem::DatabaseBusy));
    if is_busy && !app.reachability.test(&app.databases.auth).await {
        response.extensions_mut().insert(Problem::Unreachable);
    }
    response
}

/// Turns panics and timeouts into problems, and problems into error responses.
fn with_error_responses(router: Router) -> Router {
    router.layer(from_fn(catch_request_failures)).layer(from_fn(render_problem))
}

/// How long an API response may take, including the time to read the request body.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);
/// How long any request may take. Longer than [`RESPONSE_TIMEOUT`], so that an API response that timed out still gets
/// its rate limit headers.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(35);

#[derive(Debug, thiserror::Error)]
#[error("panicked: {0}")]
struct Panic(String);

async fn catch_request_failures(request: Request, next: Next) -> Response {
    catch_failures(next.run(request), REQUEST_TIMEOUT).await
}

/// Turns a panic or a timeout of `response` into a problem.
async fn catch_failures(response: impl Future<Output = Response>, timeout: Duration) -> Response {
    match tokio::time::timeout(timeout, AssertUnwindSafe(response).catch_unwind()).await {
        Ok(Ok(response)) => response,
        Ok(Err(panic)) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
            Problem::Internal(Arc::new(Panic(text.to_owned()))).into_response()
        }
        Err(_) => Problem::TimedOut.into_response(),
    }
}

async fn render_problem(request: Request, next: Next) -> Response {
    let language = match request.uri().path() {
        "/mcp" | "/mcp/" => language::preferred_at_mcp(request.headers()),
        _ => language::preferred(request.headers()),
    };
    let id = request.extensions().get::<request_log::RequestId>().map(|id| id.0.clone()).unwrap_or_default();
    let mut response = next.run(request).await;
    let Some(problem) = response.extensions_mut().remove::<Problem>() else {
        return response;
    };
    let mut rendered = problem.render(language, &id);
    let headers = std::mem::take(response.headers_mut());
    rendered.headers_mut().extend(headers);
    *rendered.extensions_mut() = std::mem::take(response.extensions_mut());
    // For the log.
    if let Some(code) = problem.code() {
        rendered.extensions_mut().insert(code);
    }
    rendered
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    async fn error_of(router: Router) -> (u16, answerdeck_api::ErrorBody) {
        let mut request = Request::new(Body::empty());
        request.extensions_mut().insert(request_log::RequestId("r".to_owned()));
        let response = with_error_responses(router).oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        assert_eq!(response.headers().contains_key("retry-after"), status == 503);
        let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice(&body).unwrap())
    }

    #[tokio::test]
    async fn a_panic_is_an_internal_error_that_hides_its_cause() {
        let panics = async || -> String { panic!("a secret") };
        let (status, body) = error_of(Router::new().route("/", get(panics))).await;
        assert_eq!((status, body.code, body.request_id.as_deref()), (500, None, Some("r")));
        assert_eq!(body.message, "Internal server error");
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_takes_too_long_times_out() {
        let (status, body) = error_of(Router::new().route("/", get(std::future::pending::<String>))).await;
        assert_eq!((status, body.code, body.request_id.as_deref()), (503, None, Some("r")));
    }
}
