//! Submitting a run. The run, its prompts and its first items are written in one transaction.

use std::collections::HashSet;

use answerdeck_api::limits::{
    ANSWER_PRICE, PENDING_ITEMS_MAX, PROMPT_BULK_MAX, PROMPT_SET_NAME_MAX, RUN_MODELS_MAX, RUN_REGION_DEFAULT,
};
use answerdeck_api::{ErrorCode, ModelCode, PromptId, PromptSetId, RunId, RunSubmit};
use answerdeck_database::credits::{credits, thousandths};
use answerdeck_database::entity::{prompt, prompt_set, run};
use answerdeck_database::{execute, is_element, json_rows, lock_organization, query_row, region};
use answerdeck_engine::Engines;
use jiff::Timestamp;
use sea_orm::sea_query::LockType;
use sea_orm::{
    ColumnTrait, DatabaseTransaction, DbErr, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait,
};

use super::{ledger, slices};
use crate::language::shortened;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// The maximum number of unfinished runs of an organization. The worker goes through all of them to find an item.
const UNFINISHED_RUNS_MAX: i64 = 1_000;

/// A submission with known models and a known region.
#[derive(Debug, Clone)]
pub struct Submission {
    prompts: Prompts,
    models: Vec<ModelCode>,
    region: String,
    repeat_count: u32,
    /// The model that accepts the shortest prompts, with their maximum length in characters. `None` when every model accepts
    /// every prompt.
    shortest: Option<(ModelCode, usize)>,
    /// What an answer of each model costs, in credits, added up.
    credits: u32,
    /// The id and the name of the schedule that starts it.
    schedule: Option<(String, String)>,
}

#[derive(Debug, Clone)]
enum Prompts {
    ByIds(Vec<PromptId>),
    BySet(PromptSetId),
}

impl Submission {
    /// Validates the submission, without the database. A refusal has all mistakes but those of the bounds: of a longer list of models,
    /// the first are checked.
    ///
    /// Source: docs/platform-api.md, sections 2 and 7.
    pub fn check(engines: &Engines, submit: RunSubmit) -> ApiResult<Self> {
        let prompts = match (submit.prompt_ids, submit.prompt_set_id) {
            (Some(ids), None) => Ok(Prompts::ByIds(ids)),
            (None, Some(set)) => Ok(Prompts::BySet(set)),
            _ => Err(Problem::validation("promptIDs: give exactly one of promptIDs and promptSetID")),
        };
        let region = submit.region.unwrap_or_else(|| RUN_REGION_DEFAULT.to_owned());
        let region = match region::is_known(&region) {
            true => Ok(region),
            false => Err(Problem::validation(format!("region: {}", region::EXPECTED))),
        };
        let model_check = check_models(engines, &submit.models);
        let (prompts, (region, ())) = Problem::both(prompts, Problem::both(region, model_check))?;
        let prompt_max = |model: &ModelCode| Some((model.clone(), engines.of(model)?.engine.prompt_max()?));
        let shortest = submit.models.iter().filter_map(prompt_max).min_by_key(|(_, prompt_max)| *prompt_max);
        let repeat_count = submit.repeat_count.unwrap_or(1);
        let credits = submit.models.iter().filter_map(|model| engines.of(model)).map(|served| served.price).sum();
        Ok(Self { prompts, models: submit.models, region, repeat_count, shortest, credits, schedule: None })
    }

    /// The same, started by a schedule.
    pub(crate) fn of_schedule(self, id: String, name: String) -> Self {
        Self { schedule: Some((id, name)), ..self }
    }

    /// Returns the ids of the prompts. A `lock` keeps them until the end of the transaction.
    async fn prompts(
        &self,
        transaction: &DatabaseTransaction,
        organization_id: &str,
        lock: Option<LockType>,
    ) -> ApiResult<Vec<String>> {
        let prompts = match &self.prompts {
            Prompts::ByIds(ids) => prompts_by_ids(transaction, organization_id, ids, lock).await?,
            Prompts::BySet(set) => prompts_of_set(transaction, organization_id, set, lock).await?,
        };
        if let Some((model, prompt_max)) = &self.shortest {
            refuse_long_prompts(transaction, &prompts, model, *prompt_max).await?;
        }
        Ok(prompts)
    }

    /// The name of the run: that of its schedule or of its set, or the beginning of the first prompt.
    async fn name(&self, transaction: &DatabaseTransaction, prompts: &[String]) -> ApiResult<String> {
        if let Some((_, name)) = &self.schedule {
            return Ok(shortened(name.clone(), PROMPT_SET_NAME_MAX));
        }
        let (sql, id) = match &self.prompts {
            Prompts::BySet(set) => ("SELECT name FROM prompt_sets WHERE id = $1", set.as_str()),
            Prompts::ByIds(_) => {
                ("SELECT content FROM prompts WHERE id = $1", prompts.first().map_or("", String::as_str))
            }
        };
        let name: Option<String> = query_row(transaction, sql, [id.into()]).await?;
        Ok(shortened(name.unwrap_or_default(), PROMPT_SET_NAME_MAX))
    }

