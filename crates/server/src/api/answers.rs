use answerdeck_api::operation::{GET_ANSWER_MARKDOWN, LIST_ANSWERS};
use answerdeck_api::{
    Answer, AnswerCount, AnswerCountRequest, AnswerFilter, AnswerId, AnswerInclude, AnswerList, AnswerStatus,
    ErrorCode, ModelCode, ModelRoute, Operation, Source,
};
use answerdeck_database::entity::{answer, answer_text};
use answerdeck_database::time::wire_time;
use answerdeck_database::{parse_stored_id, text_search};
use answerdeck_statistics::scope;
use axum::Json;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use sea_orm::sea_query::{Expr, ExprTrait, Order, Query, SimpleExpr};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, DbErr, EntityTrait, FromQueryResult, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select, SelectModel, Selector,
};
use serde::de::DeserializeOwned;

use super::answer_scope::{ScopeFilter, ScopedParams};
use super::{heavy_reads, rows};
use crate::headers::content_negotiation::qualities;
use crate::http::caller::{Caller, Read};
use crate::http::cursor::Pagination;
use crate::http::extract::PathId;
use crate::language::{self, Language, VARY_BY_LANGUAGE};
use crate::problem::{ApiResult, Problem};
use crate::run::{failure, responses};
use crate::state::AppState;

pub(super) async fn list(
    Read { app, caller }: Read,
    ScopedParams(filter): ScopedParams<AnswerFilter>,
    headers: HeaderMap,
) -> ApiResult<impl IntoResponse> {
    let language = language::preferred(&headers);
    let selected = ScopeFilter::new(&caller, &filter.scope())?;
    let newest_by_model = filter.newest_by_model == Some(true);
    if newest_by_model && filter.prompt_id.is_none() {
        return Err(Problem::validation("newestByModel: needs promptID"));
    }
    // No index has the status: a run and a prompt have few answers to read.
    let has_few = filter.run_id.is_some() || filter.prompt_id.is_some();
    let may_scan = selected.may_scan || newest_by_model || (filter.status.is_some() && !has_few);
    let status = filter.status.as_ref().map(status_condition);
    let select = selected.select().apply_if(status, QueryFilter::filter);
    let select = if newest_by_model { select_newest_by_model(select) } else { select };
    let center = filter.neighbors_of.as_ref();
    rows::check_named::<answer::Entity>(&app.database, &caller, "neighborsOf", center).await?;
    let select = select.apply_if(center, select_neighbors);
    let pagination = Pagination::new(LIST_ANSWERS, &caller, &filter)?;
    let query = whole(&app, rows::page(select, &pagination));
    let rows = if may_scan {
        let database = app.databases.heavy_reads.clone();
        heavy_reads::run(&app, &caller, async move { query.all(&database).await }).await??
    } else {
        query.all(&app.database).await?
    };
    if rows.is_empty() {
        scope::check_ids(&app.database, caller.organization_id.as_str(), &filter.scope()).await?;
    }
    let mut page = pagination.page(rows, |row| &row.answer.id, |row| to_wire(&app, language, row))?;
    if filter.include.contains(&AnswerInclude::Brands) {
        add_brands(&app, &caller, &mut page.items).await?;
    }
    Ok((VARY_BY_LANGUAGE, Json(AnswerList { answers: page.items, next_cursor: page.next_cursor })))
}

fn select_newest_by_model(list: Select<answer::Entity>) -> Select<answer::Entity> {
    let newest = list.select_only().expr(answer::Column::Id.max()).group_by(answer::Column::Model).into_query();
    answer::Entity::find().filter(answer::Column::Id.in_subquery(newest))
}

/// Selects the answers right before and after one in a list.
fn select_neighbors(list: Select<answer::Entity>, id: &AnswerId) -> Select<answer::Entity> {
    let neighbor = |side: SimpleExpr, order: Order| {
        let ids = list.clone().filter(side).select_only().column(answer::Column::Id);
        ids.order_by(answer::Column::Id, order).limit(1).into_query()
    };
    let newer = neighbor(answer::Column::Id.gt(id.as_str()), Order::Asc);
    let older = neighbor(answer::Column::Id.lt(id.as_str()), Order::Desc);
    let is_neighbor =
        Condition::any().add(answer::Column::Id.in_subquery(newer)).add(answer::Column::Id.in_subquery(older));
    answer::Entity::find().filter(is_neighbor)
}

