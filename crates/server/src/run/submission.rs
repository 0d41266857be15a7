//! Submitting a run. The run and all its items are written in one transaction.

use answerdeck_api::{ErrorCode, ModelCode, PromptId, PromptSetId, RunId, RunSubmit};
use answerdeck_engine::Engines;
use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
};

use crate::database::entity::{organization, prompt, prompt_set, run};
use crate::database::statement;
use crate::problem::{ApiResult, Problem};
use crate::random::Random;
use crate::region;

/// The region of a run whose submission names none.
///
/// Source: docs/platform-api.md, section 2, Run.
const REGION_DEFAULT: &str = "KR";
/// Items per INSERT. Limits the memory that a large run needs.
const ITEMS_PER_INSERT: usize = 5_000;

/// A submission with known models and a known region.
#[derive(Debug, Clone)]
pub struct Submission {
    prompts: Prompts,
    models: Vec<ModelCode>,
    region: String,
    repeat_count: u32,
}

#[derive(Debug, Clone)]
enum Prompts {
    ByIds(Vec<PromptId>),
    BySet(PromptSetId),
}

impl Submission {
    /// Validates the submission, without the database.
    ///
    /// # Errors
    /// - `MODEL_NOT_SUPPORTED`: the platform does not know a model.
    /// - `MODEL_NOT_GRANTED`: this server has no engine for a model.
    /// - `COMMON_VALIDATION`: not exactly one of `promptIDs` and `promptSetID`, or an unknown region.
    ///
    /// Source: docs/platform-api.md, sections 2 and 7.
    pub fn check(engines: &Engines, submit: RunSubmit) -> ApiResult<Self> {
        let refuse = |code, model: &ModelCode| {
            Err(Problem::Refused { code, details: vec![format!("models: {model} is not available")] })
        };
        if let Some(model) = submit.models.iter().find(|model| !model.is_known()) {
            return refuse(ErrorCode::ModelNotSupported, model);
        }
        let region = submit.region.unwrap_or_else(|| REGION_DEFAULT.to_owned());
        if !region::is_known(&region) {
            return Err(Problem::validation("region: must be an ISO 3166-1 alpha-2 code"));
        }
        if let Some(model) = submit.models.iter().find(|model| engines.of(model).is_none()) {
            return refuse(ErrorCode::ModelNotGranted, model);
        }
        let prompts = match (submit.prompt_ids, submit.prompt_set_id) {
            (Some(ids), None) => Prompts::ByIds(ids),
            (None, Some(set)) => Prompts::BySet(set),
            _ => return Err(Problem::validation("promptIDs: give exactly one of promptIDs and promptSetID")),
        };
        Ok(Self { prompts, models: submit.models, region, repeat_count: submit.repeat_count.unwrap_or(1) })
    }
}

/// Writes the run and its items, one for each prompt, model and repetition. `now` is the creation time.
/// A run without items is FINISHED immediately.
///
/// # Errors
/// - `PROMPT_NOT_FOUND`, `PROMPT_SET_NOT_FOUND`: it does not exist, or belongs to another organization.
/// - `INSUFFICIENT_CREDITS`: the balance is zero. A balance that covers only a part of the run is enough.
///
/// Source: docs/platform-api.md, section 8, Credits.
pub async fn submit(
    transaction: &DatabaseTransaction,
    random: &Random,
    organization_id: &str,
    submission: &Submission,
    now: Timestamp,
) -> ApiResult<RunId> {
    let prompts = match &submission.prompts {
        Prompts::ByIds(ids) => prompts_by_ids(transaction, organization_id, ids).await?,
        Prompts::BySet(set) => prompts_of_set(transaction, organization_id, set).await?,
    };
    let organization = organization::Entity::find_by_id(organization_id).one(transaction).await?;
    if organization.is_none_or(|organization| organization.balance <= 0) {
        return Err(Problem::refused(ErrorCode::InsufficientCredits));
    }
    let id: RunId = random.id(now);
    let created_at = now.as_millisecond();
    let total = prompts.len() * submission.models.len() * submission.repeat_count as usize;
    let status = if total == 0 { run::Status::Finished } else { run::Status::Running };
    run::Entity::insert(run::ActiveModel {
        id: Set(id.to_string()),
        organization_id: Set(organization_id.to_owned()),
        region: Set(submission.region.clone()),
        status: Set(status),
        total_count: Set(i64::try_from(total).unwrap_or(i64::MAX)),
        success_count: Set(0),
        failed_count: Set(0),
        created_at: Set(created_at),
        finished_at: Set((total == 0).then_some(created_at)),
    })
    .exec_without_returning(transaction)
    .await?;
    let models = submission.models.iter().map(ModelCode::as_str).collect::<Vec<_>>();
    for start in (0..total).step_by(ITEMS_PER_INSERT) {
        // The repetition varies slowest, so that every prompt and model is collected once before the next repetition.
        let items: Vec<[String; 3]> = (start..total.min(start + ITEMS_PER_INSERT))
            .map(|at| {
                let prompt = &prompts[at / models.len() % prompts.len()];
                [random.id(now), prompt.id.clone(), models[at % models.len()].to_owned()]
            })
            .collect();
        insert_items(transaction, organization_id, &id, &submission.region, &items, created_at).await?;
    }
    Ok(id)
}

/// Writes items, each an id, a prompt id and a model. They are passed as one JSON value: a run can have 80,000.
async fn insert_items(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    run_id: &RunId,
    region: &str,
    items: &[[String; 3]],
    created_at: i64,
) -> ApiResult<()> {
    let rows = match transaction.get_database_backend() {
        DbBackend::Postgres => "json_array_elements($1::json)",
        _ => "json_each($1)",
    };
    let sql = format!(
        "INSERT INTO answers (id, organization_id, run_id, prompt_set_id, prompt_id, model, region, status, query, \
         content, attempts, created_at) \
         SELECT item.value ->> 0, $2, $3, prompts.prompt_set_id, prompts.id, item.value ->> 2, $4, 'PENDING', \
         prompts.content, '', 0, $5 FROM {rows} AS item JOIN prompts ON prompts.id = item.value ->> 1"
    );
    let json = serde_json::json!(items).to_string();
    let values = [json.into(), organization_id.into(), run_id.as_str().into(), region.into(), created_at.into()];
    transaction.execute_raw(statement(transaction, &sql, values)).await?;
    Ok(())
}

/// Locks the prompts until the run is written.
async fn prompts_by_ids(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    ids: &[PromptId],
) -> ApiResult<Vec<prompt::Model>> {
    let rows = prompt::Entity::find()
        .filter(prompt::Column::Id.is_in(ids.iter().map(PromptId::as_str)))
        .filter(prompt::Column::OrganizationId.eq(organization_id))
        .lock_shared()
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

async fn prompts_of_set(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    set: &PromptSetId,
) -> ApiResult<Vec<prompt::Model>> {
    prompt_set::Entity::find_by_id(set.as_str())
        .filter(prompt_set::Column::OrganizationId.eq(organization_id))
        .one(transaction)
        .await?
        .ok_or_else(|| Problem::refused(ErrorCode::PromptSetNotFound))?;
    Ok(prompt::Entity::find()
        .filter(prompt::Column::PromptSetId.eq(set.as_str()))
        .order_by_asc(prompt::Column::Id)
        .lock_shared()
        .all(transaction)
        .await?)
}