    fn size(&self, prompts: usize) -> RunSize {
        let prompts = prompts as u64;
        let questions = prompts * u64::from(self.repeat_count);
        RunSize { prompts, items: questions * self.models.len() as u64, credits: questions * u64::from(self.credits) }
    }
}

fn check_models(engines: &Engines, models: &[ModelCode]) -> ApiResult<()> {
    let models = || models.iter().take(RUN_MODELS_MAX);
    let unknown = models().enumerate();
    let unknown = unknown.filter_map(|(index, model)| model.require_known(&format!("models[{index}]")).err());
    let unknown: Vec<String> = unknown.collect();
    let code = if unknown.is_empty() { ErrorCode::ModelNotGranted } else { ErrorCode::ModelNotSupported };
    let without_engine = models().filter(|model| model.is_known() && engines.of(model).is_none());
    let without_engine = without_engine
        .map(|model| format!("models: this server has no engine for {model}. GET /models lists those it has"));
    let details: Vec<String> = unknown.into_iter().chain(without_engine).collect();
    if details.is_empty() { Ok(()) } else { Err(Problem::Refused { code, details }) }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunSize {
    pub prompts: u64,
    /// The number of items: prompts × models × repetitions.
    pub items: u64,
    /// What its answers cost if all items succeed, in credits.
    pub credits: u64,
}

/// Returns the size that the run of a submission would have now. With a lock, it stays so until the transaction ends.
pub async fn size(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    submission: &Submission,
    lock: Option<LockType>,
) -> ApiResult<RunSize> {
    Ok(submission.size(submission.prompts(transaction, organization_id, lock).await?.len()))
}

/// Writes the run, its prompts, and its first items, and returns its id and its size. [`slices`] starts the other items. `now` is the
/// creation time. A run without items is FINISHED immediately.
///
/// Source: docs/platform-api.md, section 7; section 8, Credits.
pub async fn submit(
    app: &AppState,
    transaction: &DatabaseTransaction,
    organization_id: &str,
    submission: &Submission,
    now: Timestamp,
) -> ApiResult<(RunId, RunSize)> {
    let prompts = submission.prompts(transaction, organization_id, Some(LockType::Share)).await?;
    let size = submission.size(prompts.len());
    // Locked, so that concurrent submissions count each other.
    let organization = lock_organization(transaction, organization_id).await?;
    let least = if submission.credits == 0 { i64::MIN } else { thousandths(ANSWER_PRICE) };
    let balance = organization.map_or(0, |organization| organization.balance);
    if balance < least {
        let balance = credits(balance);
        let detail = match size.credits {
            0 => format!("a run needs a balance of at least {ANSWER_PRICE} credit, and the balance is {balance}"),
            1 => format!("the run costs 1 credit, and the balance is {balance}"),
            price => format!("the run costs {price} credits, and the balance is {balance}"),
        };
        return Err(Problem::refused_with(ErrorCode::InsufficientCredits, detail));
    }
    let id: RunId = app.random.id(now);
    let created_at = now.as_millisecond();
    let total = i64::try_from(size.items).unwrap_or(i64::MAX);
    check_pending_limit(transaction, organization_id, total).await?;
    let run = run::Model {
        id: id.to_string(),
        organization_id: organization_id.to_owned(),
        region: submission.region.clone(),
        status: if total == 0 { run::Status::Finished } else { run::Status::Running },
        total_count: total,
        success_count: 0,
        failed_count: 0,
        models: serde_json::json!(submission.models),
        name: submission.name(transaction, &prompts).await?,
        prompt_set_id: match &submission.prompts {
            Prompts::BySet(set) => Some(set.to_string()),
            Prompts::ByIds(_) => None,
        },
        prompt_count: i64::try_from(size.prompts).unwrap_or(i64::MAX),
        unstarted_count: total,
        credits_ran_out: false,
        schedule_id: submission.schedule.as_ref().map(|(id, _)| id.clone()),
        charged: 0,
        created_at,
        finished_at: (total == 0).then_some(created_at),
        stopped_at: None,
        provider_cost: None,
    };
    run::Entity::insert(run.clone().into_active_model()).exec_without_returning(transaction).await?;
    if total > 0 {
        insert_prompts(transaction, &run.id, &prompts).await?;
        slices::start_slice(app, transaction, &run, now).await?;
    } else {
        ledger::record_end(app, transaction, run, now).await?;
    }
    Ok((id, size))
}

/// Refuses a run with which the organization would have more than [`PENDING_ITEMS_MAX`] items, or too many runs.
async fn check_pending_limit(transaction: &DatabaseTransaction, organization_id: &str, total: i64) -> ApiResult<()> {
    let sql = "SELECT count(*), CAST(coalesce(sum(total_count - success_count - failed_count), 0) AS bigint) FROM runs \
               WHERE organization_id = $1 AND status = 'RUNNING'";
    let counts = query_row::<(i64, i64)>(transaction, sql, [organization_id.into()]).await?;
    let (runs, items) = counts.unwrap_or_default();
    let is_too_many = items.saturating_add(total).unsigned_abs() > PENDING_ITEMS_MAX || runs >= UNFINISHED_RUNS_MAX;
    if is_too_many { Err(Problem::refused(ErrorCode::PlatformPendingLimitExceeded)) } else { Ok(()) }
}

/// Refuses a run with a prompt that is longer than the model accepts.
async fn refuse_long_prompts(
    transaction: &DatabaseTransaction,
    prompts: &[String],
    model: &ModelCode,
    prompt_max: usize,
) -> ApiResult<()> {
    let is_prompt = is_element(transaction, "id", "text", 1);
    let sql = format!(
        "SELECT id, CAST(length(content) AS bigint) FROM prompts \
         WHERE {is_prompt} AND length(content) > $2 ORDER BY id LIMIT 1"
    );
    let values = [serde_json::json!(prompts).to_string().into(), i64::try_from(prompt_max).unwrap_or(i64::MAX).into()];
    let longer = query_row::<(String, i64)>(transaction, &sql, values).await?;
    let Some((prompt, length)) = longer else { return Ok(()) };
    let detail =
        format!("models: {model} accepts prompts of at most {prompt_max} characters; the prompt {prompt} has {length}");
    Err(Problem::refused_with(ErrorCode::RunPromptTooLong, detail))
}

/// Copies the prompts, so that the run does not change with them.
async fn insert_prompts(transaction: &DatabaseTransaction, run_id: &str, prompt_ids: &[String]) -> ApiResult<()> {
    let rows = json_rows(transaction, 1);
    let sql = format!(
        "INSERT INTO run_prompts (run_id, position, prompt_id, prompt_set_id, content) \
         SELECT $2, CAST(entry.value ->> 0 AS integer), prompts.id, prompts.prompt_set_id, prompts.content \
         FROM {rows} AS entry JOIN prompts ON prompts.id = entry.value ->> 1"
    );
    let entries: Vec<(usize, &String)> = prompt_ids.iter().enumerate().collect();
    let values = [serde_json::json!(entries).to_string().into(), run_id.into()];
    execute(transaction, &sql, values).await?;
    Ok(())
}

/// Returns the ids of those prompts that exist. A `lock` keeps them until the end of the transaction.
pub(crate) async fn existing(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    ids: &[PromptId],
    lock: Option<LockType>,
) -> Result<HashSet<String>, DbErr> {
    let found: Vec<String> = prompt::Entity::find()
        .select_only()
        .column(prompt::Column::Id)
        .filter(prompt::Column::Id.is_in(ids.iter().map(PromptId::as_str)))
        .filter(prompt::Column::OrganizationId.eq(organization_id))
        .apply_if(lock, QuerySelect::lock)
        .into_tuple()
        .all(transaction)
        .await?;
    Ok(found.into_iter().collect())
}

async fn prompts_by_ids(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    ids: &[PromptId],
    lock: Option<LockType>,
) -> ApiResult<Vec<String>> {
    let found = existing(transaction, organization_id, ids, lock).await?;
    let unknown = ids.iter().enumerate().filter(|(_, id)| !found.contains(id.as_str()));
    let mut details: Vec<String> =
        unknown.map(|(position, id)| format!("promptIDs[{position}]: there is no prompt {id}")).collect();
    let more = details.len().saturating_sub(PROMPT_BULK_MAX);
    details.truncate(PROMPT_BULK_MAX);
    match more {
        0 => {}
        1 => details.push("promptIDs: 1 more id has no prompt".to_owned()),
        more => details.push(format!("promptIDs: {more} more ids have no prompt")),
    }
    match details.is_empty() {
        true => Ok(ids.iter().map(ToString::to_string).collect()),
        false => Err(Problem::Refused { code: ErrorCode::PromptNotFound, details }),
    }
}

async fn prompts_of_set(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    set: &PromptSetId,
    lock: Option<LockType>,
) -> ApiResult<Vec<String>> {
    prompt_set::Entity::find_by_id(set.as_str())
        .filter(prompt_set::Column::OrganizationId.eq(organization_id))
        .one(transaction)
        .await?
        .ok_or_else(|| {
            let detail = format!("promptSetID: there is no prompt set {set}");
            Problem::refused_with(ErrorCode::PromptSetNotFound, detail)
        })?;
    Ok(prompt::Entity::find()
        .select_only()
        .column(prompt::Column::Id)
        .filter(prompt::Column::PromptSetId.eq(set.as_str()))
        .order_by_asc(prompt::Column::Id)
        .apply_if(lock, QuerySelect::lock)
        .into_tuple()
        .all(transaction)
        .await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_list_of_models_that_is_too_long_the_first_are_checked() {
        for model in [ModelCode::Claude, ModelCode::from("HAL_9000")] {
            let checked = check_models(&Engines::default(), &vec![model; 230_000]);
            let Err(Problem::Refused { details, .. }) = &checked else { panic!("{checked:?}") };
            assert!((1..=RUN_MODELS_MAX).contains(&details.len()), "{}", details.len());
        }
    }
}
