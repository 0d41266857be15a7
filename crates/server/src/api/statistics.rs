//! The operations that one query of the statistics answers, as a whole or by the page.

use answerdeck_api::metrics::{
    AnswerMatchFilter, AnswerMatchList, BrandMetrics, BrandMetricsFilter, LeadFilter, LeadList, MovementFilter,
    MovementList, PromptMetricsFilter, PromptMetricsList, PromptWithoutSearchFilter, PromptWithoutSearchList,
    SourceChangeFilter, SourceChangeList, SourceInfluenceFilter, SourceInfluenceList, SourceTrend, SourceTrendFilter,
    UnnamedSearchFilter, UnnamedSearchList,
};
use answerdeck_api::operation::{LIST_PROMPTS_WITHOUT_SEARCH, MATCH_ANSWERS, MEASURE_PROMPTS};
use answerdeck_api::{
    BrandId, FanoutFilter, FanoutInclude, FanoutRanking, Operation, SourceDomainFilter, SourceDomainRanking,
    SourceUrlFilter, SourceUrlRanking, TokenFilter, TokenNeighborFilter, TokenNeighborRanking, TokenRanking,
};
use answerdeck_statistics::PageRange;
use axum::Json;
use serde::Serialize;

use super::answer_scope::ScopedParams;
use crate::brand_finder::definition_of;
use crate::http::caller::{Caller, Read};
use crate::http::cursor::{Pagination, invalid_cursor};
use crate::own_brand::own_brand;
use crate::problem::ApiResult;
use crate::texts_about_others::texts_about_others;

/// Defines a handler for each query. `now` is the time now, if the query needs it.
macro_rules! queries {
    ($($name:ident($($now:ident)?): $filter:ident -> $response:ident;)*) => {
        $(
            pub(super) async fn $name(
                Read { app, caller }: Read,
                ScopedParams(filter): ScopedParams<$filter>,
            ) -> ApiResult<Json<$response>> {
                let organization = caller.organization_id.as_str();
                Ok(Json(app.statistics.$name(organization, $(app.clock.$now(),)? &filter).await?))
            }
        )*
    };
}

queries! {
    rank_source_domains(): SourceDomainFilter -> SourceDomainRanking;
    rank_source_urls(): SourceUrlFilter -> SourceUrlRanking;
    rank_tokens(): TokenFilter -> TokenRanking;
    rank_token_neighbors(): TokenNeighborFilter -> TokenNeighborRanking;
    measure_brands(now): BrandMetricsFilter -> BrandMetrics;
    list_movements(now): MovementFilter -> MovementList;
    list_leads(): LeadFilter -> LeadList;
    source_trend(): SourceTrendFilter -> SourceTrend;
    list_source_changes(now): SourceChangeFilter -> SourceChangeList;
    list_unnamed_searches(): UnnamedSearchFilter -> UnnamedSearchList;
}

pub(super) async fn rank_fanouts(
    Read { app, caller }: Read,
    ScopedParams(filter): ScopedParams<FanoutFilter>,
) -> ApiResult<Json<FanoutRanking>> {
    let organization = caller.organization_id.as_str();
    let mut ranking = app.statistics.rank_fanouts(organization, &filter).await?;
    if filter.include.contains(&FanoutInclude::NamesOwn) {
        let own = own_brand(&app.database, organization).await?;
        let definition = definition_of(&app.database, organization, own.as_deref()).await?;
        let brands = app.brand_finders.of(&app.database, organization).await?;
        for fanout in &mut ranking.fanouts {
            fanout.names_own = definition.map(|own| brands.named_in_search(&fanout.query).contains(&own));
        }
    }
    Ok(Json(ranking))
}

pub(super) async fn measure_source_influence(
    Read { app, caller }: Read,
    ScopedParams(filter): ScopedParams<SourceInfluenceFilter>,
) -> ApiResult<Json<SourceInfluenceList>> {
    let organization = caller.organization_id.as_str();
    let brand_id = filter.brand_id.as_ref().map(BrandId::as_str);
    let texts_about_others = texts_about_others(&app, &app.database, organization, brand_id).await?;
    Ok(Json(app.statistics.measure_source_influence(organization, &filter, &texts_about_others).await?))
}

pub(super) async fn measure_prompts(
    Read { app, caller }: Read,
    ScopedParams(filter): ScopedParams<PromptMetricsFilter>,
) -> ApiResult<Json<PromptMetricsList>> {
    let page = RankedPage::new(MEASURE_PROMPTS, &caller, &filter)?;
    let (organization, now) = (caller.organization_id.as_str(), app.clock.now());
    let mut list = app.statistics.measure_prompts(organization, now, &filter, page.range).await?.list;
    list.next_cursor = page.next_cursor(&mut list.prompts);
    Ok(Json(list))
}

pub(super) async fn list_prompts_without_search(
    Read { app, caller }: Read,
    ScopedParams(filter): ScopedParams<PromptWithoutSearchFilter>,
) -> ApiResult<Json<PromptWithoutSearchList>> {
    let page = RankedPage::new(LIST_PROMPTS_WITHOUT_SEARCH, &caller, &filter)?;
    let (organization, scope) = (caller.organization_id.as_str(), filter.scope());
    let mut list = app.statistics.list_prompts_without_search(organization, &scope, page.range).await?;
    list.next_cursor = page.next_cursor(&mut list.prompts);
    Ok(Json(list))
}

pub(super) async fn match_answers(
    Read { app, caller }: Read,
    ScopedParams(filter): ScopedParams<AnswerMatchFilter>,
) -> ApiResult<Json<AnswerMatchList>> {
    let pagination = Pagination::new(MATCH_ANSWERS, &caller, &filter)?;
    let (organization, after) = (caller.organization_id.as_str(), pagination.after.as_deref());
    let found = app.statistics.match_answers(organization, &filter, after, pagination.limit as usize).await?;
    let page = pagination.page(found.answers, |row| row.id.as_str(), Ok)?;
    Ok(Json(AnswerMatchList { answers: page.items, next_cursor: page.next_cursor, ..found }))
}

/// A page of a list that is ordered by counts: its cursor is the number of items before it.
struct RankedPage {
    pagination: Pagination,
    range: PageRange,
}

impl RankedPage {
    fn new(operation: Operation, caller: &Caller, request: &impl Serialize) -> ApiResult<Self> {
        let pagination = Pagination::new(operation, caller, request)?;
        let skip = pagination.after.as_deref().map(|skip| skip.parse());
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
