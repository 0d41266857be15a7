//! The kinds of work that workers wait for, and their notifications: of the jobs of this process, and of other processes by LISTEN and
//! NOTIFY of PostgreSQL. SQLite serves only one process.

use answerdeck_database::execute;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr};
use tokio::sync::Notify;

/// The channel of PostgreSQL. The payload is the name of a kind.
pub(crate) const CHANNEL: &str = "answerdeck_work";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobKind {
    RunItems,
    /// The items of stopped runs, which end.
    StoppedRuns,
    SiteAnalyses,
    BrandBackfills,
    WebhookDeliveries,
    DigestMails,
}

impl JobKind {
    /// In the order of their declaration.
    pub(crate) const ALL: [Self; 6] = [
        Self::RunItems,
        Self::StoppedRuns,
        Self::SiteAnalyses,
        Self::BrandBackfills,
        Self::WebhookDeliveries,
        Self::DigestMails,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::RunItems => "run_items",
            Self::StoppedRuns => "stopped_runs",
            Self::SiteAnalyses => "site_analyses",
            Self::BrandBackfills => "brand_backfills",
            Self::WebhookDeliveries => "webhook_deliveries",
            Self::DigestMails => "digest_mails",
        }
    }

    /// Notifies the workers of other processes of work that `transaction` stores, when the transaction is committed.
    pub(crate) async fn notify_workers(self, transaction: &DatabaseTransaction) -> Result<(), DbErr> {
        if ConnectionTrait::get_database_backend(transaction) == DbBackend::Postgres {
            let values = [CHANNEL.into(), self.name().into()];
            execute(transaction, "SELECT pg_notify($1, $2)", values).await?;
        }
        Ok(())
    }
}

/// The notifications that wake up the jobs of this process.
#[derive(Debug, Default)]
pub(crate) struct JobNotifications([Notify; JobKind::ALL.len()]);

impl JobNotifications {
    pub(crate) fn of(&self, kind: JobKind) -> &Notify {
        &self.0[kind as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_a_notification_of_its_own() {
        assert!(JobKind::ALL.iter().enumerate().all(|(index, kind)| *kind as usize == index));
    }
}
