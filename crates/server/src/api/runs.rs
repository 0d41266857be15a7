use answerdeck_api::limits::RUN_PAGE_SIZE_MAX;
use answerdeck_api::operation::LIST_RUNS;
use answerdeck_api::{Created, Run, RunId, RunList, RunPageRequest, RunSubmit};
use answerdeck_database::entity::run;
use axum::Json;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use sea_orm::{ColumnTrait, QueryFilter};

use super::run_items::{Counts, RunItems, with_counts};
use super::{rows, run_stream};
use crate::http::caller::Read;
use crate::http::extract::{PathId, QueryParams, UncheckedBody, check_bounds};
use crate::idempotency::{IdempotentWrite, WriteResult};
use crate::language::{self, VARY_BY_LANGUAGE};
use crate::problem::{ApiResult, Problem};
use crate::run::stopping;
use crate::run::submission::{self, Submission};
use crate::worker::JobKind;

/// A run with more items is sent while it is read.
const STREAMED_ITEMS_MIN: i64 = 1_000;

pub(super) async fn submit(write: IdempotentWrite, UncheckedBody(submit): UncheckedBody<RunSubmit>) -> WriteResult {
    let IdempotentWrite { app, caller, .. } = &write;
    let ((), submission) = Problem::both(check_bounds(&submit), Submission::check(&app.engines(), submit))?;
    let transaction = write.begin().await?;
    let organization = caller.organization_id.as_str();
    let (id, _) = submission::submit(app, &transaction, organization, &submission, app.clock.now()).await?;
    transaction.commit_work(JobKind::RunItems, &Created { id }).await
}

pub(super) async fn list(read: Read, QueryParams(page): QueryParams<RunPageRequest>) -> ApiResult<Json<RunList>> {
    let page = RunPageRequest { limit: page.limit.or(Some(RUN_PAGE_SIZE_MAX)), ..page };
    let query = rows::select_all::<run::Entity>(&read.caller);
    let query = match page.run_ids.is_empty() {
        true => query,
        false => query.filter(run::Column::Id.is_in(page.run_ids.iter().map(RunId::as_str))),
    };
    Ok(Json(rows::list(&read, LIST_RUNS, &page, query, without_answers).await?.into()))
}

pub(super) async fn get(read: Read, PathId(id): PathId<RunId>, headers: HeaderMap) -> ApiResult<Response> {
    let language = language::preferred(&headers);
    let row = rows::find::<run::Entity>(&read.app.database, &read.caller, id.as_str()).await?;
    if row.total_count <= STREAMED_ITEMS_MIN {
        let mut items = RunItems::load(&read.app.database, language, row).await?;
        let mut answers = Vec::new();
        while let Some(page) = items.next().await? {
            answers.extend(page);
        }
        return Ok((VARY_BY_LANGUAGE, Json(Run { answers: Some(answers), ..items.counted().await? })).into_response());
    }
    let permit = read.app.run_readers.acquire(read.caller.organization_id.as_str()).await?;
    let items = RunItems::load(&read.app.database, language, row).await?;
    Ok((VARY_BY_LANGUAGE, run_stream::respond(items, permit)).into_response())
}

pub(super) async fn stop(write: IdempotentWrite, PathId(id): PathId<RunId>) -> WriteResult {
    let transaction = write.begin().await?;
    let row =
        stopping::stop(&transaction, write.caller.organization_id.as_str(), id.as_str(), write.app.clock.now()).await?;
    let row = rows::or_not_found::<run::Entity, _>(row)?;
    transaction.commit_work(JobKind::StoppedRuns, &without_answers(row)?).await
}

/// Reads a run without its items.
pub(super) async fn get_counts(Read { app, caller }: Read, PathId(id): PathId<RunId>) -> ApiResult<Json<Run>> {
    Ok(Json(without_answers(rows::find::<run::Entity>(&app.database, &caller, id.as_str()).await?)?))
}

pub(super) fn without_answers(row: run::Model) -> ApiResult<Run> {
    Ok(with_counts(&row, Counts::of(&row))?)
}
