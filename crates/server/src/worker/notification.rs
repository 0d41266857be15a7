//! Listening to the notifications of other processes.

use std::time::Duration;

use sea_orm::DbBackend;
use sea_orm::sqlx::{self, postgres::PgListener};

use super::log_failure;
use crate::job_kind::{CHANNEL, JobKind};
use crate::state::AppState;

/// How long a worker waits before it listens again after a failure.
const RETRY_DELAY: Duration = Duration::from_secs(5);

/// Whether a connection is a session of PostgreSQL: this has then received the time limit of statements with it. A pooler leaves the
/// limit out, and shares sessions, so that a notification would reach and fail the statement of another client.
const IS_SESSION: &str = "SELECT source = 'client' FROM pg_settings WHERE name = 'statement_timeout'";

/// Wakes up the jobs of this process when another process notifies them of new work, until the server shuts down.
pub(crate) async fn listen(app: &AppState) {
    if app.databases.jobs.get_database_backend() != DbBackend::Postgres {
        return;
    }
    while let Some(Err(error)) = app.shutdown.run_until_cancelled(forward_notifications(app)).await {
        let failure = "new work of other processes is not announced: it is found a few seconds later";
        log_failure(app, &error, failure).await;
        app.shutdown.run_until_cancelled(tokio::time::sleep(RETRY_DELAY)).await;
    }
}

/// Forwards notifications to the jobs until the connection fails. Ends if there are none.
async fn forward_notifications(app: &AppState) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(app.databases.jobs.get_postgres_connection_pool()).await?;
    if !sqlx::query_scalar::<_, bool>(IS_SESSION).fetch_one(&mut listener).await? {
        tracing::info!("a pooler announces no new work of other processes: it is found a few seconds later");
        return Ok(());
    }
    listener.listen(CHANNEL).await?;
    loop {
        // Notifications may have been sent before the connection listened.
        app.wake_jobs();
        // `None` after the connection was lost. The next call connects again.
        while let Some(notification) = listener.try_recv().await? {
            if let Some(kind) = JobKind::ALL.into_iter().find(|kind| kind.name() == notification.payload()) {
                app.notifications.of(kind).notify_one();
            }
        }
    }
}
