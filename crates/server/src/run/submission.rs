//! Submitting a run: all its items are written with it, or nothing is.

use answerdeck_api::{AnswerStatus, ErrorCode, ModelCode, PromptId, PromptSetId, RunId, RunStatus, RunSubmit};
use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder};

use crate::database::entity::{answer, organization, prompt, prompt_set, run};
use crate::engine::Engines;
use crate::problem::{Answered, Problem};
use crate::random::Random;

/// Where a run is asked from when the submission does not say.
///
/// Source: platform API, section 2, Run.
const REGION_DEFAULT: &str = "KR";
/// Items of one INSERT: their columns stay below what either database binds to a statement.
const ROWS_PER_INSERT: usize = 1_000;

/// A submission whose models can be asked and whose region exists.
#[derive(Debug, Clone)]
pub struct Submission {
    prompts: Prompts,
    models: Vec<ModelCode>,
    region: String,
    repeat_count: u32,
}

#[derive(Debug, Clone)]
enum Prompts {
    Named(Vec<PromptId>),
    OfSet(PromptSetId),
}

impl Submission {
    /// Checks what needs no database.
    ///
    /// # Errors
    /// - `MODEL_NOT_SUPPORTED`: a model that the platform does not know.
    /// - `MODEL_NOT_GRANTED`: a model that this server has no engine for.
    /// - `COMMON_VALIDATION`: not exactly one of `promptIDs` and `promptSetID`, or a region that is no country's code.
    ///
    /// Source: platform API, sections 2 and 7.
    pub fn check(engines: &Engines, submit: RunSubmit) -> Answered<Self> {
        let refuse = |code, model: &ModelCode| {
            Err(Problem::Refused { code, details: vec![format!("models: {model} cannot be asked")] })
        };
        if let Some(model) = submit.models.iter().find(|model| !model.is_known()) {
            return refuse(ErrorCode::ModelNotSupported, model);
        }
        let region = submit.region.unwrap_or_else(|| REGION_DEFAULT.to_owned());
        if !crate::api::regions::is_known(&region) {
            return Err(Problem::validation("region: is no ISO 3166-1 alpha-2 code"));
        }
        if let Some(model) = submit.models.iter().find(|model| engines.of(model).is_none()) {
            return refuse(ErrorCode::ModelNotGranted, model);
        }
        let prompts = match (submit.prompt_ids, submit.prompt_set_id) {
            (Some(ids), None) => Prompts::Named(ids),
            (None, Some(set)) => Prompts::OfSet(set),
            _ => return Err(Problem::validation("promptIDs: give exactly one of promptIDs and promptSetID")),
        };
        Ok(Self { prompts, models: submit.models, region, repeat_count: submit.repeat_count.unwrap_or(1) })
    }
}

/// Writes the run and its items, one a prompt, model and repetition, as asked for at `now`.
/// A run without items is FINISHED at once.
///
/// # Errors
/// - `PROMPT_NOT_FOUND`, `PROMPT_SET_NOT_FOUND`: also where it is another organization's.
/// - `INSUFFICIENT_CREDITS`: the balance is zero. A balance below the need is enough to start.
///
/// Source: platform API, section 8, Credits.
pub async fn submit(
    transaction: &DatabaseTransaction,
    random: &Random,
    organization_id: &str,
    submission: &Submission,
    now: Timestamp,
) -> Answered<RunId> {
    let prompts = match &submission.prompts {
        Prompts::Named(ids) => named(transaction, organization_id, ids).await?,
        Prompts::OfSet(set) => of_set(transaction, organization_id, set).await?,
    };
    let organization = organization::Entity::find_by_id(organization_id).one(transaction).await?;
    if organization.is_none_or(|organization| organization.balance <= 0) {
        return Err(Problem::refused(ErrorCode::InsufficientCredits));
    }
    let id: RunId = random.id(now);
    let created_at = now.as_millisecond();
    let total = prompts.len() * submission.models.len() * submission.repeat_count as usize;
    let status = if total == 0 { RunStatus::Finished } else { RunStatus::Running };
    run::Entity::insert(run::ActiveModel {
        id: Set(id.to_string()),
        organization_id: Set(organization_id.to_owned()),
        region: Set(submission.region.clone()),
        status: Set(status.as_str().to_owned()),
        total_count: Set(i64::try_from(total).unwrap_or(i64::MAX)),
        success_count: Set(0),
        failed_count: Set(0),
        created_at: Set(created_at),
        finished_at: Set((total == 0).then_some(created_at)),
    })
    .exec_without_returning(transaction)
    .await?;
    let items = Items { run: &id, organization_id, submission, prompts: &prompts, created_at };
    for start in (0..total).step_by(ROWS_PER_INSERT) {
        let rows = items.rows(random, now, start..total.min(start + ROWS_PER_INSERT));
        answer::Entity::insert_many(rows).exec_without_returning(transaction).await?;
    }
    Ok(id)
}

struct Items<'a> {
    run: &'a RunId,
    organization_id: &'a str,
    submission: &'a Submission,
    prompts: &'a [prompt::Model],
    created_at: i64,
}

impl Items<'_> {
    /// Some of the items. The repetition is the outermost, so that the first round over all prompts and models is done first.
    fn rows(&self, random: &Random, now: Timestamp, positions: std::ops::Range<usize>) -> Vec<answer::ActiveModel> {
        let Submission { models, region, .. } = self.submission;
        let row = |position: usize| {
            let prompt = &self.prompts[position / models.len() % self.prompts.len()];
            answer::ActiveModel {
                id: Set(random.id(now)),
                organization_id: Set(self.organization_id.to_owned()),
                run_id: Set(Some(self.run.to_string())),
                prompt_set_id: Set(prompt.prompt_set_id.clone()),
                prompt_id: Set(prompt.id.clone()),
                model: Set(models[position % models.len()].as_str().to_owned()),
                region: Set(region.clone()),
                status: Set(AnswerStatus::Pending.as_str().to_owned()),
                query: Set(prompt.content.clone()),
                content: Set(String::new()),
                failure: Set(None),
                attempts: Set(0),
                lease_until: Set(None),
                lease_owner: Set(None),
                created_at: Set(self.created_at),
                ended_at: Set(None),
            }
        };
        positions.map(row).collect()
    }
}

async fn named(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    ids: &[PromptId],
) -> Answered<Vec<prompt::Model>> {
    let rows = prompt::Entity::find()
        .filter(prompt::Column::Id.is_in(ids.iter().map(PromptId::as_str)))
        .filter(prompt::Column::OrganizationId.eq(organization_id))
        .all(transaction)
        .await?;
    let mut rows: std::collections::HashMap<_, _> = rows.into_iter().map(|row| (row.id.clone(), row)).collect();
    ids.iter()
        .enumerate()
        .map(|(position, id)| {
            rows.remove(id.as_str()).ok_or_else(|| Problem::Refused {
                code: ErrorCode::PromptNotFound,
                details: vec![format!("promptIDs[{position}]: there is no prompt {id}")],
            })
        })
        .collect()
}

async fn of_set(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    set: &PromptSetId,
) -> Answered<Vec<prompt::Model>> {
    prompt_set::Entity::find_by_id(set.as_str())
        .filter(prompt_set::Column::OrganizationId.eq(organization_id))
        .one(transaction)
        .await?
        .ok_or_else(|| Problem::refused(ErrorCode::PromptSetNotFound))?;
    Ok(prompt::Entity::find()
        .filter(prompt::Column::PromptSetId.eq(set.as_str()))
        .order_by_asc(prompt::Column::Id)
        .all(transaction)
        .await?)
}
