//! Statistics over answers.

use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::{
    AnswerScope, FanoutFilter, FanoutInclude, FanoutRanking, FanoutStatistic, SourceDomainFilter, SourceDomainRanking,
    SourceDomainStatistic, SourceUrlFilter, SourceUrlRanking, SourceUrlStatistic, Timestamp,
};
use axum::Json;
use axum::extract::State;

use super::ranking::{Ranking, Row};
use crate::app::App;
use crate::clock::wire_time;
use crate::http::caller::Caller;
use crate::http::read::Params;
use crate::problem::Answered;
use crate::random::time_of;
use crate::tally::Kind;

pub(super) async fn source_domains(
    State(app): State<App>,
    caller: Caller,
    Params(filter): Params<SourceDomainFilter>,
) -> Answered<Json<SourceDomainRanking>> {
    let ranked = ranking(&app, &caller, filter.scope(), Kind::Domain, filter.limit).read().await?;
    let domain = |row: Row| SourceDomainStatistic {
        citation_count: row.occurrences.unsigned_abs(),
        answer_count: row.answers.unsigned_abs(),
        latest_created_at: latest(&row),
        domain: row.name,
    };
    Ok(Json(SourceDomainRanking {
        domains: ranked.rows.into_iter().map(domain).collect(),
        total_citations: ranked.total,
        total_domains: ranked.names,
    }))
}

pub(super) async fn source_urls(
    State(app): State<App>,
    caller: Caller,
    Params(filter): Params<SourceUrlFilter>,
) -> Answered<Json<SourceUrlRanking>> {
    let ranking =
        Ranking { domain: filter.domain.as_deref(), ..ranking(&app, &caller, filter.scope(), Kind::Url, filter.limit) };
    let ranked = ranking.read().await?;
    let url = |row: Row| SourceUrlStatistic {
        citation_count: row.occurrences.unsigned_abs(),
        answer_count: row.answers.unsigned_abs(),
        latest_created_at: latest(&row),
        url: row.name,
        title: row.title,
        domain: Some(row.domain).filter(|domain| !domain.is_empty()),
    };
    Ok(Json(SourceUrlRanking { urls: ranked.rows.into_iter().map(url).collect(), total_citations: ranked.total }))
}

pub(super) async fn fanouts(
    State(app): State<App>,
    caller: Caller,
    Params(filter): Params<FanoutFilter>,
) -> Answered<Json<FanoutRanking>> {
    let ranking = ranking(&app, &caller, filter.scope(), Kind::Fanout, filter.limit);
    let ranked = ranking.read().await?;
    let mut askers = match filter.include.is_empty() {
        true => Default::default(),
        false => ranking.askers(&ranked.rows).await?,
    };
    let included = |what| filter.include.contains(&what);
    let fanout = |row: Row| {
        let askers = askers.remove(&row.name).unwrap_or_default();
        FanoutStatistic {
            fanout_count: row.occurrences.unsigned_abs(),
            latest_created_at: latest(&row),
            query: row.name,
            models: included(FanoutInclude::Models).then(|| askers.models()),
            regions: included(FanoutInclude::Regions).then(|| askers.regions()),
        }
    };
    Ok(Json(FanoutRanking { fanouts: ranked.rows.into_iter().map(fanout).collect(), total_fanouts: ranked.total }))
}

fn ranking<'a>(app: &'a App, caller: &'a Caller, scope: AnswerScope, kind: Kind, limit: Option<u32>) -> Ranking<'a> {
    let limit = limit.unwrap_or(PAGE_SIZE_DEFAULT);
    Ranking { database: &app.database, caller, scope, kind, domain: None, limit }
}

fn latest(row: &Row) -> Timestamp {
    wire_time(time_of(&row.latest_answer_id))
}
