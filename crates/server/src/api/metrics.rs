//! The metrics with a cursor, and those of texts. Those of one response each are in `statistics`.

use std::collections::HashMap;

use answerdeck_api::metrics::{
    AnswerExcerpt, AnswerMatchFilter, AnswerMatchList, AnswerTextFilter, AnswerTextList, HighlightFilter,
    HighlightInclude, Highlights, MovementFilter, NextStepFilter, NextStepInclude, PromptMetricsFilter,
    PromptMetricsList, PromptWithoutSearchFilter, PromptWithoutSearchList, SourceInfluence, SourceInfluenceFilter,
    UnnamedSearchFilter,
};
use answerdeck_api::operation::{LIST_PROMPTS_WITHOUT_SEARCH, MATCH_ANSWERS, MEASURE_PROMPTS, SEARCH_ANSWER_TEXTS};
use answerdeck_api::{AnswerId, BrandId, SourceDomainFilter};
use answerdeck_database::entity::brand;
use answerdeck_database::id::{number_of, time_of};
use answerdeck_database::time::wire_time;
use answerdeck_database::{parse_stored_id, stored_json};
use answerdeck_insight::owns_domain;
use answerdeck_statistics::PageRange;
use axum::Json;
use axum::extract::State;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::next_steps::next_steps;
use super::text_search::{FoundText, search_texts};
use crate::http::caller::Caller;
use crate::http::cursor::{Pagination, invalid_cursor};
use crate::http::extract::QueryParams;
use crate::problem::ApiResult;
use crate::state::AppState;

pub(super) async fn highlights(
    State(app): State<AppState>,
    caller: Caller,
    QueryParams(filter): QueryParams<HighlightFilter>,
) -> ApiResult<Json<Highlights>> {
    let (scope, limit, brand_id) = (filter.scope(), filter.limit, filter.brand_id.clone());
    let (organization, now) = (caller.organization_id.as_str(), app.clock.now());
    // In turn: each query takes one of the few connections for requests that read many answers.
    let moved = MovementFilter { limit, ..scope.clone().into() };
    let movements = app.statistics.list_movements(organization, now, &moved).await?;
    let cited = SourceDomainFilter { limit, ..scope.clone().into() };
    let source_domains = app.statistics.rank_source_domains(organization, &cited).await?;
    let mut highlights =
        Highlights { movements, unnamed_searches: None, next_steps: None, source_domains, source_influence: None };
    if brand_id.is_some() {
        let unnamed = UnnamedSearchFilter { brand_id: brand_id.clone(), limit, ..scope.clone().into() };
        highlights.unnamed_searches = Some(app.statistics.list_unnamed_searches(organization, &unnamed).await?);
        let compared = SourceInfluenceFilter { brand_id: brand_id.clone(), limit, ..scope.clone().into() };
        highlights.source_influence = largest_source_influence(&app, organization, &compared).await?;
        if filter.include.contains(&HighlightInclude::NextSteps) {
            let include = vec![NextStepInclude::Done, NextStepInclude::Dismissed];
            let steps = NextStepFilter { brand_id, include, limit, ..scope.into() };
            highlights.next_steps = Some(next_steps(&app, &caller, &steps).await?);
        }
    }
    Ok(Json(highlights))
}

/// The source with the largest significant difference in favor of the brand. Answers that cite a website of the brand name it anyway.
async fn largest_source_influence(
    app: &AppState,
    organization_id: &str,
    compared: &SourceInfluenceFilter,
) -> ApiResult<Option<SourceInfluence>> {
    let mut sources = app.statistics.measure_source_influence(organization_id, compared).await?.sources;
    sources.retain(|source| source.significant && difference(source) > 0.0);
    if sources.is_empty() {
        return Ok(None);
    }
    let rows = brand::Entity::find()
        .filter(brand::Column::OrganizationId.eq(organization_id))
        .filter(brand::Column::Id.is_in(compared.brand_id.as_ref().map(BrandId::as_str)));
    let websites = rows.one(&app.database).await?.map(|row| stored_json::<Vec<String>>(row.websites)).transpose()?;
    let websites = websites.unwrap_or_default();
    let others = sources.into_iter().filter(|source| !owns_domain(&websites, &source.source));
    Ok(others.max_by(|one, other| difference(one).total_cmp(&difference(other))))
}

fn difference(source: &SourceInfluence) -> f64 {
    source.mention_rate_citing.value.unwrap_or_default() - source.mention_rate_others.value.unwrap_or_default()
}

