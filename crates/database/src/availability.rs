//! Whether the database responds and can be written, for `/health` and `/metrics`.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr};

use super::failure::{DatabaseFailure, database_failure};
use super::with_write_lock;

/// How long `/health` and `/metrics` wait for the database, so that they respond within a second.
const PATIENCE: Duration = Duration::from_millis(800);
/// How long a refused write counts. A client that was refused is asked to wait as long.
const REFUSAL_COUNTS_FOR: Duration = Duration::from_secs(10);
/// The pause between two test writes.
const TEST_PAUSE: Duration = Duration::from_secs(5);

/// Stores the version of the application, which SQLite has room for and this server does not use.
const SQLITE_TEST: &str = "PRAGMA user_version = 1";
/// One transaction. The sort needs more than its memory, so that it writes a file: an update alone may need no new space.
const POSTGRES_TEST: &str = "SET LOCAL work_mem = '64kB'; \
    SELECT count(*) FROM (SELECT number FROM generate_series(1, 10000) AS number ORDER BY number DESC OFFSET 0) AS sorted; \
    UPDATE seaql_migrations SET version = version WHERE version = '0001_first'";

/// Returns what the work reads from the database. `None` if the database does not respond in time: the log says why.
pub async fn in_time<T>(work: impl Future<Output = Result<T, DbErr>>) -> Option<T> {
    match tokio::time::timeout(PATIENCE, work).await {
        Ok(Ok(found)) => return Some(found),
        Ok(Err(error)) => tracing::error!(%error, "the database does not respond"),
        Err(_) => tracing::error!(timeout = ?PATIENCE, "the database does not respond in time"),
    }
    None
}

/// What is known of the last writes. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Writability(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    last_refusal: Mutex<Option<Instant>>,
    /// The start of the last test write. Held during a test write.
    last_test: tokio::sync::Mutex<Option<Instant>>,
}

impl Writability {
    /// Remembers that the database has refused a write.
    pub fn remember_refusal(&self) {
        *self.0.last_refusal.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Whether no write was refused lately.
    pub fn is_writable(&self) -> bool {
        let last_refusal = *self.0.last_refusal.lock().unwrap_or_else(PoisonError::into_inner);
        last_refusal.is_none_or(|at| at.elapsed() > REFUSAL_COUNTS_FOR)
    }

    /// Writes to the database, unless a test write is in progress or has just been made. A write that has to wait for others ends
    /// later.
    pub async fn test(&self, database: &DatabaseConnection) {
        let (writability, database) = (self.clone(), database.clone());
        let test = tokio::spawn(async move {
            let Ok(mut last_test) = writability.0.last_test.try_lock() else { return };
            if last_test.is_some_and(|at| at.elapsed() < TEST_PAUSE) {
                return;
            }
            *last_test = Some(Instant::now());
            match write(&database).await {
                Err(error) if database_failure(&error) == Some(DatabaseFailure::Unwritable) => {
                    tracing::error!(%error, "the database cannot be written");
                    writability.remember_refusal();
                }
                // Whether the database responds is another check.
                Err(error) => tracing::warn!(%error, "a test write failed"),
                Ok(()) => {}
            }
        });
        let _ = tokio::time::timeout(PATIENCE, test).await;
    }
}

async fn write(database: &DatabaseConnection) -> Result<(), DbErr> {
    let sql = match database.get_database_backend() {
        DbBackend::Postgres => POSTGRES_TEST,
        _ => SQLITE_TEST,
    };
    with_write_lock(database, database.execute_unprepared(sql)).await.map(drop)
}
