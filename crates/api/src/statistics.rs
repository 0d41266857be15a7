//! Statistics: what the answers of a scope cite and search for most.

use serde::{Deserialize, Serialize};

use crate::include::include_enum;
use crate::limits::{DOMAIN_MAX, PAGE_SIZE_MAX};
use crate::model::ModelCode;
use crate::scope::scoped_request;
use crate::timestamp::Timestamp;

scoped_request! {
    /// Which source domains to rank, and how many.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics; its parameters are assumed.
    SourceDomainFilter {
        /// Domains, at most, 1..100. 20 when absent.
        #[garde(range(min = 1, max = PAGE_SIZE_MAX))]
        #[serde(default, deserialize_with = "crate::list::saturating_u32", skip_serializing_if = "Option::is_none")]
        limit: Option<u32>,
    }
}

/// The domains that are cited most.
///
/// Source: docs/platform-api.md, section 2, Statistics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceDomainRanking {
    /// The domains, the most cited first; those cited alike by their names.
    pub domains: Vec<SourceDomainStatistic>,
    /// Every citation of the scope, also of sources whose domain cannot be told.
    pub total_citations: u64,
    /// Every domain of the scope. `null` above 10,000: they are not counted further.
    pub total_domains: Option<u64>,
}

/// How often a domain is cited.
///
/// Source: docs/platform-api.md, section 2, Statistics; its fields are assumed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceDomainStatistic {
    /// The root domain.
    pub domain: String,
    /// Citations of its pages.
    pub citation_count: u64,
    /// Answers that cite it.
    pub answer_count: u64,
    /// When the latest of these answers was asked for.
    pub latest_created_at: Timestamp,
}

scoped_request! {
    /// Which source URLs to rank, and how many.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics; its parameters are assumed.
    SourceUrlFilter {
        /// Only pages of this root domain, 1..253 characters, as sources name it.
        #[garde(length(chars, min = 1, max = DOMAIN_MAX))]
        #[serde(default, deserialize_with = "crate::list::non_null", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schemars(with = "String"))]
        domain: Option<String>,
        /// URLs, at most, 1..100. 20 when absent.
        #[garde(range(min = 1, max = PAGE_SIZE_MAX))]
        #[serde(default, deserialize_with = "crate::list::saturating_u32", skip_serializing_if = "Option::is_none")]
        limit: Option<u32>,
    }
}

/// The pages that are cited most.
///
/// Source: docs/platform-api.md, section 2, Statistics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceUrlRanking {
    /// The pages, the most cited first; those cited alike by their addresses.
    pub urls: Vec<SourceUrlStatistic>,
    /// Every citation of the scope, of the filter's domain where there is one.
    pub total_citations: u64,
}

/// How often a page is cited.
///
/// Source: docs/platform-api.md, section 2, Statistics; its fields are assumed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceUrlStatistic {
    /// Its address.
    pub url: String,
    /// Its title, as the latest of the answers has it.
    pub title: String,
    /// Its root domain. Omitted when it cannot be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// Citations of it.
    pub citation_count: u64,
    /// Answers that cite it.
    pub answer_count: u64,
    /// When the latest of these answers was asked for.
    pub latest_created_at: Timestamp,
}

include_enum! {
    /// What a fan-out can come with beside its count.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics.
    FanoutInclude {
        /// The models that ran it.
        Models = "models",
        /// The regions it was run from.
        Regions = "regions",
    }
}

scoped_request! {
    /// Which fan-outs to rank, how many, and what to include.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics; its parameters but `include` are assumed.
    FanoutFilter {
        /// What each comes with beside its count: `models`, `regions` or `models,regions`.
        #[garde(skip)]
        #[serde(
            default,
            serialize_with = "crate::include::serialize",
            deserialize_with = "crate::include::deserialize",
            skip_serializing_if = "Vec::is_empty"
        )]
        include: Vec<FanoutInclude>,
        /// Fan-outs, at most, 1..100. 20 when absent.
        #[garde(range(min = 1, max = PAGE_SIZE_MAX))]
        #[serde(default, deserialize_with = "crate::list::saturating_u32", skip_serializing_if = "Option::is_none")]
        limit: Option<u32>,
    }
}

/// The searches that models ran most.
///
/// Source: docs/platform-api.md, section 2, Statistics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FanoutRanking {
    /// The searches, the most frequent first; those run alike by their texts.
    pub fanouts: Vec<FanoutStatistic>,
    /// Every search of the scope, each as often as it was run.
    pub total_fanouts: u64,
}

/// How often a search was run.
///
/// Source: docs/platform-api.md, section 2, Statistics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FanoutStatistic {
    /// Its text.
    pub query: String,
    /// How often it was run.
    pub fanout_count: u64,
    /// When the latest answer that it was run for was asked for.
    pub latest_created_at: Timestamp,
    /// The models that ran it, each once, by their codes. Present only when included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<Vec<ModelCode>>,
    /// The regions it was run from, each once, by their codes. Present only when included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Vec<String>>,
}
