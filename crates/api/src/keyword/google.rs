//! Keywords as Google counts them.

use garde::Validate;
use serde::{Deserialize, Serialize};

use super::text::{not_blank, unique_keywords};
#[cfg(feature = "openapi")]
use crate::code::{COUNTRY_PATTERN, LANGUAGE_PATTERN};
use crate::code::{valid_country, valid_language};
use crate::limits::{GOOGLE_KEYWORDS_MAX, KEYWORD_MAX, PAGE_SIZE_MAX};
use crate::list::non_null;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// What somebody who searches for the keyword wants.
    ///
    /// Source: docs/platform-api.md, section 2, Google keyword metrics.
    SearchIntent {
        /// To learn something.
        Informational = "informational",
        /// To get to a certain site.
        Navigational = "navigational",
        /// To compare before buying.
        Commercial = "commercial",
        /// To buy.
        Transactional = "transactional",
    }
}

/// The searches for a keyword in one month.
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
    /// Searches in it. `null` when they are hidden.
    pub search_volume: Option<u64>,
}

/// How the searches for a keyword changed, in percent.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct SearchVolumeTrend {
    /// Against the month before.
    pub monthly: Option<f64>,
    /// Against the quarter before.
    pub quarterly: Option<f64>,
    /// Against the year before.
    pub yearly: Option<f64>,
}

/// What Google knows of a keyword.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GoogleKeywordMetrics {
    /// The price of a click on an advertisement, in US dollars.
    pub cpc: Option<f64>,
    /// How hard it is to get among the first results, 0..100.
    pub keyword_difficulty: Option<u32>,
    /// The last 12 months, the oldest first. Months without data are missing.
    #[serde(default)]
    pub monthly_searches: Vec<MonthlySearches>,
    /// What the searchers want.
    pub search_intent: Option<SearchIntent>,
    /// Searches a month, on average. `null` when they are hidden, as in restricted categories.
    pub search_volume: Option<u64>,
    /// How the searches changed.
    pub search_volume_trend: Option<SearchVolumeTrend>,
}

/// A keyword and what Google knows of it.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct GoogleKeyword {
    /// The keyword, as it was sent where it was.
    pub keyword: String,
    /// `null` when there is no data.
    pub metrics: Option<GoogleKeywordMetrics>,
}

/// Which keywords to measure.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GoogleKeywordsRequest {
    /// The keywords, 1..100 of 1..80 characters, each once whatever its case and whitespace.
    #[garde(
        length(min = 1, max = GOOGLE_KEYWORDS_MAX),
        custom(unique_keywords),
        inner(length(chars, min = 1, max = KEYWORD_MAX), custom(not_blank))
    )]
    #[cfg_attr(feature = "openapi", schemars(inner(regex(pattern = r"\S")), extend("uniqueItems" = true)))]
    pub keywords: Vec<String>,
    /// Where the searches are counted, ISO 3166-1 alpha-2. `KR` when absent.
    #[garde(custom(valid_country))]
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schemars(with = "String", regex(pattern = COUNTRY_PATTERN)))]
    pub country_code: Option<String>,
    /// In which language, ISO 639-1. `ko` when absent.
    #[garde(custom(valid_language))]
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schemars(with = "String", regex(pattern = LANGUAGE_PATTERN)))]
    pub language_code: Option<String>,
}

/// The keywords measured.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GoogleKeywordList {
    /// Where the searches were counted.
    pub country_code: String,
    /// In which language.
    pub language_code: String,
    /// The keywords, in the order of the request.
    pub items: Vec<GoogleKeyword>,
}

/// Which keyword to look around.
///
/// Source: docs/platform-api.md, sections 2 and 4; the parameters are assumed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GoogleKeywordRequest {
    /// The keyword, 1..80 characters.
    #[garde(length(chars, min = 1, max = KEYWORD_MAX), custom(not_blank))]
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schemars(!default, regex(pattern = r"\S")))]
    pub keyword: String,
    /// Where the searches are counted, ISO 3166-1 alpha-2. `KR` when absent.
    #[garde(custom(valid_country))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schemars(regex(pattern = COUNTRY_PATTERN)))]
    pub country_code: Option<String>,
    /// In which language, ISO 639-1. `ko` when absent.
    #[garde(custom(valid_language))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schemars(regex(pattern = LANGUAGE_PATTERN)))]
    pub language_code: Option<String>,
    /// Keywords to answer at most, 1..100. 20 when absent.
    #[garde(range(min = 1, max = PAGE_SIZE_MAX))]
    #[serde(default, deserialize_with = "crate::list::saturating_u32", skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// Longer keywords that hold the base keyword.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GoogleSuggestions {
    /// Where the searches were counted.
    pub country_code: String,
    /// In which language.
    pub language_code: String,
    /// The base keyword, as it was sent.
    pub keyword: String,
    /// Of the base keyword. `null` when there is no data.
    pub metrics: Option<GoogleKeywordMetrics>,
    /// The most searched first, without the base keyword.
    pub suggested_keywords: Vec<GoogleKeyword>,
}

/// What is searched for around the base keyword.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GoogleRelated {
    /// Where the searches were counted.
    pub country_code: String,
    /// In which language.
    pub language_code: String,
    /// The base keyword, as it was sent.
    pub keyword: String,
    /// Of the base keyword. `null` when there is no data.
    pub metrics: Option<GoogleKeywordMetrics>,
    /// The most searched first, without the base keyword.
    pub related_keywords: Vec<GoogleKeyword>,
}
