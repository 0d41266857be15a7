//! The items of a run, page by page.

use answerdeck_api::{AnswerStatus, ModelCode, Run, RunAnswer, RunId, RunStatus};
use sea_orm::{ColumnTrait, DatabaseConnection, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::clock::wire_time;
use crate::database::entity::{answer, run, run_prompt};
use crate::database::{stored, stored_json};
use crate::problem::ApiResult;
use crate::run::slices;

/// Items of a page.
const PAGE: u64 = 500;

/// Reads the items of a run: first those that have a row, then those that were not started.
pub(super) struct RunItems {
    database: DatabaseConnection,
    run: run::Model,
    models: Vec<String>,
    prompts: Vec<run_prompt::Model>,
    /// The positions of the prompts, ordered by the prompt's id.
    positions: Vec<usize>,
    /// The last row that was read. `None` before the first.
    last_id: Option<String>,
    has_more_rows: bool,
    /// Items that were read.
    read: u64,
    succeeded: u64,
    failed: u64,
}

/// The columns of an item: id, model, prompt, query, region and status.
type ItemRow = (String, String, String, String, String, answer::Status);

impl RunItems {
    /// Loads the prompts of a run, each once.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(super) async fn load(database: &DatabaseConnection, run: run::Model) -> Result<Self, DbErr> {
        let prompts = run_prompt::Entity::find()
            .filter(run_prompt::Column::RunId.eq(&run.id))
            .order_by_asc(run_prompt::Column::Position)
            .all(database)
            .await?;
        let mut positions: Vec<usize> = (0..prompts.len()).collect();
        positions.sort_by(|one, other| prompts[*one].prompt_id.cmp(&prompts[*other].prompt_id));
        let models = stored_json(run.models.clone())?;
        let database = database.clone();
        let (last_id, has_more_rows, read, succeeded, failed) = (None, true, 0, 0, 0);
        Ok(Self { database, run, models, prompts, positions, last_id, has_more_rows, read, succeeded, failed })
    }

    /// Reads a page. `None` after the last item.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(super) async fn next(&mut self) -> ApiResult<Option<Vec<RunAnswer>>> {
        let mut items = Vec::new();
        if self.has_more_rows {
            let rows = self.rows().await?;
            self.has_more_rows = rows.len() as u64 == PAGE;
            items = rows.into_iter().map(|row| self.item_of(row)).collect::<ApiResult<_>>()?;
        }
        self.read += items.len() as u64;
        if items.is_empty() {
            items = self.unstarted()?;
            self.read += items.len() as u64;
        }
        let count = |status: AnswerStatus| items.iter().filter(|item| item.status == status).count() as u64;
        self.succeeded += count(AnswerStatus::Success);
        self.failed += count(AnswerStatus::Failed);
        Ok((!items.is_empty()).then_some(items))
    }

    /// The run, with counts of the items that were read, so that both agree while the run is in progress.
    ///
    /// # Errors
    /// Returns an error if the stored id is none.
    pub(super) fn counted(&self) -> Result<Run, DbErr> {
        Ok(with_counts(stored(self.run.id.clone())?, self.read, self.succeeded, self.failed, self.run.created_at))
    }

    async fn rows(&mut self) -> Result<Vec<ItemRow>, DbErr> {
        let mut query = answer::Entity::find()
            .select_only()
            .columns([
                answer::Column::Id,
                answer::Column::Model,
                answer::Column::PromptId,
                answer::Column::Query,
                answer::Column::Region,
                answer::Column::Status,
            ])
            .filter(answer::Column::RunId.eq(&self.run.id))
            .filter(answer::Column::OrganizationId.eq(&self.run.organization_id))
            .order_by_asc(answer::Column::Id)
            .limit(PAGE);
        if let Some(id) = &self.last_id {
            query = query.filter(answer::Column::Id.gt(id));
        }
        let rows: Vec<ItemRow> = query.into_tuple().all(&self.database).await?;
        self.last_id = rows.last().map(|row| row.0.clone());
        Ok(rows)
    }

    fn item_of(&self, (_, model, prompt_id, query, region, status): ItemRow) -> ApiResult<RunAnswer> {
        let position = self.positions.binary_search_by(|position| self.prompts[*position].prompt_id.cmp(&prompt_id));
        let query = match position {
            Ok(found) if query.is_empty() => self.prompts[self.positions[found]].content.clone(),
            _ => query,
        };
        let (model, prompt_id) = (ModelCode::from(model.as_str()), stored(prompt_id)?);
        Ok(RunAnswer { model, prompt_id, query, region, status: status.into() })
    }

    /// The next items that have no row. All of them wait.
    fn unstarted(&self) -> ApiResult<Vec<RunAnswer>> {
        if self.run.status == run::Status::Finished {
            // The run is being deleted.
            return Ok(Vec::new());
        }
        let total = self.run.total_count.unsigned_abs();
        let of_item = |at| {
            let (position, model) = slices::item(at, self.prompts.len() as u64, &self.models)?;
            Some((self.prompts.get(usize::try_from(position).ok()?)?, model))
        };
        (self.read..total.min(self.read + PAGE))
            .filter_map(of_item)
            .map(|(prompt, model)| {
                Ok(RunAnswer {
                    model: ModelCode::from(model.as_str()),
                    prompt_id: stored(prompt.prompt_id.clone())?,
                    query: prompt.content.clone(),
                    region: self.run.region.clone(),
                    status: AnswerStatus::Pending,
                })
            })
            .collect()
    }
}

/// Source: docs/platform-api.md, section 3: a run is FINISHED when all of its items have ended.
pub(super) fn with_counts(id: RunId, total: u64, succeeded: u64, failed: u64, created_at: i64) -> Run {
    let finished = succeeded + failed;
    Run {
        id,
        status: if finished == total { RunStatus::Finished } else { RunStatus::Running },
        total_count: total,
        finished_count: finished,
        success_count: succeeded,
        failed_count: failed,
        running_count: total.saturating_sub(finished),
        created_at: Some(wire_time(created_at)),
        answers: None,
    }
}
