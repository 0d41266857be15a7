//! Naver keyword data: volumes from Naver Search Ad, trends from Naver DataLab.

mod data_lab;
mod search_ad;

use answerdeck_api::NaverKeywordMetrics;
use async_trait::async_trait;
use jiff::civil::Date;

use crate::batches::ask_in_batches;
use crate::keyword::replace_others;
use crate::provider::{KeywordError, KeywordResults, NaverKeywords, RelatedKeywords};
pub use data_lab::DataLab;
pub use search_ad::SearchAd;

pub const SEARCH_AD_BASE_URL: &str = "https://api.searchad.naver.com";
pub const DATA_LAB_BASE_URL: &str = "https://openapi.naver.com";

pub struct Naver {
    pub search_ad: SearchAd,
    /// Trends. Without it, [`NaverKeywords::trend`] fails with `NotConfigured`.
    pub data_lab: Option<DataLab>,
}

#[async_trait]
impl NaverKeywords for Naver {
    fn name(&self) -> &'static str {
        match self.data_lab {
            Some(_) => "naver-search-ad+datalab",
            None => "naver-search-ad",
        }
    }

    async fn metrics(&self, keywords: &[String]) -> KeywordResults<NaverKeywordMetrics> {
        ask_in_batches(keywords, search_ad::HINTS_MAX, clean, |hints| self.search_ad.metrics(hints)).await
    }

    async fn related(&self, keyword: &str) -> Result<RelatedKeywords<NaverKeywordMetrics>, KeywordError> {
        let rejected = || KeywordError::KeywordRejected(format!("Naver has no keyword “{keyword}”"));
        self.search_ad.related(clean(keyword).ok_or_else(rejected)?).await
    }

    async fn trend(&self, keywords: &[String], months: &[Date]) -> KeywordResults<Vec<f64>> {
        let Some(data_lab) = &self.data_lab else { return KeywordError::NotConfigured("Naver DataLab").into() };
        ask_in_batches(keywords, data_lab::GROUPS_MAX, clean, |group| data_lab.trend(group, months)).await
    }
}

/// A keyword as Naver's keyword tools register it: letters and digits. `None` for one that would become another: without its signs,
/// `C++` is `C`.
fn clean(keyword: &str) -> Option<String> {
    let cleaned = replace_others(keyword, char::is_alphanumeric);
    (!cleaned.is_empty() && !keyword.contains(['+', '#'])).then_some(cleaned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_has_only_letters_and_digits() {
        for (keyword, cleaned) in [
            ("무선 이어폰", Some("무선 이어폰")),
            ("LG-그램", Some("LG 그램")),
            ("아메리카노·라떼", Some("아메리카노 라떼")),
            ("갤럭시: S26", Some("갤럭시 S26")),
            ("🎧 이어폰", Some("이어폰")),
            ("❤\u{fe0f}이어\u{200b}폰", Some("이어폰")),
            ("\u{1106}\u{116e}선", Some("무선")),
            ("a,b", Some("a b")),
            ("T.O.P", Some("T O P")),
            ("Nestlé", Some("Nestlé")),
            ("★", None),
            ("🎧", None),
            ("-", None),
            ("C++", None),
            ("C#", None),
        ] {
            assert_eq!(clean(keyword).as_deref(), cleaned, "{keyword}");
        }
    }
}
