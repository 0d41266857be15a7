//! Keywords as Naver counts them.

use garde::Validate;
use serde::{Deserialize, Serialize};

use super::text::{not_blank, unique_keywords};
use crate::limits::{KEYWORD_MAX, NAVER_KEYWORDS_MAX, PAGE_SIZE_MAX};
use crate::wire_enum::wire_enum;

wire_enum! {
    /// How many advertisers want the keyword: a Korean label on the wire.
    ///
    /// Source: docs/platform-api.md, section 2, Naver keyword metrics.
    Competition {
        /// Few.
        Low = "낮음",
        /// Some.
        Medium = "중간",
        /// Many.
        High = "높음",
    }
}

/// What Naver knows of a keyword, on average of a month.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NaverKeywordMetrics {
    /// Advertisements shown beside the results.
    pub ad_depth: Option<u64>,
    /// Clicks on an advertisement for 100 views, on phones.
    #[serde(rename = "avgCTRMobile")]
    pub avg_ctr_mobile: Option<f64>,
    /// Clicks on an advertisement for 100 views, on computers.
    #[serde(rename = "avgCTRPC")]
    pub avg_ctr_pc: Option<f64>,
    /// Clicks on advertisements, on phones.
    pub avg_click_mobile: Option<f64>,
    /// Clicks on advertisements, on computers.
    #[serde(rename = "avgClickPC")]
    pub avg_click_pc: Option<f64>,
    /// How many advertisers want it.
    pub competition: Option<Competition>,
    /// Whether `searchVolumeMobile` is under 10 and not told.
    pub mobile_below_threshold: bool,
    /// Whether `searchVolumePC` is under 10 and not told.
    pub pc_below_threshold: bool,
    /// Searches on phones. 0 when they are under 10.
    pub search_volume_mobile: u64,
    /// Searches on computers. 0 when they are under 10.
    #[serde(rename = "searchVolumePC")]
    pub search_volume_pc: u64,
    /// Searches on both. What is under 10 is not in it.
    pub search_volume_total: u64,
}

/// A keyword and what Naver knows of it.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct NaverKeyword {
    /// The keyword, as it was sent where it was.
    pub keyword: String,
    /// `null` when there is no data.
    pub metrics: Option<NaverKeywordMetrics>,
}

/// Which keywords to measure, or to follow through the last year.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NaverKeywordsRequest {
    /// The keywords, 1..15 of 1..80 characters, each once whatever its case and whitespace.
    #[garde(
        length(min = 1, max = NAVER_KEYWORDS_MAX),
        custom(unique_keywords),
        inner(length(chars, min = 1, max = KEYWORD_MAX), custom(not_blank))
    )]
    #[cfg_attr(feature = "openapi", schemars(inner(regex(pattern = r"\S")), extend("uniqueItems" = true)))]
    pub keywords: Vec<String>,
}

/// The keywords measured.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct NaverKeywordList {
    /// The keywords, in the order of the request.
    pub items: Vec<NaverKeyword>,
}

/// Which keyword to look around.
///
/// Source: docs/platform-api.md, section 4.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NaverKeywordRequest {
    /// The keyword, 1..80 characters.
    #[garde(length(chars, min = 1, max = KEYWORD_MAX), custom(not_blank))]
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schemars(!default, regex(pattern = r"\S")))]
    pub keyword: String,
    /// Keywords to answer at most, 1..100. 20 when absent.
    #[garde(range(min = 1, max = PAGE_SIZE_MAX))]
    #[serde(default, deserialize_with = "crate::list::saturating_u32", skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// Longer keywords that hold the base keyword.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NaverSuggestions {
    /// The base keyword, as it was sent.
    pub keyword: String,
    /// Of the base keyword. `null` when there is no data.
    pub metrics: Option<NaverKeywordMetrics>,
    /// The most searched first, without the base keyword.
    pub suggested_keywords: Vec<NaverKeyword>,
}

/// What is searched for around the base keyword.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NaverRelated {
    /// The base keyword, as it was sent.
    pub keyword: String,
    /// Of the base keyword. `null` when there is no data.
    pub metrics: Option<NaverKeywordMetrics>,
    /// The most searched first, without the base keyword.
    pub related_keywords: Vec<NaverKeyword>,
}

/// How much a keyword was searched for in one month, against its best month.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct TrendPoint {
    /// The year.
    pub year: i32,
    /// The month, 1..12.
    pub month: u32,
    /// 0..100; the keyword's best month has 100.
    pub ratio: f64,
}

/// The searches of one month, by which ratios become numbers.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TrendAnchor {
    /// The year of the last point.
    pub year: i32,
    /// The month of the last point, 1..12.
    pub month: u32,
    /// Searches, on computers and phones.
    pub search_volume_total: u64,
}

/// A keyword through the last year.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct NaverTrend {
    /// The last 12 complete months, the oldest first.
    pub points: Vec<TrendPoint>,
    /// `null` when there is no absolute volume.
    pub anchor: Option<TrendAnchor>,
}

/// A keyword and its trend.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct NaverKeywordTrend {
    /// The keyword, as it was sent.
    pub keyword: String,
    /// `null` when there is no data.
    pub trend: Option<NaverTrend>,
}

/// The keywords through the last year.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct NaverTrendList {
    /// The keywords, in the order of the request.
    pub items: Vec<NaverKeywordTrend>,
}
