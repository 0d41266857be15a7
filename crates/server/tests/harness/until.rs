//! Waiting for what a server does by itself.

use std::time::{Duration, Instant};

use futures_util::FutureExt;

/// Time between two looks, at least: as long as a look took is left to the server.
const LOOK_INTERVAL: Duration = Duration::from_millis(5);

/// Waits until a condition holds.
pub async fn until(condition: impl AsyncFn() -> bool) {
    until_some(async || condition().await.then_some(())).await;
}

/// Waits until there is a value.
pub async fn until_some<T>(look: impl AsyncFn() -> Option<T>) -> T {
    let wait = async {
        loop {
            let started = Instant::now();
            if let Some(value) = look().await {
                return value;
            }
            tokio::time::sleep(started.elapsed().max(LOOK_INTERVAL)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), wait).await.expect("it happens")
}

/// Drops a future after this many polls, as when its process is killed or its client has left.
pub async fn drop_after(polls: usize, work: impl Future) {
    let mut work = Box::pin(work);
    for _ in 0..polls {
        if (&mut work).now_or_never().is_some() {
            return;
        }
        tokio::task::yield_now().await;
    }
}
