//! Deleting site analyses some time after their end.

use jiff::{SignedDuration, Timestamp};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};

use crate::database::{statement, with_write_lock};
use crate::state::AppState;
use crate::worker::wait_an_hour;

/// How long an analysis and its keywords are kept after its end.
///
/// Source: docs/platform-api.md, section 8.
const RETENTION: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Analyses that one statement deletes, so that no writer waits long.
const AT_ONCE: i64 = 100;

/// Deletes old analyses until the server shuts down.
pub(crate) async fn run_until_shutdown(app: &AppState) {
    loop {
        if let Err(error) = delete_old(&app.jobs_database, app.clock.now()).await {
            tracing::warn!(%error, "old site analyses were not deleted");
        }
        if !wait_an_hour(&app.shutdown).await {
            return;
        }
    }
}

/// Deletes the analyses that ended more than [`RETENTION`] before `now`.
///
/// # Errors
/// Returns an error if the database fails.
async fn delete_old(database: &DatabaseConnection, now: Timestamp) -> Result<(), DbErr> {
    let until = (now - RETENTION).as_millisecond();
    let sql = "DELETE FROM site_analyses WHERE id IN \
               (SELECT id FROM site_analyses WHERE ended_at < $1 ORDER BY ended_at LIMIT $2)";
    loop {
        let values = [until.into(), AT_ONCE.into()];
        let deleted =
            with_write_lock(database, database.execute_raw(statement(database, sql, values))).await?.rows_affected();
        if deleted < AT_ONCE.unsigned_abs() {
            return Ok(());
        }
    }
}
