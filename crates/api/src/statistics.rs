//! Statistics of the sources and the searches of answers.

use serde::{Deserialize, Serialize};

use crate::domain::valid_domain;
use crate::domain_type::{AssignedDomainType, DomainType};
use crate::include::include_enum;
use crate::limits::{DOMAIN_MAX, PAGE_SIZE_MAX};
use crate::model::ModelCode;
use crate::response_field::{null_as_default, number};
use crate::scope::scoped_request;
use crate::timestamp::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// At which level two citations are the same source.
    SourceLevel {
        /// The root domain. Citations without a domain do not count.
        Domain = "DOMAIN",
        /// The domain or, on a site of many people, the part of the owner: `blog.naver.com/nurio`. Citations without a domain do not
        /// count.
        Site = "SITE",
        /// The page. Citations that do not tell their page do not count.
        Page = "PAGE",
    }
}

scoped_request! {
    /// A request for a ranking of source domains.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics; its parameters are assumed.
    SourceDomainFilter {
        /// What is ranked. `DOMAIN` when absent. Otherwise the names of the domains are those of sites or pages. An
        /// extension of Answerdeck.
        level: known(SourceLevel),
        /// Only citations of domains of this type. `OTHER`: of those without any other type. An extension of Answerdeck.
        domain_type: known(DomainType),
        /// Only citations of this root domain or site, 1..253 characters. It may be the address of a page.
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = crate::domain::DOMAIN_PATTERN)))]
        domain: text(length(chars, min = 1, max = DOMAIN_MAX), inner(custom(valid_domain))),
        /// The maximum number of domains, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// The most cited domains.
///
/// Source: docs/platform-api.md, section 2, Statistics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceDomainRanking {
    /// The domains, most cited first. Ties are ordered by name.
    #[serde(deserialize_with = "null_as_default")]
    pub domains: Vec<SourceDomainStatistic>,
    /// The number of citations in the scope, including sources with an unknown domain.
    pub total_citations: u64,
    /// The number of domains in the scope. `null` above 10,000, where counting stops.
    #[serde(default, deserialize_with = "number")]
    pub total_domains: Option<u64>,
}

/// The citations of a domain.
///
/// Source: docs/platform-api.md, section 2, Statistics; its fields are assumed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceDomainStatistic {
    /// The root domain, or what `level` says.
    pub domain: String,
    /// The number of citations of its pages.
    pub citation_count: u64,
    /// The number of answers that cite it.
    pub answer_count: u64,
    /// When the latest of these answers was requested.
    #[serde(default, deserialize_with = "null_as_default")]
    pub latest_created_at: Timestamp,
    /// The type of the domain. Omitted when nobody has assigned one. An extension of Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain_type: Option<AssignedDomainType>,
}

scoped_request! {
    /// A request for a ranking of source URLs.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics; its parameters are assumed.
    SourceUrlFilter {
        /// Only pages of this root domain or site, 1..253 characters. It may be the address of a page.
        #[cfg_attr(feature = "openapi", schemars(regex(pattern = crate::domain::DOMAIN_PATTERN)))]
        domain: text(length(chars, min = 1, max = DOMAIN_MAX), inner(custom(valid_domain))),
        /// The maximum number of URLs, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// The most cited pages.
///
/// Source: docs/platform-api.md, section 2, Statistics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceUrlRanking {
    /// The pages, most cited first. Ties are ordered by URL.
    #[serde(deserialize_with = "null_as_default")]
    pub urls: Vec<SourceUrlStatistic>,
    /// The number of citations in the scope, limited to the filter's domain if it has one.
    pub total_citations: u64,
    /// The type of the filter's domain. Omitted when nobody has assigned one, and without a domain. An extension of
    /// Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain_type: Option<AssignedDomainType>,
}

/// The citations of a page.
///
/// Source: docs/platform-api.md, section 2, Statistics; its fields are assumed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceUrlStatistic {
    /// An address of the page: the one by which an answer cited it first.
    pub url: String,
    /// The title from the latest answer.
    #[serde(default, deserialize_with = "null_as_default")]
    pub title: String,
    /// The root domain. Omitted when it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// The number of citations of the page.
    pub citation_count: u64,
    /// The number of answers that cite it.
    pub answer_count: u64,
    /// When the latest of these answers was requested.
    #[serde(default, deserialize_with = "null_as_default")]
    pub latest_created_at: Timestamp,
}

include_enum! {
    /// Optional fields of a fan-out.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics.
    FanoutInclude {
        /// The models that ran the search.
        Models = "models",
        /// The regions of the search.
        Regions = "regions",
        /// Whether the search names the organization's own brand. An extension of Answerdeck.
        NamesOwn = "namesOwn",
    }
}

scoped_request! {
    /// A request for a ranking of fan-outs, the searches that models ran.
    ///
    /// Source: docs/platform-api.md, section 2, Statistics; its parameters but `include` are assumed.
    FanoutFilter {
        /// The optional fields of each fan-out: `models`, `regions` and `namesOwn`.
        include: include(FanoutInclude),
        /// The maximum number of fan-outs, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// The most frequent searches of models.
///
/// Source: docs/platform-api.md, section 2, Statistics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FanoutRanking {
    /// The searches, most frequent first. Ties are ordered by text.
    #[serde(deserialize_with = "null_as_default")]
    pub fanouts: Vec<FanoutStatistic>,
    /// The number of searches in the scope, with repetitions.
    pub total_fanouts: u64,
}

/// The frequency of a search.
///
/// Source: docs/platform-api.md, section 2, Statistics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FanoutStatistic {
    /// The text of the search.
    pub query: String,
    /// The number of times that models ran it.
    pub fanout_count: u64,
    /// When the latest answer with this search was requested.
    #[serde(default, deserialize_with = "null_as_default")]
    pub latest_created_at: Timestamp,
    /// The models that ran the search, without duplicates, ordered by code. Present only when included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<Vec<ModelCode>>,
    /// The regions of the search, without duplicates, ordered by code. Present only when included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Vec<String>>,
    /// Whether the search names the organization's own brand. Present only when included, and if there is one. An extension of
    /// Answerdeck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names_own: Option<bool>,
}
