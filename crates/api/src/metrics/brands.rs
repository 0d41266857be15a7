//! The metrics of brands.

use serde::{Deserialize, Serialize};

use super::change::Change;
use super::counted::{BrandName, Coverage, Rate, Sample};
use super::series::{SampleChange, SeriesInterval};
use crate::id::{BrandId, RunId};
use crate::include::include_enum;
use crate::limits::{METRIC_BRANDS_MAX, PAGE_SIZE_MAX};
use crate::model::ModelCode;
use crate::response_field::null_as_default;
use crate::scope::scoped_request;

include_enum! {
    /// Optional parts of the metrics of brands.
    BrandMetricsInclude {
        /// The metrics of the period before, of the same length. The scope needs `from`.
        Before = "before",
        /// The metrics of each model.
        Models = "models",
        /// The reproducibility of each brand.
        Reproducibility = "reproducibility",
    }
}

scoped_request! {
    /// A request for the metrics of brands.
    BrandMetricsFilter {
        /// The brands to return, one or several: at most 20 ids. When empty, the brands that most answers name. All tracked brands
        /// count for shares and positions.
        brand_ids: ids("brandID", BrandId, "Vec<BrandId>", METRIC_BRANDS_MAX),
        /// A brand that is returned even if others are named more often: then it takes the place of the last one.
        with_brand_id: id("withBrandID", BrandId, "BrandId"),
        /// The maximum number of brands, 1..100. 20 when absent.
        limit: limit(PAGE_SIZE_MAX),
        /// Adds a series with this interval.
        interval: known(SeriesInterval),
        /// The IANA time zone in which days, weeks and months begin. `UTC` when absent.
        time_zone: text,
        /// The optional parts of the response: `before`, `models` and `reproducibility`.
        include: include(BrandMetricsInclude),
    }
}

/// What answers say about brands.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BrandMetrics {
    /// How many answers were counted.
    pub coverage: Coverage,
    /// The number of tracked brands.
    pub total_brands: u64,
    /// The brands of the response, in the order of the `brands` of every group and point: most named first, then by name.
    #[serde(deserialize_with = "null_as_default")]
    pub brands: Vec<BrandName>,
    /// The metrics of all answers.
    pub all: BrandGroup,
    /// The metrics of the period before. Present only when included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<BrandGroup>,
    /// The metrics of each model with answers, ordered by code. Present only when included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<Vec<BrandMetricsOfModel>>,
    /// The series. Present only when the request has an `interval`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<BrandSeries>,
}

/// The metrics of brands in the answers of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct BrandMetricsOfModel {
    /// The model.
    pub model: ModelCode,
    /// The metrics.
    pub group: BrandGroup,
}

/// The metrics of brands in a group of answers. All brands share the denominators.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BrandGroup {
    /// All answers: the denominator of mention rates.
    pub sample: Sample,
    /// The answers that name a tracked brand.
    pub naming: Sample,
    /// The sum over all tracked brands of the answers that name each: the denominator of shares of voice.
    pub namings: u64,
    /// The answers that cite a source: the denominator of citation rates.
    pub citing: Sample,
    /// The citations of these answers: the denominator of source classes.
    pub citations: u64,
    /// The citations of pages of tracked brands.
    pub owned_citations: u64,
    /// The pairs of repetitions: the denominator of reproducibility. Present only in `all`, and when included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition_pairs: Option<u64>,
    /// The metrics of each brand of the response.
    #[serde(deserialize_with = "null_as_default")]
    pub brands: Vec<MetricBrand>,
}

