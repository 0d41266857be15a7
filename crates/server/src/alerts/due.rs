//! When the rules of organizations are evaluated: after each run that has finished, and once a day. The organization has a row with
//! the time. A worker leases it, so that several processes share the work, and stores its alerts in the transaction that ends the
//! lease: if it dies before, another worker starts again, and no alert is stored twice.

use answerdeck_database::{begin, statement};
use answerdeck_statistics::StatisticsResult;
use jiff::{SignedDuration, Timestamp};
use sea_orm::{ConnectionTrait, DbErr};

use super::evaluation::evaluate;
use super::store;
use crate::state::AppState;
use crate::worker::{lease, poll};

/// How often an organization is evaluated without a run.
const INTERVAL: SignedDuration = SignedDuration::from_hours(24);

/// Makes an organization due, in the transaction in which a run finishes.
pub(crate) async fn run_finished(
    transaction: &impl ConnectionTrait,
    organization_id: &str,
    now: Timestamp,
) -> Result<(), DbErr> {
    let sql = "INSERT INTO alert_evaluations (organization_id, due_at, finished_runs) VALUES ($1, $2, 1) \
               ON CONFLICT (organization_id) DO UPDATE SET due_at = $2, finished_runs = alert_evaluations.finished_runs + 1";
    let values = [organization_id.into(), now.as_millisecond().into()];
    transaction.execute_raw(statement(transaction, sql, values)).await?;
    Ok(())
}

/// Evaluates due organizations until the server shuts down.
pub(crate) async fn run_until_shutdown(app: &AppState, worker: &str) {
    poll(app, None, "rules of alerts were not evaluated", || evaluate_next(app, worker)).await;
}

/// Evaluates the rules of an organization that is due. Returns whether there was one. One that fails is due again when its lease has
/// expired, and no other waits for it.
pub async fn evaluate_next(app: &AppState, worker: &str) -> Result<bool, DbErr> {
    let now = app.clock.now();
    let claimed = lease::claim_due(&app.databases.jobs, "alert_evaluations", "due_at", worker, now).await?;
    let Some(row) = claimed else { return Ok(false) };
    let organization: String = row.try_get("", "organization_id")?;
    let finished_runs = row.try_get("", "finished_runs")?;
    if let Err(error) = evaluate_claimed(app, worker, &organization, finished_runs, now).await {
        tracing::error!(organization, %error, "rules of alerts were not evaluated: it is tried again");
    }
    Ok(true)
}

/// Evaluates the rules of a leased organization, so many of whose runs had finished.
async fn evaluate_claimed(
    app: &AppState,
    worker: &str,
    organization: &str,
    finished_runs: i64,
    now: Timestamp,
) -> StatisticsResult<()> {
    let findings = evaluate(app, organization, now).await?;
    let transaction = begin(&app.databases.jobs).await?;
    let sql = "UPDATE alert_evaluations SET lease_owner = NULL, lease_until = NULL, \
               due_at = CASE WHEN finished_runs = $3 THEN $4 ELSE due_at END WHERE organization_id = $1 AND lease_owner = $2";
    let next = (now + INTERVAL).as_millisecond();
    let values = [organization.into(), worker.into(), finished_runs.into(), next.into()];
    if transaction.execute_raw(statement(&*transaction, sql, values)).await?.rows_affected() == 0 {
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
