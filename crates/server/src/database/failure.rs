//! Temporary failures of the database: a client may try again.

use sea_orm::sqlx;
use sea_orm::{ConnAcquireErr, DbErr, RuntimeErr};

/// Why a statement failed, although the database works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DatabaseFailure {
    /// No connection or lock became free in time, or the connection was lost before the transaction was committed.
    Busy,
    /// The statement took too long.
    StatementTimedOut,
    /// The disk is full, or the database is read-only. Nothing has changed.
    Unwritable,
}

/// Classifies an error. `None` when the database or the statement is at fault.
///
/// Source: PostgreSQL, appendix A, error codes; SQLite, result codes.
pub(crate) fn database_failure(error: &DbErr) -> Option<DatabaseFailure> {
    if matches!(error, DbErr::ConnectionAcquire(ConnAcquireErr::Timeout)) || is_connection_lost(error) {
        return Some(DatabaseFailure::Busy);
    }
    match driver_error(error)? {
        sqlx::Error::PoolTimedOut => Some(DatabaseFailure::Busy),
        sqlx::Error::Database(error) => match error.code().as_deref() {
            // SQLITE_BUSY with its extended codes; too_many_connections, lock_not_available.
            Some("5" | "261" | "517" | "773" | "53300" | "55P03") => Some(DatabaseFailure::Busy),
            // SQLITE_INTERRUPT; query_canceled.
            Some("9" | "57014") => Some(DatabaseFailure::StatementTimedOut),
            // The server starts, or recovers from a crash.
            Some("57P03") => Some(DatabaseFailure::Busy),
            // SQLITE_READONLY with its extended codes, SQLITE_FULL, SQLITE_IOERR_WRITE; disk_full, read_only_sql_transaction.
            Some("8" | "264" | "520" | "776" | "1032" | "13" | "778" | "53100" | "25006") => {
                Some(DatabaseFailure::Unwritable)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether the connection was lost, or PostgreSQL has ended it: it stops, or one of its processes has crashed.
pub(super) fn is_connection_lost(error: &DbErr) -> bool {
    match driver_error(error) {
        Some(sqlx::Error::Io(_)) => true,
        Some(sqlx::Error::Database(error)) => matches!(error.code().as_deref(), Some("57P01" | "57P02")),
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
