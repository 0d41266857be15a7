//! Keyword data of Naver.

use serde::{Deserialize, Serialize};

use super::text::unique_keywords;
use crate::limits::{KEYWORD_MAX, NAVER_KEYWORDS_MAX, PAGE_SIZE_MAX};
use crate::request::request;
use crate::response_field::{null_as_default, number};
use crate::text_form::not_blank;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// The competition of advertisers for a keyword. A Korean label on the wire.
    ///
    /// Source: docs/platform-api.md, section 2, Naver keyword metrics.
    Competition {
        /// Low competition.
        Low = "낮음",
        /// Medium competition.
        Medium = "중간",
        /// High competition.
        High = "높음",
    }
}

/// Naver's metrics of a keyword. All values are monthly averages.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NaverKeywordMetrics {
    /// The number of advertisements next to the results.
    #[serde(default, deserialize_with = "number")]
    pub ad_depth: Option<u64>,
    /// The click-through rate of advertisements on mobile devices in percent.
    #[serde(rename = "avgCTRMobile", default, deserialize_with = "number")]
    pub avg_ctr_mobile: Option<f64>,
    /// The click-through rate of advertisements on desktop computers in percent.
    #[serde(rename = "avgCTRPC", default, deserialize_with = "number")]
    pub avg_ctr_pc: Option<f64>,
    /// The number of clicks on advertisements on mobile devices.
    #[serde(default, deserialize_with = "number")]
    pub avg_click_mobile: Option<f64>,
    /// The number of clicks on advertisements on desktop computers.
    #[serde(rename = "avgClickPC", default, deserialize_with = "number")]
    pub avg_click_pc: Option<f64>,
    /// The competition of advertisers.
    pub competition: Option<Competition>,
    /// Whether Naver hides `searchVolumeMobile` because it is below 10.
    #[serde(default, deserialize_with = "null_as_default")]
    pub mobile_below_threshold: bool,
    /// Whether Naver hides `searchVolumePC` because it is below 10.
    #[serde(default, deserialize_with = "null_as_default")]
    pub pc_below_threshold: bool,
    /// The number of searches on mobile devices. 0 when it is below 10.
    pub search_volume_mobile: u64,
    /// The number of searches on desktop computers. 0 when it is below 10.
    #[serde(rename = "searchVolumePC")]
    pub search_volume_pc: u64,
    /// The number of searches on all devices. Excludes a volume below 10.
    pub search_volume_total: u64,
}

/// A keyword with Naver's metrics.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct NaverKeyword {
    /// The keyword, spelled as in the request if the request has it.
    pub keyword: String,
    /// `null` when there is no data.
    pub metrics: Option<NaverKeywordMetrics>,
}

request! {
    /// A request for the metrics or the trends of keywords.
    ///
    /// Source: docs/platform-api.md, section 2, Naver keyword metrics.
    NaverKeywordsRequest {
        /// The keywords, 1..15, each 1..80 characters. Must be unique, ignoring case and whitespace.
        #[garde(
            length(min = 1, max = NAVER_KEYWORDS_MAX),
            custom(unique_keywords),
            inner(length(chars, min = 1, max = KEYWORD_MAX), custom(not_blank))
        )]
        #[cfg_attr(feature = "openapi", schemars(inner(regex(pattern = r"\S")), extend("uniqueItems" = true)))]
        keywords: Vec<String>,
    }
}

/// Keywords with their metrics.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct NaverKeywordList {
    /// The keywords, in the order of the request.
    #[serde(deserialize_with = "null_as_default")]
    pub items: Vec<NaverKeyword>,
}

request! {
    /// A request for the suggestions or the related keywords of one keyword.
    ///
    /// Source: docs/platform-api.md, section 4.
    NaverKeywordRequest {
        /// The keyword, 1..80 characters.
        #[garde(length(chars, min = 1, max = KEYWORD_MAX), custom(not_blank))]
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = r"\S")))]
        keyword: String,
        /// The maximum number of keywords in the response, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// Longer keywords that contain the base keyword.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NaverSuggestions {
    /// The base keyword, as sent.
    pub keyword: String,
    /// The metrics of the base keyword. `null` when there is no data.
    pub metrics: Option<NaverKeywordMetrics>,
    /// The keywords without the base keyword, most searched first.
    #[serde(deserialize_with = "null_as_default")]
    pub suggested_keywords: Vec<NaverKeyword>,
}

/// Keywords related to the base keyword.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NaverRelated {
    /// The base keyword, as sent.
    pub keyword: String,
    /// The metrics of the base keyword. `null` when there is no data.
    pub metrics: Option<NaverKeywordMetrics>,
    /// The keywords without the base keyword, most searched first.
    #[serde(deserialize_with = "null_as_default")]
    pub related_keywords: Vec<NaverKeyword>,
}

/// The search volume of a keyword in one month relative to its peak month.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct TrendPoint {
    /// The year.
    pub year: i32,
    /// The month, 1..12.
    pub month: u32,
    /// The volume in percent of the peak month, 0..100.
    pub ratio: f64,
}

/// The absolute search volume of one month, which turns ratios into volumes.
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
    /// The number of searches on all devices.
    pub search_volume_total: u64,
}

/// The search trend of a keyword over the last year.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct NaverTrend {
    /// The last 12 complete months, oldest first.
    #[serde(deserialize_with = "null_as_default")]
    pub points: Vec<TrendPoint>,
    /// The absolute volume of the last point. `null` when it is unknown.
    pub anchor: Option<TrendAnchor>,
}

/// A keyword with its search trend.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct NaverKeywordTrend {
    /// The keyword, as sent.
    pub keyword: String,
    /// `null` when there is no data.
    pub trend: Option<NaverTrend>,
}

/// Keywords with their search trends.
///
/// Source: docs/platform-api.md, section 2, Naver keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct NaverTrendList {
    /// The keywords, in the order of the request.
    #[serde(deserialize_with = "null_as_default")]
    pub items: Vec<NaverKeywordTrend>,
}
