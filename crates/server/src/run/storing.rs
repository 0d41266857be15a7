//! Storing results that cost money, although the database may be unavailable for some time.

use std::time::Duration;

use futures_util::future::BoxFuture;
use sea_orm::sqlx::{self, sqlite::SqliteError};
use sea_orm::{DbErr, RuntimeErr};

/// How often storing is attempted, with a pause of [`PAUSE`] between attempts.
const ATTEMPTS: u32 = 120;
const PAUSE: Duration = Duration::from_secs(1);

/// Stores a result that cost money, and tries it again while the database is unavailable. What it refuses is not tried again.
pub(super) async fn retry_until_stored<'a, T>(store: impl Fn() -> BoxFuture<'a, Result<T, DbErr>>) -> Result<T, DbErr> {
    for _ in 1..ATTEMPTS {
        match store().await {
            Err(error) if !is_refused(&error) => {
                tracing::warn!(%error, "the result of a paid engine was not stored: it is tried again");
            }
            ended => return ended,
        }
        tokio::time::sleep(PAUSE).await;
    }
    store().await
}

/// Whether the database would refuse the same again: a constraint is violated, or a value does not fit.
///
/// Source: SQLite, result codes, the lowest byte of which is the primary code. PostgreSQL, appendix A, error codes.
pub(super) fn is_refused(error: &DbErr) -> bool {
    let (DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error))) = error else {
        return false;
    };
    let sqlx::Error::Database(error) = &**error else { return false };
    let code = error.code().unwrap_or_default();
    match error.try_downcast_ref::<SqliteError>() {
        // SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH.
        Some(_) => code.parse::<u16>().is_ok_and(|code| (18..=20).contains(&(code & 0xFF))),
        // data_exception, integrity_constraint_violation.
        None => code.starts_with("22") || code.starts_with("23"),
    }
}
