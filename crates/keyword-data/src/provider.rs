//! The providers, their types and errors.

use std::collections::HashMap;
use std::sync::Arc;

use answerdeck_api::{GoogleKeywordMetrics, NaverKeywordMetrics};
use async_trait::async_trait;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::keyword::keyword_key;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeywordError {
    #[error("the provider does not support the country")]
    CountryNotSupported,
    /// The provider rejects the request. A retry does not help. Holds the reason.
    #[error("the provider rejects the request: {0}")]
    Rejected(String),
    #[error("the provider rejects the keyword: {0}")]
    KeywordRejected(String),
    /// The provider could not be reached, or its response could not be read. Holds the cause.
    #[error("the provider is unavailable: {0}")]
    Unavailable(String),
    /// The provider's rate limit is reached, also after pauses. Holds the cause.
    #[error("the provider's rate limit is reached: {0}")]
    RateLimited(String),
    #[error("{0} is not configured")]
    NotConfigured(&'static str),
}

/// Data by the [`keyword_key`] of the keyword. A keyword without data is missing.
pub type ByKeyword<T> = HashMap<String, T>;

/// What a provider found for several keywords. What it read is kept when it fails later.
#[derive(Debug, Clone, PartialEq)]
pub struct KeywordResults<T> {
    /// The data by the [`keyword_key`] of each keyword that was read. `None` when the provider has none.
    pub read: HashMap<String, Option<T>>,
    /// The keywords that the provider cannot be asked for, as they were requested.
    pub rejected: Vec<String>,
    /// Why the other keywords were not read. `None` when all were.
    pub failure: Option<KeywordError>,
}

impl<T> Default for KeywordResults<T> {
    fn default() -> Self {
        Self { read: HashMap::new(), rejected: Vec::new(), failure: None }
    }
}

impl<T> From<KeywordError> for KeywordResults<T> {
    fn from(failure: KeywordError) -> Self {
        Self { failure: Some(failure), ..Self::default() }
    }
}

impl<T> KeywordResults<T> {
    pub fn of_one(keyword: &str, found: Result<T, KeywordError>) -> Self {
        match found {
            Ok(found) => Self { read: HashMap::from([(keyword_key(keyword), Some(found))]), ..Self::default() },
            Err(failure) => failure.into(),
        }
    }
}

/// A keyword's metrics, and related keywords.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RelatedKeywords<M> {
    /// The metrics of the keyword. `None` when there is no data.
    pub metrics: Option<M>,
    /// Related keywords and their metrics, in any order. May include the keyword itself.
    pub keywords: Vec<(String, M)>,
}

impl<M> RelatedKeywords<M> {
    /// What a provider found for `keyword`: its own metrics and those of others.
    pub(crate) fn of(keyword: &str, found: impl Iterator<Item = (String, M)>) -> Self {
        let base = keyword_key(keyword);
        let (mut own, keywords): (Vec<_>, Vec<_>) = found.partition(|(other, _)| keyword_key(other) == base);
        Self { metrics: own.pop().map(|(_, metrics)| metrics), keywords }
    }
}

/// A country and a language in which Google searches are counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Market {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// ISO 639-1.
    pub language: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelatedKind {
    /// They contain it, and are longer.
    Suggestions,
    /// People who search for it also search for them.
    Related,
}

/// A provider of data on Google searches.
#[async_trait]
pub trait GoogleKeywords: Send + Sync {
    /// The provider's name in logs and in the health report.
    fn name(&self) -> &'static str;

    /// The metrics of up to 100 keywords.
    async fn metrics(&self, keywords: &[String], market: &Market) -> KeywordResults<GoogleKeywordMetrics>;

    async fn related(
        &self,
        keyword: &str,
        market: &Market,
        kind: RelatedKind,
    ) -> Result<RelatedKeywords<GoogleKeywordMetrics>, KeywordError>;
}

/// A provider of data on Naver searches.
#[async_trait]
pub trait NaverKeywords: Send + Sync {
    /// The provider's name in logs and in the health report.
    fn name(&self) -> &'static str;

    /// The metrics of up to 15 keywords.
    async fn metrics(&self, keywords: &[String]) -> KeywordResults<NaverKeywordMetrics>;

    /// Keywords that contain `keyword`, and other keywords that people also search for.
    async fn related(&self, keyword: &str) -> Result<RelatedKeywords<NaverKeywordMetrics>, KeywordError>;

    /// The relative search volumes of up to 15 keywords, one for each of `months`, by their first days. Each keyword has its own
    /// scale.
    async fn trend(&self, keywords: &[String], months: &[Date]) -> KeywordResults<Vec<f64>>;
}

/// The configured providers; none by default. Clones share them.
#[derive(Clone, Default)]
pub struct KeywordProviders {
    pub google: Option<Arc<dyn GoogleKeywords>>,
    pub naver: Option<Arc<dyn NaverKeywords>>,
}

impl KeywordProviders {
    pub fn google_name(&self) -> Option<&'static str> {
        self.google.as_ref().map(|provider| provider.name())
    }

    pub fn naver_name(&self) -> Option<&'static str> {
        self.naver.as_ref().map(|provider| provider.name())
    }
}
