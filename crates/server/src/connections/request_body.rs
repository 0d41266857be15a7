//! The body of a request. The part that a handler leaves unread is drained: closing a connection while the client is
//! still sending can lose the response, and with it the reason of a refusal.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use http_body_util::BodyExt;
use hyper::body::{Frame, Incoming, SizeHint};

use super::slots::Connection;

/// The maximum number of bytes to drain. A client that sends more may lose the response.
const DRAIN_BYTES_MAX: usize = 16 * 1024 * 1024;
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

pub(super) struct RequestBody {
    pub(super) body: Option<Incoming>,
    /// Whether the rest is drained.
    pub(super) drains: bool,
    pub(super) connection: Arc<Connection>,
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let frame = Pin::new(body).poll_frame(context);
        self.connection.set_needs_body(frame.is_pending());
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map(HttpBody::size_hint).unwrap_or_default()
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        self.connection.set_needs_body(false);
        if let Some(rest) = self.body.take().filter(|body| self.drains && !body.is_end_stream()) {
            tokio::spawn(tokio::time::timeout(DRAIN_TIMEOUT, drain(rest)));
        }
    }
}

async fn drain(mut body: Incoming) {
    let mut read = 0;
    while read < DRAIN_BYTES_MAX
        && let Some(Ok(frame)) = body.frame().await
    {
        read += frame.data_ref().map_or(0, Bytes::len);
    }
}
