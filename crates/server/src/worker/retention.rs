//! Deleting rows some time after they were made or ended.

use answerdeck_database::{execute, with_write_lock};
use jiff::SignedDuration;
use sea_orm::DbErr;

use super::{HOUR, poll};
use crate::state::AppState;

/// Rows that one statement deletes, so that no writer waits long.
const AT_ONCE: i64 = 100;

/// How long the rows of a table are kept.
pub(crate) struct Retention {
    pub(crate) table: &'static str,
    pub(crate) primary_key: &'static str,
    /// The column with the time from which a row is kept, in SQL. It has an index. Without a time, a row is kept.
    pub(crate) since: &'static str,
    pub(crate) duration: SignedDuration,
}

impl Retention {
    /// Deletes old rows every hour, until the server shuts down.
    pub(crate) async fn run_until_shutdown(&self, app: &AppState) {
        let failure = format!("old rows of {} were not deleted", self.table);
        poll(app, HOUR, None, &failure, || self.delete_old(app)).await;
    }

    /// Deletes some rows. Returns whether there may be more.
    async fn delete_old(&self, app: &AppState) -> Result<bool, DbErr> {
        let Self { table, primary_key, since, duration } = self;
        let (database, until) = (&app.databases.jobs, (app.clock.now() - *duration).as_millisecond());
        let sql = format!(
            "DELETE FROM {table} WHERE {primary_key} IN (SELECT {primary_key} FROM {table} WHERE {since} < $1 LIMIT $2)"
        );
        let deletion = execute(database, &sql, [until.into(), AT_ONCE.into()]);
        Ok(with_write_lock(database, deletion).await? == AT_ONCE.unsigned_abs())
    }
}
