//! Deleting runs with their answers: their texts, their part in statistics, and the names that no other answer has.
//!
//! The charges stay, because a balance is the sum of its entries.

use std::collections::BTreeMap;

use answerdeck_database::entity::answer::Status;
use answerdeck_database::entity::run;
use answerdeck_database::{begin, erasure, execute, is_element, lock_organization, with_write_lock};
use answerdeck_statistics::Statistics;
use sea_orm::{DatabaseConnection, DbErr, EntityTrait};

use crate::state::AppState;

/// Answers that one transaction deletes with their statistics, so that no writer waits long.
const ANSWERS_AT_ONCE: usize = 32;
/// Answers without statistics that one statement deletes.
const UNSUCCESSFUL_AT_ONCE: u32 = 500;
const RUNS_AT_ONCE: usize = 100;

/// Deletes a run with its answers, while servers may use the database. Its unsettled answers are deleted. Returns whether there was
/// one. Repeat it after a failure.
pub async fn delete(app: &AppState, id: &str) -> Result<bool, DbErr> {
    let database = &app.database;
    let Some(run) = run::Entity::find_by_id(id).one(database).await? else { return Ok(false) };
    let sql = "UPDATE runs SET status = 'FINISHED', unstarted_count = 0, finished_at = $2 \
               WHERE id = $1 AND status = 'RUNNING'";
    let values = [id.into(), app.clock.now().as_millisecond().into()];
    with_write_lock(database, execute(database, sql, values)).await?;
    delete_finished(database, app.statistics.as_ref(), vec![(run.organization_id, run.id)]).await?;
    erasure::erase_log(database).await?;
    Ok(true)
}

/// Deletes FINISHED runs, each an organization and an id.
pub(super) async fn delete_finished(
    database: &DatabaseConnection,
    statistics: &dyn Statistics,
    runs: Vec<(String, String)>,
) -> Result<(), DbErr> {
    let mut by_organization: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (organization, run) in runs {
        by_organization.entry(organization).or_default().push(run);
    }
    for (organization, runs) in by_organization {
        for runs in runs.chunks(RUNS_AT_ONCE) {
            delete_answers(database, statistics, &organization, runs).await?;
        }
        statistics.delete_unused_names(&organization).await?;
        // Last, so that a repeat after a failure finds the run.
        for run in &runs {
            with_write_lock(database, run::Entity::delete_by_id(run).exec(database)).await?;
        }
    }
    Ok(())
}

async fn delete_answers(
    database: &DatabaseConnection,
    statistics: &dyn Statistics,
    organization_id: &str,
    runs: &[String],
) -> Result<(), DbErr> {
    // Unsettled answers first, which a worker could still settle: then the statistics get no more answers of these runs.
    delete_unsuccessful(database, runs, Status::UNSETTLED).await?;
    while let Some(removal) = statistics.next_removal(organization_id, runs, ANSWERS_AT_ONCE).await? {
        // Rows are locked in the order answer, organization, as the ledger locks them.
        let transaction = begin(database).await?;
        let sql = format!("DELETE FROM answers WHERE {}", is_element(&transaction, "id", "text", 1));
        let ids = serde_json::json!(removal.answers).to_string();
        execute(&transaction, &sql, [ids.into()]).await?;
        lock_organization(&transaction, organization_id).await?;
        statistics.remove(&transaction, organization_id, &removal).await?;
        transaction.commit().await?;
    }
    delete_unsuccessful(database, runs, "status = 'FAILED'").await
}

/// Deletes answers that are in no statistics.
async fn delete_unsuccessful(database: &DatabaseConnection, runs: &[String], condition: &str) -> Result<(), DbErr> {
    let is_in_runs = is_element(database, "run_id", "text", 1);
    let sql = format!(
        "DELETE FROM answers WHERE {condition} AND id IN \
         (SELECT id FROM answers WHERE {is_in_runs} AND {condition} LIMIT {UNSUCCESSFUL_AT_ONCE})"
    );
    let runs = serde_json::json!(runs).to_string();
    while with_write_lock(database, execute(database, &sql, [runs.as_str().into()])).await? > 0 {}
    Ok(())
}
