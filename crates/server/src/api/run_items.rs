//! The items of a run, page by page.

use std::collections::HashMap;

use answerdeck_api::{AnswerStatus, ModelCode, ModelRoute, Run, RunAnswer, RunStatus};
use answerdeck_database::credits::credits;
use answerdeck_database::entity::{answer, run, run_prompt};
use answerdeck_database::time::wire_time;
use answerdeck_database::{parse_stored_id, stored_json};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, DatabaseConnection, DbErr, DerivePartialModel, EntityTrait, FromQueryResult, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait,
};

use crate::engines::spend::dollars;
use crate::language::Language;
use crate::problem::ApiResult;
use crate::run::{failure, slices};

const PAGE: u64 = 500;

/// Reads the items of a run: first those that have a row, then those that were not started.
pub(super) struct RunItems {
    database: DatabaseConnection,
    language: Language,
    run: run::Model,
    models: Vec<String>,
    prompts: Vec<RunPrompt>,
    /// The positions of the prompts by their ids.
    positions: HashMap<String, usize>,
    /// The last row that was read. `None` before the first.
    last_id: Option<String>,
    has_more_rows: bool,
    /// The items that were read.
    counts: Counts,
}

#[derive(FromQueryResult)]
struct RunPrompt {
    prompt_id: String,
    content: String,
    is_deleted: bool,
}

#[derive(DerivePartialModel)]
#[sea_orm(entity = "answer::Entity")]
struct ItemRow {
    id: String,
    model: String,
    prompt_id: String,
    region: String,
    status: answer::Status,
    route: Option<String>,
    provider_cost: Option<i64>,
    failure_code: Option<String>,
    provider_status: Option<String>,
    provider_message: Option<String>,
}

impl RunItems {
    /// Loads the prompts of a run, each once. The messages of failures are in `language`.
    pub(super) async fn load(
        database: &DatabaseConnection,
        language: Language,
        run: run::Model,
    ) -> Result<Self, DbErr> {
        let is_deleted = Expr::cust("NOT EXISTS (SELECT 1 FROM prompts WHERE prompts.id = run_prompts.prompt_id)");
        let prompts: Vec<RunPrompt> = run_prompt::Entity::find()
            .select_only()
            .columns([run_prompt::Column::PromptId, run_prompt::Column::Content])
            .expr_as(is_deleted, "is_deleted")
            .filter(run_prompt::Column::RunId.eq(&run.id))
            .order_by_asc(run_prompt::Column::Position)
            .into_model()
            .all(database)
            .await?;
        let positions = prompts.iter().enumerate().map(|(at, prompt)| (prompt.prompt_id.clone(), at)).collect();
        let models = stored_json(run.models.clone())?;
        let database = database.clone();
        let counts = Counts { total: 0, succeeded: 0, failed: 0, charged: run.charged, cost: None };
        Ok(Self { database, language, run, models, prompts, positions, last_id: None, has_more_rows: true, counts })
    }

    /// Reads a page. `None` after the last item.
    pub(super) async fn next(&mut self) -> ApiResult<Option<Vec<RunAnswer>>> {
        let mut items = Vec::new();
        if self.has_more_rows {
            let rows = self.rows().await?;
            self.has_more_rows = rows.len() as u64 == PAGE;
            self.counts.cost =
                rows.iter().filter_map(|row| row.provider_cost).chain(self.counts.cost).reduce(i64::saturating_add);
            items = rows.into_iter().map(|row| self.item_of(row)).collect::<ApiResult<_>>()?;
        }
        if items.is_empty() {
            items = self.unstarted()?;
        }
        self.counts.total += items.len() as u64;
        let count = |status: AnswerStatus| items.iter().filter(|item| item.status == status).count() as u64;
        self.counts.succeeded += count(AnswerStatus::Success);
        self.counts.failed += count(AnswerStatus::Failed);
        Ok((!items.is_empty()).then_some(items))
    }

    /// The run, with counts of the items that were read, so that both agree while the run is in progress.
    pub(super) async fn counted(&self) -> Result<Run, DbErr> {
        let mut counts = self.counts;
        if self.run.status == run::Status::Running {
            // An item that was read may have ended after the row was read.
            let charged = run::Entity::find_by_id(self.run.id.as_str()).select_only().column(run::Column::Charged);
            counts.charged = charged.into_tuple::<i64>().one(&self.database).await?.unwrap_or(counts.charged);
        }
        with_counts(&self.run, counts)
    }

