//! Work that runs every hour, such as deleting old data.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

const INTERVAL: Duration = Duration::from_secs(3_600);

/// Waits for an hour. Returns `false` as soon as `shutdown` is cancelled.
pub(crate) async fn next_hourly_tick(shutdown: &CancellationToken) -> bool {
    tokio::time::timeout(INTERVAL, shutdown.cancelled()).await.is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn next_hourly_tick_returns_false_at_shutdown() {
        let (mut hours, shutdown) = (0, CancellationToken::new());
        let counts_hours = async {
            while next_hourly_tick(&shutdown).await {
                hours += 1;
            }
        };
        let shuts_down = async {
            tokio::time::sleep(2 * INTERVAL + INTERVAL / 2).await;
            shutdown.cancel();
        };
        tokio::join!(counts_hours, shuts_down);
        assert_eq!(hours, 2);
    }
}
