//! The rankings of cited domains and URLs, and of searches.

use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::{
    AnswerScope, FanoutFilter, FanoutInclude, FanoutRanking, FanoutStatistic, SourceDomainFilter, SourceDomainRanking,
    SourceDomainStatistic, SourceUrlFilter, SourceUrlRanking, SourceUrlStatistic, Timestamp,
};
use axum::Json;
use axum::extract::State;

use super::ranking::{RankedKind, Ranking};
use crate::clock::wire_time;
use crate::columns::CountedName;
use crate::http::caller::Caller;
use crate::http::extract::Params;
use crate::problem::ApiResult;
use crate::random::time_of;
use crate::state::AppState;

pub(super) async fn source_domains(
    State(app): State<AppState>,
    caller: Caller,
    Params(filter): Params<SourceDomainFilter>,
) -> ApiResult<Json<SourceDomainRanking>> {
    Ok(Json(rank_domains(&app, &caller, &filter).await?))
}

pub(super) async fn rank_domains(
    app: &AppState,
    caller: &Caller,
    filter: &SourceDomainFilter,
) -> ApiResult<SourceDomainRanking> {
    let top = ranking(app, caller, filter.scope(), RankedKind::Domains, filter.limit).compute().await?;
    let domain = |row: CountedName| SourceDomainStatistic {
        citation_count: row.count.occurrences,
        answer_count: row.count.answers,
        latest_created_at: latest(&row),
        domain: row.name,
    };
    Ok(SourceDomainRanking {
        domains: top.rows.into_iter().map(domain).collect(),
        total_citations: top.total,
        total_domains: top.names,
    })
}

pub(super) async fn source_urls(
    State(app): State<AppState>,
    caller: Caller,
    Params(filter): Params<SourceUrlFilter>,
) -> ApiResult<Json<SourceUrlRanking>> {
    let ranking = Ranking {
        domain: filter.domain.as_deref(),
        ..ranking(&app, &caller, filter.scope(), RankedKind::Urls, filter.limit)
    };
    let top = ranking.compute().await?;
    let mut titles = ranking.titles(&top).await?;
    let url = |row: CountedName| SourceUrlStatistic {
        citation_count: row.count.occurrences,
        answer_count: row.count.answers,
        latest_created_at: latest(&row),
        title: titles.remove(&row.count.number).unwrap_or_default(),
        url: row.name,
        domain: Some(row.domain).filter(|domain| !domain.is_empty()),
    };
    Ok(Json(SourceUrlRanking { urls: top.rows.into_iter().map(url).collect(), total_citations: top.total }))
}

pub(super) async fn fanouts(
    State(app): State<AppState>,
    caller: Caller,
    Params(filter): Params<FanoutFilter>,
) -> ApiResult<Json<FanoutRanking>> {
    let ranking = ranking(&app, &caller, filter.scope(), RankedKind::Fanouts, filter.limit);
    let top = ranking.compute().await?;
    let mut origins = match filter.include.is_empty() {
        true => Default::default(),
        false => ranking.origins(&top).await?,
    };
    let included = |field| filter.include.contains(&field);
    let fanout = |row: CountedName| {
        let origins = origins.remove(&row.count.number).unwrap_or_default();
        FanoutStatistic {
            fanout_count: row.count.occurrences,
            latest_created_at: latest(&row),
            query: row.name,
            models: included(FanoutInclude::Models).then(|| origins.models()),
            regions: included(FanoutInclude::Regions).then(|| origins.regions()),
        }
    };
    Ok(Json(FanoutRanking { fanouts: top.rows.into_iter().map(fanout).collect(), total_fanouts: top.total }))
}

fn ranking<'a>(
    app: &'a AppState,
    caller: &'a Caller,
    scope: AnswerScope,
    kind: RankedKind,
    limit: Option<u32>,
) -> Ranking<'a> {
    let limit = limit.unwrap_or(PAGE_SIZE_DEFAULT);
    Ranking { database: &app.analysis_database, caller, scope, kind, domain: None, limit }
}

fn latest(row: &CountedName) -> Timestamp {
    wire_time(time_of(row.count.latest))
}
