//! The runs resource.

use answerdeck_api::limits::RUN_PAGE_SIZE_MAX;
use answerdeck_api::operation::LIST_RUNS;
use answerdeck_api::{
    AnswerStatus, Created, ErrorCode, ModelCode, Run, RunAnswer, RunId, RunList, RunPageRequest, RunStatus, RunSubmit,
};
use axum::Json;
use axum::extract::State;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::rows;
use crate::clock::wire_time;
use crate::database::entity::{answer, run};
use crate::database::{begin, stored};
use crate::http::caller::Caller;
use crate::http::cursor::Pagination;
use crate::http::extract::{Body, Params, PathId};
use crate::problem::{ApiResult, Problem};
use crate::run::submission::{self, Submission};
use crate::state::AppState;

pub(super) async fn submit(
    State(app): State<AppState>,
    caller: Caller,
    Body(submit): Body<RunSubmit>,
) -> ApiResult<Json<Created<RunId>>> {
    let submission = Submission::check(&app.engines, submit)?;
    let transaction = begin(&app.database).await?;
    let id =
        submission::submit(&transaction, &app.random, caller.organization_id.as_str(), &submission, app.clock.now())
            .await?;
    transaction.commit().await?;
    app.run_notify.notify_one();
    Ok(Json(Created { id }))
}

pub(super) async fn list(
    State(app): State<AppState>,
    caller: Caller,
    Params(page): Params<RunPageRequest>,
) -> ApiResult<Json<RunList>> {
    let pagination = Pagination::new(LIST_RUNS, &caller, &(), page.limit.unwrap_or(RUN_PAGE_SIZE_MAX));
    let query = run::Entity::find().filter(run::Column::OrganizationId.eq(caller.organization_id.as_str()));
    let query = rows::page(query, run::Column::Id, &pagination, page.cursor.as_deref())?;
    let rows = query.all(&app.database).await?;
    Ok(Json(pagination.page(rows, |row| &row.id, without_answers)?.into()))
}

/// The counts are computed from the returned items, so that both agree while the run is in progress.
pub(super) async fn get(
    State(app): State<AppState>,
    caller: Caller,
    PathId(id): PathId<RunId>,
) -> ApiResult<Json<Run>> {
    let row = run::Entity::find_by_id(id.as_str())
        .filter(run::Column::OrganizationId.eq(caller.organization_id.as_str()))
        .one(&app.database)
        .await?
        .ok_or_else(|| Problem::refused(ErrorCode::TaskGenerationRunNotFound))?;
    let items: Vec<(String, String, String, String, answer::Status)> = answer::Entity::find()
        .select_only()
        .columns([
            answer::Column::Model,
            answer::Column::PromptId,
            answer::Column::Query,
            answer::Column::Region,
            answer::Column::Status,
        ])
        .filter(answer::Column::RunId.eq(&row.id))
        .filter(answer::Column::OrganizationId.eq(caller.organization_id.as_str()))
        .order_by_asc(answer::Column::Id)
        .into_tuple()
        .all(&app.database)
        .await?;
    let answers = items.into_iter().map(run_answer).collect::<ApiResult<Vec<_>>>()?;
    let count = |status: AnswerStatus| answers.iter().filter(|answer| answer.status == status).count() as u64;
    let (succeeded, failed) = (count(AnswerStatus::Success), count(AnswerStatus::Failed));
    let run = with_counts(stored(row.id)?, answers.len() as u64, succeeded, failed, row.created_at);
    Ok(Json(Run { answers: Some(answers), ..run }))
}

fn run_answer(
    (model, prompt_id, query, region, status): (String, String, String, String, answer::Status),
) -> ApiResult<RunAnswer> {
    Ok(RunAnswer {
        model: ModelCode::from(model.as_str()),
        prompt_id: stored(prompt_id)?,
        query,
        region,
        status: status.into(),
    })
}

fn without_answers(row: run::Model) -> ApiResult<Run> {
    let [total, succeeded, failed] =
        [row.total_count, row.success_count, row.failed_count].map(|count| u64::try_from(count).unwrap_or_default());
    Ok(with_counts(stored(row.id)?, total, succeeded, failed, row.created_at))
}

/// Source: docs/platform-api.md, section 3: a run is FINISHED when all of its items have ended.
fn with_counts(id: RunId, total: u64, succeeded: u64, failed: u64, created_at: i64) -> Run {
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
