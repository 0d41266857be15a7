//! Temporary failures of the database: a client may try again.

use sea_orm::sqlx;
use sea_orm::sqlx::error::DatabaseError;
use sea_orm::sqlx::postgres::{PgDatabaseError, PgSeverity};
use sea_orm::sqlx::sqlite::SqliteError;
use sea_orm::{ConnAcquireErr, DbErr, RuntimeErr};

/// Why a statement failed, although the database works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseFailure {
    /// No connection or lock became free in time, or the connection was lost before the transaction was committed.
    Busy,
    /// The statement took too long.
    StatementTimedOut,
    /// The disk is full or broken, or the database is read-only: this says which. Nothing has changed.
    Unwritable(&'static str),
}

/// Classifies an error. `None` when the database or the statement is at fault.
pub fn database_failure(error: &DbErr) -> Option<DatabaseFailure> {
    if matches!(error, DbErr::ConnectionAcquire(ConnAcquireErr::Timeout)) || is_connection_lost(error) {
        return Some(DatabaseFailure::Busy);
    }
    match driver_error(error)? {
        sqlx::Error::PoolTimedOut => Some(DatabaseFailure::Busy),
        sqlx::Error::Database(error) => match error.try_downcast_ref::<SqliteError>() {
            Some(_) => of_sqlite(error.code()?.parse().ok()?),
            None => of_postgres(&error.code()?),
        },
        _ => None,
    }
}

/// Whether a pool tries to connect again: PostgreSQL starts, or has no connection left.
pub fn is_tried_again(error: &DbErr) -> bool {
    database_failure(error) == Some(DatabaseFailure::Busy) && !is_connection_lost(error)
}

/// What went wrong and what helps, for the person at the terminal.
pub fn reason(error: &DbErr) -> String {
    match (error, driver_error(error)) {
        (_, Some(sqlx::Error::Database(error))) => match remedy(error.as_ref()) {
            Some(remedy) => format!("{}: {remedy}", error.message()),
            None => error.message().to_owned(),
        },
        (_, Some(sqlx::Error::Io(error))) => error.to_string(),
        (DbErr::Migration(reason) | DbErr::Custom(reason), _) => reason.clone(),
        _ => error.to_string(),
    }
}

fn remedy(error: &(dyn DatabaseError + 'static)) -> Option<&'static str> {
    let code = error.code()?;
    if error.try_downcast_ref::<SqliteError>().is_none() {
        return match &*code {
            // too_many_connections.
            "53300" => Some("raise its max_connections, of which each process needs 24"),
            // insufficient_privilege.
            "42501" => Some("let its user own the database: ALTER DATABASE … OWNER TO …"),
            // duplicate_prepared_statement.
            "42P05" => Some("give its pooler max_prepared_statements, which PgBouncer has from 1.21 on"),
            _ => None,
        };
    }
    match code.parse::<u16>().ok()? & 0xFF {
        // SQLITE_READONLY.
        8 => Some("run it as the user of the server, without mode=ro, and let that user write to the folder, too"),
        // SQLITE_CORRUPT.
        11 => Some("restore a backup"),
        // SQLITE_CANTOPEN.
        14 => Some("run it as the user of the server, or the file system is read-only"),
        _ => None,
    }
}

/// Source: SQLite, result codes. The lowest byte is the primary code.
fn of_sqlite(code: u16) -> Option<DatabaseFailure> {
    match (code, code & 0xFF) {
        // SQLITE_BUSY.
        (_, 5) => Some(DatabaseFailure::Busy),
        // SQLITE_INTERRUPT.
        (_, 9) => Some(DatabaseFailure::StatementTimedOut),
        // SQLITE_READONLY.
        (_, 8) => Some(DatabaseFailure::Unwritable("read-only")),
        // SQLITE_FULL.
        (_, 13) => Some(DatabaseFailure::Unwritable("disk full")),
        // SQLITE_IOERR with _WRITE, _FSYNC, _DIR_FSYNC, _TRUNCATE, _SHMSIZE.
        (778 | 1034 | 1290 | 1546 | 4874, _) => Some(DatabaseFailure::Unwritable("disk error")),
        _ => None,
    }
}

/// Source: PostgreSQL, appendix A, error codes.
fn of_postgres(code: &str) -> Option<DatabaseFailure> {
    match code {
        // too_many_connections, lock_not_available, deadlock_detected, cannot_connect_now: the server starts, or recovers from a
        // crash.
        "53300" | "55P03" | "40P01" | "57P03" => Some(DatabaseFailure::Busy),
        // query_canceled.
        "57014" => Some(DatabaseFailure::StatementTimedOut),
        // disk_full.
        "53100" => Some(DatabaseFailure::Unwritable("disk full")),
        // read_only_sql_transaction.
        "25006" => Some(DatabaseFailure::Unwritable("read-only")),
        // io_error.
        "58030" => Some(DatabaseFailure::Unwritable("disk error")),
        _ => None,
    }
}

/// Whether the connection was lost, or PostgreSQL has ended it: it stops, or one of its processes has crashed. PgBouncer
/// ends a connection when it cannot reach PostgreSQL.
pub(super) fn is_connection_lost(error: &DbErr) -> bool {
    match driver_error(error) {
        Some(sqlx::Error::Io(_)) => true,
        Some(sqlx::Error::Database(error)) => match error.code().as_deref() {
            Some("57P01" | "57P02") => true,
            // protocol_violation: PgBouncer ends connections with it. PostgreSQL ends one with it only if the driver is at fault.
            Some("08P01") => {
                error.try_downcast_ref::<PgDatabaseError>().is_some_and(|error| error.severity() == PgSeverity::Fatal)
            }
            _ => false,
        },
        _ => false,
    }
}

fn driver_error(error: &DbErr) -> Option<&sqlx::Error> {
    match error {
        DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error)) => Some(error),
        _ => None,
    }
}
