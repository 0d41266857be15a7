//! Google keyword data from DataForSEO Labs.
//!
//! Source: DataForSEO API v3, DataForSEO Labs, Google: Keyword Overview, Keyword Suggestions, Related Keywords.

mod response;

use answerdeck_api::GoogleKeywordMetrics;
use answerdeck_api::limits::PAGE_SIZE_MAX;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::FutureExt;
use hyper::header::HeaderValue;
use hyper::{Method, Request, header};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::client::ProviderClient;
use crate::keyword::keyword_key;
use crate::provider::{ByKeyword, GoogleKeywords, KeywordError, Market, ProviderFuture, RelatedKeywords};
use response::{Envelope, KeywordData, KeywordResult, RelatedItem};

/// The default base URL of the API.
pub const BASE_URL: &str = "https://api.dataforseo.com";

/// A location code is this plus the country's ISO 3166-1 number, as in Google's table of geographic targets.
const COUNTRY_OFFSET: u32 = 2_000;
/// Related keywords of one call: as many as a request of the platform API can ask for, and the keyword itself.
const LIMIT: u32 = PAGE_SIZE_MAX + 1;
/// Levels of related searches. Level 1 finds 8 keywords, level 2 about 70, level 3 about 580.
const DEPTH: u32 = 3;
const OK: u32 = 20_000;
const NO_RESULTS: u32 = 40_102;
/// Status codes of an invalid field.
const INVALID_FIELD: std::ops::RangeInclusive<u32> = 40_501..=40_506;

/// The adapter.
pub struct DataForSeo {
    client: ProviderClient,
    base_url: String,
    authorization: HeaderValue,
}

impl DataForSeo {
    /// An adapter for the API at `base_url` (without a path), with the login and password of the API.
    ///
    /// # Errors
    /// Returns an error if a credential is not a valid header value.
    pub fn new(base_url: &str, login: &str, password: &str) -> Result<Self, header::InvalidHeaderValue> {
        let mut authorization =
            HeaderValue::try_from(format!("Basic {}", STANDARD.encode(format!("{login}:{password}"))))?;
        authorization.set_sensitive(true);
        Ok(Self { client: ProviderClient::new("DataForSEO"), base_url: base_url.to_owned(), authorization })
    }

    /// Sends one task and returns its result, if it has one.
    async fn send_task<T: DeserializeOwned>(
        &self,
        function: &str,
        market: &Market,
        task: Value,
    ) -> Result<Option<T>, KeywordError> {
        let country = rust_iso3166::from_alpha2(&market.country).ok_or(KeywordError::CountryNotSupported)?;
        let mut task = task;
        task["location_code"] = json!(COUNTRY_OFFSET + u32::from(country.numeric));
        task["language_code"] = json!(market.language);
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("{}/v3/dataforseo_labs/google/{function}/live", self.base_url))
            .header(header::AUTHORIZATION, &self.authorization)
            .header(header::CONTENT_TYPE, "application/json")
            .body(json!([task]).to_string().into())
            .map_err(|error| KeywordError::Unavailable(error.to_string()))?;
        let response = self.client.send(request).await?;
        if !response.status.is_success() {
            return Err(self.client.status_error(response.status));
        }
        let envelope: Envelope<T> = self.client.parse(&response)?;
        check(envelope.status_code, &envelope.status_message)?;
        let Some(task) = envelope.tasks.unwrap_or_default().into_iter().next() else { return Ok(None) };
        check(task.status_code, &task.status_message)?;
        Ok(task.result.unwrap_or_default().into_iter().next())
    }

    async fn related_keywords<Item: DeserializeOwned>(
        &self,
        function: &str,
        market: &Market,
        task: Value,
        keyword_of: fn(Item) -> KeywordData,
    ) -> Result<RelatedKeywords<GoogleKeywordMetrics>, KeywordError> {
        let found: Option<KeywordResult<Item>> = self.send_task(function, market, task).await?;
        let Some(found) = found else { return Ok(RelatedKeywords { metrics: None, keywords: Vec::new() }) };
        let keywords = found.items.unwrap_or_default().into_iter().map(keyword_of).filter_map(with_metrics).collect();
        Ok(RelatedKeywords { metrics: found.seed_keyword_data.and_then(KeywordData::metrics), keywords })
    }
}

impl GoogleKeywords for DataForSeo {
    fn name(&self) -> &'static str {
        "dataforseo"
    }

    fn metrics<'a>(
        &'a self,
        keywords: &'a [String],
        market: &'a Market,
    ) -> ProviderFuture<'a, ByKeyword<GoogleKeywordMetrics>> {
        // One call accepts 700 keywords.
        async move {
            let task = json!({ "keywords": keywords });
            let found: Option<KeywordResult<KeywordData>> = self.send_task("keyword_overview", market, task).await?;
            let items = found.and_then(|found| found.items).unwrap_or_default();
            Ok(items
                .into_iter()
                .filter_map(with_metrics)
                .map(|(keyword, metrics)| (keyword_key(&keyword), metrics))
                .collect())
        }
        .boxed()
    }

    fn suggestions<'a>(
        &'a self,
        keyword: &'a str,
        market: &'a Market,
    ) -> ProviderFuture<'a, RelatedKeywords<GoogleKeywordMetrics>> {
        let task = json!({
            "keyword": keyword,
            "include_seed_keyword": true,
            "limit": LIMIT,
            "order_by": ["keyword_info.search_volume,desc"],
        });
        self.related_keywords::<KeywordData>("keyword_suggestions", market, task, |item| item).boxed()
    }

    fn related<'a>(
        &'a self,
        keyword: &'a str,
        market: &'a Market,
    ) -> ProviderFuture<'a, RelatedKeywords<GoogleKeywordMetrics>> {
        let task = json!({
            "keyword": keyword,
            "include_seed_keyword": true,
            "depth": DEPTH,
            "limit": LIMIT,
            "order_by": ["keyword_data.keyword_info.search_volume,desc"],
        });
        self.related_keywords::<RelatedItem>("related_keywords", market, task, |item| item.keyword_data).boxed()
    }
}

fn with_metrics(keyword: KeywordData) -> Option<(String, GoogleKeywordMetrics)> {
    let name = keyword.keyword.clone();
    Some((name, keyword.metrics()?))
}

/// Checks a status code of the body. Rate limits, balance and credentials are up to the operator: `Unavailable`.
fn check(code: u32, message: &str) -> Result<(), KeywordError> {
    match code {
        OK | NO_RESULTS => Ok(()),
        code if INVALID_FIELD.contains(&code) && message.contains("location_code") => {
            Err(KeywordError::CountryNotSupported)
        }
        code if INVALID_FIELD.contains(&code) => Err(KeywordError::Rejected(message.chars().take(200).collect())),
        code => Err(KeywordError::Unavailable(format!("DataForSEO: {code} {message}"))),
    }
}
