//! Site keyword analyses: what a site writes about.

use garde::Validate;
use serde::{Deserialize, Serialize};

use crate::id::SiteKeywordAnalysisId;
use crate::limits::{SITE_PAGES_MAX, WEB_ADDRESS_MAX};
use crate::web_address::web_address;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// How far an analysis is.
    ///
    /// Source: docs/platform-api.md, section 3.
    SiteKeywordAnalysisStatus {
        /// It waits, or looks for the pages of the site.
        Pending = "PENDING",
        /// Its pages are known and are read.
        InProgress = "IN_PROGRESS",
        /// Its keywords are there. Terminal.
        Completed = "COMPLETED",
        /// It ended without keywords. Terminal.
        Failed = "FAILED",
    }
}

/// An analysis of the keywords of one site.
///
/// Source: docs/platform-api.md, section 2, Site keyword analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SiteKeywordAnalysis {
    /// Its id.
    pub id: SiteKeywordAnalysisId,
    /// How far it is.
    pub status: SiteKeywordAnalysisStatus,
    /// Pages to read at most, 1..50, as submitted.
    pub max_pages: u32,
    /// Pages to read, 1..`maxPages`. Absent until they are known: it then stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_pages: Option<u32>,
    /// Pages attempted so far, read or not.
    pub processed_pages: u32,
    /// The keywords, the weightiest first. Empty unless COMPLETED.
    #[serde(default)]
    pub keywords: Vec<SiteKeyword>,
    /// Why it failed, for a person. Absent unless FAILED.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A keyword of a site.
///
/// Source: docs/platform-api.md, section 2, Site keyword analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SiteKeyword {
    /// The word or words.
    pub keyword: String,
    /// Pages on which it stands.
    #[serde(rename = "sourceURLCount")]
    pub source_url_count: u32,
    /// These pages, in the order in which they were found. Present only when `includeSourceURLs` or `includeContext` was
    /// asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<Vec<SiteKeywordSource>>,
}

/// A page on which a keyword stands.
///
/// Source: docs/platform-api.md, section 2, Site keyword analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct SiteKeywordSource {
    /// Its address.
    pub url: String,
    /// Sentences of it in which the keyword stands, quoted. Absent unless `includeContext` was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contexts: Option<Vec<String>>,
}

/// An analysis to start.
///
/// Source: docs/platform-api.md, section 4, and section 8; the default of `maxPages` is assumed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteKeywordAnalysisSubmit {
    /// The page to begin at, with http or https, at most 2,048 characters. Pages of the same site are read.
    #[garde(length(chars, max = WEB_ADDRESS_MAX), custom(web_address))]
    #[cfg_attr(feature = "openapi", schemars(regex(pattern = crate::web_address::WEB_ADDRESS_PATTERN)))]
    pub url: String,
    /// Pages to read at most, 1..50. 10 when absent.
    #[garde(range(min = 1, max = SITE_PAGES_MAX))]
    #[serde(default, deserialize_with = "crate::list::saturating_u32", skip_serializing_if = "Option::is_none")]
    pub max_pages: Option<u32>,
    /// Whether each keyword names its pages. Not when absent.
    #[garde(skip)]
    #[serde(rename = "includeSourceURLs", default, skip_serializing_if = "std::ops::Not::not")]
    pub include_source_urls: bool,
    /// Whether each keyword quotes the sentences in which it stands, with their pages. Not when absent.
    #[garde(skip)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub include_context: bool,
}
