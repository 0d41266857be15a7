//! Site keyword analyses: the keywords of a website.

use serde::{Deserialize, Serialize};

use crate::id::SiteKeywordAnalysisId;
use crate::limits::{SITE_PAGES_MAX, WEB_ADDRESS_MAX};
use crate::request::request;
use crate::response_field::{null_as_default, number};
use crate::web_address::web_address;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// The state of a site keyword analysis.
    ///
    /// Source: docs/platform-api.md, section 3.
    SiteKeywordAnalysisStatus {
        /// The analysis waits or discovers the pages of the site.
        Pending = "PENDING",
        /// The pages are known and are being read.
        InProgress = "IN_PROGRESS",
        /// The keywords are available. Terminal.
        Completed = "COMPLETED",
        /// The analysis ended without keywords. Terminal.
        Failed = "FAILED",
    }
}

/// An analysis of the keywords of a website.
///
/// Source: docs/platform-api.md, section 2, Site keyword analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SiteKeywordAnalysis {
    /// The id.
    pub id: SiteKeywordAnalysisId,
    /// The state.
    #[serde(default, deserialize_with = "null_as_default")]
    pub status: SiteKeywordAnalysisStatus,
    /// The maximum number of pages to read, 1..50, as submitted.
    #[serde(default, deserialize_with = "null_as_default")]
    pub max_pages: u32,
    /// The number of pages to read, 1..`maxPages`. Absent until it is known. Never changes afterwards.
    #[serde(default, deserialize_with = "number", skip_serializing_if = "Option::is_none")]
    pub total_pages: Option<u32>,
    /// The number of processed pages, including pages that could not be read.
    #[serde(default, deserialize_with = "null_as_default")]
    pub processed_pages: u32,
    /// The keywords, most relevant first. Empty unless `status` is `COMPLETED`.
    #[serde(default, deserialize_with = "null_as_default")]
    pub keywords: Vec<SiteKeyword>,
    /// A human-readable reason of the failure. Absent unless `status` is `FAILED`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A keyword of a website.
///
/// Source: docs/platform-api.md, section 2, Site keyword analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct SiteKeyword {
    /// The keyword.
    pub keyword: String,
    /// The number of pages that contain the keyword.
    #[serde(rename = "sourceURLCount")]
    pub source_url_count: u32,
    /// The pages that contain the keyword, in the order of discovery. Present only with `includeSourceURLs` or
    /// `includeContext`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<Vec<SiteKeywordSource>>,
}

/// A page that contains a keyword.
///
/// Source: docs/platform-api.md, section 2, Site keyword analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct SiteKeywordSource {
    /// The URL.
    pub url: String,
    /// Quoted sentences of the page that contain the keyword. Present only with `includeContext`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contexts: Option<Vec<String>>,
}

request! {
    /// A site keyword analysis to start.
    ///
    /// Source: docs/platform-api.md, section 4, and section 8; the default of `maxPages` is assumed.
    SiteKeywordAnalysisSubmit {
        /// The HTTP or HTTPS URL of the first page, at most 2,048 characters. Only pages of the same site are read. Private addresses
        /// and `localhost` are refused, unless the server allows them.
        #[garde(length(chars, max = WEB_ADDRESS_MAX), custom(web_address))]
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = crate::web_address::WEB_ADDRESS_PATTERN)))]
        url: String,
        /// The maximum number of pages to read, 1..50. 10 when absent.
        max_pages: integer(1, SITE_PAGES_MAX),
        /// Whether each keyword lists its pages. `false` when absent.
        #[garde(skip)]
        #[serde(rename = "includeSourceURLs", default, skip_serializing_if = "std::ops::Not::not")]
        include_source_urls: bool,
        /// Whether each keyword lists its pages with quoted sentences. `false` when absent.
        #[garde(skip)]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        include_context: bool,
    }
}
