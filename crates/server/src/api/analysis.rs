//! The operations that read many answers: each organization has one in progress, and few are in progress together.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::database::interrupt;
use crate::http::caller::Caller;
use crate::problem::Problem;
use crate::state::AppState;

/// Passes the request on when it is the turn of its organization. The place is taken until the work has ended, also when the
/// client has left.
pub(super) async fn in_turn(State(app): State<AppState>, caller: Caller, request: Request, next: Next) -> Response {
    let place = match app.analyses.take(caller.organization_id.as_str()).await {
        Ok(place) => place,
        Err(crowded) => return Problem::from(crowded).into_response(),
    };
    interrupt::run(async move {
        let _place = place;
        next.run(request).await
    })
    .await
}
