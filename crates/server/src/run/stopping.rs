//! Stopping a run: its answers that were not asked for fail without cost, and what was asked is collected.
//!
//! A request stores only the time of the stop. The processes that run jobs fail the answers in slices, so that neither the request
//! nor other writers wait long, and that a process that dies leaves nothing behind. Workers ask nothing more of a stopped run.

use answerdeck_api::FailureCode;
use answerdeck_database::entity::run;
use answerdeck_database::{begin, execute, is_element, query_rows};
use jiff::Timestamp;
use sea_orm::{ColumnTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter};

use super::decision::ANSWER_DEADLINE;
use super::ledger;
use super::slices::{self, SLICE};
use crate::engines::stops;
use crate::state::AppState;

/// Stores that a run is stopped, and returns it. A run that is stopped or FINISHED stays as it is. `None` if the organization
/// has no such run.
pub async fn stop(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    id: &str,
    now: Timestamp,
) -> Result<Option<run::Model>, DbErr> {
    let sql = "UPDATE runs SET stopped_at = $1 \
               WHERE id = $2 AND organization_id = $3 AND status = 'RUNNING' AND stopped_at IS NULL";
    execute(transaction, sql, [now.as_millisecond().into(), id.into(), organization_id.into()]).await?;
    run::Entity::find_by_id(id).filter(run::Column::OrganizationId.eq(organization_id)).one(transaction).await
}

/// Fails a slice of the answers of each stopped run. Returns whether there may be more. A run that fails to end holds up no other.
pub async fn end_slices(app: &AppState) -> Result<bool, DbErr> {
    let sql = "SELECT id FROM runs WHERE status = 'RUNNING' AND stopped_at IS NOT NULL";
    let runs: Vec<String> = query_rows(&app.databases.jobs, sql, []).await?;
    let (mut has_more, mut failure) = (false, None);
    for run in runs {
        match end_slice(app, &run).await {
            Ok(has_more_of_run) => has_more |= has_more_of_run,
            Err(error) => failure = Some(error),
        }
    }
    failure.filter(|_| !has_more).map_or(Ok(has_more), Err)
}

/// Fails the started answers of a stopped run that no worker holds, then those without a row.
async fn end_slice(app: &AppState, run_id: &str) -> Result<bool, DbErr> {
    let now = app.clock.now();
    let transaction = begin(&app.databases.jobs).await?;
    let unasked = ("status = 'QUEUED'", [], &FailureCode::Stopped);
    let failed = ledger::fail_unheld(app, &transaction, run_id, unasked, i64::from(SLICE), now).await?;
    let failed = failed + end_lost_calls(app, &transaction, run_id, now).await?;
    transaction.commit().await?;
    let has_failed_slice = slices::start_next(app, run_id, now).await?;
    Ok(has_failed_slice || failed >= i64::from(SLICE))
}

/// Fails answers that cannot be collected because their engine is stopped or missing, once a provider would have answered.
async fn end_lost_calls(
    app: &AppState,
    transaction: &DatabaseTransaction,
    run_id: &str,
    now: Timestamp,
) -> Result<i64, DbErr> {
    let (stops, engines) = (stops::all(transaction, now).await?, app.engines());
    let codes = engines.iter().map(|served| &served.code);
    let working: Vec<_> = codes.filter(|code| stops.get(*code).is_none_or(|stop| stop.until <= now)).collect();
    let is_lost = format!("asked_at <= $5 AND NOT ({})", is_element(transaction, "model", "text", 6));
    let values = [(now - ANSWER_DEADLINE).as_millisecond().into(), serde_json::json!(working).to_string().into()];
    let lost = (is_lost.as_str(), values, &FailureCode::OutcomeUnknown);
    ledger::fail_unheld(app, transaction, run_id, lost, i64::from(SLICE), now).await
}
