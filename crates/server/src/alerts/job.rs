//! When the rules of organizations are evaluated: after each run that has finished, and once a day. The organization has a row with
//! the time. A worker leases it, so that several processes share the work, and stores its alerts in the transaction that ends the
//! lease: if it dies before, another worker starts again, and no alert is stored twice.

use answerdeck_database::{begin, skip_locked, statement, with_write_lock};
use answerdeck_statistics::StatisticsResult;
use jiff::{SignedDuration, Timestamp};
use sea_orm::{ConnectionTrait, DbErr};

use super::evaluation::evaluate;
use super::store;
use crate::state::AppState;
use crate::worker::lease::LEASE;
use crate::worker::poll;

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

/// Evaluates the rules of an organization that is due. Returns whether there was one. After a failure it is due again
/// when its lease has expired.
pub async fn evaluate_next(app: &AppState, worker: &str) -> StatisticsResult<bool> {
    let now = app.clock.now();
    let Some((organization, finished_runs)) = claim(app, worker, now).await? else { return Ok(false) };
    let organization = organization.as_str();
    let findings = evaluate(app, organization, now).await?;
    let transaction = begin(&app.jobs_database).await?;
    let sql = "UPDATE alert_evaluations SET lease_owner = NULL, lease_until = NULL, \
               due_at = CASE WHEN finished_runs = $3 THEN $4 ELSE due_at END WHERE organization_id = $1 AND lease_owner = $2";
    let next = (now + INTERVAL).as_millisecond();
    let values = [organization.into(), worker.into(), finished_runs.into(), next.into()];
    if transaction.execute_raw(statement(&*transaction, sql, values)).await?.rows_affected() == 0 {
        // The lease has expired, and another worker evaluates.
        transaction.rollback().await?;
        return Ok(true);
    }
    let count = findings.len();
    store::insert(app, &transaction, organization, findings, now).await?;
    transaction.commit().await?;
    if count > 0 {
        app.webhook_notify.notify_one();
        tracing::info!(organization, count, "alerts fired");
    }
    Ok(true)
}

/// The organization that is due, and how many of its runs had finished.
async fn claim(app: &AppState, worker: &str, now: Timestamp) -> Result<Option<(String, i64)>, DbErr> {
    let database = &app.jobs_database;
    let skip_locked = skip_locked(database);
    let sql = format!(
        "UPDATE alert_evaluations SET lease_owner = $1, lease_until = $2 WHERE organization_id = \
         (SELECT organization_id FROM alert_evaluations WHERE due_at <= $3 AND (lease_until IS NULL OR lease_until <= $3) \
         ORDER BY due_at LIMIT 1 {skip_locked}) RETURNING organization_id, finished_runs"
    );
    let values = [worker.into(), (now + LEASE).as_millisecond().into(), now.as_millisecond().into()];
    let row = with_write_lock(database, database.query_one_raw(statement(database, &sql, values))).await?;
    row.map(|row| row.try_get_many_by_index()).transpose()
}

/// Evaluates the rules of an organization as of earlier times, oldest first: those of the runs of the demo.
pub(crate) async fn evaluate_history(
    app: &AppState,
    organization_id: &str,
    times: &[Timestamp],
) -> StatisticsResult<()> {
    for at in times {
        let findings = evaluate(app, organization_id, *at).await?;
        let transaction = begin(&app.jobs_database).await?;
        store::insert(app, &transaction, organization_id, findings, *at).await?;
        transaction.commit().await?;
    }
    Ok(())
}
