//! Writing in turn. SQLite has one writer at a time. A connection that finds the lock taken looks again at intervals of up to
//! 100 ms, so it would lose to others that follow each other closely. The writers of this process wait for each other here.

use std::ops::Deref;

use sea_orm::prelude::async_trait::async_trait;
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult, QueryResult,
    SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait,
};
use tokio::sync::{Mutex, MutexGuard};

use super::failure::is_connection_lost;

/// The lock of the writers of this process on SQLite. Waiting writers get it in the order in which they ask.
static SQLITE_WRITER: Mutex<()> = Mutex::const_new(());

/// The turn to write, until it is dropped. `None` on PostgreSQL, where writers need no turn.
type WriteTurn = Option<MutexGuard<'static, ()>>;

/// Executes a single statement that writes, when it is its turn. A transaction of [`begin`] has the turn already.
///
/// # Errors
/// As the statement.
pub(crate) async fn write_in_turn<T, E>(
    database: &DatabaseConnection,
    statement: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let _turn = write_turn(database).await;
    statement.await
}

async fn write_turn(database: &DatabaseConnection) -> WriteTurn {
    match database.get_database_backend() {
        DbBackend::Sqlite => Some(SQLITE_WRITER.lock().await),
        _ => None,
    }
}

/// A transaction that writes. It keeps its turn until it ends.
#[derive(Debug)]
pub struct WriteTransaction {
    transaction: DatabaseTransaction,
    _turn: WriteTurn,
}

/// Begins a transaction that writes, when it is its turn. On SQLite it takes the write lock immediately, so that it cannot
/// fail later. A task must not begin a second one before the first has ended.
///
/// # Errors
/// Returns an error if the database fails, or if another process keeps it locked.
pub async fn begin(database: &DatabaseConnection) -> Result<WriteTransaction, DbErr> {
    let turn = write_turn(database).await;
    let transaction = match database.get_database_backend() {
        DbBackend::Sqlite => {
            let sqlite_transaction_mode = Some(SqliteTransactionMode::Immediate);
            let options = TransactionOptions { sqlite_transaction_mode, ..Default::default() };
            database.begin_with_options(options).await?
        }
        _ => database.begin().await?,
    };
    Ok(WriteTransaction { transaction, _turn: turn })
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