/// The metrics of a brand in a group of answers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MetricBrand {
    /// The answers that name the brand, of `sample`.
    pub mention_rate: Rate,
    /// How the mention rate changed from the period before, and by what. Present only in `all`, with `before`, if both periods have
    /// answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mention_rate_change: Option<Change>,
    /// The answers that name the brand ÷ `namings`, 0..1. Omitted when no answer names a tracked brand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share_of_voice: Option<f64>,
    /// The answers that name the brand.
    pub named: Sample,
    /// The mean position among the tracked brands, 1 or more. Omitted when no answer names the brand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_position: Option<f64>,
    /// The number of answers at each position: the first item is position 1. Without zeros at the end.
    #[serde(deserialize_with = "null_as_default")]
    pub positions: Vec<u64>,
    /// The answers that cite a page of the brand, of `citing`.
    pub citation_rate: Rate,
    /// How mentions and citations of the brand coincide.
    pub mentioned_and_cited: MentionedAndCited,
    /// The citations by the owner of the page.
    pub source_classes: SourceClasses,
    /// How often repeated answers agree. Present only in `all`, when included, and when a prompt has repetitions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproducibility: Option<Reproducibility>,
    /// The other brands whose pages are cited by answers that neither name nor cite this brand, most answers first. At most 20.
    #[serde(deserialize_with = "null_as_default")]
    pub cited_instead: Vec<CitedInstead>,
}

/// The answers of a group by whether they name and cite a brand. The sum is the number of answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MentionedAndCited {
    /// The answers that do both.
    pub both: u64,
    /// The answers that only name it.
    pub mentioned_only: u64,
    /// The answers that only cite it.
    pub cited_only: u64,
    /// The answers that do neither.
    pub neither: u64,
}

/// Citations by the owner of the page. The sum is the number of citations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SourceClasses {
    /// Citations of pages of the brand, also of those that it shares.
    pub own: u64,
    /// Citations of pages of other tracked brands.
    pub other_brands: u64,
    /// All other citations.
    pub rest: u64,
}

/// How often two answers of one run to the same prompt of the same model in the same region agree on a brand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct Reproducibility {
    /// The pairs of which both or neither name the brand.
    pub agreeing: u64,
    /// The share of these pairs, 0..1.
    pub value: f64,
}

/// A brand that answers cite instead of another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct CitedInstead {
    /// The brand.
    pub brand: BrandName,
    /// The number of these answers, at least 1.
    pub answers: u64,
}

/// The metrics of brands over time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
pub struct BrandSeries {
    /// All points from the first to the last with answers, at most 400.
    #[serde(deserialize_with = "null_as_default")]
    pub points: Vec<BrandSeriesPoint>,
}

/// A point of a series of brands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BrandSeriesPoint {
    /// The first day of the period, or the day of the run, such as `2026-11-16`.
    pub day: String,
    /// The run. Omitted unless the interval is a run.
    #[serde(rename = "runID", default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<RunId>,
    /// All answers: the denominator of mention rates. A point without answers is a gap: it has no `brands`.
    pub sample: Sample,
    /// The answers that name a tracked brand.
    pub naming: Sample,
    /// The denominator of shares of voice.
    pub namings: u64,
    /// The number of answers that cite a source: the denominator of citation rates.
    pub citing: u64,
    /// The citations of these answers.
    pub citations: u64,
    /// The citations of pages of tracked brands.
    pub owned_citations: u64,
    /// The metrics of each brand of the response. Empty in a gap.
    #[serde(deserialize_with = "null_as_default")]
    pub brands: Vec<BrandPoint>,
    /// How the prompts and models differ from the last point with answers. Omitted if they are the same in about the same mix, and if
    /// one of both points is `partial`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample_change: Option<SampleChange>,
    /// Whether `from` of the scope cuts the period, or `to` before the newest answer. Omitted when `false`.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
}

/// A brand in a point of a series.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BrandPoint {
    /// The answers that name the brand, of `sample`.
    pub mention_rate: Rate,
    /// The answers that name the brand ÷ `namings`, 0..1. Omitted when no answer names a tracked brand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share_of_voice: Option<f64>,
    /// The mean position among the tracked brands. Omitted when no answer names the brand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_position: Option<f64>,
    /// The answers that cite a page of the brand, of `citing`.
    pub citation_rate: Rate,
    /// The citations of pages of the brand.
    pub own_citations: u64,
}
