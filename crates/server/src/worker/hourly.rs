//! Work that runs every hour, such as deleting old data.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use tokio_util::sync::CancellationToken;

use crate::problem::cause_chain;

const INTERVAL: Duration = Duration::from_secs(3_600);

/// Calls `work` every hour, until `shutdown` is cancelled. `failure` is what an error means.
pub(crate) async fn hourly<F, E>(shutdown: &CancellationToken, failure: &str, work: impl Fn() -> F)
where
    F: Future<Output = Result<(), E>>,
    E: std::error::Error,
{
    loop {
        match AssertUnwindSafe(work()).catch_unwind().await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(error = %cause_chain(&error), "{failure}"),
            Err(_) => tracing::error!("{failure}, because of a panic"),
        }
        if tokio::time::timeout(INTERVAL, shutdown.cancelled()).await.is_ok() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU8, Ordering};

    use sea_orm::DbErr;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn work_runs_every_hour_until_shutdown() {
        let (calls, shutdown) = (AtomicU8::new(0), CancellationToken::new());
        let works = hourly(&shutdown, "the work failed", || async {
            calls.fetch_add(1, Ordering::Relaxed);
            Err(DbErr::Custom("each time".to_owned()))
        });
        let shuts_down = async {
            tokio::time::sleep(2 * INTERVAL + INTERVAL / 2).await;
            shutdown.cancel();
        };
        tokio::join!(works, shuts_down);
        assert_eq!(calls.load(Ordering::Relaxed), 3);
    }
}
