//! Starting the answers of a run in slices, so that a large run neither fills the database nor keeps other writers waiting.
//!
//! A run has a row for each answer that was started. The others follow from its prompts and models.

use answerdeck_api::FailureCode;
use answerdeck_database::entity::{answer, run};
use answerdeck_database::{begin, execute, json_rows, stored_json};
use jiff::{SignedDuration, Timestamp};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, EntityTrait, QuerySelect};

use super::ledger::{self, RunCounts};
use crate::state::AppState;

/// The number of answers of a slice. Writing a slice takes about ten milliseconds.
pub const SLICE: u32 = 500;

/// Writes the next answers of a run. Returns whether they have failed at `now`, because the run was stopped, or an earlier one
/// could not be paid for.
pub async fn start_next(app: &AppState, run_id: &str, now: Timestamp) -> Result<bool, DbErr> {
    let transaction = begin(&app.databases.jobs).await?;
    let run = run::Entity::find_by_id(run_id).lock_exclusive().one(&transaction).await?;
    let Some(run) = run.filter(|run| run.unstarted_count > 0) else { return Ok(false) };
    start_slice(app, &transaction, &run, now).await?;
    transaction.commit().await?;
    Ok(failure(&run).is_some())
}

/// Why the answers of a run that have no row yet fail.
fn failure(run: &run::Model) -> Option<FailureCode> {
    match run.stopped_at {
        Some(_) => Some(FailureCode::Stopped),
        None => run.credits_ran_out.then_some(FailureCode::InsufficientCredits),
    }
}

/// Writes the next answers of a run, whose row the caller has inserted or locked. They are FAILED from `now` if the run was
/// stopped, or the credits ran out.
pub(super) async fn start_slice(
    app: &AppState,
    transaction: &DatabaseTransaction,
    run: &run::Model,
    now: Timestamp,
) -> Result<(), DbErr> {
    let models: Vec<String> = stored_json(run.models.clone())?;
    let prompts = to_u64(run.prompt_count);
    let (start, total) = (to_u64(run.total_count - run.unstarted_count), to_u64(run.total_count));
    let end = total.min(start + u64::from(SLICE));
    // Each slice has its own time, so that the ids of a run have the order of its answers.
    let slice = i64::try_from(start / u64::from(SLICE)).unwrap_or_default();
    let created_at = Timestamp::from_millisecond(run.created_at).unwrap_or_default();
    let created_at = created_at + SignedDuration::from_millis(slice);
    let ids: Vec<String> = app.random.ids(created_at, usize::try_from(end - start).unwrap_or_default());
    let items: Vec<(String, u64, &str)> = (start..end)
        .zip(ids)
        .filter_map(|(at, id)| item(at, prompts, &models).map(|(position, model)| (id, position, model.as_str())))
        .collect();
    let failure = failure(run);
    insert(transaction, &run.id, &items, created_at, failure.as_ref().map(|code| (code, now))).await?;
    let unstarted = run.total_count - i64::try_from(end).unwrap_or_default();
    let sql = "UPDATE runs SET unstarted_count = $1 WHERE id = $2";
    execute(transaction, sql, [unstarted.into(), run.id.as_str().into()]).await?;
    if failure.is_some() {
        let failed = i64::try_from(end - start).unwrap_or_default();
        ledger::add_counts(app, transaction, &run.id, RunCounts { failed, ..RunCounts::default() }, now).await?;
    }
    Ok(())
}

/// The prompt's position and the model of an answer. The repetition varies slowest, so that every prompt and model is
/// collected once before the next repetition. `None` without prompts or models.
pub(crate) fn item<M>(at: u64, prompts: u64, models: &[M]) -> Option<(u64, &M)> {
    let model_count = u64::try_from(models.len()).ok()?;
    let model = usize::try_from(at.checked_rem(model_count)?).ok()?;
    Some((at.checked_div(model_count)?.checked_rem(prompts)?, models.get(model)?))
}

/// Writes answers, each an id, the position of its prompt and a model. They are passed as one JSON value. With `failure`, they
/// failed then.
async fn insert(
    transaction: &DatabaseTransaction,
    run_id: &str,
    items: &[(String, u64, &str)],
    created_at: Timestamp,
    failure: Option<(&FailureCode, Timestamp)>,
) -> Result<(), DbErr> {
    // Without statistics SQLite would read the whole JSON for each prompt. It keeps the order of a cross join.
    let join = match transaction.get_database_backend() {
        DbBackend::Postgres => "JOIN",
        _ => "CROSS JOIN",
    };
    let rows = json_rows(transaction, 1);
    let sql = format!(
        "INSERT INTO answers (id, organization_id, run_id, prompt_set_id, prompt_id, model, region, status, \
         content, failure_code, attempts, created_at, ended_at) \
         SELECT item.value ->> 0, runs.organization_id, runs.id, run_prompts.prompt_set_id, run_prompts.prompt_id, \
         item.value ->> 2, runs.region, $4, '', $5, 0, $2, $6 FROM {rows} AS item \
         {join} runs ON runs.id = $3 \
         {join} run_prompts ON run_prompts.run_id = $3 AND run_prompts.position = CAST(item.value ->> 1 AS integer)"
    );
    let status = if failure.is_some() { answer::Status::Failed } else { answer::Status::Queued };
    let values = [
        serde_json::json!(items).to_string().into(),
        created_at.as_millisecond().into(),
        run_id.to_owned().into(),
        status.into(),
        failure.map(|(code, _)| code.as_str()).into(),
        failure.map(|(_, at)| at.as_millisecond()).into(),
    ];
    execute(transaction, &sql, values).await.map(drop)
}

fn to_u64(count: i64) -> u64 {
    u64::try_from(count).unwrap_or_default()
}
