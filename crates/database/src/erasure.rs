//! Removes what was deleted from the files of the database. SQLite overwrites deleted rows with zeros (`secure_delete = ON`:
//! `FAST` leaves texts in free pages). Copies remain in its write-ahead log until that is truncated, and in pages that it has
//! split or merged until the file is rewritten. On PostgreSQL, dead rows remain until their table is rewritten.

use std::time::Duration;

use sea_orm::sqlx::{self, ConnectOptions, Connection, Row};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, RuntimeErr};
use tokio_util::sync::CancellationToken;

use super::{execute, query_row, query_rows, with_write_lock};

/// Free pages that one statement removes: four megabytes, so that no writer waits long.
const PAGES_AT_ONCE: u32 = 500;
/// How long writers may wait while the write-ahead log cannot be truncated, because a transaction reads from it.
const READERS_TIMEOUT: Duration = Duration::from_millis(100);
/// How often truncating the log is tried, and the pause in between.
const TRIES: u32 = 10;
const TRY_PAUSE: Duration = Duration::from_secs(1);

/// Removes the free pages of a SQLite file, and truncates its write-ahead log, in steps that block no writer for long. Returns
/// the number of pages. Does nothing on PostgreSQL, which does it by itself.
pub async fn shrink(database: &DatabaseConnection, shutdown: &CancellationToken) -> Result<i64, DbErr> {
    if database.get_database_backend() != DbBackend::Sqlite {
        return Ok(0);
    }
    let first = number(database, "PRAGMA freelist_count").await?;
    let mut free = first;
    while free > 0 && !shutdown.is_cancelled() {
        let remove = format!("PRAGMA incremental_vacuum({PAGES_AT_ONCE})");
        with_write_lock(database, database.execute_unprepared(&remove)).await?;
        let left = number(database, "PRAGMA freelist_count").await?;
        if left >= free {
            break;
        }
        free = left;
    }
    erase_log(database).await?;
    Ok(first - free)
}

/// Erases deleted rows from the write-ahead log of SQLite. The log says if a transaction prevents it: the server tries it again
/// within an hour.
pub async fn erase_log(database: &DatabaseConnection) -> Result<(), DbErr> {
    if !truncate_log(database).await? {
        tracing::warn!("the write-ahead log still has deleted rows, because a transaction reads from it");
    }
    Ok(())
}

/// Deletes the rows of an organization from a table: `rows` in a statement, so that no writer waits long. `key` are the
/// columns of its primary key, and `condition` selects the rows by the organization `$1`. After a failure, another call
/// continues.
pub async fn delete_rows(
    database: &DatabaseConnection,
    organization_id: &str,
    (table, key, rows): (&str, &str, u32),
    condition: &str,
) -> Result<(), DbErr> {
    let sql =
        format!("DELETE FROM {table} WHERE ({key}) IN (SELECT {key} FROM {table} WHERE {condition} LIMIT {rows})");
    while execute(database, &sql, [organization_id.into()]).await? > 0 {}
    Ok(())
}

/// Rewrites the whole database, without free space and without deleted rows. It needs as much free space as the largest
/// table has data, on SQLite twice as much as the database. Writers wait, and on PostgreSQL readers too. Fails if another
/// transaction holds the database for long. Returns its sizes before and after, in bytes.
pub async fn vacuum(database: &DatabaseConnection) -> Result<(i64, i64), DbErr> {
    let before = bytes(database).await?;
    match database.get_database_backend() {
        DbBackend::Postgres => {
            let sql = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename";
            for table in query_rows::<String>(database, sql, []).await? {
                // The names are those of the migrations. Statistics contain values of rows, so they are taken again.
                database.execute_unprepared(&format!("VACUUM (FULL, ANALYZE) \"{table}\"")).await?;
            }
        }
        _ => {
            let sql = "PRAGMA auto_vacuum = INCREMENTAL; VACUUM";
            with_write_lock(database, database.execute_unprepared(sql)).await?;
            if !truncate_log(database).await? {
                let message = "a transaction reads from the write-ahead log, which still has deleted rows: try again";
                return Err(DbErr::Custom(message.to_owned()));
            }
        }
    }
    Ok((before, bytes(database).await?))
}

/// Moves the write-ahead log of SQLite into the file, and truncates it. Returns whether no transaction prevented it. Does nothing
/// on PostgreSQL.
async fn truncate_log(database: &DatabaseConnection) -> Result<bool, DbErr> {
    if database.get_database_backend() != DbBackend::Sqlite {
        return Ok(true);
    }
    // A connection of its own, because writers wait for the log as long as this one waits for its readers.
    let options = database.get_sqlite_connection_pool().connect_options();
    let options = options.as_ref().clone().busy_timeout(READERS_TIMEOUT);
    let mut connection = options.connect().await.map_err(failed)?;
    for attempt in 1..=TRIES {
        let truncate = async {
            // The first column says whether it was prevented.
            let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await?;
            row.try_get::<i64, _>(0)
        };
        if with_write_lock(database, truncate).await.map_err(failed)? == 0 {
            connection.close().await.map_err(failed)?;
            return Ok(true);
        }
        if attempt < TRIES {
            tokio::time::sleep(TRY_PAUSE).await;
        }
    }
    Ok(false)
}

fn failed(error: sqlx::Error) -> DbErr {
    DbErr::Query(RuntimeErr::SqlxError(std::sync::Arc::new(error)))
}

async fn bytes(database: &DatabaseConnection) -> Result<i64, DbErr> {
    match database.get_database_backend() {
        DbBackend::Postgres => number(database, "SELECT pg_database_size(current_database())").await,
        _ => Ok(number(database, "PRAGMA page_count").await? * number(database, "PRAGMA page_size").await?),
    }
}

async fn number(database: &DatabaseConnection, sql: &str) -> Result<i64, DbErr> {
    query_row(database, sql, []).await?.ok_or_else(|| DbErr::RecordNotFound(sql.to_owned()))
}
