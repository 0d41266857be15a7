//! The metrics of sources.

use serde::{Deserialize, Serialize};

use super::counted::{BrandName, Coverage, Rate, Sample};
use super::series::{SampleChange, SeriesInterval};
use crate::domain::valid_domain;
use crate::domain_type::AssignedDomainType;
use crate::id::{BrandId, RunId};
use crate::limits::{DOMAIN_MAX, PAGE_SIZE_MAX, TREND_DOMAINS_MAX};
use crate::response_field::null_as_default;
use crate::scope::scoped_request;
use crate::statistics::SourceLevel;
use crate::timestamp::Timestamp;
use crate::wire_enum::wire_enum;

scoped_request! {
    /// A request for the citations of domains over time.
    SourceTrendFilter {
        /// The root domains or sites, one or several: at most 20. They may be addresses of pages.
        #[garde(length(max = TREND_DOMAINS_MAX), inner(length(chars, min = 1, max = DOMAIN_MAX), custom(valid_domain)))]
        #[cfg_attr(feature = "openapi", schemars(inner(regex(pattern = crate::domain::DOMAIN_PATTERN))))]
        #[serde(default, deserialize_with = "crate::list::separated", skip_serializing_if = "Vec::is_empty")]
        domain: Vec<String>,
        /// The interval. `WEEK` when absent.
        interval: known(SeriesInterval),
        /// The IANA time zone in which days, weeks and months begin. `UTC` when absent.
        time_zone: text,
        /// At which level stability compares sources. `DOMAIN` when absent.
        level: known(SourceLevel),
    }
}

/// The citations of domains over time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct SourceTrend {
    /// All points from the first to the last with answers, at most 400.
    #[serde(deserialize_with = "null_as_default")]
    pub points: Vec<SourceTrendPoint>,
    /// How many sources an answer keeps from one run to the next. Omitted with fewer than two pairs of runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stability: Option<SourceStability>,
}

/// A point of a trend of sources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceTrendPoint {
    /// The first day of the period, or the day of the run, such as `2026-11-16`.
    pub day: String,
    /// The run. Omitted unless the interval is a run.
    #[serde(rename = "runID", default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<RunId>,
    /// All answers. A point without answers is a gap.
    pub sample: Sample,
    /// All citations: the denominator of shares. If it is 0, shares are unknown.
    pub citations: u64,
    /// The citations of each domain of the request. Empty in a gap.
    #[serde(deserialize_with = "null_as_default")]
    pub domains: Vec<u64>,
    /// How the prompts and models differ from the last point with answers. Omitted if they are the same in about the same mix, and if
    /// one of both points is `partial`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample_change: Option<SampleChange>,
    /// Whether `from` of the scope cuts the period, or `to` before the newest answer. Omitted when `false`.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
}

/// How many of its sources an answer keeps from one run to the next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct SourceStability {
    /// The mean overlap of the pairs, 0..1.
    pub overlap: f64,
    /// The number of pairs of runs, 2 or more.
    pub pairs: u64,
    /// The answers of these pairs, each once.
    pub sample: Sample,
}

scoped_request! {
    /// A request for the sources that are new or lost since the period before, of the same length. Without `from`, the
    /// period is the seven days before `to`. A finished run is compared with the last one before it that asked a model the
    /// same prompt.
    SourceChangeFilter {
        /// Whether domains or pages are compared. `DOMAIN` when absent.
        level: known(SourceLevel),
        /// The maximum number of new and of lost sources, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// The sources that are new or lost.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceChangeList {
    /// The earlier run or period. Omitted when a run has nothing to compare with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<SourceChangeSide>,
    /// The later run or period.
    pub after: SourceChangeSide,
    /// The number of sources that only the period has.
    pub total_new: u64,
    /// The sources that only the period has, most cited first.
    #[serde(deserialize_with = "null_as_default")]
    pub new: Vec<ChangedSource>,
    /// The number of sources that only the period before has.
    pub total_lost: u64,
    /// The sources that only the period before has, most cited first.
    #[serde(deserialize_with = "null_as_default")]
    pub lost: Vec<ChangedSource>,
}

/// One side of a comparison of sources.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct SourceChangeSide {
    /// The run. Omitted for a period.
    #[serde(rename = "runID", default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<RunId>,
    /// When it begins: `from` of its answers. Omitted for a run without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Timestamp>,
    /// When it ends: `to` of its answers. Omitted for a run without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Timestamp>,
    /// Its answers.
    pub sample: Sample,
}

