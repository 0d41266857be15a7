//! Keywords as Naver counts them.

use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::{
    NaverKeyword, NaverKeywordList, NaverKeywordMetrics, NaverKeywordRequest, NaverKeywordTrend, NaverKeywordsRequest,
    NaverRelated, NaverSuggestions, NaverTrendList,
};
use axum::Json;
use axum::extract::State;
use futures_util::future::try_join;

use crate::http::caller::Caller;
use crate::http::extract::{Body, Params};
use crate::keywords::lookup::{CachedNaverRelated, look_up, trend as wire_trend};
use crate::keywords::months::last_complete;
use crate::keywords::{KeywordError, Measured, NaverKeywords, key};
use crate::problem::ApiResult;
use crate::state::AppState;

pub(in crate::api) async fn metrics(
    State(app): State<AppState>,
    _: Caller,
    Body(request): Body<NaverKeywordsRequest>,
) -> ApiResult<Json<NaverKeywordList>> {
    let metrics = measure(&app, &request.keywords).await?;
    let items = request.keywords.into_iter().zip(metrics);
    Ok(Json(NaverKeywordList { items: items.map(|(keyword, metrics)| NaverKeyword { keyword, metrics }).collect() }))
}

pub(in crate::api) async fn suggestions(
    State(app): State<AppState>,
    _: Caller,
    Params(request): Params<NaverKeywordRequest>,
) -> ApiResult<Json<NaverSuggestions>> {
    let found = around(&app, &request.keyword).await?;
    Ok(Json(NaverSuggestions {
        keyword: request.keyword,
        metrics: found.metrics,
        suggested_keywords: first(found.suggested, request.limit),
    }))
}

pub(in crate::api) async fn related(
    State(app): State<AppState>,
    _: Caller,
    Params(request): Params<NaverKeywordRequest>,
) -> ApiResult<Json<NaverRelated>> {
    let found = around(&app, &request.keyword).await?;
    Ok(Json(NaverRelated {
        keyword: request.keyword,
        metrics: found.metrics,
        related_keywords: first(found.related, request.limit),
    }))
}

pub(in crate::api) async fn trend(
    State(app): State<AppState>,
    _: Caller,
    Body(request): Body<NaverKeywordsRequest>,
) -> ApiResult<Json<NaverTrendList>> {
    let provider = provider(&app)?;
    let months = &last_complete(app.clock.now());
    let last = months.last().map(|month| month.first()).unwrap_or_default();
    let kind = format!("naver trend {} {last}", provider.name());
    let ask = |keywords: Vec<String>| async move { provider.trend(&keywords, months).await };
    // At the same time: each may take as long as a provider may.
    let volumes = look_up::<Vec<f64>, _>(&app, &kind, &request.keywords, ask);
    let (volumes, metrics) = try_join(volumes, measure(&app, &request.keywords)).await?;
    let items = request.keywords.into_iter().zip(volumes).zip(metrics).map(|((keyword, volumes), metrics)| {
        let trend = volumes.and_then(|volumes| wire_trend(months, &volumes, metrics.as_ref()));
        NaverKeywordTrend { keyword, trend }
    });
    Ok(Json(NaverTrendList { items: items.collect() }))
}

async fn measure(app: &AppState, keywords: &[String]) -> ApiResult<Vec<Option<NaverKeywordMetrics>>> {
    let provider = provider(app)?;
    let ask = |keywords: Vec<String>| async move { provider.metrics(&keywords).await };
    look_up(app, &format!("naver metrics {}", provider.name()), keywords, ask).await
}

async fn around(app: &AppState, keyword: &str) -> ApiResult<CachedNaverRelated> {
    let provider = provider(app)?;
    let ask = |keywords: Vec<String>| async move {
        let mut measured = Measured::new();
        for keyword in keywords {
            let around = provider.around(&keyword).await?;
            measured.insert(key(&keyword), CachedNaverRelated::of(&keyword, around));
        }
        Ok(measured)
    };
    let found = look_up(app, &format!("naver around {}", provider.name()), &[keyword.to_owned()], ask).await?;
    Ok(found.into_iter().flatten().next().unwrap_or_default())
}

fn provider(app: &AppState) -> Result<&dyn NaverKeywords, KeywordError> {
    app.config.keywords.naver.as_deref().ok_or(KeywordError::NotConfigured)
}

fn first(keywords: Vec<(String, NaverKeywordMetrics)>, limit: Option<u32>) -> Vec<NaverKeyword> {
    let limit = usize::try_from(limit.unwrap_or(PAGE_SIZE_DEFAULT)).unwrap_or(usize::MAX);
    let wire = |(keyword, metrics)| NaverKeyword { keyword, metrics: Some(metrics) };
    keywords.into_iter().take(limit).map(wire).collect()
}
