//! Keyword data of the search engines Google and Naver.

mod google;
mod naver;
mod text;

pub use google::{
    GoogleKeyword, GoogleKeywordList, GoogleKeywordMetrics, GoogleKeywordRequest, GoogleKeywordsRequest, GoogleRelated,
    GoogleSuggestions, MonthlySearches, SearchIntent, SearchVolumeTrend,
};
pub use naver::{
    Competition, NaverKeyword, NaverKeywordList, NaverKeywordMetrics, NaverKeywordRequest, NaverKeywordTrend,
    NaverKeywordsRequest, NaverRelated, NaverSuggestions, NaverTrend, NaverTrendList, TrendAnchor, TrendPoint,
};
pub use text::{normalize_keyword, unique_keywords};
