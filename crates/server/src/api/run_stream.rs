//! A run that is sent while it is read, in bounded memory: its items first, then its counts, which they determine.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::mpsc;

use super::run_items::RunItems;
use crate::admission::fair_semaphore::FairPermit;
use crate::problem::Problem;

/// How long a client may take to read a part, which has a few hundred kilobytes.
const PART_TIMEOUT: Duration = Duration::from_secs(30);

/// A part of the body.
enum Part {
    More(Bytes),
    /// The body ends with it.
    Last(Bytes),
}

/// Why a body ended too early.
#[derive(Debug, thiserror::Error)]
enum StreamError {
    #[error("the client read too slowly, or left")]
    Unread,
    #[error("the items could not be read: {0:?}")]
    Items(Problem),
    #[error("the items could not be written: {0}")]
    Json(#[from] serde_json::Error),
}

/// Responds with the run. The reader keeps its permit until the body ends.
pub(super) fn respond(items: RunItems, permit: FairPermit) -> Response {
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(async move {
        let _permit = permit;
        if let Err(error) = send(items, &sender).await {
            tracing::info!(%error, "a run was not sent completely");
        }
    });
    // Without the last part the body ends with an error, so that the client does not take it for complete.
    let parts = stream::try_unfold(Some(receiver), async |receiver| {
        let Some(mut receiver) = receiver else { return Ok(None) };
        match receiver.recv().await {
            Some(Part::More(bytes)) => Ok(Some((bytes, Some(receiver)))),
            Some(Part::Last(bytes)) => Ok(Some((bytes, None))),
            None => Err(StreamError::Unread),
        }
    });
    ([(header::CONTENT_TYPE, "application/json")], Body::from_stream(parts)).into_response()
}

async fn send(mut items: RunItems, sender: &mpsc::Sender<Part>) -> Result<(), StreamError> {
    let send = async |part| {
        let sent = tokio::time::timeout(PART_TIMEOUT, sender.send(part)).await;
        sent.ok().and_then(Result::ok).ok_or(StreamError::Unread)
    };
    let mut before = "{\"answers\":[";
    while let Some(page) = items.next().await.map_err(StreamError::Items)? {
        let mut part = Vec::new();
        for item in page {
            part.extend_from_slice(before.as_bytes());
            serde_json::to_writer(&mut part, &item)?;
            before = ",";
        }
        send(Part::More(part.into())).await?;
    }
    let run = items.counted().await.map_err(|error| StreamError::Items(error.into()))?;
    // The fields of the run follow those that were sent.
    let end = if before == "," { "]," } else { "{\"answers\":[]," };
    send(Part::Last(serde_json::to_string(&run)?.replacen('{', end, 1).into())).await
}
