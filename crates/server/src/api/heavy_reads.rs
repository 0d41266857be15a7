//! Limits the operations that read many rows (counts, rankings, searches): an organization runs one at a time, and all
//! organizations a few.

use std::pin::pin;

use answerdeck_database::interrupt;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, TryStreamExt};
use sea_orm::DbErr;
use tokio::sync::mpsc;

use crate::cpu_pool::run_blocking;
use crate::http::caller::{Caller, Read};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// The rows that are read before a task asks for them.
const ROWS_AHEAD: usize = 16;

/// Handles the request when its organization gets a permit. It keeps its permit until the work has ended, even if
/// the client has disconnected.
pub(super) async fn with_permit(Read { app, caller }: Read, request: Request, next: Next) -> Response {
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

/// Gives rows, as they are read, to a task that keeps a thread busy. It may leave the last ones.
pub(super) async fn run_on_rows<R: Send + 'static, T: Send + 'static>(
    rows: impl Stream<Item = Result<R, DbErr>>,
    task: impl FnOnce(&mut dyn Iterator<Item = R>) -> T + Send + 'static,
) -> Result<T, DbErr> {
    let (sender, mut receiver) = mpsc::channel(ROWS_AHEAD);
    let task = run_blocking(move || task(&mut std::iter::from_fn(|| receiver.blocking_recv())));
    let read = async move {
        let mut rows = pin!(rows);
        while let Some(row) = rows.try_next().await? {
            if sender.send(row).await.is_err() {
                break;
            }
        }
        Ok::<_, DbErr>(())
    };
    let (result, read) = tokio::join!(task, read);
    read.map(|()| result)
}
