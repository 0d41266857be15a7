//! Leases: who works on an item. The item's row is the truth, and a lease that runs out frees it.

use jiff::{SignedDuration, Timestamp};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, EntityTrait};

use super::statement;
use crate::database::entity::answer;

/// How long a worker may take for an item. Longer than any engine is waited for.
pub const LEASE: SignedDuration = SignedDuration::from_secs(120);

/// Takes an item of a run that nobody works on, the one that was tried least often. `None` when there is none.
///
/// Two callers never take the same item, also from two processes.
///
/// # Errors
/// When the database fails.
pub async fn take(
    database: &impl ConnectionTrait,
    run_id: &str,
    owner: &str,
    now: Timestamp,
) -> Result<Option<answer::Model>, DbErr> {
    let skip_locked = match database.get_database_backend() {
        DbBackend::Postgres => "FOR UPDATE SKIP LOCKED",
        _ => "",
    };
    let sql = format!(
        "UPDATE answers SET attempts = attempts + 1, lease_owner = $1, lease_until = $2 \
         WHERE id = (SELECT id FROM answers WHERE run_id = $3 AND status = 'PENDING' \
         AND (lease_until IS NULL OR lease_until <= $4) ORDER BY attempts, id LIMIT 1 {skip_locked}) RETURNING *"
    );
    let until = (now + LEASE).as_millisecond();
    let values = [owner.into(), until.into(), run_id.into(), now.as_millisecond().into()];
    answer::Entity::find().from_raw_sql(statement(database, &sql, values)).one(database).await
}

/// Gives an item back, to be tried again after `delay`.
///
/// # Errors
/// When the database fails.
pub async fn put_back(
    database: &impl ConnectionTrait,
    item: &answer::Model,
    now: Timestamp,
    delay: SignedDuration,
) -> Result<(), DbErr> {
    let sql = "UPDATE answers SET lease_owner = NULL, lease_until = $1 \
               WHERE id = $2 AND status = 'PENDING' AND lease_owner = $3";
    let values = [(now + delay).as_millisecond().into(), item.id.as_str().into(), item.lease_owner.clone().into()];
    database.execute_raw(statement(database, sql, values)).await?;
    Ok(())
}

/// Gives every item back that `owner` has, as if it had not been tried: the worker stops.
///
/// # Errors
/// When the database fails.
pub async fn release(database: &impl ConnectionTrait, owner: &str) -> Result<(), DbErr> {
    let sql = "UPDATE answers SET lease_owner = NULL, lease_until = NULL, attempts = attempts - 1 \
               WHERE status = 'PENDING' AND lease_owner = $1";
    database.execute_raw(statement(database, sql, [owner.into()])).await?;
    Ok(())
}

/// Ends every lease: for a database that no other process works on, whose owners are all gone.
///
/// # Errors
/// When the database fails.
pub async fn end_all(database: &impl ConnectionTrait) -> Result<(), DbErr> {
    let sql = "UPDATE answers SET lease_owner = NULL, lease_until = NULL \
               WHERE status = 'PENDING' AND lease_owner IS NOT NULL";
    database.execute_raw(statement(database, sql, [])).await?;
    Ok(())
}
