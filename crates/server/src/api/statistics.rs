//! The rankings and metrics that the statistics answer as a whole.

use answerdeck_api::metrics::{
    BrandMetrics, BrandMetricsFilter, LeadFilter, LeadList, MovementFilter, MovementList, SourceChangeFilter,
    SourceChangeList, SourceInfluenceFilter, SourceInfluenceList, SourceTrend, SourceTrendFilter, UnnamedSearchFilter,
    UnnamedSearchList,
};
use answerdeck_api::{
    FanoutFilter, FanoutRanking, SourceDomainFilter, SourceDomainRanking, SourceUrlFilter, SourceUrlRanking,
    TokenFilter, TokenNeighborFilter, TokenNeighborRanking, TokenRanking,
};
use axum::Json;
use axum::extract::State;

use crate::http::caller::Caller;
use crate::http::extract::QueryParams;
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
    rank_domains(): SourceDomainFilter -> SourceDomainRanking;
    rank_pages(): SourceUrlFilter -> SourceUrlRanking;
    rank_searches(): FanoutFilter -> FanoutRanking;
    rank_tokens(): TokenFilter -> TokenRanking;
    rank_neighbors(): TokenNeighborFilter -> TokenNeighborRanking;
    measure_brands(now): BrandMetricsFilter -> BrandMetrics;
    list_movements(now): MovementFilter -> MovementList;
    list_leads(): LeadFilter -> LeadList;
    source_trend(): SourceTrendFilter -> SourceTrend;
    list_source_changes(now): SourceChangeFilter -> SourceChangeList;
    measure_source_influence(): SourceInfluenceFilter -> SourceInfluenceList;
    list_unnamed_searches(): UnnamedSearchFilter -> UnnamedSearchList;
}
