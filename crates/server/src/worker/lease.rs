//! Leases: who works on what. The row is the truth, and a lease that runs out frees it.

use jiff::{SignedDuration, Timestamp};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, EntityTrait};

use crate::database::entity::{answer, site_analysis};
use crate::database::statement;

/// How long a worker may take. Longer than any engine is waited for, and than any page.
pub const LEASE: SignedDuration = SignedDuration::from_secs(120);

/// A table whose rows are leased to be worked on.
pub trait Leased: EntityTrait {
    /// Its name.
    const TABLE: &'static str;
    /// What a row is one of.
    const OF: &'static str;
    /// Which rows are to do: as literally as in the partial index that serves it.
    const TO_DO: &'static str;
}

impl Leased for answer::Entity {
    const TABLE: &'static str = "answers";
    const OF: &'static str = "run_id";
    const TO_DO: &'static str = "status = 'PENDING'";
}

impl Leased for site_analysis::Entity {
    const TABLE: &'static str = "site_analyses";
    const OF: &'static str = "organization_id";
    const TO_DO: &'static str = "status IN ('PENDING', 'IN_PROGRESS')";
}

/// Takes a row of `of` that nobody works on, the one that was tried least often. `None` when there is none.
///
/// Two callers never take the same row, also from two processes.
///
/// # Errors
/// When the database fails.
pub async fn take<T: Leased>(
    database: &impl ConnectionTrait,
    of: &str,
    owner: &str,
    now: Timestamp,
) -> Result<Option<T::Model>, DbErr> {
    let (table, column, to_do) = (T::TABLE, T::OF, T::TO_DO);
    let skip_locked = match database.get_database_backend() {
        DbBackend::Postgres => "FOR UPDATE SKIP LOCKED",
        _ => "",
    };
    let sql = format!(
        "UPDATE {table} SET attempts = attempts + 1, lease_owner = $1, lease_until = $2 \
         WHERE id = (SELECT id FROM {table} WHERE {column} = $3 AND {to_do} \
         AND (lease_until IS NULL OR lease_until <= $4) ORDER BY attempts, id LIMIT 1 {skip_locked}) RETURNING *"
    );
    let until = (now + LEASE).as_millisecond();
    let values = [owner.into(), until.into(), of.into(), now.as_millisecond().into()];
    T::find().from_raw_sql(statement(database, &sql, values)).one(database).await
}

/// Keeps a row for another [`LEASE`]. `false` when it is no longer the owner's.
///
/// # Errors
/// When the database fails.
pub async fn renew<T: Leased>(
    database: &impl ConnectionTrait,
    id: &str,
    owner: &str,
    now: Timestamp,
) -> Result<bool, DbErr> {
    set_end::<T>(database, id, Some(owner), owner, now + LEASE).await
}

/// Gives a row back, to be tried again after `delay`.
///
/// # Errors
/// When the database fails.
pub async fn put_back<T: Leased>(
    database: &impl ConnectionTrait,
    id: &str,
    owner: &str,
    now: Timestamp,
    delay: SignedDuration,
) -> Result<(), DbErr> {
    set_end::<T>(database, id, None, owner, now + delay).await.map(|_| ())
}

async fn set_end<T: Leased>(
    database: &impl ConnectionTrait,
    id: &str,
    next: Option<&str>,
    owner: &str,
    until: Timestamp,
) -> Result<bool, DbErr> {
    let (table, to_do) = (T::TABLE, T::TO_DO);
    let sql =
        format!("UPDATE {table} SET lease_owner = $1, lease_until = $2 WHERE id = $3 AND {to_do} AND lease_owner = $4");
    let values = [next.into(), until.as_millisecond().into(), id.into(), owner.into()];
    Ok(database.execute_raw(statement(database, &sql, values)).await?.rows_affected() == 1)
}

/// Gives every row back that `owner` has, as if it had not been tried: the worker stops.
///
/// # Errors
/// When the database fails.
pub async fn release<T: Leased>(database: &impl ConnectionTrait, owner: &str) -> Result<(), DbErr> {
    let (table, to_do) = (T::TABLE, T::TO_DO);
    let sql = format!(
        "UPDATE {table} SET lease_owner = NULL, lease_until = NULL, attempts = attempts - 1 \
         WHERE {to_do} AND lease_owner = $1"
    );
    database.execute_raw(statement(database, &sql, [owner.into()])).await?;
    Ok(())
}

/// Ends every lease: for a database that no other process works on, whose owners are all gone.
///
/// # Errors
/// When the database fails.
pub async fn end_all<T: Leased>(database: &impl ConnectionTrait) -> Result<(), DbErr> {
    let (table, to_do) = (T::TABLE, T::TO_DO);
    let sql =
        format!("UPDATE {table} SET lease_owner = NULL, lease_until = NULL WHERE {to_do} AND lease_owner IS NOT NULL");
    database.execute_raw(statement(database, &sql, [])).await?;
    Ok(())
}