    async fn rows(&mut self) -> Result<Vec<ItemRow>, DbErr> {
        let rows: Vec<ItemRow> = answer::Entity::find()
            .filter(answer::Column::RunId.eq(&self.run.id))
            .filter(answer::Column::OrganizationId.eq(&self.run.organization_id))
            .apply_if(self.last_id.as_ref(), |query, id| query.filter(answer::Column::Id.gt(id)))
            .order_by_asc(answer::Column::Id)
            .limit(PAGE)
            .into_partial_model()
            .all(&self.database)
            .await?;
        self.last_id = rows.last().map(|row| row.id.clone());
        Ok(rows)
    }

    fn item_of(&self, row: ItemRow) -> ApiResult<RunAnswer> {
        let ItemRow { id, model, prompt_id, region, status, route, .. } = row;
        let failure = failure::to_wire(row.failure_code, row.provider_status, row.provider_message, self.language);
        let Some(position) = self.positions.get(&prompt_id) else {
            return Err(DbErr::RecordNotFound(format!("prompt {prompt_id} of run {}", self.run.id)).into());
        };
        let prompt = &self.prompts[*position];
        let (query, prompt_deleted) = (prompt.content.clone(), prompt.is_deleted);
        let (answer_id, prompt_id) = (Some(parse_stored_id(id)?), parse_stored_id(prompt_id)?);
        let (model, status) = (ModelCode::from(model.as_str()), AnswerStatus::from(status));
        let route = route.as_deref().filter(|_| status != AnswerStatus::Pending).map(ModelRoute::from);
        Ok(RunAnswer { answer_id, model, prompt_id, prompt_deleted, query, region, status, route, failure })
    }

    /// The next items that have no row. All of them wait.
    fn unstarted(&self) -> ApiResult<Vec<RunAnswer>> {
        if self.run.status == run::Status::Finished {
            // The run is being deleted.
            return Ok(Vec::new());
        }
        let total = self.run.total_count.unsigned_abs();
        let prompt_and_model = |at| {
            let (position, model) = slices::item(at, self.prompts.len() as u64, &self.models)?;
            Some((self.prompts.get(usize::try_from(position).ok()?)?, model))
        };
        (self.counts.total..total.min(self.counts.total + PAGE))
            .filter_map(prompt_and_model)
            .map(|(prompt, model)| {
                Ok(RunAnswer {
                    answer_id: None,
                    model: ModelCode::from(model.as_str()),
                    prompt_id: parse_stored_id(prompt.prompt_id.clone())?,
                    prompt_deleted: prompt.is_deleted,
                    query: prompt.content.clone(),
                    region: self.run.region.clone(),
                    status: AnswerStatus::Pending,
                    route: None,
                    failure: None,
                })
            })
            .collect()
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Counts {
    total: u64,
    succeeded: u64,
    failed: u64,
    /// What the organization was charged, in thousandths of a credit.
    charged: i64,
    /// What the providers billed, in millionths of a US dollar. Absent when none of them said.
    cost: Option<i64>,
}

impl Counts {
    /// The counts that the row of a run has.
    pub(super) fn of(row: &run::Model) -> Self {
        let [total, succeeded, failed] = [row.total_count, row.success_count, row.failed_count]
            .map(|count| u64::try_from(count).unwrap_or_default());
        Self { total, succeeded, failed, charged: row.charged, cost: row.provider_cost }
    }
}

/// Source: docs/platform-api.md, section 3: a run is FINISHED when all of its items have ended.
pub(super) fn with_counts(row: &run::Model, counts: Counts) -> Result<Run, DbErr> {
    let Counts { total, succeeded, failed, charged, cost } = counts;
    let finished = succeeded + failed;
    let models: Vec<ModelCode> = stored_json(row.models.clone())?;
    let prompts = row.prompt_count.unsigned_abs();
    // The total of the row is final: items that are read later may not have been counted yet.
    let repeats = row.total_count.unsigned_abs().checked_div(prompts * models.len() as u64);
    Ok(Run {
        id: parse_stored_id(row.id.clone())?,
        status: if finished == total { RunStatus::Finished } else { RunStatus::Running },
        total_count: total,
        finished_count: finished,
        success_count: succeeded,
        failed_count: failed,
        running_count: total.saturating_sub(finished),
        name: Some(row.name.clone()),
        prompt_set_id: row.prompt_set_id.clone().map(parse_stored_id).transpose()?,
        schedule_id: row.schedule_id.clone().map(parse_stored_id).transpose()?,
        prompt_count: Some(prompts),
        models: Some(models),
        repeat_count: repeats.and_then(|repeats| u32::try_from(repeats).ok()),
        created_at: Some(wire_time(row.created_at)),
        stopped_at: row.stopped_at.map(wire_time),
        credits: Some(credits(charged)),
        provider_cost: cost.map(dollars),
        answers: None,
    })
}