pub(super) async fn prompts(
    State(app): State<AppState>,
    caller: Caller,
    QueryParams(filter): QueryParams<PromptMetricsFilter>,
) -> ApiResult<Json<PromptMetricsList>> {
    let page = RankedPage::new(MEASURE_PROMPTS, &caller, &filter, filter.cursor.as_deref(), filter.limit)?;
    let (organization, now) = (caller.organization_id.as_str(), app.clock.now());
    let mut found = app.statistics.measure_prompts(organization, now, &filter, page.range).await?;
    let next_cursor = page.next_cursor(&mut found.prompts);
    Ok(Json(PromptMetricsList {
        coverage: found.coverage,
        all: found.all,
        total_prompts: found.total,
        brands: found.brands,
        prompts: found.prompts,
        next_cursor,
    }))
}

pub(super) async fn prompts_without_search(
    State(app): State<AppState>,
    caller: Caller,
    QueryParams(filter): QueryParams<PromptWithoutSearchFilter>,
) -> ApiResult<Json<PromptWithoutSearchList>> {
    let (cursor, limit) = (filter.cursor.as_deref(), filter.limit);
    let page = RankedPage::new(LIST_PROMPTS_WITHOUT_SEARCH, &caller, &filter, cursor, limit)?;
    let scope = filter.scope();
    let organization = caller.organization_id.as_str();
    let mut found = app.statistics.list_prompts_without_search(organization, &scope, page.range).await?;
    let next_cursor = page.next_cursor(&mut found.prompts);
    Ok(Json(PromptWithoutSearchList {
        total_prompts: found.total_prompts,
        total_without_search: found.total_without_search,
        prompts: found.prompts,
        next_cursor,
    }))
}

pub(super) async fn answers(
    State(app): State<AppState>,
    caller: Caller,
    QueryParams(filter): QueryParams<AnswerMatchFilter>,
) -> ApiResult<Json<AnswerMatchList>> {
    let pagination = Pagination::new(MATCH_ANSWERS, &caller, &filter, filter.limit);
    let (after, limit) = (pagination.after(filter.cursor.as_deref())?, pagination.limit as usize);
    let organization = caller.organization_id.as_str();
    let found = app.statistics.match_answers(organization, &filter, after.as_deref(), limit).await?;
    let page = pagination.page(found.answers, |row| row.id.as_str(), Ok)?;
    Ok(Json(AnswerMatchList {
        coverage: found.coverage,
        total_answers: found.total,
        answers: page.items,
        next_cursor: page.next_cursor,
    }))
}

pub(super) async fn answer_texts(
    State(app): State<AppState>,
    caller: Caller,
    QueryParams(filter): QueryParams<AnswerTextFilter>,
) -> ApiResult<Json<AnswerTextList>> {
    let pagination = Pagination::new(SEARCH_ANSWER_TEXTS, &caller, &filter, filter.limit);
    let (after, limit) = (pagination.after(filter.cursor.as_deref())?, pagination.limit as usize);
    let found = search_texts(&app, &caller, &filter.scope(), &filter.phrase, after.as_deref(), limit).await?;
    let ids: Vec<AnswerId> =
        found.found.iter().map(|text| parse_stored_id(text.id.clone())).collect::<Result<_, _>>()?;
    let answers = app.statistics.describe_answers(caller.organization_id.as_str(), &ids).await?;
    let mut answers: HashMap<String, _> =
        answers.into_iter().map(|answer| (answer.id.as_str().to_owned(), answer)).collect();
    let excerpts = found.found.into_iter().filter_map(|text| {
        let FoundText { id, before, phrase, after, brands, mentions } = text;
        Some(AnswerExcerpt { answer: answers.remove(&id)?, before, phrase, after, brands, mentions })
    });
    Ok(Json(AnswerTextList {
        answers: excerpts.collect(),
        searched: found.searched,
        searched_since: found.last.as_deref().map(|id| wire_time(time_of(number_of(id)))),
        next_cursor: found.last.as_deref().map(|id| pagination.cursor(id)),
    }))
}

/// A page of a list that is ordered by counts: its cursor is the number of items before it.
struct RankedPage {
    pagination: Pagination,
    range: PageRange,
}

impl RankedPage {
    fn new(
        operation: answerdeck_api::Operation,
        caller: &Caller,
        request: &impl serde::Serialize,
        cursor: Option<&str>,
        limit: Option<u32>,
    ) -> ApiResult<Self> {
        let pagination = Pagination::new(operation, caller, request, limit);
        let skip = pagination.after(cursor)?.map(|skip| skip.parse());
        let skip = skip.transpose().map_err(|_| invalid_cursor())?.unwrap_or_default();
        let limit = pagination.limit as usize;
        Ok(Self { pagination, range: PageRange { skip, limit } })
    }

    /// Cuts off what follows the page, and returns the cursor of it.
    fn next_cursor<T>(&self, items: &mut Vec<T>) -> Option<String> {
        let PageRange { skip, limit } = self.range;
        let has_next = items.len() > limit;
        items.truncate(limit);
        has_next.then(|| self.pagination.cursor(&(skip + limit).to_string()))
    }
}
