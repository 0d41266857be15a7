//! The report about brands: every rate with its numbers, its interval and its tier.

use answerdeck_api::BrandId;
use answerdeck_insight::{Citations, Rate, Sample, Tier, Visibility};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the answers of a scope say about the tracked brands. Every value of a rate is a share, 0..1.
///
/// Source: docs/metrics.md.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandReport {
    /// The number of answers that were counted.
    pub answer_count: u64,
    /// The number of distinct prompts of these answers.
    pub prompt_count: u64,
    /// The number of tracked brands. All of them are counted, even those beyond the limit.
    pub brand_count: u64,
    /// The brands that most answers name, in descending order.
    pub brands: Vec<ReportedBrand>,
}

/// A brand of a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportedBrand {
    /// The id.
    #[serde(rename = "brandID")]
    pub brand_id: BrandId,
    /// The name.
    pub name: String,
    /// The answers that name the brand, of all answers.
    pub mention_rate: ReportedRate,
    /// The answers that name the brand, as a share of the same sum over all tracked brands. Not a rate of answers, so it
    /// has no interval.
    pub share_of_voice: ReportedRate,
    /// Where the brand comes among the tracked brands.
    pub first_position: ReportedPosition,
    /// The answers that cite a site of the brand, of the answers that cite anything.
    pub own_site_citation_rate: ReportedRate,
}

/// A rate with what it was counted from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportedRate {
    /// The rate, 0..1. `null` if the denominator is 0.
    pub value: Option<f64>,
    /// The numerator.
    pub numerator: u64,
    /// The denominator.
    pub denominator: u64,
    /// The number of answers in the sample.
    pub answer_count: u64,
    /// The number of distinct prompts in the sample.
    pub prompt_count: u64,
    /// The Wilson score interval at 95 %. `null` without answers, and for a share that is not a rate of answers.
    pub interval95: Option<ReportedInterval>,
    /// How far the rate can be trusted.
    pub tier: ReportedTier,
}

/// The limits of an interval, each 0..1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReportedInterval {
    /// The lower limit.
    pub lower: f64,
    /// The upper limit.
    pub upper: f64,
}

/// The mean position of a brand among the tracked brands, in the answers that name it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportedPosition {
    /// The mean, 1 or more: 1 is first. `null` if no answer names the brand.
    pub mean: Option<f64>,
    /// The number of answers that name the brand.
    pub answer_count: u64,
    /// The number of distinct prompts of these answers.
    pub prompt_count: u64,
    /// How far the mean can be trusted.
    pub tier: ReportedTier,
}

/// How far a number can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportedTier {
    /// Fewer than 50 distinct prompts or fewer than 100 answers: a first look.
    Exploratory,
    /// At least 50 distinct prompts and at least 100 answers: enough to see a direction.
    Directional,
}

impl BrandReport {
    /// Reports the `limit` brands that most answers name. Brands with the same number keep their order.
    pub fn new(
        sample: Sample,
        brands: impl IntoIterator<Item = (BrandId, String, Visibility, Citations)>,
        limit: usize,
    ) -> Self {
        let mut brands: Vec<ReportedBrand> = brands
            .into_iter()
            .map(|(brand_id, name, visibility, citations)| ReportedBrand::new(brand_id, name, &visibility, citations))
            .collect();
        let brand_count = brands.len() as u64;
        brands.sort_by_key(|brand| std::cmp::Reverse(brand.mention_rate.numerator));
        brands.truncate(limit);
        Self { answer_count: sample.answers, prompt_count: sample.prompts, brand_count, brands }
    }
}

impl ReportedBrand {
    fn new(brand_id: BrandId, name: String, visibility: &Visibility, citations: Citations) -> Self {
        let (voice, position) = (visibility.share_of_voice, &visibility.first_position);
        Self {
            brand_id,
            name,
            mention_rate: visibility.mention_rate.into(),
            share_of_voice: ReportedRate {
                value: voice.value(),
                numerator: voice.numerator,
                denominator: voice.denominator,
                answer_count: voice.sample.answers,
                prompt_count: voice.sample.prompts,
                interval95: None,
                tier: voice.tier().into(),
            },
            first_position: ReportedPosition {
                mean: position.mean(),
                answer_count: position.sample.answers,
                prompt_count: position.sample.prompts,
                tier: position.tier().into(),
            },
            own_site_citation_rate: citations.own_site.into(),
        }
    }
}

impl From<Rate> for ReportedRate {
    fn from(rate: Rate) -> Self {
        let interval =
            |interval: answerdeck_insight::Interval| ReportedInterval { lower: interval.lower, upper: interval.upper };
        Self {
            value: rate.value(),
            numerator: rate.numerator,
            denominator: rate.sample.answers,
            answer_count: rate.sample.answers,
            prompt_count: rate.sample.prompts,
            interval95: rate.interval().map(interval),
            tier: rate.tier().into(),
        }
    }
}

impl From<Tier> for ReportedTier {
    fn from(tier: Tier) -> Self {
        match tier {
            Tier::Exploratory => Self::Exploratory,
            Tier::Directional => Self::Directional,
        }
    }
}
