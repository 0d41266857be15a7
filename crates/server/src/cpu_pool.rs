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
        let result = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            task()
        })
        .await;
        match result {
            Ok(value) => value,
            Err(error) => std::panic::resume_unwind(error.into_panic()),
        }
    }
}
