//! Naver keyword data: volumes from Naver Search Ad, trends from Naver DataLab.

mod data_lab;
mod search_ad;

use answerdeck_api::NaverKeywordMetrics;
use futures_util::FutureExt;

use crate::months::Month;
use crate::provider::{ByKeyword, KeywordError, NaverKeywords, ProviderFuture, RelatedKeywords};
pub use data_lab::DataLab;
pub use search_ad::SearchAd;

/// The default base URL of Naver Search Ad.
pub const SEARCH_AD_BASE_URL: &str = "https://api.searchad.naver.com";
/// The default base URL of Naver DataLab.
pub const DATA_LAB_BASE_URL: &str = "https://openapi.naver.com";

/// The adapter for both APIs.
pub struct Naver {
    /// Volumes.
    pub search_ad: SearchAd,
    /// Trends. Without it, [`NaverKeywords::trend`] fails with `NotConfigured`.
    pub data_lab: Option<DataLab>,
}

impl NaverKeywords for Naver {
    fn name(&self) -> &'static str {
        match self.data_lab {
            Some(_) => "naver-search-ad+datalab",
            None => "naver-search-ad",
        }
    }

    fn metrics<'a>(&'a self, keywords: &'a [String]) -> ProviderFuture<'a, ByKeyword<NaverKeywordMetrics>> {
        self.search_ad.metrics(keywords).boxed()
    }

    fn related<'a>(&'a self, keyword: &'a str) -> ProviderFuture<'a, RelatedKeywords<NaverKeywordMetrics>> {
        self.search_ad.related(keyword).boxed()
    }

    fn trend<'a>(&'a self, keywords: &'a [String], months: &'a [Month]) -> ProviderFuture<'a, ByKeyword<Vec<f64>>> {
        async move {
            let data_lab = self.data_lab.as_ref().ok_or(KeywordError::NotConfigured)?;
            data_lab.trend(keywords, months).await
        }
        .boxed()
    }
}
