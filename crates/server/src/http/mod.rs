//! What every request goes through, whatever it asks for.

pub(crate) mod caller;
pub(crate) mod cors;
pub(crate) mod cursor;
pub(crate) mod read;
mod request_id;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;

use crate::language::Language;
use crate::problem::Problem;
use crate::state::AppState;

/// Puts the layers of every request around `router`.
pub(crate) fn wrap(router: Router, app: &AppState) -> Router {
    guard(router).layer(axum::middleware::from_fn_with_state(app.clone(), request_id::name))
}

/// Every request is answered: whatever goes wrong inside becomes a problem, and every problem an error body.
fn guard(router: Router) -> Router {
    router.layer(from_fn(contain)).layer(from_fn(render_problem))
}

/// How long an answer may take, the reading of the request's body included.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a request may take in all: longer, so that who is counted learns it from an answer that timed out too.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(35);

#[derive(Debug, thiserror::Error)]
#[error("panicked: {0}")]
struct Panicked(String);

async fn contain(request: Request, next: Next) -> Response {
    contained(next.run(request), REQUEST_TIMEOUT).await
}

/// Whatever goes wrong in `answer`, or takes longer than `limit`, becomes a problem.
async fn contained(answer: impl Future<Output = Response>, limit: Duration) -> Response {
    match tokio::time::timeout(limit, AssertUnwindSafe(answer).catch_unwind()).await {
        Ok(Ok(response)) => response,
        Ok(Err(panic)) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
            Problem::Internal(Arc::new(Panicked(text.to_owned()))).into_response()
        }
        Err(_) => Problem::TimedOut.into_response(),
    }
}

async fn render_problem(request: Request, next: Next) -> Response {
    let language = Language::of(request.headers());
    let id = request.extensions().get::<request_id::RequestId>().map(|id| id.0.clone()).unwrap_or_default();
    let mut response = next.run(request).await;
    let Some(problem) = response.extensions_mut().remove::<Problem>() else {
        return response;
    };
    let mut rendered = problem.render(language, &id);
    let headers = std::mem::take(response.headers_mut());
    rendered.headers_mut().extend(headers);
    rendered
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    async fn answer_of(router: Router) -> (u16, answerdeck_api::ErrorBody) {
        let mut request = Request::new(Body::empty());
        request.extensions_mut().insert(request_id::RequestId("r".to_owned()));
        let response = guard(router).oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice(&body).unwrap())
    }

    #[tokio::test]
    async fn a_panic_is_answered_as_an_internal_error_that_keeps_its_cause() {
        let panics = async || -> String { panic!("secret of the house") };
        let (status, body) = answer_of(Router::new().route("/", get(panics))).await;
        assert_eq!((status, body.code, body.request_id.as_deref()), (500, None, Some("r")));
        assert_eq!(body.message, "Internal server error");
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_takes_too_long_is_given_up() {
        let (status, body) = answer_of(Router::new().route("/", get(std::future::pending::<String>))).await;
        assert_eq!((status, body.code, body.request_id.as_deref()), (503, None, Some("r")));
    }
}
