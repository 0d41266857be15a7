//! Questions about all tracked brands.

use answerdeck_api::{AnswerScope, BrandId};
use answerdeck_insight::{Citations, Period, Rate, Sample, SampleChange, ShareOfVoice, Visibility};
use serde::{Deserialize, Serialize};

/// Asks what the answers of a scope say about the tracked brands, altogether and over time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BrandMetrics {
    /// The answers.
    #[serde(default)]
    pub scope: AnswerScope,
    /// The length of the periods of the series. `None` for no series.
    pub period: Option<Period>,
}

/// What answers say about the tracked brands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BrandReport {
    /// The answers that were counted.
    pub sample: Sample,
    /// The tracked brands, newest first.
    pub brands: Vec<ReportedBrand>,
    /// All periods from the first to the last with answers. Empty if the question has no `period`.
    pub series: Vec<PeriodPoint>,
}

/// A brand of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReportedBrand {
    /// The id.
    pub id: BrandId,
    /// The name.
    pub name: String,
    /// How often and how early answers name it.
    pub visibility: Visibility,
    /// How its sites are cited.
    pub citations: Citations,
}

/// A period of a series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PeriodPoint {
    /// The first day of the period in the calendar of the device, as in `2026-11-16`.
    pub first_day: String,
    /// The brands in the order of the report. `None` is a gap: a period without answers has no value, not the value 0.
    pub brands: Option<Vec<BrandPoint>>,
    /// How the prompts and models differ from the last period with answers. `None` if they are the same in about the same
    /// mix, and in the first period.
    pub sample_change: Option<SampleChange>,
}

/// A brand in a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BrandPoint {
    /// The answers that name the brand, of all answers.
    pub mention_rate: Rate,
    /// The share of voice of the brand among the tracked brands.
    pub share_of_voice: ShareOfVoice,
}

/// Asks for the tracked brands, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TrackedBrands {}
