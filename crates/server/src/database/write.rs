//! The write lock. SQLite has one writer at a time. A connection that finds the database locked tries again at intervals of up to
//! 100 ms, so under load it could starve. The writers of this process queue for a lock here instead.

use std::ops::Deref;

use sea_orm::prelude::async_trait::async_trait;
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult, QueryResult,
    SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait,
};
use tokio::sync::{Mutex, MutexGuard};

use super::failure::is_connection_lost;

/// The write lock of this process on SQLite. Waiting writers get it in the order in which they ask.
static SQLITE_WRITER: Mutex<()> = Mutex::const_new(());

/// The write lock, which is held until this is dropped. `None` on PostgreSQL, which needs no such lock.
type WriteLock = Option<MutexGuard<'static, ()>>;

/// Executes a single statement that writes, under the write lock. A transaction of [`begin`] holds the lock already.
///
/// # Errors
/// As the statement.
pub(crate) async fn with_write_lock<T, E>(
    database: &DatabaseConnection,
    statement: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let _lock = lock_writes(database).await;
    statement.await
}

async fn lock_writes(database: &DatabaseConnection) -> WriteLock {
    match database.get_database_backend() {
        DbBackend::Sqlite => Some(SQLITE_WRITER.lock().await),
        _ => None,
    }
}

/// A transaction that writes. It holds the write lock until it ends.
#[derive(Debug)]
pub struct WriteTransaction {
    transaction: DatabaseTransaction,
    _lock: WriteLock,
}

/// Begins a transaction that writes, under the write lock. On SQLite it also locks the database immediately, so that it
/// cannot fail later. A task must not begin a second one before the first has ended.
///
/// # Errors
/// Returns an error if the database fails, or if another process keeps it locked.
pub async fn begin(database: &DatabaseConnection) -> Result<WriteTransaction, DbErr> {
    let lock = lock_writes(database).await;
    let transaction = match database.get_database_backend() {
        DbBackend::Sqlite => {
            let sqlite_transaction_mode = Some(SqliteTransactionMode::Immediate);
            let options = TransactionOptions { sqlite_transaction_mode, ..Default::default() };
            database.begin_with_options(options).await?
        }
        _ => database.begin().await?,
    };
    Ok(WriteTransaction { transaction, _lock: lock })
}

impl WriteTransaction {
    /// Commits the transaction.
    ///
    /// # Errors
    /// Returns an error if the database fails. Nothing has changed then, except when the connection was lost: it is
    /// then unknown whether the database has committed, so the error is [`DbErr::Custom`], which no client takes for a
    /// busy server.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.transaction.commit().await.map_err(|error| match is_connection_lost(&error) {
            true => DbErr::Custom(format!("the connection was lost during a commit: {error}")),
            false => error,
        })
    }

    /// Ends the transaction without a change.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn rollback(self) -> Result<(), DbErr> {
        self.transaction.rollback().await
    }
}

impl Deref for WriteTransaction {
    type Target = DatabaseTransaction;

    fn deref(&self) -> &DatabaseTransaction {
        &self.transaction
    }
}

#[async_trait]
impl ConnectionTrait for WriteTransaction {
    fn get_database_backend(&self) -> DbBackend {
        self.transaction.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.transaction.execute_raw(statement).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.transaction.execute_unprepared(sql).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.transaction.query_one_raw(statement).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.transaction.query_all_raw(statement).await
    }
}
