//! Google keyword data from DataForSEO Labs.
//!
//! Source: DataForSEO API v3, DataForSEO Labs, Google: Keyword Overview, Keyword Suggestions, Related Keywords.

mod response;

use answerdeck_api::GoogleKeywordMetrics;
use answerdeck_api::limits::PAGE_SIZE_MAX;
pub use answerdeck_provider_http::dataforseo::URL as BASE_URL;
use answerdeck_provider_http::dataforseo::{Envelope, NO_RESULTS, OK, RATE_LIMITS, location_code};
use async_trait::async_trait;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::batches::ask_in_batches;
use crate::client::{ProviderClient, retry_rate_limited};
use crate::keyword::{keyword_key, replace_others};
use crate::provider::{GoogleKeywords, KeywordError, KeywordResults, Market, RelatedKeywords, RelatedKind};
use response::{KeywordData, KeywordResult, RelatedItem};

/// Related keywords of one call: as many as a request of the platform API can ask for, and the keyword itself.
const LIMIT: u32 = PAGE_SIZE_MAX + 1;
/// Levels of related searches. Level 1 finds 8 keywords, level 2 about 70, level 3 about 580.
const DEPTH: u32 = 3;
/// Keywords of one call. The API accepts more than a request of the platform API has.
const KEYWORDS_MAX: usize = 700;
const WORDS_MAX: usize = 10;
/// Signs that Google's keyword data accepts, beside letters and digits.
const SIGNS: &str = "&'.-+#$/_\"";
/// Status codes of an invalid field.
const INVALID_FIELD: std::ops::RangeInclusive<u32> = 40_501..=40_506;

pub struct DataForSeo {
    client: ProviderClient,
    base_url: String,
    login: String,
    password: String,
}

impl DataForSeo {
    /// An adapter for the API at `base_url` (without a path), with the login and password of the API.
    pub fn new(base_url: &str, login: &str, password: &str) -> Self {
        let [base_url, login, password] = [base_url, login, password].map(str::to_owned);
        Self { client: ProviderClient::new("DataForSEO"), base_url, login, password }
    }

    async fn send_task<T: DeserializeOwned>(
        &self,
        function: &str,
        market: &Market,
        mut task: Value,
    ) -> Result<Option<T>, KeywordError> {
        let location = location_code(&market.country).ok_or(KeywordError::CountryNotSupported)?;
        task["location_code"] = json!(location);
        task["language_code"] = json!(market.language);
        retry_rate_limited(|| self.send_once(function, &task)).await
    }

    async fn send_once<T: DeserializeOwned>(&self, function: &str, task: &Value) -> Result<Option<T>, KeywordError> {
        let request = self
            .client
            .http
            .post(format!("{}/v3/dataforseo_labs/google/{function}/live", self.base_url))
            .basic_auth(&self.login, Some(&self.password))
            .json(&[task]);
        let envelope: Envelope<T> = self.client.send(request).await?;
        check(envelope.status_code, envelope.status_message.0)?;
        let Some(task) = envelope.tasks.unwrap_or_default().into_iter().next() else { return Ok(None) };
        check(task.status_code, task.status_message.0)?;
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

#[async_trait]
impl GoogleKeywords for DataForSeo {
    fn name(&self) -> &'static str {
        "dataforseo"
    }

    async fn metrics(&self, keywords: &[String], market: &Market) -> KeywordResults<GoogleKeywordMetrics> {
        let ask = move |keywords: Vec<String>| async move {
            let task = json!({ "keywords": keywords });
            let found: Option<KeywordResult<KeywordData>> = self.send_task("keyword_overview", market, task).await?;
            let items = found.and_then(|found| found.items).unwrap_or_default();
            let metrics = items.into_iter().filter_map(with_metrics);
            Ok(metrics.map(|(keyword, metrics)| (keyword_key(&keyword), metrics)).collect())
        };
        ask_in_batches(keywords, KEYWORDS_MAX, clean, ask).await
    }

    async fn related(
        &self,
        keyword: &str,
        market: &Market,
        kind: RelatedKind,
    ) -> Result<RelatedKeywords<GoogleKeywordMetrics>, KeywordError> {
        let rejected = || KeywordError::KeywordRejected(format!("Google has no keyword “{keyword}”"));
        let cleaned = clean(keyword).ok_or_else(rejected)?;
        let mut task = json!({ "keyword": cleaned, "include_seed_keyword": true, "limit": LIMIT });
        match kind {
            RelatedKind::Suggestions => {
                task["order_by"] = json!(["keyword_info.search_volume,desc"]);
                self.related_keywords::<KeywordData>("keyword_suggestions", market, task, |item| item).await
            }
            RelatedKind::Related => {
                task["depth"] = json!(DEPTH);
                task["order_by"] = json!(["keyword_data.keyword_info.search_volume,desc"]);
                self.related_keywords::<RelatedItem>("related_keywords", market, task, |item| item.keyword_data).await
            }
        }
    }
}

/// A keyword without the signs that the API refuses. `None` if nothing is left, or too many words are.
///
/// Source: DataForSEO API v3, DataForSEO Labs, Keyword Overview: `keywords`. Google Ads, invalid characters of keywords.
fn clean(keyword: &str) -> Option<String> {
    let cleaned = replace_others(keyword, |letter| letter.is_alphanumeric() || SIGNS.contains(letter));
    let is_word = cleaned.contains(char::is_alphanumeric);
    (is_word && cleaned.split(' ').count() <= WORDS_MAX).then_some(cleaned)
}

fn with_metrics(keyword: KeywordData) -> Option<(String, GoogleKeywordMetrics)> {
    let name = keyword.keyword.clone();
    Some((name, keyword.metrics()?))
}

/// Checks a status code of the body. Rate limits, balance and credentials are up to the operator: `Unavailable`.
fn check(code: Option<u32>, message: Option<String>) -> Result<(), KeywordError> {
    let message = message.unwrap_or_default();
    match code.unwrap_or_default() {
        OK | NO_RESULTS => Ok(()),
        code if INVALID_FIELD.contains(&code) && message.contains("location_code") => {
            Err(KeywordError::CountryNotSupported)
        }
        code if INVALID_FIELD.contains(&code) => {
            let reason = message.chars().take(200).collect();
            let is_keyword = message.contains("keyword");
            Err(if is_keyword { KeywordError::KeywordRejected(reason) } else { KeywordError::Rejected(reason) })
        }
        code if RATE_LIMITS.contains(&code) => Err(KeywordError::RateLimited(format!("DataForSEO: {code} {message}"))),
        code => Err(KeywordError::Unavailable(format!("DataForSEO: {code} {message}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_has_no_sign_that_google_refuses() {
        for (keyword, cleaned) in [
            ("무선 이어폰", Some("무선 이어폰")),
            ("wi-fi 7", Some("wi-fi 7")),
            ("C++", Some("C++")),
            ("아메리카노·라떼: 비교", Some("아메리카노 라떼 비교")),
            ("🎧 earbuds!", Some("earbuds")),
            ("a,b", Some("a b")),
            ("is it good?", Some("is it good")),
            ("McDonald's & Co.", Some("McDonald's & Co.")),
            (
                "one two three four five six seven eight nine ten",
                Some("one two three four five six seven eight nine ten"),
            ),
            ("one two three four five six seven eight nine ten eleven", None),
            ("🎧", None),
            ("--", None),
        ] {
            assert_eq!(clean(keyword).as_deref(), cleaned, "{keyword}");
        }
    }
}
