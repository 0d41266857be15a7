//! `X-Request-Id`: the id of a request, in the log and in the response.

use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use crate::state::AppState;

/// The id of the request.
#[derive(Clone)]
pub(crate) struct RequestId(pub(crate) String);

/// Assigns an id to the request and logs its status.
pub(crate) async fn assign(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    let id = app.random.id::<String>(app.clock.now());
    let span = tracing::info_span!("request", id, method = %request.method(), path = request.uri().path());
    request.extensions_mut().insert(RequestId(id.clone()));
    let mut response = async {
        let response = next.run(request).await;
        tracing::info!(status = response.status().as_u16(), "responded");
        response
    }
    .instrument(span)
    .await;
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}
