use std::time::Duration;

use sea_orm::ConnectOptions;
use sea_orm::sqlx::pool::PoolOptions;
use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use sea_orm::sqlx::{Connection, Executor, Sqlite, SqliteConnection};

/// How long a connection to PostgreSQL may be idle before it is tested. A test is a round trip. If the connection was
/// lost more recently, the request fails, and can be sent again.
const UNTESTED_IDLE: Duration = Duration::from_secs(5);
/// Bytes that the journal of SQLite keeps between two transactions.
const JOURNAL_BYTES_MAX: u32 = 64 * 1024 * 1024;

/// The options of a pool for the database at `url`.
pub(super) fn options(url: &str) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    if url.starts_with("sqlite") {
        // A file is never disconnected, so its connections need no test.
        options.test_before_acquire(false);
    } else {
        options.test_before_acquire_if_idle_for(UNTESTED_IDLE);
    }
    options.sqlx_logging(false).max_connections(8);
    options.map_sqlx_postgres_opts(|options| options.application_name("answerdeck"));
    options.map_sqlx_sqlite_pool_opts(outside_transactions).map_sqlx_sqlite_opts(sqlite_options);
    options
}

pub(super) fn sqlite_options(options: SqliteConnectOptions) -> SqliteConnectOptions {
    options
        .foreign_keys(true)
        // Twice the default, in new files: the columns of answers are blobs of many pages. They are read faster, and the file is an
        // eighth smaller.
        .page_size(8192)
        .busy_timeout(Duration::from_secs(10))
        // Deleted rows are overwritten with zeros. FAST would leave them in free pages.
        .pragma("secure_delete", "ON")
        .pragma("journal_mode", "WAL")
        .pragma("synchronous", "FULL")
        // A large transaction leaves a large journal, which would keep its size forever.
        .pragma("journal_size_limit", JOURNAL_BYTES_MAX.to_string())
}

/// The options of a pool of the server. PostgreSQL shows its name as that of the application.
pub(super) fn options_for(
    url: &str,
    name: &'static str,
    connections: u32,
    statement_timeout: Duration,
) -> ConnectOptions {
    let mut options = options(url);
    let timeout = statement_timeout.as_millis().to_string();
    options.max_connections(connections).map_sqlx_postgres_opts(move |options| {
        options.application_name(&format!("answerdeck {name}")).options([("statement_timeout", &timeout)])
    });
    options
}

/// Closes a connection that is still inside a transaction when it is to return to its pool.
///
/// SQLite itself ends the transaction of a statement that fails because the disk is full or broken. The driver does not know that:
/// its ROLLBACK fails, and it still counts the transaction. Each later BEGIN on this connection would then be a SAVEPOINT, so that
/// no COMMIT stores anything, and the database stays locked. The check is after the use of a connection, where nobody waits for it.
///
/// Connections to PostgreSQL are not checked: that is another round trip for each statement, and only a forgotten BEGIN can leave one
/// in a transaction. [`begin`](super::begin) and [`snapshot`](super::snapshot) run to their end, so none is forgotten.
pub(super) fn outside_transactions(options: PoolOptions<Sqlite>) -> PoolOptions<Sqlite> {
    options.after_release(|connection, _| Box::pin(async move { Ok(is_outside_transactions(connection).await) }))
}

async fn is_outside_transactions(connection: &mut SqliteConnection) -> bool {
    // SQLite refuses BEGIN inside a transaction. The connection first executes what it was sent before, such as a ROLLBACK.
    connection.execute("BEGIN; COMMIT").await.is_ok() && !connection.is_in_transaction()
}

#[cfg(test)]
mod tests {
    use sea_orm::{ConnectionTrait, Database};

    use super::*;
    use crate::failure::{DatabaseFailure, database_failure};
    use crate::{begin, query_row};

    const LARGE: &str = "INSERT INTO texts VALUES (hex(zeroblob(50000)))";
    const SMALL: &str = "INSERT INTO texts VALUES ('small')";

    #[tokio::test]
    async fn a_transaction_that_sqlite_has_ended_does_not_disturb_later_ones() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}?mode=rwc", folder.path().join("test.db").display());
        let mut options = options(&url);
        options.max_connections(1);
        let database = Database::connect(options).await.unwrap();
        database.execute_unprepared("CREATE TABLE texts (text varchar)").await.unwrap();
        for is_dropped in [true, false] {
            // As a full disk does. It applies to this connection only.
            database.execute_unprepared("PRAGMA max_page_count = 4").await.unwrap();
            let transaction = begin(&database).await.unwrap();
            let error = transaction.execute_unprepared(LARGE).await.unwrap_err();
            assert_eq!(database_failure(&error), Some(DatabaseFailure::Unwritable("disk full")));
            if is_dropped {
                drop(transaction);
            } else {
                transaction.rollback().await.unwrap_err();
            }
            begin(&database).await.unwrap().rollback().await.unwrap();
            let transaction = begin(&database).await.unwrap();
            transaction.execute_unprepared(SMALL).await.unwrap();
            transaction.commit().await.unwrap();
        }
        let other = Database::connect(&url).await.unwrap();
        assert_eq!(query_row::<i64>(&other, "SELECT count(*) FROM texts", []).await.unwrap(), Some(2));
        // No connection holds the write lock.
        other.execute_unprepared(SMALL).await.unwrap();
    }
}
