//! CPU-bound tasks, away from the threads that answer requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Semaphore;

/// Runs tasks that keep a thread busy. Clones share the limit.
#[derive(Debug, Clone)]
pub(crate) struct CpuPool {
    permits: Arc<Semaphore>,
    concurrency: usize,
    waiting: Arc<AtomicUsize>,
}

/// A task that waits for a permit, until it is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl CpuPool {
    pub(crate) fn new(concurrency: usize) -> Self {
        Self { permits: Arc::new(Semaphore::new(concurrency)), concurrency, waiting: Arc::default() }
    }

    pub(crate) fn running(&self) -> usize {
        self.concurrency.saturating_sub(self.permits.available_permits())
    }

    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Runs a task. It holds its permit until it ends, even if the caller stops waiting.
    pub(crate) async fn run<T: Send + 'static>(&self, task: impl FnOnce() -> T + Send + 'static) -> T {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting(&self.waiting);
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        drop(waiting);
        run_blocking(move || {
            let _permit = permit;
            task()
        })
        .await
    }
}

/// Runs a task of a request whose permit limits how many run at the same time. A thread that serves requests must not do
/// it: while it is busy, no connection of the server or of its database makes progress.
pub(crate) async fn run_blocking<T: Send + 'static>(task: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(task).await {
        Ok(value) => value,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}
