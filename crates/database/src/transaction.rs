//! Transactions, and the write lock. SQLite has one writer at a time. A connection that finds the database locked tries again at
//! intervals of up to 100 ms, so under load it could starve. The writers of this process queue for a lock of the file here instead.

use std::collections::HashMap;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, PoisonError};

use scopeguard::ScopeGuard;
use sea_orm::prelude::async_trait::async_trait;
use sea_orm::{
    AccessMode, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult, IsolationLevel,
    QueryResult, SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait,
};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::failure::is_connection_lost;

/// The write locks of this process, by the file of SQLite: several pools have the same file. Waiting writers get a lock in the order
/// in which they ask.
static SQLITE_WRITERS: LazyLock<std::sync::Mutex<HashMap<PathBuf, Arc<Mutex<()>>>>> = LazyLock::new(Default::default);

/// The write lock, which is held until this is dropped. `None` on PostgreSQL, which needs no such lock.
type WriteLock = Option<OwnedMutexGuard<()>>;

/// Executes a single statement that writes, under the write lock. A transaction of [`begin`] holds the lock already.
pub async fn with_write_lock<T, E>(
    database: &DatabaseConnection,
    statement: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let _lock = lock_writes(database).await;
    statement.await
}

async fn lock_writes(database: &DatabaseConnection) -> WriteLock {
    match database.get_database_backend() {
        DbBackend::Sqlite => Some(sqlite_writer(database).lock_owned().await),
        _ => None,
    }
}

fn sqlite_writer(database: &DatabaseConnection) -> Arc<Mutex<()>> {
    let options = database.get_sqlite_connection_pool().connect_options();
    let mut writers = SQLITE_WRITERS.lock().unwrap_or_else(PoisonError::into_inner);
    match writers.get(options.get_filename()) {
        Some(writer) => Arc::clone(writer),
        None => Arc::clone(writers.entry(options.get_filename().to_owned()).or_default()),
    }
}

/// A transaction that writes. It holds the write lock until it has ended in the database, even if its caller stops waiting. When it
/// is dropped, it is rolled back.
#[derive(Debug)]
pub struct WriteTransaction(ScopeGuard<Open, fn(Open)>);

#[derive(Debug)]
struct Open {
    transaction: DatabaseTransaction,
    lock: WriteLock,
}

/// Begins a transaction that writes, under the write lock. On SQLite it also locks the database immediately, so that it
/// cannot fail later. It fails if another process keeps the database locked. A task must not begin a second one before
/// the first has ended.
pub async fn begin(database: &DatabaseConnection) -> Result<WriteTransaction, DbErr> {
    let sqlite_transaction_mode = Some(SqliteTransactionMode::Immediate);
    let options = TransactionOptions { sqlite_transaction_mode, ..Default::default() };
    let lock = lock_writes(database).await;
    let database = database.clone();
    run_to_completion(async move {
        let transaction = begin_with(&database, options).await?;
        Ok(WriteTransaction(scopeguard::guard(Open { transaction, lock }, Open::roll_back_in_background as fn(Open))))
    })
    .await
}

/// Begins a transaction that reads one state of the database.
pub async fn snapshot(database: &DatabaseConnection) -> Result<DatabaseTransaction, DbErr> {
    let options = match database.get_database_backend() {
        DbBackend::Postgres => TransactionOptions {
            isolation_level: Some(IsolationLevel::RepeatableRead),
            access_mode: Some(AccessMode::ReadOnly),
            ..Default::default()
        },
        // Every transaction of SQLite reads one state.
        _ => TransactionOptions::default(),
    };
    let database = database.clone();
    run_to_completion(async move { begin_with(&database, options).await }).await
}

#[expect(clippy::disallowed_methods, reason = "the callers run this to its end")]
async fn begin_with(database: &DatabaseConnection, options: TransactionOptions) -> Result<DatabaseTransaction, DbErr> {
    database.begin_with_options(options).await
}

/// Runs work to its end, even if the caller stops waiting. The driver of PostgreSQL forgets a BEGIN whose caller has stopped
/// waiting: its connection returns to the pool inside a transaction, in which later statements change nothing.
async fn run_to_completion<T: Send + 'static>(
    work: impl Future<Output = Result<T, DbErr>> + Send + 'static,
) -> Result<T, DbErr> {
    tokio::spawn(work).await.unwrap_or_else(|error| Err(DbErr::Custom(error.to_string())))
}

impl Open {
    async fn commit(self) -> Result<(), DbErr> {
        let committed = self.transaction.commit().await;
        drop(self.lock);
        committed
    }

    async fn roll_back(self) -> Result<(), DbErr> {
        let rolled_back = self.transaction.rollback().await;
        drop(self.lock);
        rolled_back
    }

    fn roll_back_in_background(self) {
        // Without a runtime, the process ends.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            // If it fails, the pool closes the connection.
            runtime.spawn(self.roll_back());
        }
    }
}

impl WriteTransaction {
    /// Commits the transaction. If it fails, nothing has changed, except when the connection was lost: it is then unknown whether the
    /// database has committed, so the error is [`DbErr::Custom`], which no client takes for a busy server.
    pub async fn commit(self) -> Result<(), DbErr> {
        run_to_completion(ScopeGuard::into_inner(self.0).commit()).await.map_err(|error| {
            match is_connection_lost(&error) {
                true => DbErr::Custom(format!("the connection was lost during a commit: {error}")),
                false => error,
            }
        })
    }

    pub async fn rollback(self) -> Result<(), DbErr> {
        run_to_completion(ScopeGuard::into_inner(self.0).roll_back()).await
    }
}

impl Deref for WriteTransaction {
    type Target = DatabaseTransaction;

    fn deref(&self) -> &DatabaseTransaction {
        &self.0.transaction
    }
}

#[async_trait]
impl ConnectionTrait for WriteTransaction {
    fn get_database_backend(&self) -> DbBackend {
        (**self).get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        (**self).execute_raw(statement).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        (**self).execute_unprepared(sql).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        (**self).query_one_raw(statement).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        (**self).query_all_raw(statement).await
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use sea_orm::Database;

    use super::*;

    #[tokio::test]
    async fn a_writer_waits_for_those_of_its_file_and_for_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let connect = async |name: &str| {
            let url = format!("sqlite://{}?mode=rwc", folder.path().join(name).display());
            Database::connect(crate::pool::options(&url)).await.unwrap()
        };
        let (one, same, other) = (connect("one.db").await, connect("one.db").await, connect("other.db").await);
        let held = begin(&one).await.unwrap();
        begin(&other).await.unwrap().commit().await.unwrap();
        let mut waits = Box::pin(begin(&same));
        assert!((&mut waits).now_or_never().is_none(), "the lock is held");
        held.commit().await.unwrap();
        waits.await.unwrap().commit().await.unwrap();
    }
}
