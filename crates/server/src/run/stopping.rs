//! Stopping a run: its items that were not asked end without cost, and what was asked is collected.
//!
//! A request stores only the time of the stop. The processes that run jobs end the items in slices, so that neither the request
//! nor other writers wait long, and that a process that dies leaves nothing behind. Workers ask nothing more of a stopped run.

use std::time::Duration;

use answerdeck_api::FailureCode;
use answerdeck_database::entity::{answer, run};
use answerdeck_database::{begin, is_element, statement};
use jiff::Timestamp;
use sea_orm::prelude::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, EntityTrait, QueryFilter, QuerySelect,
};

use super::completion::{self, Ended};
use super::question::ANSWER_DEADLINE;
use super::slices::{self, SLICE, Slice};
use crate::engines::stops;
use crate::state::AppState;
use crate::worker::lease::Leasable;

/// How often items are looked for that nothing announces: an attempt has failed, a lease has expired.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// Stores that a run is stopped, and returns it. A run that is stopped or FINISHED stays as it is. `None` if the organization
/// has no such run.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn stop(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    id: &str,
    now: Timestamp,
) -> Result<Option<run::Model>, DbErr> {
    let of_organization = run::Column::OrganizationId.eq(organization_id);
    run::Entity::update_many()
        .col_expr(run::Column::StoppedAt, Expr::value(now.as_millisecond()))
        .filter(run::Column::Id.eq(id))
        .filter(of_organization.clone())
        .filter(run::Column::Status.eq(run::Status::Running))
        .filter(run::Column::StoppedAt.is_null())
        .exec(transaction)
        .await?;
    run::Entity::find_by_id(id).filter(of_organization).one(transaction).await
}

/// Whether a run was stopped.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) async fn is_stopped(database: &impl ConnectionTrait, run_id: &str) -> Result<bool, DbErr> {
    let run = run::Entity::find_by_id(run_id).filter(run::Column::StoppedAt.is_not_null());
    Ok(run.select_only().column(run::Column::Id).into_tuple::<String>().one(database).await?.is_some())
}

/// Ends the items of stopped runs until the server shuts down.
pub(crate) async fn run_until_shutdown(app: &AppState) {
    while !app.shutdown.is_cancelled() {
        match end_slices(app).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "the items of stopped runs did not end: it is tried again"),
        }
        tokio::select! {
            () = app.shutdown.cancelled() => {}
            () = app.stop_notify.notified() => {}
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
    }
}

/// Ends a slice of the items of each stopped run. Returns whether there may be more.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn end_slices(app: &AppState) -> Result<bool, DbErr> {
    let runs: Vec<String> = run::Entity::find()
        .select_only()
        .column(run::Column::Id)
        .filter(Expr::cust("status = 'RUNNING'"))
        .filter(run::Column::StoppedAt.is_not_null())
        .into_tuple()
        .all(&app.jobs_database)
        .await?;
    let mut has_more = false;
    for run in runs {
        has_more |= end_slice(app, &run).await?;
    }
    Ok(has_more)
}

/// Ends the started items of a stopped run that no worker holds, then those without a row.
async fn end_slice(app: &AppState, run_id: &str) -> Result<bool, DbErr> {
    let (database, now) = (&app.jobs_database, app.clock.now());
    let transaction = begin(database).await?;
    let ended = end_unasked(&transaction, run_id, now).await? + end_lost_calls(&transaction, run_id, now).await?;
    if ended > 0 {
        let failed = i64::try_from(ended).unwrap_or(i64::MAX);
        completion::add_counts(&transaction, run_id, Ended { failed, ..Ended::default() }, now.as_millisecond())
            .await?;
    }
    transaction.commit().await?;
    let slice = slices::start_more(database, &app.random, run_id, &[], now).await?;
    Ok(slice == Slice::Failed || ended >= u64::from(SLICE))
}

/// Fails items that were not asked, and those that wait for another attempt.
async fn end_unasked(transaction: &DatabaseTransaction, run_id: &str, now: Timestamp) -> Result<u64, DbErr> {
    let without_call = "NOT EXISTS (SELECT 1 FROM engine_calls WHERE answer_id = answers.id)";
    fail_free(transaction, run_id, without_call, [], &FailureCode::Stopped, now).await
}

/// Fails items whose answer cannot be collected because their engine is stopped, once a provider would have answered. Their
/// estimates stay in the spend of the day: the provider may have charged for them.
async fn end_lost_calls(transaction: &DatabaseTransaction, run_id: &str, now: Timestamp) -> Result<u64, DbErr> {
    let stops = stops::all(transaction, now).await?;
    let models: Vec<&str> =
        stops.iter().filter(|(_, stop)| stop.until > now).map(|(model, _)| model.as_str()).collect();
    if models.is_empty() {
        return Ok(0);
    }
    let is_lost = format!(
        "{} AND EXISTS (SELECT 1 FROM engine_calls WHERE answer_id = answers.id AND asked_at <= $5)",
        is_element(transaction, "model", "text", 6)
    );
    let values = [(now - ANSWER_DEADLINE).as_millisecond().into(), serde_json::json!(models).to_string().into()];
    let ended = fail_free(transaction, run_id, &is_lost, values, &FailureCode::OutcomeUnknown, now).await?;
    if ended > 0 {
        let sql = "DELETE FROM engine_calls WHERE EXISTS (SELECT 1 FROM answers WHERE answers.id = engine_calls.answer_id \
                   AND run_id = $1 AND status = 'FAILED')";
        transaction.execute_raw(statement(transaction, sql, [run_id.into()])).await?;
    }
    Ok(ended)
}

/// Fails up to a slice of the items that no worker holds and that meet a condition, whose parameters start at $5. Returns how
/// many.
async fn fail_free(
    transaction: &DatabaseTransaction,
    run_id: &str,
    condition: &str,
    values: impl IntoIterator<Item = sea_orm::Value>,
    code: &FailureCode,
    now: Timestamp,
) -> Result<u64, DbErr> {
    // A worker that leases or completes an item meanwhile keeps it.
    let skip_locked = match transaction.get_database_backend() {
        DbBackend::Postgres => "FOR UPDATE SKIP LOCKED",
        _ => "",
    };
    let sql = format!(
        "UPDATE answers SET status = 'FAILED', failure_code = $1, ended_at = $2, lease_owner = NULL, lease_until = NULL \
         WHERE id IN (SELECT id FROM answers WHERE run_id = $3 AND {} \
         AND (lease_owner IS NULL OR lease_until <= $2) AND {condition} LIMIT $4 {skip_locked})",
        answer::Entity::UNFINISHED
    );
    let own: [sea_orm::Value; 4] =
        [code.as_str().into(), now.as_millisecond().into(), run_id.into(), i64::from(SLICE).into()];
    let values = own.into_iter().chain(values);
    Ok(transaction.execute_raw(statement(transaction, &sql, values)).await?.rows_affected())
}
