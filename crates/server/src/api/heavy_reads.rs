//! Limits the operations that read many rows (counts, rankings, searches): an organization runs one at a time, and all
//! organizations a few.

use answerdeck_database::interrupt;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::http::caller::Caller;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Handles the request when its organization gets a permit. It keeps its permit until the work has ended, even if
/// the client has disconnected.
pub(super) async fn with_permit(State(app): State<AppState>, caller: Caller, request: Request, next: Next) -> Response {
    run(&app, &caller, next.run(request)).await.unwrap_or_else(Problem::into_response)
}

/// Does the work of a request when its organization gets a permit, as [`with_permit`] does.
pub(super) async fn run<T: Send + 'static>(
    app: &AppState,
    caller: &Caller,
    work: impl Future<Output = T> + Send + 'static,
) -> ApiResult<T> {
    let permit = app.heavy_reads.acquire(caller.organization_id.as_str()).await?;
    let work = async move {
        let _permit = permit;
        work.await
    };
    Ok(interrupt::run(work).await)
}