/// A source that is new or lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChangedSource {
    /// The root domain, or the URL of a page.
    pub source: String,
    /// The title of the page in the latest answer that cites it. Untrusted. Omitted for a domain, and when it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The root domain of the page. Omitted for a domain, and when it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// The type of the domain. Omitted when nobody has assigned one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain_type: Option<AssignedDomainType>,
    /// The number of citations.
    pub citation_count: u64,
    /// The number of answers that cite it.
    pub answer_count: u64,
    /// When the first of these answers was requested.
    #[serde(default, deserialize_with = "null_as_default")]
    pub first_created_at: Timestamp,
    /// When the latest of these answers was requested.
    #[serde(default, deserialize_with = "null_as_default")]
    pub latest_created_at: Timestamp,
}

wire_enum! {
    /// The order of sources.
    SourceInfluenceOrder {
        /// The most cited first.
        Citations = "CITATIONS",
        /// The largest `difference` first.
        Influence = "INFLUENCE",
        /// The most answers that name a rival and not this brand first.
        Gap = "GAP",
    }
}

scoped_request! {
    /// A request for the influence of sources on the mention rate of a brand.
    SourceInfluenceFilter {
        /// The brand. Required.
        brand_id: required_id("brandID", BrandId, "BrandId"),
        /// Whether sources are domains or pages. `DOMAIN` when absent.
        level: known(SourceLevel),
        /// The order. `CITATIONS` when absent.
        order: known(SourceInfluenceOrder),
        /// The maximum number of sources, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
    }
}

/// The influence of sources on the mention rate of a brand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct SourceInfluenceList {
    /// How many answers were counted.
    pub coverage: Coverage,
    /// The rivals, at most 100. Those named most often together with the brand are first.
    #[serde(deserialize_with = "null_as_default")]
    pub rivals: Vec<BrandName>,
    /// The sources. With an order other than `CITATIONS`, of the 1,000 with the most citations.
    #[serde(deserialize_with = "null_as_default")]
    pub sources: Vec<SourceInfluence>,
}

/// The mention rate of a brand in answers that cite a source, beside that in answers that do not: to the same prompts, by the same
/// models and routes, in the same regions. A difference is no proof of a cause.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceInfluence {
    /// The root domain, or the URL of a page.
    pub source: String,
    /// The title of the page in the latest answer that cites it. Untrusted. Omitted for a domain, and when it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The root domain of the page. Omitted for a domain, and when it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// The type of the domain. Omitted when nobody has assigned one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain_type: Option<AssignedDomainType>,
    /// The number of citations.
    pub citation_count: u64,
    /// The answers that cite the source.
    pub citing: Sample,
    /// The answers that cite the source and name the brand, of `citing`.
    pub mention_rate_citing: Rate,
    /// The answers to the same prompts, by the same models and routes, in the same regions, that do not cite the source.
    pub others: Sample,
    /// Those of `others` that name the brand.
    pub mention_rate_others: Rate,
    /// How much higher the rate is in the answers that cite the source, -1..1: the mean over the prompts with a model, a route and a
    /// region that have answers of both kinds, each weighted by its mean share in both. Omitted when there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
    /// Whether the `difference` is significant. `false` if the answers or their prompts are too few.
    pub significant: bool,
    /// The answers that cite the source and name a rival and not this brand. A rival is a brand that at least a tenth of the answers
    /// in the scope that name this one name too, or any other tracked brand if there is none.
    pub gap: u64,
}
