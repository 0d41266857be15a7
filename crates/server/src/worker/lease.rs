//! Leases: the right of one worker to process a row for a limited time. The lease is stored in the row, and the row is free again
//! once it expires.

use std::time::Duration;

use answerdeck_database::{statement, with_write_lock};
use jiff::{SignedDuration, Timestamp};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, EntityTrait};

use crate::state::AppState;

/// How long a lease lasts. Longer than the timeout of a page. Longer work renews its lease (`renew_while`).
pub const LEASE: SignedDuration = SignedDuration::from_secs(120);

/// A table whose rows workers process under a lease. It has the columns `attempts`, `lease_owner` and `lease_until`.
pub trait Leasable: EntityTrait {
    /// The table's name.
    const TABLE: &'static str;
    /// The column that [`acquire`] selects rows by.
    const GROUP_COLUMN: &'static str;
    /// The SQL condition of unfinished rows, worded as in the partial index that serves it.
    const UNFINISHED: &'static str;
}

/// Leases a free row of `group` to `worker`: the one with the fewest attempts. `None` when no row is free.
///
/// Two callers never get the same row, not even from two processes.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn acquire<T: Leasable>(
    database: &impl ConnectionTrait,
    group: &str,
    worker: &str,
    now: Timestamp,
) -> Result<Option<T::Model>, DbErr> {
    acquire_where::<T>(database, group, worker, now, "", &[]).await
}

/// Leases a row as [`acquire`] does, with none of the values `excluded` in `column`.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn acquire_except<T: Leasable>(
    database: &impl ConnectionTrait,
    group: &str,
    worker: &str,
    now: Timestamp,
    column: &str,
    excluded: &[&str],
) -> Result<Option<T::Model>, DbErr> {
    let condition = is_none_of(column, excluded, 5);
    acquire_where::<T>(database, group, worker, now, &condition, excluded).await
}

/// The SQL condition of rows with none of the values `excluded`, which are the parameters from `first` on.
pub(crate) fn is_none_of(column: &str, excluded: &[&str], first: usize) -> String {
    if excluded.is_empty() {
        return String::new();
    }
    let parameters: Vec<String> = (first..first + excluded.len()).map(|number| format!("${number}")).collect();
    format!("AND {column} NOT IN ({})", parameters.join(", "))
}

async fn acquire_where<T: Leasable>(
    database: &impl ConnectionTrait,
    group: &str,
    worker: &str,
    now: Timestamp,
    condition: &str,
    parameters: &[&str],
) -> Result<Option<T::Model>, DbErr> {
    let (table, column, unfinished) = (T::TABLE, T::GROUP_COLUMN, T::UNFINISHED);
    let skip_locked = match database.get_database_backend() {
        DbBackend::Postgres => "FOR UPDATE SKIP LOCKED",
        _ => "",
    };
    let sql = format!(
        "UPDATE {table} SET attempts = attempts + 1, lease_owner = $1, lease_until = $2 \
         WHERE id = (SELECT id FROM {table} WHERE {column} = $3 AND {unfinished} {condition} \
         AND (lease_until IS NULL OR lease_until <= $4) ORDER BY attempts, id LIMIT 1 {skip_locked}) RETURNING *"
    );
    let until = (now + LEASE).as_millisecond();
    let values: [sea_orm::Value; 4] = [worker.into(), until.into(), group.into(), now.as_millisecond().into()];
    let values = values.into_iter().chain(parameters.iter().map(|parameter| (*parameter).into()));
    T::find().from_raw_sql(statement(database, &sql, values)).one(database).await
}

/// Extends the lease to [`LEASE`] from `now`. Returns `false` when `worker` no longer holds it.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn renew<T: Leasable>(
    database: &impl ConnectionTrait,
    id: &str,
    worker: &str,
    now: Timestamp,
) -> Result<bool, DbErr> {
    update::<T>(database, id, Some(worker), worker, now + LEASE).await
}

/// Waits for work, and renews the lease of its row at each `interval` meanwhile. It uses no connection to the database between
/// the renewals. Returns `None` as soon as `worker` no longer holds the lease.
pub(crate) async fn renew_while<T: Leasable, R>(
    app: &AppState,
    id: &str,
    worker: &str,
    interval: Duration,
    work: impl Future<Output = R>,
) -> Option<R> {
    let mut work = std::pin::pin!(work);
    loop {
        if let Ok(result) = tokio::time::timeout(interval, &mut work).await {
            return Some(result);
        }
        match with_write_lock(&app.jobs_database, renew::<T>(&app.jobs_database, id, worker, app.clock.now())).await {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => tracing::warn!(id, %error, "a lease was not renewed"),
        }
    }
}

/// Ends the lease of a row that is to be tried again after `delay`.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn retry_after<T: Leasable>(
    database: &impl ConnectionTrait,
    id: &str,
    worker: &str,
    now: Timestamp,
    delay: SignedDuration,
) -> Result<(), DbErr> {
    update::<T>(database, id, None, worker, now + delay).await.map(|_| ())
}

/// Ends the lease of a row that was not tried. The attempt does not count. The row is free from `free_at`, or now.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn release<T: Leasable>(
    database: &impl ConnectionTrait,
    id: &str,
    worker: &str,
    free_at: Option<Timestamp>,
) -> Result<(), DbErr> {
    let (table, unfinished) = (T::TABLE, T::UNFINISHED);
    let sql = format!(
        "UPDATE {table} SET lease_owner = NULL, lease_until = $3, attempts = attempts - 1 \
         WHERE id = $1 AND {unfinished} AND lease_owner = $2"
    );
    let values = [id.into(), worker.into(), free_at.map(Timestamp::as_millisecond).into()];
    database.execute_raw(statement(database, &sql, values)).await?;
    Ok(())
}

async fn update<T: Leasable>(
    database: &impl ConnectionTrait,
    id: &str,
    next_worker: Option<&str>,
    worker: &str,
    until: Timestamp,
) -> Result<bool, DbErr> {
    let (table, unfinished) = (T::TABLE, T::UNFINISHED);
    let sql = format!(
        "UPDATE {table} SET lease_owner = $1, lease_until = $2 WHERE id = $3 AND {unfinished} AND lease_owner = $4"
    );
    let values = [next_worker.into(), until.as_millisecond().into(), id.into(), worker.into()];
    Ok(database.execute_raw(statement(database, &sql, values)).await?.rows_affected() == 1)
}

/// Ends every lease of `worker`, which stops. The attempts do not count.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn release_all<T: Leasable>(database: &impl ConnectionTrait, worker: &str) -> Result<(), DbErr> {
    let (table, unfinished) = (T::TABLE, T::UNFINISHED);
    let sql = format!(
        "UPDATE {table} SET lease_owner = NULL, lease_until = NULL, attempts = attempts - 1 \
         WHERE {unfinished} AND lease_owner = $1"
    );
    database.execute_raw(statement(database, &sql, [worker.into()])).await?;
    Ok(())
}

/// Ends the leases of all workers. Only for a database that no other process uses.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn expire_all<T: Leasable>(database: &impl ConnectionTrait) -> Result<(), DbErr> {
    let (table, unfinished) = (T::TABLE, T::UNFINISHED);
    let sql = format!(
        "UPDATE {table} SET lease_owner = NULL, lease_until = NULL WHERE {unfinished} AND lease_owner IS NOT NULL"
    );
    database.execute_raw(statement(database, &sql, [])).await?;
    Ok(())
}
