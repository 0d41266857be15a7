//! Google's searches by DataForSEO Labs.
//!
//! Source: DataForSEO API v3, DataForSEO Labs, Google: Keyword Overview, Keyword Suggestions, Related Keywords.

mod wire;

use answerdeck_api::GoogleKeywordMetrics;
use answerdeck_api::limits::PAGE_SIZE_MAX;
use axum::http::{HeaderValue, Method, Request, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::FutureExt;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::outbound::Outbound;
use super::{Asked, GoogleKeywords, KeywordError, Market, Measured, RelatedKeywords, key};
use wire::{Envelope, Found, Keyword, RelatedItem};

/// Where DataForSEO is.
pub const ADDRESS: &str = "https://api.dataforseo.com";

/// A location is its country's ISO 3166-1 number and this, as in Google's own table of places.
const COUNTRY: u32 = 2_000;
/// Keywords around one: as many as a request can ask for, and the keyword itself.
const LIMIT: u32 = PAGE_SIZE_MAX + 1;
/// Steps from a keyword to what is related to it: one finds 8, two some 70, three some 580.
const DEPTH: u32 = 3;
const OK: u32 = 20_000;
const NO_RESULTS: u32 = 40_102;
/// Fields that are wrong, up to the last code of the kind.
const WRONG_FIELD: std::ops::RangeInclusive<u32> = 40_501..=40_506;

/// The adapter.
pub struct DataForSeo {
    outbound: Outbound,
    address: String,
    authorization: HeaderValue,
}

impl DataForSeo {
    /// Asks at `address`, an origin, with the login and password of the API.
    ///
    /// # Errors
    /// When a credential does not fit into a header.
    pub fn new(address: &str, login: &str, password: &str) -> Result<Self, header::InvalidHeaderValue> {
        let mut authorization =
            HeaderValue::try_from(format!("Basic {}", STANDARD.encode(format!("{login}:{password}"))))?;
        authorization.set_sensitive(true);
        Ok(Self { outbound: Outbound::new("DataForSEO"), address: address.to_owned(), authorization })
    }

    /// Sends one task and gives its one result, if there is any.
    async fn live<T: DeserializeOwned>(
        &self,
        function: &str,
        market: &Market,
        task: Value,
    ) -> Result<Option<T>, KeywordError> {
        let country = rust_iso3166::from_alpha2(&market.country).ok_or(KeywordError::Country)?;
        let mut task = task;
        task["location_code"] = json!(COUNTRY + u32::from(country.numeric));
        task["language_code"] = json!(market.language);
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("{}/v3/dataforseo_labs/google/{function}/live", self.address))
            .header(header::AUTHORIZATION, &self.authorization)
            .header(header::CONTENT_TYPE, "application/json")
            .body(json!([task]).to_string().into())
            .map_err(|error| KeywordError::Unavailable(error.to_string()))?;
        let reply = self.outbound.send(request).await?;
        if !reply.status.is_success() {
            return Err(self.outbound.refused(reply.status));
        }
        let envelope: Envelope<T> = self.outbound.read(&reply)?;
        check(envelope.status_code, &envelope.status_message)?;
        let Some(task) = envelope.tasks.unwrap_or_default().into_iter().next() else { return Ok(None) };
        check(task.status_code, &task.status_message)?;
        Ok(task.result.unwrap_or_default().into_iter().next())
    }

    async fn around<Item: DeserializeOwned>(
        &self,
        function: &str,
        market: &Market,
        task: Value,
        of_item: fn(Item) -> Keyword,
    ) -> Result<RelatedKeywords<GoogleKeywordMetrics>, KeywordError> {
        let found: Option<Found<Item>> = self.live(function, market, task).await?;
        let Some(found) = found else { return Ok(RelatedKeywords { metrics: None, keywords: Vec::new() }) };
        let keywords = found.items.unwrap_or_default().into_iter().map(of_item).filter_map(named).collect();
        Ok(RelatedKeywords { metrics: found.seed_keyword_data.and_then(Keyword::metrics), keywords })
    }
}

impl GoogleKeywords for DataForSeo {
    fn name(&self) -> &'static str {
        "dataforseo"
    }

    fn metrics<'a>(&'a self, keywords: &'a [String], market: &'a Market) -> Asked<'a, Measured<GoogleKeywordMetrics>> {
        // One call takes 700 keywords.
        async move {
            let task = json!({ "keywords": keywords });
            let found: Option<Found<Keyword>> = self.live("keyword_overview", market, task).await?;
            let items = found.and_then(|found| found.items).unwrap_or_default();
            Ok(items.into_iter().filter_map(named).map(|(keyword, metrics)| (key(&keyword), metrics)).collect())
        }
        .boxed()
    }

    fn suggestions<'a>(
        &'a self,
        keyword: &'a str,
        market: &'a Market,
    ) -> Asked<'a, RelatedKeywords<GoogleKeywordMetrics>> {
        let task = json!({
            "keyword": keyword,
            "include_seed_keyword": true,
            "limit": LIMIT,
            "order_by": ["keyword_info.search_volume,desc"],
        });
        self.around::<Keyword>("keyword_suggestions", market, task, |item| item).boxed()
    }

    fn related<'a>(&'a self, keyword: &'a str, market: &'a Market) -> Asked<'a, RelatedKeywords<GoogleKeywordMetrics>> {
        let task = json!({
            "keyword": keyword,
            "include_seed_keyword": true,
            "depth": DEPTH,
            "limit": LIMIT,
            "order_by": ["keyword_data.keyword_info.search_volume,desc"],
        });
        self.around::<RelatedItem>("related_keywords", market, task, |item| item.keyword_data).boxed()
    }
}

fn named(keyword: Keyword) -> Option<(String, GoogleKeywordMetrics)> {
    let name = keyword.keyword.clone();
    Some((name, keyword.metrics()?))
}

/// What a status inside an answer means. A limit, a balance or a credential is the operator's: unavailable.
fn check(code: u32, message: &str) -> Result<(), KeywordError> {
    match code {
        OK | NO_RESULTS => Ok(()),
        code if WRONG_FIELD.contains(&code) && message.contains("location_code") => Err(KeywordError::Country),
        code if WRONG_FIELD.contains(&code) => Err(KeywordError::Rejected(message.chars().take(200).collect())),
        code => Err(KeywordError::Unavailable(format!("DataForSEO: {code} {message}"))),
    }
}
