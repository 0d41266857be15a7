//! When the rules of organizations are evaluated: after each run that has finished, and once a day. The organization has a row with
//! the time. A worker leases it, so that several processes share the work, and stores its alerts in the transaction that ends the
//! lease: if it dies before, another worker starts again, and no alert is stored twice.

use answerdeck_database::{begin, execute};
use answerdeck_statistics::StatisticsResult;
use jiff::{SignedDuration, Timestamp};
use sea_orm::{ConnectionTrait, DbErr, QueryResult};

use super::evaluation::evaluate;
use super::store;
use crate::state::AppState;
use crate::worker::lease;

/// How often an organization is evaluated without a run.
const INTERVAL: SignedDuration = SignedDuration::from_hours(24);
pub(crate) const NOT_EVALUATED: &str = "rules of alerts were not evaluated";

/// Makes an organization due, in the transaction in which a run finishes.
pub(crate) async fn run_finished(
    transaction: &impl ConnectionTrait,
    organization_id: &str,
    now: Timestamp,
) -> Result<(), DbErr> {
    // One that is due already stays before those that are due later.
    let sql = "INSERT INTO alert_evaluations (organization_id, due_at, finished_runs) VALUES ($1, $2, 1) \
               ON CONFLICT (organization_id) DO UPDATE SET finished_runs = alert_evaluations.finished_runs + 1, \
               due_at = CASE WHEN alert_evaluations.due_at < $2 THEN alert_evaluations.due_at ELSE $2 END";
    let values = [organization_id.into(), now.as_millisecond().into()];
    execute(transaction, sql, values).await.map(drop)
}

/// Evaluates the rules of an organization that is due. Returns whether there was one.
pub async fn evaluate_next(app: &AppState, worker: &str) -> Result<bool, DbErr> {
    let evaluate = |row, now| evaluate_claimed(app, worker, row, now);
    lease::process_due(app, ("alert_evaluations", "due_at"), worker, NOT_EVALUATED, evaluate).await
}

async fn evaluate_claimed(app: &AppState, worker: &str, row: QueryResult, now: Timestamp) -> StatisticsResult<()> {
    let organization: String = row.try_get("", "organization_id")?;
    let (organization, finished_runs) = (organization.as_str(), row.try_get::<i64>("", "finished_runs")?);
    let findings = evaluate(app, organization, now).await?;
    let transaction = begin(&app.databases.jobs).await?;
    let sql = "UPDATE alert_evaluations SET lease_owner = NULL, lease_until = NULL, \
               due_at = CASE WHEN finished_runs = $3 THEN $4 ELSE $5 END WHERE organization_id = $1 AND lease_owner = $2";
    let [now_ms, next] = [now, now + INTERVAL].map(Timestamp::as_millisecond);
    let values = [organization.into(), worker.into(), finished_runs.into(), next.into(), now_ms.into()];
    if execute(&*transaction, sql, values).await? == 0 {
        // The lease has expired, and another worker evaluates.
        transaction.rollback().await?;
        return Ok(());
    }
    let count = findings.len();
    store::insert(app, &transaction, organization, findings, now).await?;
    transaction.commit().await?;
    if count > 0 {
        tracing::info!(organization, count, "alerts fired");
    }
    Ok(())
}

/// Evaluates the rules of an organization as of earlier times, oldest first: those of the runs of the demo.
pub(crate) async fn evaluate_history(
    app: &AppState,
    organization_id: &str,
    times: &[Timestamp],
) -> StatisticsResult<()> {
    for at in times {
        let findings = evaluate(app, organization_id, *at).await?;
        let transaction = begin(&app.databases.jobs).await?;
        store::insert(app, &transaction, organization_id, findings, *at).await?;
        transaction.commit().await?;
    }
    Ok(())
}
