//! The rankings and metrics of one response each. Those with a cursor, and those of texts, are in `metrics`.

use answerdeck_api::metrics::{
    BrandMetrics, BrandMetricsFilter, LeadFilter, LeadList, MovementFilter, MovementList, SourceChangeFilter,
    SourceChangeList, SourceInfluenceFilter, SourceInfluenceList, SourceTrend, SourceTrendFilter, UnnamedSearchFilter,
    UnnamedSearchList,
};
use answerdeck_api::{
    FanoutFilter, FanoutInclude, FanoutRanking, SourceDomainFilter, SourceDomainRanking, SourceUrlFilter,
    SourceUrlRanking, TokenFilter, TokenNeighborFilter, TokenNeighborRanking, TokenRanking,
};
use axum::Json;
use axum::extract::State;

use crate::brand_finder::definition_of;
use crate::http::caller::Caller;
use crate::http::extract::QueryParams;
use crate::own_brand::own_brand;
use crate::problem::ApiResult;
use crate::state::AppState;

/// Defines a handler for each query. `now` is the time now, if the query needs it.
macro_rules! queries {
    ($($name:ident($($now:ident)?): $filter:ident -> $response:ident;)*) => {
        $(
            pub(super) async fn $name(
                State(app): State<AppState>,
                caller: Caller,
                QueryParams(filter): QueryParams<$filter>,
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
    measure_source_influence(): SourceInfluenceFilter -> SourceInfluenceList;
    list_unnamed_searches(): UnnamedSearchFilter -> UnnamedSearchList;
}

pub(super) async fn rank_fanouts(
    State(app): State<AppState>,
    caller: Caller,
    QueryParams(filter): QueryParams<FanoutFilter>,
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
