//! The operations that read many rows: each organization has one in progress, and few are in progress together.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::database::interrupt;
use crate::http::caller::Caller;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Passes the request on when it is the turn of its organization. The place is taken until the work has ended, also when the
/// client has left.
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
