//! The operations that read many rows: one at a time for each organization, and only a few in total.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::database::interrupt;
use crate::http::caller::Caller;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Handles the request when it is the turn of its organization. It keeps its place until the work has ended, even if
/// the client has disconnected.
pub(super) async fn in_turn(State(app): State<AppState>, caller: Caller, request: Request, next: Next) -> Response {
    run(&app, &caller, next.run(request)).await.unwrap_or_else(Problem::into_response)
}

/// Does the work of a request when it is the turn of its organization, as [`in_turn`] does.
///
/// # Errors
/// [`Problem::Busy`] when too many requests of the organization wait.
pub(super) async fn run<T: Send + 'static>(
    app: &AppState,
    caller: &Caller,
    work: impl Future<Output = T> + Send + 'static,
) -> ApiResult<T> {
    let place = app.analyses.take(caller.organization_id.as_str()).await?;
    let work = async move {
        let _place = place;
        work.await
    };
    Ok(interrupt::run(work).await)
}
