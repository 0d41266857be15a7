//! The slots of connections. When all are taken, the connection that has been idle longest is closed. So clients that send or read
//! nothing cannot keep others out, however many addresses they have.

use std::collections::HashMap;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};
use tokio_util::sync::CancellationToken;

/// The slots, and the connections that have them.
pub(crate) struct Slots {
    free: Arc<Semaphore>,
    taken: Mutex<Taken>,
    has_idle: Arc<Notify>,
}

#[derive(Default)]
struct Taken {
    next: u64,
    connections: HashMap<u64, Arc<Connection>>,
}

/// A slot. It is free again when this is dropped.
pub(crate) struct Slot {
    slots: Arc<Slots>,
    number: u64,
    pub(crate) connection: Arc<Connection>,
    _permit: Option<OwnedSemaphorePermit>,
}

impl Slots {
    pub(crate) fn new(total: usize) -> Arc<Self> {
        let (free, taken, has_idle) = (Arc::new(Semaphore::new(total)), Mutex::default(), Arc::default());
        Arc::new(Self { free, taken, has_idle })
    }

    /// Waits for a slot. If none is free, it evicts the connection that has been idle longest.
    pub(crate) async fn take(self: &Arc<Self>) -> Slot {
        loop {
            if let Ok(permit) = Arc::clone(&self.free).try_acquire_owned() {
                return self.slot(Some(permit));
            }
            let is_one_evicted = self.evict_longest_idle();
            tokio::select! {
                // The semaphore is never closed, so there is always a permit.
                permit = Arc::clone(&self.free).acquire_owned() => return self.slot(permit.ok()),
                () = self.has_idle.notified(), if !is_one_evicted => {}
            }
        }
    }

    fn slot(self: &Arc<Self>, permit: Option<OwnedSemaphorePermit>) -> Slot {
        let mut taken = self.lock();
        let number = taken.next;
        taken.next += 1;
        let state = State {
            last_activity: Instant::now(),
            pending_responses: 0,
            needs_body: false,
            awaits_request: false,
            awaits_reader: false,
        };
        let state = Mutex::new(state);
        let (evicted, has_idle) = (CancellationToken::new(), Arc::clone(&self.has_idle));
        let connection = Arc::new(Connection { state, evicted, has_idle });
        taken.connections.insert(number, Arc::clone(&connection));
        Slot { slots: Arc::clone(self), number, connection, _permit: permit }
    }

    /// `false` when no connection is idle.
    fn evict_longest_idle(&self) -> bool {
        let taken = self.lock();
        let idle = taken.connections.values().filter_map(|connection| Some((connection.idle_since()?, connection)));
        let longest = idle.min_by_key(|(since, _)| *since);
        longest.inspect(|(_, connection)| connection.evicted.cancel()).is_some()
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.slots.lock().connections.remove(&self.number);
    }
}

/// What a connection does.
pub(crate) struct Connection {
    state: Mutex<State>,
    evicted: CancellationToken,
    has_idle: Arc<Notify>,
}

struct State {
    /// When the client sent or read something, or when a response ended.
    last_activity: Instant,
    /// The number of requests whose responses have not ended.
    pending_responses: usize,
    /// Whether a handler needs more of the body of its request.
    needs_body: bool,
    /// Whether the last read found nothing from the client. Before it, a request may have arrived that must not be lost.
    awaits_request: bool,
    /// Whether the client has to read before the server can send more.
    awaits_reader: bool,
}

impl State {
    /// Whether the connection waits for its client.
    fn is_idle(&self) -> bool {
        self.awaits_reader || (self.awaits_request && (self.pending_responses == 0 || self.needs_body))
    }
}

impl Connection {
    pub(crate) async fn evicted(&self) {
        self.evicted.cancelled().await;
    }

    /// Begins a response. It ends when the result is dropped.
    pub(crate) fn begin_response(self: &Arc<Self>) -> PendingResponse {
        self.change(|state| state.pending_responses += 1);
        PendingResponse(Arc::clone(self))
    }

    /// Notes whether a handler needs more of the body of its request.
    pub(crate) fn set_needs_body(&self, needs_body: bool) {
        self.change(|state| state.needs_body = needs_body);
    }

    fn idle_since(&self) -> Option<Instant> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.is_idle().then_some(state.last_activity)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let was_idle = state.is_idle();
        change(&mut state);
        if state.is_idle() && !was_idle {
            self.has_idle.notify_one();
        }
    }
}

/// A response that has not ended.
pub(crate) struct PendingResponse(Arc<Connection>);

impl Drop for PendingResponse {
    fn drop(&mut self) {
        self.0.change(|state| {
            state.pending_responses -= 1;
            state.awaits_request = false;
            state.last_activity = Instant::now();
        });
    }
}

/// The stream of a connection. Writing fails when the client reads nothing for too long.
pub(crate) struct ClientStream<S> {
    stream: S,
    connection: Arc<Connection>,
    write_timeout: Duration,
    /// When a write fails that waits for the client.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<S> ClientStream<S> {
    pub(crate) fn new(stream: S, connection: Arc<Connection>, write_timeout: Duration) -> Self {
        Self { stream, connection, write_timeout, deadline: None }
    }

    fn written(&mut self, written: Poll<io::Result<usize>>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.deadline = None;
            self.connection.change(|state| {
                state.awaits_reader = false;
                state.last_activity = Instant::now();
            });
            return written;
        }
        self.connection.change(|state| state.awaits_reader = true);
        let timeout = self.write_timeout;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(tokio::time::sleep(timeout)));
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client reads nothing")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ClientStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_pending() {
            self.connection.change(|state| state.awaits_request = true);
        } else if buffer.filled().len() > before {
            self.connection.change(|state| {
                state.awaits_request = false;
                state.last_activity = Instant::now();
            });
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ClientStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.written(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_slowly_gets_everything_and_one_that_reads_nothing_does_not() {
        let slot = Slots::new(1).take().await;
        let (stream, mut client) = tokio::io::duplex(16);
        let mut stream = ClientStream::new(stream, Arc::clone(&slot.connection), Duration::from_secs(30));
        let written = tokio::spawn(async move {
            stream.write_all(&[0; 160]).await.unwrap();
            stream.write_all(&[0; 17]).await.map_err(|error| error.kind())
        });
        for _ in 0..10 {
            tokio::time::sleep(Duration::from_secs(29)).await;
            assert_eq!(client.read_exact(&mut [0; 16]).await.unwrap(), 16);
        }
        let stopped = Instant::now();
        assert_eq!(written.await.unwrap(), Err(io::ErrorKind::TimedOut));
        assert_eq!(stopped.elapsed(), Duration::from_secs(30));
    }
}
