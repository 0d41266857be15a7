//! Leases: the right of one worker to process a row for a limited time. The lease is stored in the row, and the row is free again
//! once it expires.

use std::time::Duration;

use answerdeck_database::{execute, skip_locked, statement, with_write_lock};
use jiff::{SignedDuration, Timestamp};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, EntityTrait, QueryResult};

use crate::job_kind::JobKind;
use crate::state::AppState;

/// How long a lease lasts without a renewal.
pub const LEASE: SignedDuration = SignedDuration::from_secs(120);
/// How often a lease is renewed while work goes on.
pub(crate) const RENEWAL_INTERVAL: Duration = Duration::from_secs(30);

/// A table whose rows workers process under a lease. It has the columns `organization_id`, `attempts`, `lease_owner` and
/// `lease_until`.
pub trait Leasable: EntityTrait {
    const TABLE: &'static str;
    /// The SQL condition of unfinished rows, worded as in the partial index that serves it.
    const UNFINISHED: &'static str;
    /// Its notifications announce new rows.
    const KIND: JobKind;

    /// The id of a row, and that of its organization.
    fn ids(row: &Self::Model) -> (&str, &str);
}

/// Leases a free row of an organization to `worker`: the one with the fewest attempts. `None` when no row is free.
/// Two callers never get the same row, not even from two processes.
pub async fn acquire<T: Leasable>(
    database: &impl ConnectionTrait,
    organization_id: &str,
    worker: &str,
    now: Timestamp,
) -> Result<Option<T::Model>, DbErr> {
    let (table, unfinished) = (T::TABLE, T::UNFINISHED);
    let skip_locked = skip_locked(database);
    let sql = format!(
        "UPDATE {table} SET attempts = attempts + 1, lease_owner = $1, lease_until = $2 \
         WHERE id = (SELECT id FROM {table} WHERE organization_id = $3 AND {unfinished} \
         AND (lease_until IS NULL OR lease_until <= $4) ORDER BY attempts, id LIMIT 1 {skip_locked}) RETURNING *"
    );
    let until = (now + LEASE).as_millisecond();
    let values = [worker.into(), until.into(), organization_id.into(), now.as_millisecond().into()];
    T::find().from_raw_sql(statement(database, &sql, values)).one(database).await
}

/// Leases the organization that has been due the longest to `worker`, and processes its row of `table`, which has the columns
/// `organization_id`, `lease_owner` and `lease_until`, while the lease is renewed. Returns whether there was one. One that fails is due
/// again when its lease has expired, and no other waits for it. `failure` is what an error means.
pub(crate) async fn process_due<E: std::fmt::Display, F: Future<Output = Result<(), E>>>(
    app: &AppState,
    (table, due_column): (&str, &str),
    worker: &str,
    failure: &str,
    process: impl FnOnce(QueryResult, Timestamp) -> F,
) -> Result<bool, DbErr> {
    let (database, now) = (&app.databases.jobs, app.clock.now());
    let skip_locked = skip_locked(database);
    let sql = format!(
        "UPDATE {table} SET lease_owner = $1, lease_until = $2 WHERE organization_id = \
         (SELECT organization_id FROM {table} WHERE {due_column} <= $3 AND (lease_until IS NULL OR lease_until <= $3) \
         ORDER BY {due_column}, organization_id LIMIT 1 {skip_locked}) RETURNING *"
    );
    let values = [worker.into(), (now + LEASE).as_millisecond().into(), now.as_millisecond().into()];
    let claimed = with_write_lock(database, database.query_one_raw(statement(database, &sql, values))).await?;
    let Some(row) = claimed else { return Ok(false) };
    let organization: String = row.try_get("", "organization_id")?;
    let sql = format!("UPDATE {table} SET lease_until = $1 WHERE organization_id = $2 AND lease_owner = $3");
    let renew = || renew(app, &sql, &organization, worker);
    if let Some(Err(error)) = renewing(RENEWAL_INTERVAL, renew, process(row, now)).await {
        tracing::error!(organization, %error, "{failure}: it is tried again");
    }
    Ok(true)
}

/// Waits for work, and renews the lease of its row as [`renewing`] does.
pub(crate) async fn renew_while<T: Leasable, R>(
    app: &AppState,
    id: &str,
    worker: &str,
    interval: Duration,
    work: impl Future<Output = R>,
) -> Option<R> {
    let (table, unfinished) = (T::TABLE, T::UNFINISHED);
    let sql = format!("UPDATE {table} SET lease_until = $1 WHERE id = $2 AND {unfinished} AND lease_owner = $3");
    renewing(interval, || renew(app, &sql, id, worker), work).await
}

/// Extends the lease of a row to [`LEASE`] from now. Returns `false` when `worker` no longer holds it.
async fn renew(app: &AppState, sql: &str, row: &str, worker: &str) -> Result<bool, DbErr> {
    let (database, until) = (&app.databases.jobs, app.clock.now() + LEASE);
    let values = [until.as_millisecond().into(), row.into(), worker.into()];
    Ok(with_write_lock(database, execute(database, sql, values)).await? == 1)
}

/// Waits for work, and renews its lease at each `interval` meanwhile. It uses no connection to the database between the renewals, and a
/// renewal that takes long does not hold up the work. Returns `None` as soon as the lease is lost.
async fn renewing<R, F: Future<Output = Result<bool, DbErr>>>(
    interval: Duration,
    renew: impl Fn() -> F,
    work: impl Future<Output = R>,
) -> Option<R> {
    let lost = async {
        loop {
            tokio::time::sleep(interval).await;
            match renew().await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => tracing::warn!(%error, "a lease was not renewed"),
            }
        }
    };
    tokio::select! {
        biased;
        result = work => Some(result),
        () = lost => None,
    }
}

/// Ends every lease of `worker`, which stops. The attempts do not count.
pub(super) async fn release_all<T: Leasable>(database: &DatabaseConnection, worker: &str) -> Result<(), DbErr> {
    let (table, unfinished) = (T::TABLE, T::UNFINISHED);
    let sql = format!(
        "UPDATE {table} SET lease_owner = NULL, lease_until = NULL, attempts = attempts - 1 \
         WHERE {unfinished} AND lease_owner = $1"
    );
    with_write_lock(database, execute(database, &sql, [worker.into()])).await.map(drop)
}

/// Ends the leases of all workers. Only for a database that no other process uses.
pub(super) async fn expire_all<T: Leasable>(database: &DatabaseConnection) -> Result<(), DbErr> {
    let (table, unfinished) = (T::TABLE, T::UNFINISHED);
    let sql = format!(
        "UPDATE {table} SET lease_owner = NULL, lease_until = NULL WHERE {unfinished} AND lease_owner IS NOT NULL"
    );
    with_write_lock(database, execute(database, &sql, [])).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn work_goes_on_during_a_renewal_and_ends_with_its_lease() {
        let (slow, lost) = (std::future::pending, || std::future::ready(Ok(false)));
        let work = tokio::time::sleep(3 * RENEWAL_INTERVAL);
        assert_eq!(renewing(RENEWAL_INTERVAL, slow, work).await, Some(()));
        assert_eq!(renewing(RENEWAL_INTERVAL, lost, std::future::pending::<()>()).await, None);
    }
}
