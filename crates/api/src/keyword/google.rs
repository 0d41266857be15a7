//! Keyword data of Google.

use serde::{Deserialize, Serialize};

use super::text::unique_keywords;
#[cfg(feature = "openapi")]
use crate::code::{COUNTRY_PATTERN, LANGUAGE_PATTERN};
use crate::code::{country, language, valid_country, valid_language};
use crate::limits::{GOOGLE_KEYWORDS_MAX, KEYWORD_MAX, PAGE_SIZE_MAX};
use crate::request::request;
use crate::response_field::{null_as_default, number};
use crate::text_form::not_blank;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// The intent of a search for the keyword.
    ///
    /// Source: docs/platform-api.md, section 2, Google keyword metrics.
    SearchIntent {
        /// To find information.
        Informational = "informational",
        /// To reach a specific site.
        Navigational = "navigational",
        /// To compare products before a purchase.
        Commercial = "commercial",
        /// To make a purchase.
        Transactional = "transactional",
    }
}

/// The search volume of a keyword in one month.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MonthlySearches {
    /// The year.
    pub year: i32,
    /// The month, 1..12.
    pub month: u32,
    /// The number of searches. `null` when Google hides it.
    #[serde(default, deserialize_with = "number")]
    pub search_volume: Option<u64>,
}

/// The change of a keyword's search volume in percent.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct SearchVolumeTrend {
    /// Compared with the previous month.
    #[serde(default, deserialize_with = "number")]
    pub monthly: Option<f64>,
    /// Compared with the previous quarter.
    #[serde(default, deserialize_with = "number")]
    pub quarterly: Option<f64>,
    /// Compared with the previous year.
    #[serde(default, deserialize_with = "number")]
    pub yearly: Option<f64>,
}

/// Google's metrics of a keyword.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GoogleKeywordMetrics {
    /// The cost per click of an advertisement in US dollars.
    #[serde(default, deserialize_with = "number")]
    pub cpc: Option<f64>,
    /// The difficulty of ranking among the first results, 0..100.
    #[serde(default, deserialize_with = "number")]
    pub keyword_difficulty: Option<u32>,
    /// The last 12 months, oldest first. Months without data are omitted.
    #[serde(default, deserialize_with = "null_as_default")]
    pub monthly_searches: Vec<MonthlySearches>,
    /// The search intent.
    pub search_intent: Option<SearchIntent>,
    /// The average number of searches per month. `null` when Google hides it, as in restricted categories.
    #[serde(default, deserialize_with = "number")]
    pub search_volume: Option<u64>,
    /// The change of the search volume.
    pub search_volume_trend: Option<SearchVolumeTrend>,
}

/// A keyword with Google's metrics.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct GoogleKeyword {
    /// The keyword, spelled as in the request if the request has it.
    pub keyword: String,
    /// `null` when there is no data.
    pub metrics: Option<GoogleKeywordMetrics>,
}

request! {
    /// A request for the metrics of keywords.
    ///
    /// Source: docs/platform-api.md, section 2, Google keyword metrics.
    GoogleKeywordsRequest {
        /// The keywords, 1..100, each 1..80 characters. Must be unique, ignoring case and whitespace.
        #[garde(
            length(min = 1, max = GOOGLE_KEYWORDS_MAX),
            custom(unique_keywords),
            inner(length(chars, min = 1, max = KEYWORD_MAX), custom(not_blank))
        )]
        #[cfg_attr(feature = "openapi", schemars(inner(regex(pattern = r"\S")), extend("uniqueItems" = true)))]
        keywords: Vec<String>,
        /// The country of the searches as an ISO 3166-1 alpha-2 code. `KR` when absent.
        #[garde(custom(valid_country))]
        #[serde(default, deserialize_with = "country", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schemars(with = "String", regex(pattern = COUNTRY_PATTERN)))]
        country_code: Option<String>,
        /// The language of the searches as an ISO 639-1 code. `ko` when absent.
        #[garde(custom(valid_language))]
        #[serde(default, deserialize_with = "language", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schemars(with = "String", regex(pattern = LANGUAGE_PATTERN)))]
        language_code: Option<String>,
    }
}

/// Keywords with their metrics.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GoogleKeywordList {
    /// The country of the searches.
    #[serde(default, deserialize_with = "null_as_default")]
    pub country_code: String,
    /// The language of the searches.
    #[serde(default, deserialize_with = "null_as_default")]
    pub language_code: String,
    /// The keywords, in the order of the request.
    #[serde(deserialize_with = "null_as_default")]
    pub items: Vec<GoogleKeyword>,
}

request! {
    /// A request for the suggestions or the related keywords of one keyword.
    ///
    /// Source: docs/platform-api.md, sections 2 and 4; the parameters are assumed.
    GoogleKeywordRequest {
        /// The keyword, 1..80 characters.
        #[garde(length(chars, min = 1, max = KEYWORD_MAX), custom(not_blank))]
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = r"\S")))]
        keyword: String,
        /// The country of the searches as an ISO 3166-1 alpha-2 code. `KR` when absent.
        #[garde(custom(valid_country))]
        #[serde(default, deserialize_with = "country", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = COUNTRY_PATTERN)))]
        country_code: Option<String>,
        /// The language of the searches as an ISO 639-1 code. `ko` when absent.
        #[garde(custom(valid_language))]
        #[serde(default, deserialize_with = "language", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = LANGUAGE_PATTERN)))]
        language_code: Option<String>,
        /// The maximum number of keywords in the response, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// Longer keywords that contain the base keyword.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GoogleSuggestions {
    /// The country of the searches.
    #[serde(default, deserialize_with = "null_as_default")]
    pub country_code: String,
    /// The language of the searches.
    #[serde(default, deserialize_with = "null_as_default")]
    pub language_code: String,
    /// The base keyword, as sent.
    pub keyword: String,
    /// The metrics of the base keyword. `null` when there is no data.
    pub metrics: Option<GoogleKeywordMetrics>,
    /// The keywords without the base keyword, most searched first.
    #[serde(deserialize_with = "null_as_default")]
    pub suggested_keywords: Vec<GoogleKeyword>,
}

/// Keywords related to the base keyword.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GoogleRelated {
    /// The country of the searches.
    #[serde(default, deserialize_with = "null_as_default")]
    pub country_code: String,
    /// The language of the searches.
    #[serde(default, deserialize_with = "null_as_default")]
    pub language_code: String,
    /// The base keyword, as sent.
    pub keyword: String,
    /// The metrics of the base keyword. `null` when there is no data.
    pub metrics: Option<GoogleKeywordMetrics>,
    /// The keywords without the base keyword, most searched first.
    #[serde(deserialize_with = "null_as_default")]
    pub related_keywords: Vec<GoogleKeyword>,
}
