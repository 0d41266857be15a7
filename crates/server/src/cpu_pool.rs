//! Work for the processor, away from the threads that answer requests.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// Where work is done that holds a thread for long. Clones share its places.
#[derive(Debug, Clone)]
pub(crate) struct CpuPool(Arc<Semaphore>);

impl CpuPool {
    /// For so many works at a time. More only wait for the processor, and would keep it from requests.
    pub(crate) fn new(places: usize) -> Self {
        Self(Arc::new(Semaphore::new(places)))
    }

    /// The place is kept until the work ends, whether or not somebody still waits for it.
    pub(crate) async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        let place = Arc::clone(&self.0).acquire_owned().await;
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        match done.await {
            Ok(value) => value,
            Err(error) => std::panic::resume_unwind(error.into_panic()),
        }
    }
}
