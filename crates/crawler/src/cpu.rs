//! Work that keeps a thread busy.

/// Runs a task on a thread that serves no requests.
pub(crate) async fn on_cpu_thread<T: Send + 'static>(task: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(task).await {
        Ok(value) => value,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}
