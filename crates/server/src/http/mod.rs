//! What every request goes through, whatever it asks for.

pub(crate) mod caller;
pub(crate) mod cors;
pub(crate) mod cursor;
pub(crate) mod language;
pub(crate) mod policy;
pub(crate) mod rate_limit;
pub(crate) mod read;
mod request_id;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;

use crate::app::App;
use crate::problem::Problem;
use language::Language;

/// Puts the layers of every request around `router`.
pub(crate) fn wrap(router: Router, app: &App) -> Router {
    router.layer(from_fn(render_problem)).layer(axum::middleware::from_fn_with_state(app.clone(), request_id::name))
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
