//! Models that unfinished runs ask and that have no engine. Their items wait, as those of stopped engines do.

use answerdeck_api::ModelCode;
use answerdeck_database::entity::answer::Status;
use answerdeck_database::{is_element, query_rows};
use sea_orm::{ConnectionTrait, DbErr};

use super::claim::models_sql;
use crate::state::AppState;

/// The models without an engine that have waiting items, each with their number: about, while a run has items without a
/// row. `served` have engines.
pub(crate) async fn waiting(
    database: &impl ConnectionTrait,
    served: &[&ModelCode],
) -> Result<Vec<(String, i64)>, DbErr> {
    let (models, is_served) = (models_sql(database), is_element(database, "run_model.value", "text", 1));
    let unsettled = Status::UNSETTLED;
    let sql = format!(
        "SELECT model, CAST(sum(items) AS bigint) FROM (SELECT run_model.value AS model, \
         unstarted_count / json_array_length(models) + (SELECT count(*) FROM answers WHERE run_id = runs.id \
         AND answers.model = run_model.value AND {unsettled}) AS items FROM runs CROSS JOIN {models} \
         WHERE runs.status = 'RUNNING' AND NOT ({is_served})) AS waiting GROUP BY model HAVING sum(items) > 0 ORDER BY model"
    );
    query_rows(database, &sql, [serde_json::json!(served).to_string().into()]).await
}

/// The models that have waiting items and no engine in this process, each with their number.
pub(crate) async fn waiting_here(app: &AppState, database: &impl ConnectionTrait) -> Result<Vec<(String, i64)>, DbErr> {
    let engines = app.engines();
    let served: Vec<_> = engines.iter().map(|served| &served.code).collect();
    waiting(database, &served).await
}

/// Logs how many items wait for an engine that this process does not have.
pub(crate) async fn warn(app: &AppState) -> Result<(), DbErr> {
    let (models, items): (Vec<_>, Vec<_>) = waiting_here(app, &app.databases.jobs).await?.into_iter().unzip();
    if !models.is_empty() {
        tracing::warn!(
            "{} waiting items are for models without an engine: {}. Add the models to the file of --engines and run \
             `answerdeck engines reload`, or stop their runs (docs/engines.md)",
            items.iter().sum::<i64>(),
            models.join(", ")
        );
    }
    Ok(())
}
