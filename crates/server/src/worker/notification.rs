//! Notifying the workers of other processes of new work, by LISTEN and NOTIFY of PostgreSQL. SQLite serves only one process.

use std::time::Duration;

use answerdeck_database::statement;
use sea_orm::sqlx::{self, postgres::PgListener};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr};
use tokio::sync::Notify;

use crate::state::AppState;

/// How long a worker waits before it listens again after a failure.
const RETRY_DELAY: Duration = Duration::from_secs(5);

/// A kind of work that a worker waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JobKind {
    RunItems,
    /// The items of stopped runs, which end.
    StoppedRuns,
    SiteAnalyses,
    BrandBackfills,
    WebhookDeliveries,
}

impl JobKind {
    const ALL: [Self; 5] =
        [Self::RunItems, Self::StoppedRuns, Self::SiteAnalyses, Self::BrandBackfills, Self::WebhookDeliveries];

    fn channel(self) -> &'static str {
        match self {
            Self::RunItems => "answerdeck_run_items",
            Self::StoppedRuns => "answerdeck_stopped_runs",
            Self::SiteAnalyses => "answerdeck_site_analyses",
            Self::BrandBackfills => "answerdeck_brand_backfills",
            Self::WebhookDeliveries => "answerdeck_webhook_deliveries",
        }
    }

    /// Returns the notification that wakes up the job of this process.
    pub(crate) fn notify(self, app: &AppState) -> &Notify {
        match self {
            Self::RunItems => &app.run_notify,
            Self::StoppedRuns => &app.stop_notify,
            Self::SiteAnalyses => &app.site_notify,
            Self::BrandBackfills => &app.backfill_notify,
            Self::WebhookDeliveries => &app.webhook_notify,
        }
    }

    /// Notifies the workers of other processes of work that `transaction` stores, when the transaction is committed.
    pub(crate) async fn notify_workers(self, transaction: &DatabaseTransaction) -> Result<(), DbErr> {
        if ConnectionTrait::get_database_backend(transaction) == DbBackend::Postgres {
            let sql = "SELECT pg_notify($1, '')";
            transaction.execute_raw(statement(transaction, sql, [self.channel().into()])).await?;
        }
        Ok(())
    }
}

/// Wakes up the jobs of this process when another process notifies them of new work, until the server shuts down.
pub(super) async fn listen(app: &AppState) {
    if app.jobs_database.get_database_backend() != DbBackend::Postgres {
        return;
    }
    while let Some(Err(error)) = app.shutdown.run_until_cancelled(forward_notifications(app)).await {
        tracing::warn!(%error, "new work of other processes is not announced: it is found a few seconds later");
        app.shutdown.run_until_cancelled(tokio::time::sleep(RETRY_DELAY)).await;
    }
}

/// Forwards notifications to the jobs until the connection fails.
async fn forward_notifications(app: &AppState) -> Result<std::convert::Infallible, sqlx::Error> {
    let mut listener = PgListener::connect_with(app.jobs_database.get_postgres_connection_pool()).await?;
    listener.listen_all(JobKind::ALL.map(JobKind::channel)).await?;
    loop {
        // Notifications may have been sent before the connection listened.
        JobKind::ALL.iter().for_each(|work| work.notify(app).notify_one());
        // `None` after the connection was lost. The next call connects again.
        while let Some(notification) = listener.try_recv().await? {
            let notified = JobKind::ALL.iter().filter(|work| work.channel() == notification.channel());
            notified.for_each(|work| work.notify(app).notify_one());
        }
    }
}
