use std::sync::Arc;

use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::{
    NaverKeyword, NaverKeywordList, NaverKeywordMetrics, NaverKeywordRequest, NaverKeywordTrend, NaverKeywordsRequest,
    NaverRelated, NaverSuggestions, NaverTrendList,
};
use answerdeck_keyword_data::{KeywordError, KeywordResults, NaverKeywords, last_complete_months};
use axum::Json;
use futures_util::future::try_join;

use crate::http::caller::Read;
use crate::http::extract::{Body, QueryParams};
use crate::keywords::lookup::{CachedNaverRelated, look_up, trend as wire_trend};
use crate::keywords::naver_dataset;
use crate::problem::ApiResult;
use crate::state::AppState;

pub(in crate::api) async fn metrics(
    read: Read,
    Body(request): Body<NaverKeywordsRequest>,
) -> ApiResult<Json<NaverKeywordList>> {
    let metrics = fetch_metrics(&read, &request.keywords).await?;
    let items = request.keywords.into_iter().zip(metrics);
    Ok(Json(NaverKeywordList { items: items.map(|(keyword, metrics)| NaverKeyword { keyword, metrics }).collect() }))
}

pub(in crate::api) async fn suggestions(
    read: Read,
    QueryParams(request): QueryParams<NaverKeywordRequest>,
) -> ApiResult<Json<NaverSuggestions>> {
    let result = related_keywords(&read, &request.keyword).await?;
    Ok(Json(NaverSuggestions {
        keyword: request.keyword,
        metrics: result.metrics,
        suggested_keywords: limited(result.suggested, request.limit),
    }))
}

pub(in crate::api) async fn related(
    read: Read,
    QueryParams(request): QueryParams<NaverKeywordRequest>,
) -> ApiResult<Json<NaverRelated>> {
    let result = related_keywords(&read, &request.keyword).await?;
    Ok(Json(NaverRelated {
        keyword: request.keyword,
        metrics: result.metrics,
        related_keywords: limited(result.related, request.limit),
    }))
}

pub(in crate::api) async fn trend(
    read: Read,
    Body(request): Body<NaverKeywordsRequest>,
) -> ApiResult<Json<NaverTrendList>> {
    let provider = provider(&read.app)?;
    let months = last_complete_months(read.app.clock.now());
    let last = months.last().map(ToString::to_string).unwrap_or_default();
    let dataset = format!("{} {last}", naver_dataset("trend", &*provider));
    let requested = months.clone();
    let fetch = |keywords: Vec<String>| async move { provider.trend(&keywords, &requested).await };
    // Both requests run at the same time: each may take the full timeout of the provider.
    let volumes = look_up::<Vec<f64>, _>(&read.app, &read.caller, &dataset, &request.keywords, fetch);
    let (volumes, metrics) = try_join(volumes, fetch_metrics(&read, &request.keywords)).await?;
    let items = request.keywords.into_iter().zip(volumes).zip(metrics).map(|((keyword, volumes), metrics)| {
        let trend = volumes.and_then(|volumes| wire_trend(&months, &volumes, metrics.as_ref()));
        NaverKeywordTrend { keyword, trend }
    });
    Ok(Json(NaverTrendList { items: items.collect() }))
}

async fn fetch_metrics(read: &Read, keywords: &[String]) -> ApiResult<Vec<Option<NaverKeywordMetrics>>> {
    let provider = provider(&read.app)?;
    let dataset = naver_dataset("metrics", &*provider);
    let fetch = |keywords: Vec<String>| async move { provider.metrics(&keywords).await };
    look_up(&read.app, &read.caller, &dataset, keywords, fetch).await
}

async fn related_keywords(read: &Read, keyword: &str) -> ApiResult<CachedNaverRelated> {
    let provider = provider(&read.app)?;
    let dataset = naver_dataset("around", &*provider);
    let base = keyword.to_owned();
    let fetch = |_| async move {
        let related = provider.related(&base).await;
        KeywordResults::of_one(&base, related.map(|related| CachedNaverRelated::new(&base, related)))
    };
    let found = look_up(&read.app, &read.caller, &dataset, &[keyword.to_owned()], fetch).await?;
    Ok(found.into_iter().flatten().next().unwrap_or_default())
}

fn provider(app: &AppState) -> Result<Arc<dyn NaverKeywords>, KeywordError> {
    app.config.keywords.naver.clone().ok_or(KeywordError::NotConfigured("Naver"))
}

fn limited(keywords: Vec<(String, NaverKeywordMetrics)>, limit: Option<u32>) -> Vec<NaverKeyword> {
    let limit = limit.unwrap_or(PAGE_SIZE_DEFAULT) as usize;
    let to_wire = |(keyword, metrics)| NaverKeyword { keyword, metrics: Some(metrics) };
    keywords.into_iter().take(limit).map(to_wire).collect()
}
