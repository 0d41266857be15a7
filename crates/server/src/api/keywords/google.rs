use std::sync::Arc;

use answerdeck_api::limits::{GOOGLE_COUNTRY_DEFAULT, GOOGLE_LANGUAGE_DEFAULT, PAGE_SIZE_DEFAULT};
use answerdeck_api::{
    ErrorCode, GoogleKeyword, GoogleKeywordList, GoogleKeywordRequest, GoogleKeywordsRequest, GoogleRelated,
    GoogleSuggestions,
};
use answerdeck_database::region;
use answerdeck_keyword_data::{GoogleKeywords, KeywordError, KeywordResults, Market, RelatedKeywords, RelatedKind};
use axum::Json;

use crate::http::caller::Read;
use crate::http::extract::{Body, QueryParams};
use crate::keywords::google_dataset;
use crate::keywords::lookup::{look_up, sorted_by_volume};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

pub(in crate::api) async fn metrics(
    read: Read,
    Body(request): Body<GoogleKeywordsRequest>,
) -> ApiResult<Json<GoogleKeywordList>> {
    let market = market(request.country_code, request.language_code)?;
    let provider = provider(&read.app)?;
    let (dataset, requested) = (google_dataset("metrics", &*provider, &market), market.clone());
    let fetch = |keywords: Vec<String>| async move { provider.metrics(&keywords, &requested).await };
    let metrics = look_up(&read.app, &read.caller, &dataset, &request.keywords, fetch).await?;
    let items = request.keywords.into_iter().zip(metrics);
    let items = items.map(|(keyword, metrics)| GoogleKeyword { keyword, metrics }).collect();
    Ok(Json(GoogleKeywordList { country_code: market.country, language_code: market.language, items }))
}

pub(in crate::api) async fn suggestions(
    read: Read,
    QueryParams(request): QueryParams<GoogleKeywordRequest>,
) -> ApiResult<Json<GoogleSuggestions>> {
    let found = related_keywords(&read, request, RelatedKind::Suggestions).await?;
    let GoogleRelated { country_code, language_code, keyword, metrics, related_keywords: suggested_keywords } = found;
    Ok(Json(GoogleSuggestions { country_code, language_code, keyword, metrics, suggested_keywords }))
}

pub(in crate::api) async fn related(
    read: Read,
    QueryParams(request): QueryParams<GoogleKeywordRequest>,
) -> ApiResult<Json<GoogleRelated>> {
    related_keywords(&read, request, RelatedKind::Related).await.map(Json)
}

async fn related_keywords(read: &Read, request: GoogleKeywordRequest, kind: RelatedKind) -> ApiResult<GoogleRelated> {
    let market = market(request.country_code, request.language_code)?;
    let provider = provider(&read.app)?;
    let name = match kind {
        RelatedKind::Suggestions => "suggestions",
        RelatedKind::Related => "related",
    };
    let dataset = google_dataset(name, &*provider, &market);
    let (base, requested) = (request.keyword.clone(), market.clone());
    let fetch = |_| async move {
        let related = provider.related(&base, &requested, kind).await;
        KeywordResults::of_one(&base, related.map(|related| sorted_by_volume(related, &base)))
    };
    let keywords = std::slice::from_ref(&request.keyword);
    let found = look_up(&read.app, &read.caller, &dataset, keywords, fetch).await?;
    let found = found.into_iter().flatten().next().unwrap_or(RelatedKeywords { metrics: None, keywords: Vec::new() });
    let limit = request.limit.unwrap_or(PAGE_SIZE_DEFAULT) as usize;
    let to_wire = |(keyword, metrics)| GoogleKeyword { keyword, metrics: Some(metrics) };
    Ok(GoogleRelated {
        country_code: market.country,
        language_code: market.language,
        keyword: request.keyword,
        metrics: found.metrics,
        related_keywords: found.keywords.into_iter().take(limit).map(to_wire).collect(),
    })
}

/// Source: docs/platform-api.md, section 2, Google keyword metrics (the defaults).
fn market(country: Option<String>, language: Option<String>) -> ApiResult<Market> {
    let country = country.unwrap_or_else(|| GOOGLE_COUNTRY_DEFAULT.to_owned());
    match region::is_known(&country) {
        true => Ok(Market { country, language: language.unwrap_or_else(|| GOOGLE_LANGUAGE_DEFAULT.to_owned()) }),
        false => {
            let detail = format!("countryCode: {}", region::EXPECTED);
            Err(Problem::refused_with(ErrorCode::KeywordCountryNotSupported, detail))
        }
    }
}

fn provider(app: &AppState) -> Result<Arc<dyn GoogleKeywords>, KeywordError> {
    app.config.keywords.google.clone().ok_or(KeywordError::NotConfigured("Google"))
}
