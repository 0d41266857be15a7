//! Keyword data: whom the server asks what people search for.

mod cache;
pub mod dataforseo;
pub(crate) mod lookup;
pub(crate) mod months;
pub mod naver;
mod outbound;
pub mod sample;

use std::collections::HashMap;
use std::sync::Arc;

use answerdeck_api::{ErrorCode, GoogleKeywordMetrics, NaverKeywordMetrics, normalize_keyword};
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::problem::Problem;
use months::Month;

/// Why there is no keyword data.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeywordError {
    /// The provider has no data of the country.
    #[error("the provider does not know the country")]
    Country,
    /// The provider refuses the request: asking again does not help.
    #[error("the provider refuses the request: {0}")]
    Rejected(String),
    /// The provider could not be asked, or its answer could not be read.
    #[error("the provider did not answer: {0}")]
    Unavailable(String),
    /// The provider is there, but not for this.
    #[error("not set up")]
    NotConfigured,
}

/// What was asked of a provider.
pub type Asked<'a, T> = BoxFuture<'a, Result<T, KeywordError>>;

/// What a provider knows, by the [`key`] of the keyword. A keyword without data is missing.
pub type Measured<M> = HashMap<String, M>;

/// What a provider knows around a keyword.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RelatedKeywords<M> {
    /// Of the keyword itself, when there is data.
    pub metrics: Option<M>,
    /// The keywords around it, in any order; the keyword itself may be among them.
    pub keywords: Vec<(String, M)>,
}

/// Where and in which language Google's searches are counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Market {
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// ISO 639-1.
    pub language: String,
}

/// A provider of what people search for on Google.
pub trait GoogleKeywords: Send + Sync {
    /// What an operator calls it.
    fn name(&self) -> &'static str;

    /// Measures up to 100 keywords.
    fn metrics<'a>(&'a self, keywords: &'a [String], market: &'a Market) -> Asked<'a, Measured<GoogleKeywordMetrics>>;

    /// Longer keywords that hold `keyword`.
    fn suggestions<'a>(
        &'a self,
        keyword: &'a str,
        market: &'a Market,
    ) -> Asked<'a, RelatedKeywords<GoogleKeywordMetrics>>;

    /// What is searched for beside `keyword`.
    fn related<'a>(&'a self, keyword: &'a str, market: &'a Market) -> Asked<'a, RelatedKeywords<GoogleKeywordMetrics>>;
}

/// A provider of what people search for on Naver.
pub trait NaverKeywords: Send + Sync {
    /// What an operator calls it.
    fn name(&self) -> &'static str;

    /// Measures up to 15 keywords.
    fn metrics<'a>(&'a self, keywords: &'a [String]) -> Asked<'a, Measured<NaverKeywordMetrics>>;

    /// What is searched for around `keyword`.
    fn around<'a>(&'a self, keyword: &'a str) -> Asked<'a, RelatedKeywords<NaverKeywordMetrics>>;

    /// How much up to 15 keywords were searched for in each of `months`, each keyword on a scale of its own.
    fn trend<'a>(&'a self, keywords: &'a [String], months: &'a [Month]) -> Asked<'a, Measured<Vec<f64>>>;
}

/// The providers that this server asks; none by default. Clones share them.
#[derive(Clone, Default)]
pub struct KeywordProviders {
    /// For Google.
    pub google: Option<Arc<dyn GoogleKeywords>>,
    /// For Naver.
    pub naver: Option<Arc<dyn NaverKeywords>>,
}

impl KeywordProviders {
    /// The name of the provider for Google, where there is one.
    pub(crate) fn google_name(&self) -> Option<&'static str> {
        self.google.as_ref().map(|provider| provider.name())
    }

    /// The name of the provider for Naver, where there is one.
    pub(crate) fn naver_name(&self) -> Option<&'static str> {
        self.naver.as_ref().map(|provider| provider.name())
    }
}

impl std::fmt::Debug for KeywordProviders {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeywordProviders")
            .field("google", &self.google_name())
            .field("naver", &self.naver_name())
            .finish()
    }
}

/// The form that keywords are compared in: case, whitespace and the way to write Hangul do not matter.
pub fn key(keyword: &str) -> String {
    normalize_keyword(keyword).nfc().collect()
}

/// The keyword as a provider is asked for it: one form of Hangul, and no whitespace around it.
fn spoken(keyword: &str) -> String {
    keyword.trim().nfc().collect()
}

impl From<KeywordError> for Problem {
    fn from(error: KeywordError) -> Self {
        match error {
            KeywordError::Country => Self::refused(ErrorCode::KeywordCountryNotSupported),
            KeywordError::Rejected(detail) => {
                Self::Refused { code: ErrorCode::KeywordMetricsProviderRejected, details: vec![detail] }
            }
            KeywordError::Unavailable(cause) => {
                tracing::warn!(cause, "a provider of keyword data did not answer");
                Self::refused(ErrorCode::KeywordMetricsProviderUnavailable)
            }
            KeywordError::NotConfigured => Self::refused(ErrorCode::KeywordMetricsNotConfigured),
        }
    }
}