/// Adds the tracked brands that answers name.
async fn add_brands(app: &AppState, caller: &Caller, answers: &mut [Answer]) -> ApiResult<()> {
    let ids: Vec<AnswerId> = answers.iter().map(|answer| answer.id.clone()).collect();
    let (statistics, organization) = (app.statistics.clone(), caller.organization_id.clone());
    let work = async move { statistics.describe_answers(organization.as_str(), &ids).await };
    let mut described = heavy_reads::run(app, caller, work).await??;
    for answer in answers {
        let found = described.iter_mut().find(|found| found.id == answer.id);
        answer.brands = Some(found.map(|found| std::mem::take(&mut found.brands)).unwrap_or_default());
    }
    Ok(())
}

fn status_condition(status: &AnswerStatus) -> SimpleExpr {
    match status {
        AnswerStatus::Pending => answer::Column::Status.is_not_in([answer::Status::Success, answer::Status::Failed]),
        settled => answer::Column::Status.eq(settled.as_str()),
    }
}

/// Counts the answers of the scope whose content contains at least one of the terms.
pub(super) async fn count(
    Read { app, caller }: Read,
    ScopedParams(request): ScopedParams<AnswerCountRequest>,
) -> ApiResult<Json<AnswerCount>> {
    let backend = app.databases.heavy_reads.get_database_backend();
    let any_term = request.search_terms.iter().fold(Condition::any(), |condition, term| {
        condition.add(text_search::contains(backend, answer_text::Column::Folded, term))
    });
    let mut query = Query::select();
    query
        .expr(Expr::cust("COUNT(*)"))
        .from(answer::Entity)
        .inner_join(
            answer_text::Entity,
            Expr::col(answer_text::Column::AnswerId.as_column_ref()).equals(answer::Column::Id.as_column_ref()),
        )
        .cond_where(ScopeFilter::new(&caller, &request.scope())?.condition)
        .cond_where(any_term);
    let row = app.databases.heavy_reads.query_one(&query).await?;
    let count: i64 = row.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default();
    if count == 0 {
        scope::check_ids(&app.databases.heavy_reads, caller.organization_id.as_str(), &request.scope()).await?;
    }
    Ok(Json(AnswerCount { count: count.unsigned_abs() }))
}

pub(super) async fn get(read: Read, PathId(id): PathId<AnswerId>, headers: HeaderMap) -> ApiResult<impl IntoResponse> {
    let row = whole(&read.app, rows::select(&read.caller, id.as_str())).one(&read.app.database).await?;
    let row = rows::or_not_found::<answer::Entity, _>(row)?;
    Ok((VARY_BY_LANGUAGE, Json(to_wire(&read.app, language::preferred(&headers), row)?)))
}

/// Returns the content of a successful answer, or the response of its provider to a request that prefers JSON. Both are
/// untrusted, so the headers keep a browser from running them.
pub(super) async fn markdown(read: Read, PathId(id): PathId<AnswerId>, headers: HeaderMap) -> ApiResult<Response> {
    let row = rows::find::<answer::Entity>(&read.app.database, &read.caller, id.as_str()).await?;
    let not_found = |detail: String| Problem::refused_with(ErrorCode::AnswerNotFound, detail);
    if row.status != answer::Status::Success {
        return Err(not_found(format!("answerID: has no text; its status is {}", AnswerStatus::from(row.status))));
    }
    let (content_type, body) = if prefers_json(&headers) {
        let response = responses::load(&read.app.database, &row.id).await?;
        let response = response.ok_or_else(|| {
            not_found("Accept: the response of the provider is not kept. text/markdown has the text".to_owned())
        })?;
        ("application/json", read.app.responses.run(move || response.decompress()).await?)
    } else {
        ("text/markdown; charset=utf-8", row.content.into_bytes())
    };
    let headers = [
        (header::CONTENT_TYPE, content_type),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
        (header::VARY, "accept"),
    ];
    Ok((headers, body).into_response())
}

