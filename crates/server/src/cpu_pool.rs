//! CPU-bound tasks, away from the threads that answer requests.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// Runs tasks that keep a thread busy. Clones share the limit.
#[derive(Debug, Clone)]
pub(crate) struct CpuPool(Arc<Semaphore>);

impl CpuPool {
    /// A pool that runs at most `concurrency` tasks at the same time.
    pub(crate) fn new(concurrency: usize) -> Self {
        Self(Arc::new(Semaphore::new(concurrency)))
    }

    /// Runs a task. It holds its permit until it ends, even if the caller stops waiting.
    pub(crate) async fn run<T: Send + 'static>(&self, task: impl FnOnce() -> T + Send + 'static) -> T {
        let permit = Arc::clone(&self.0).acquire_owned().await;
        run_blocking(move || {
            let _permit = permit;
            task()
        })
        .await
    }
}

/// Runs a task of a request whose place limits how many run at the same time. A thread that answers
/// requests must not do it: while it is busy, no connection of the server or of its database makes progress.
pub(crate) async fn run_blocking<T: Send + 'static>(task: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(task).await {
        Ok(value) => value,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}
