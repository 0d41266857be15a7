//! The calls of paid engines. A call is stored before it is made, so that a crash never repeats it.

use answerdeck_database::entity::{answer, engine_call, organization};
use answerdeck_database::{begin, statement};
use answerdeck_engine::{RouteLimits, TaskId};
use jiff::Timestamp;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, EntityTrait, QuerySelect};

use super::spend;
use crate::clock::utc_day;

/// Whether a call may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallAdmission {
    /// The call is stored. Make it now.
    Admitted,
    /// Another worker holds the item, or it has ended.
    LeaseLost,
    /// The organization needs its credits for the calls in progress.
    CreditsInUse,
    /// The engine could exceed its daily limit.
    SpendLimit,
}

/// Finds the call of an item that an earlier worker stored.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn find(database: &impl ConnectionTrait, item: &str) -> Result<Option<engine_call::Model>, DbErr> {
    engine_call::Entity::find_by_id(item).one(database).await
}

/// Stores the call of an item whose lease the caller holds, and counts its estimate. The balance of the organization must cover
/// this call and those in progress, at `credits` each. Rows are locked in the order answer, organization, as a completion locks
/// them.
///
/// # Errors
/// Returns an error if the database fails. The call must not be made then.
pub(crate) async fn store(
    database: &DatabaseConnection,
    item: &answer::Model,
    limits: &RouteLimits,
    credits: i64,
    now: Timestamp,
) -> Result<CallAdmission, DbErr> {
    let (day, price) = (utc_day(now), clamped(limits.price));
    let transaction = begin(database).await?;
    // After a pause of this process, another one may take or end the item at this moment.
    let lock = match transaction.get_database_backend() {
        DbBackend::Postgres => "FOR UPDATE",
        _ => "",
    };
    let sql = format!(
        "INSERT INTO engine_calls (answer_id, asked_at, day, reserved) SELECT id, $2, $3, $4 FROM answers \
         WHERE id = $1 AND status = 'PENDING' AND lease_owner = $5 {lock}"
    );
    let values = [
        item.id.as_str().into(),
        now.as_millisecond().into(),
        day.into(),
        price.into(),
        item.lease_owner.clone().into(),
    ];
    if transaction.execute_raw(statement(&transaction, &sql, values)).await?.rows_affected() == 0 {
        return Ok(CallAdmission::LeaseLost);
    }
    let organization = organization::Entity::find_by_id(&item.organization_id).lock_exclusive();
    let balance = organization.one(&transaction).await?.map_or(0, |organization| organization.balance);
    let sql = "SELECT count(*) FROM engine_calls JOIN answers ON answers.id = engine_calls.answer_id \
               WHERE answers.organization_id = $1";
    let row = transaction.query_one_raw(statement(&transaction, sql, [item.organization_id.as_str().into()])).await?;
    let calls: i64 = row.map_or(Ok(0), |row| row.try_get_by_index(0))?;
    if balance < calls.saturating_mul(credits) {
        return Ok(CallAdmission::CreditsInUse);
    }
    let limit = limits.spend_per_day.map_or(i64::MAX, clamped);
    if !spend::reserve(&transaction, &item.model, day, price, limit).await? {
        return Ok(CallAdmission::SpendLimit);
    }
    transaction.commit().await?;
    Ok(CallAdmission::Admitted)
}

/// Stores the task that a provider accepted. Returns `false` when another worker holds the item, or it has ended.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn accept(
    database: &impl ConnectionTrait,
    item: &answer::Model,
    task: &TaskId,
) -> Result<bool, DbErr> {
    let sql = "UPDATE engine_calls SET task = $2 WHERE answer_id = $1 \
               AND EXISTS (SELECT 1 FROM answers WHERE id = $1 AND status = 'PENDING' AND lease_owner = $3)";
    let values = [item.id.as_str().into(), task.0.as_str().into(), item.lease_owner.clone().into()];
    Ok(database.execute_raw(statement(database, sql, values)).await?.rows_affected() == 1)
}

/// Ends the call of an item, and replaces its estimate by its cost. A call without a known `cost` keeps its estimate if the
/// provider may have charged for it. Does nothing without a call.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn end(
    database: &impl ConnectionTrait,
    item: &answer::Model,
    cost: Option<u64>,
    is_charged: bool,
) -> Result<(), DbErr> {
    let sql = "DELETE FROM engine_calls WHERE answer_id = $1 RETURNING day, reserved";
    let row = database.query_one_raw(statement(database, sql, [item.id.as_str().into()])).await?;
    let Some(row) = row else { return Ok(()) };
    let (day, reserved): (i64, i64) = (row.try_get("", "day")?, row.try_get("", "reserved")?);
    let cost = cost.map_or(if is_charged { reserved } else { 0 }, clamped);
    spend::settle(database, &item.model, day, reserved, cost).await
}

/// An amount as the database stores it.
pub(crate) fn clamped(micro_dollars: u64) -> i64 {
    i64::try_from(micro_dollars).unwrap_or(i64::MAX)
}
