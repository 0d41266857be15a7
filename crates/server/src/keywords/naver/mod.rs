//! Naver's searches: volumes by Naver Search Ad, trends by Naver DataLab.

mod datalab;
mod search_ad;

use answerdeck_api::NaverKeywordMetrics;
use futures_util::FutureExt;

use super::months::Month;
use super::{Asked, KeywordError, Measured, NaverKeywords, RelatedKeywords};
pub use datalab::DataLab;
pub use search_ad::SearchAd;

/// Where Naver Search Ad is.
pub const SEARCH_AD_ADDRESS: &str = "https://api.searchad.naver.com";
/// Where Naver DataLab is.
pub const DATA_LAB_ADDRESS: &str = "https://openapi.naver.com";

/// The adapter over both.
pub struct Naver {
    /// Volumes.
    pub search_ad: SearchAd,
    /// Trends. Without it there are none.
    pub data_lab: Option<DataLab>,
}

impl NaverKeywords for Naver {
    fn name(&self) -> &'static str {
        match self.data_lab {
            Some(_) => "naver-search-ad+datalab",
            None => "naver-search-ad",
        }
    }

    fn metrics<'a>(&'a self, keywords: &'a [String]) -> Asked<'a, Measured<NaverKeywordMetrics>> {
        self.search_ad.metrics(keywords).boxed()
    }

    fn around<'a>(&'a self, keyword: &'a str) -> Asked<'a, RelatedKeywords<NaverKeywordMetrics>> {
        self.search_ad.around(keyword).boxed()
    }

    fn trend<'a>(&'a self, keywords: &'a [String], months: &'a [Month]) -> Asked<'a, Measured<Vec<f64>>> {
        async move {
            let data_lab = self.data_lab.as_ref().ok_or(KeywordError::NotConfigured)?;
            data_lab.trend(keywords, months).await
        }
        .boxed()
    }
}
