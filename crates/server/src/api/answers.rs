//! The answers resource.

use std::collections::HashMap;

use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::operation::{GET_ANSWER_MARKDOWN, LIST_ANSWERS};
use answerdeck_api::{
    Answer, AnswerCount, AnswerCountRequest, AnswerFilter, AnswerId, AnswerList, AnswerStatus, ErrorCode, ModelCode,
    Operation, Source,
};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};

use super::answer_scope::{self, ScopeFilter};
use super::rows;
use crate::clock::wire_time;
use crate::database::entity::{answer, answer_fanout, answer_source, answer_text};
use crate::database::{search, stored};
use crate::http::caller::Caller;
use crate::http::conditional::IMMUTABLE;
use crate::http::cursor::Pagination;
use crate::http::extract::{Params, PathId};
use crate::problem::{ApiResult, Problem};
use crate::run::queries;
use crate::state::AppState;

pub(super) async fn list(
    State(app): State<AppState>,
    caller: Caller,
    Params(filter): Params<AnswerFilter>,
) -> ApiResult<Json<AnswerList>> {
    let conditions = AnswerFilter { cursor: None, limit: None, ..filter.clone() };
    let pagination = Pagination::new(LIST_ANSWERS, &caller, &conditions, filter.limit.unwrap_or(PAGE_SIZE_DEFAULT));
    let scope = ScopeFilter::new(&caller, &filter.scope())?;
    let query = rows::page(scope.select(), answer::Column::Id, &pagination, filter.cursor.as_deref())?;
    let rows = query.all(&app.database).await?;
    if rows.is_empty() {
        answer_scope::check_ids(&app.database, &caller, &filter.scope()).await?;
    }
    let mut page = pagination.page(rows, |row| &row.id, Ok)?;
    let items = to_wire(&app, std::mem::take(&mut page.items)).await?;
    Ok(Json(AnswerList { answers: items, next_cursor: page.next_cursor }))
}

/// Counts the answers of the scope whose content contains at least one of the terms.
pub(super) async fn count(
    State(app): State<AppState>,
    caller: Caller,
    Params(request): Params<AnswerCountRequest>,
) -> ApiResult<Json<AnswerCount>> {
    let backend = app.analysis_database.get_database_backend();
    let any_term = request.search_terms.iter().fold(Condition::any(), |condition, term| {
        condition.add(search::contains(backend, answer_text::Column::Folded, term))
    });
    let mut query = Query::select();
    query
        .expr(Expr::cust("COUNT(*)"))
        .from(answer::Entity)
        .inner_join(
            answer_text::Entity,
            Expr::col(answer_text::Column::AnswerId.as_column_ref()).equals(answer::Column::Id.as_column_ref()),
        )
        .cond_where(ScopeFilter::new(&caller, &request.scope())?.condition())
        .cond_where(any_term);
    let row = app.analysis_database.query_one(&query).await?;
    let count: i64 = row.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default();
    if count == 0 {
        answer_scope::check_ids(&app.analysis_database, &caller, &request.scope()).await?;
    }
    Ok(Json(AnswerCount { count: count.unsigned_abs() }))
}

pub(super) async fn get(
    State(app): State<AppState>,
    caller: Caller,
    PathId(id): PathId<AnswerId>,
) -> ApiResult<impl IntoResponse> {
    let row = find(&app, &caller, &id).await?;
    let has_ended = row.status != answer::Status::Pending;
    let answer = to_wire(&app, vec![row]).await?.pop().ok_or_else(|| Problem::refused(ErrorCode::AnswerNotFound))?;
    Ok((has_ended.then_some(IMMUTABLE), Json(answer)))
}

/// Returns the content of a successful answer. The content is untrusted, so the headers keep a browser from running it.
pub(super) async fn markdown(
    State(app): State<AppState>,
    caller: Caller,
    PathId(id): PathId<AnswerId>,
) -> ApiResult<Response> {
    let row = find(&app, &caller, &id).await?;
    if row.status != answer::Status::Success {
        return Err(Problem::refused(ErrorCode::AnswerNotFound));
    }
    let headers = [
        (header::CONTENT_TYPE, "text/markdown; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
    ];
    Ok((IMMUTABLE, headers, row.content).into_response())
}

/// Finds an answer of the caller. An answer of another organization is treated like an unknown one.
async fn find(app: &AppState, caller: &Caller, id: &AnswerId) -> ApiResult<answer::Model> {
    answer::Entity::find_by_id(id.as_str())
        .filter(answer::Column::OrganizationId.eq(caller.organization_id.as_str()))
        .one(&app.database)
        .await?
        .ok_or_else(|| Problem::refused(ErrorCode::AnswerNotFound))
}

/// Converts rows to answers. One query reads the sources of all of them, and one their fan-outs.
async fn to_wire(app: &AppState, mut rows: Vec<answer::Model>) -> ApiResult<Vec<Answer>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    queries::fill_in(&app.database, &mut rows).await?;
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let source_rows = answer_source::Entity::find()
        .filter(answer_source::Column::AnswerId.is_in(ids.iter().copied()))
        .order_by_asc(answer_source::Column::AnswerId)
        .order_by_asc(answer_source::Column::Position)
        .all(&app.database)
        .await?;
    let fanout_rows = answer_fanout::Entity::find()
        .filter(answer_fanout::Column::AnswerId.is_in(ids))
        .order_by_asc(answer_fanout::Column::AnswerId)
        .order_by_asc(answer_fanout::Column::Position)
        .all(&app.database)
        .await?;
    let mut sources = HashMap::<String, Vec<Source>>::new();
    for row in source_rows {
        let source = Source { url: row.url, title: row.title, domain: row.domain };
        sources.entry(row.answer_id).or_default().push(source);
    }
    let mut fanouts = HashMap::<String, Vec<String>>::new();
    for row in fanout_rows {
        fanouts.entry(row.answer_id).or_default().push(row.query);
    }
    rows.into_iter()
        .map(|row| {
            let (sources, fanouts) = (sources.remove(&row.id), fanouts.remove(&row.id));
            let status = AnswerStatus::from(row.status);
            let markdown_url = (status == AnswerStatus::Success).then(|| {
                let path = Operation::expand_path(GET_ANSWER_MARKDOWN.path, &[&row.id]);
                format!("{}/api{path}", app.config.public_url)
            });
            Ok(Answer {
                model: ModelCode::from(row.model.as_str()),
                prompt_id: stored(row.prompt_id)?,
                region: row.region,
                content: if status == AnswerStatus::Success { row.content } else { String::new() },
                status,
                query: row.query,
                created_at: Some(wire_time(row.created_at)),
                run_id: row.run_id.map(stored).transpose()?,
                markdown_url,
                fanouts: fanouts.unwrap_or_default(),
                sources: sources.unwrap_or_default(),
                id: stored(row.id)?,
            })
        })
        .collect()
}
