//! Whether the database responds, can be reached and can be written, for `/health`, `/metrics` and responses.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::sqlx::{ConnectOptions, Connection};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr};

use super::failure::{DatabaseFailure, database_failure};
use super::with_write_lock;

/// How long `/health` and `/metrics` wait for the database, so that they respond within a second.
const PATIENCE: Duration = Duration::from_millis(800);
/// How long a refused write counts. A client that was refused is asked to wait as long.
const REFUSAL_COUNTS_FOR: Duration = Duration::from_secs(10);
/// The pause between two test writes.
const TEST_PAUSE: Duration = Duration::from_secs(5);
/// The pause between two test connections.
const CONNECT_PAUSE: Duration = Duration::from_secs(1);

/// Stores the version of the application, which SQLite has room for and this server does not use.
const SQLITE_TEST: &str = "PRAGMA user_version = 1";
/// One transaction. The sort needs more than its memory, so that it writes a file: an update alone may need no new space.
const POSTGRES_TEST: &str = "SET LOCAL work_mem = '64kB'; \
    SELECT count(*) FROM (SELECT number FROM generate_series(1, 10000) AS number ORDER BY number DESC OFFSET 0) AS sorted; \
    UPDATE seaql_migrations SET version = version WHERE version = '0001_first'";

/// Whether the database can be reached. Clones share what is known.
#[derive(Debug, Clone, Default)]
pub struct Reachability {
    /// What the last test connection found, and when that was.
    last: Arc<tokio::sync::Mutex<Option<(Instant, bool)>>>,
    is_of_replica: bool,
}

impl Reachability {
    /// That of a replica, which the primary replaces.
    pub(super) fn of_replica() -> Self {
        Self { is_of_replica: true, ..Self::default() }
    }

    /// Returns what the work reads from the database. `None` if the database does not respond in time: the log says why.
    pub async fn in_time<T>(
        &self,
        database: &DatabaseConnection,
        work: impl Future<Output = Result<T, DbErr>>,
    ) -> Option<T> {
        let error = match tokio::time::timeout(PATIENCE, work).await {
            Ok(Ok(found)) => return Some(found),
            Ok(Err(error)) => error.to_string(),
            Err(_) => format!("no answer within {PATIENCE:?}"),
        };
        let (reachability, database) = (self.clone(), database.clone());
        tokio::spawn(async move { reachability.log_failure(&database, &error, "the database does not respond").await });
        None
    }

    /// Logs what an error of the database means. While the database cannot be reached, the log says only that, once.
    pub async fn log_failure(&self, database: &DatabaseConnection, error: &str, failure: &str) {
        match self.test(database).await {
            true => tracing::error!(error, "{failure}"),
            false => tracing::debug!(error, "{failure}"),
        }
    }

    /// Whether the last test connection has failed, and none has succeeded since.
    pub(super) async fn is_lost(&self) -> bool {
        matches!(*self.last.lock().await, Some((_, false)))
    }

    /// Opens a connection to PostgreSQL, unless that has just been done: a pool does not say why it has none. The log says once
    /// why the database cannot be reached, and when it can again.
    pub async fn test(&self, database: &DatabaseConnection) -> bool {
        if database.get_database_backend() != DbBackend::Postgres {
            return true;
        }
        let mut last = self.last.lock().await;
        if let Some((at, is_reached)) = *last
            && (!is_reached || at.elapsed() < CONNECT_PAUSE)
        {
            return is_reached;
        }
        let options = database.get_postgres_connection_pool().connect_options();
        let reached = reach(&options).await;
        *last = Some((Instant::now(), reached.is_ok()));
        let Err(error) = reached else { return true };
        let host = options.get_host();
        if self.is_of_replica {
            tracing::warn!(%error, host, "the primary answers counts and rankings until the replica can be reached");
        } else {
            tracing::error!(%error, host, "the database cannot be reached");
        }
        let reachability = self.clone();
        tokio::spawn(async move {
            while reach(&options).await.is_err() {
                tokio::time::sleep(CONNECT_PAUSE).await;
            }
            *reachability.last.lock().await = None;
            let name = if reachability.is_of_replica { "replica" } else { "database" };
            tracing::info!(host = options.get_host(), "the {name} can be reached again");
        });
        false
    }
}

async fn reach(options: &PgConnectOptions) -> Result<(), String> {
    let connected = tokio::time::timeout(PATIENCE, options.connect()).await;
    let connected = connected.map_err(|_| format!("no answer within {PATIENCE:?}"))?;
    let mut connection = connected.map_err(|error| error.to_string())?;
    // A pooler accepts connections while PostgreSQL is away, or while all of its own are in use.
    let ping = async {
        connection.ping().await?;
        connection.close().await
    };
    let pinged = tokio::time::timeout(PATIENCE, ping).await;
    let no_answer = |_| format!("connected, but no answer within {PATIENCE:?}: a pooler may have no connection left");
    pinged.map_err(no_answer)?.map_err(|error| error.to_string())
}

/// What is known of the last writes. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Writability(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// When the database has refused a write, and why.
    last_refusal: Mutex<Option<(Instant, &'static str)>>,
    /// The start of the last test write. Held during a test write.
    last_test: tokio::sync::Mutex<Option<Instant>>,
}

impl Writability {
    /// Remembers why the database has refused a write.
    pub fn remember_refusal(&self, reason: &'static str) {
        *self.0.last_refusal.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), reason));
    }

    /// Why a write was refused lately. `None` if none was.
    pub fn refusal(&self) -> Option<&'static str> {
        let last_refusal = *self.0.last_refusal.lock().unwrap_or_else(PoisonError::into_inner);
        last_refusal.filter(|(at, _)| at.elapsed() <= REFUSAL_COUNTS_FOR).map(|(_, reason)| reason)
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
            let Err(error) = write(&database).await else { return };
            match database_failure(&error) {
                Some(DatabaseFailure::Unwritable(reason)) => {
                    tracing::error!(%error, "the database cannot be written");
                    writability.remember_refusal(reason);
                }
                // Whether the database responds is another check.
                Some(DatabaseFailure::Busy) => {}
                _ => tracing::warn!(%error, "a test write failed"),
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