/// Whether a request accepts JSON, and prefers it to every kind of text.
fn prefers_json(headers: &HeaderMap) -> bool {
    let quality_of = |wanted: fn(&str) -> bool| {
        let wanted = qualities(headers, header::ACCEPT).filter(|(range, _)| wanted(range));
        wanted.map(|(_, quality)| quality).fold(0.0, f32::max)
    };
    let json = quality_of(|range| range.eq_ignore_ascii_case("application/json"));
    let text = quality_of(|range| range.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("text/")));
    json > text
}

/// An answer with its data from other tables.
#[derive(FromQueryResult)]
struct WholeAnswer {
    #[sea_orm(nested)]
    answer: answer::Model,
    /// The text of its prompt.
    query: String,
    run_name: String,
    /// A JSON array of position, URL, title and domain.
    sources: Option<String>,
    /// A JSON array of position and query.
    fanouts: Option<String>,
}

/// Selects whole answers in one statement. The database returns each list as a JSON array: reading a row for each element would
/// take longer.
fn whole(app: &AppState, answers: Select<answer::Entity>) -> Selector<SelectModel<WholeAnswer>> {
    let (list_of, tuple) = match app.database.get_database_backend() {
        DbBackend::Postgres => ("json_agg", "json_build_array"),
        _ => ("json_group_array", "json_array"),
    };
    let list = |columns: &str, table: &str| {
        Expr::cust(format!(
            "(SELECT CAST({list_of}({tuple}(position, {columns})) AS text) FROM {table} WHERE answer_id = answers.id)"
        ))
    };
    answers
        .expr_as(Expr::cust(answer::QUERY_SQL), "query")
        .expr_as(Expr::cust("(SELECT name FROM runs WHERE runs.id = answers.run_id)"), "run_name")
        .expr_as(list("url, title, domain", "answer_sources"), "sources")
        .expr_as(list("query", "answer_fanouts"), "fanouts")
        .into_model()
}

/// Converts a row to an answer. The message of a failure is in `language`.
fn to_wire(app: &AppState, language: Language, row: WholeAnswer) -> ApiResult<Answer> {
    let WholeAnswer { answer: row, query, run_name, sources, fanouts } = row;
    let mut sources: Vec<(u32, String, String, Option<String>)> = list_of_json(sources)?;
    let mut fanouts: Vec<(u32, String)> = list_of_json(fanouts)?;
    sources.sort_unstable_by_key(|(position, ..)| *position);
    fanouts.sort_unstable_by_key(|(position, _)| *position);
    let status = AnswerStatus::from(row.status);
    let markdown_url = (status == AnswerStatus::Success).then(|| {
        let path = Operation::expand_path(GET_ANSWER_MARKDOWN.path, &[&row.id]);
        format!("{}/api{path}", app.config.public_url)
    });
    let route = row.route.as_deref().filter(|_| status != AnswerStatus::Pending).map(ModelRoute::from);
    let model = ModelCode::from(row.model.as_str());
    let shows_search = !(sources.is_empty() && fanouts.is_empty());
    // Of the products that people see, only ChatGPT shows its searches.
    let exposes_searches = match &route {
        Some(ModelRoute::Api | ModelRoute::StandIn) => true,
        Some(ModelRoute::Surface) => model == ModelCode::Chatgpt,
        _ => false,
    };
    let is_known = status == AnswerStatus::Success && (shows_search || exposes_searches);
    Ok(Answer {
        model,
        route,
        searched: is_known.then_some(shows_search),
        failure: failure::to_wire(row.failure_code, row.provider_status, row.provider_message, language),
        prompt_id: parse_stored_id(row.prompt_id)?,
        region: row.region,
        content: if status == AnswerStatus::Success { row.content } else { String::new() },
        status,
        query,
        created_at: Some(wire_time(row.created_at)),
        run_id: Some(parse_stored_id(row.run_id)?),
        run_name: Some(run_name),
        markdown_url,
        fanouts: fanouts.into_iter().map(|(_, query)| query).collect(),
        sources: sources.into_iter().map(|(_, url, title, domain)| Source { url, title, domain }).collect(),
        id: parse_stored_id(row.id)?,
        brands: None,
    })
}

/// Reads a JSON array. PostgreSQL makes `NULL` of an empty one.
fn list_of_json<T: DeserializeOwned>(json: Option<String>) -> Result<Vec<T>, DbErr> {
    json.map_or(Ok(Vec::new()), |json| serde_json::from_str(&json).map_err(|error| DbErr::Json(error.to_string())))
}
