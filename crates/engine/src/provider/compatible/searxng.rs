//! Web searches with SearXNG.
//!
//! Source: SearXNG documentation, Search API.

use std::time::Duration;

use answerdeck_provider_http::lenient::Items;
use serde::Deserialize;
use serde_json::Value;

use crate::failure::{EngineFailure, FailureClass};
use crate::provider::http::{self, Purpose};

const TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Deserialize)]
pub(super) struct Found {
    pub(super) results: Items<Hit>,
    /// The search engines that failed, each with its reason.
    pub(super) unresponsive_engines: Option<Vec<Value>>,
}

#[derive(Deserialize)]
pub(super) struct Hit {
    pub(super) url: Option<String>,
    pub(super) title: Option<String>,
    pub(super) content: Option<String>,
}

/// Searches in the language and country of `locale`. Returns what was found, and the response that it is from.
pub(super) async fn search(
    client: &reqwest::Client,
    url: &str,
    query: &str,
    locale: &str,
) -> Result<(Found, Value), EngineFailure> {
    let parameters = [("q", query), ("format", "json"), ("language", locale)];
    let request = client.get(format!("{url}/search")).query(&parameters);
    let response = http::send(request, Purpose::Read, TIMEOUT).await?;
    if !response.status.is_success() {
        let detail = match response.status.as_u16() {
            403 => "SearXNG answers 403: add json to search.formats in its settings.yml",
            404 => "SearXNG answers 404: search-url is its address without /search",
            _ => "SearXNG",
        };
        return Err(EngineFailure { detail: detail.to_owned(), ..response.status_failure("") });
    }
    let raw: Value = response
        .parse()
        .map_err(|failure| EngineFailure::new(failure.class, &format!("SearXNG sends no JSON: {}", failure.detail)))?;
    let found = Found::deserialize(&raw)
        .map_err(|error| EngineFailure::new(FailureClass::Unreadable, &format!("SearXNG: {error}")))?;
    Ok((found, raw))
}
