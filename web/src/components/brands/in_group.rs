//! The metrics of a brand, with the denominators of its group of answers.

use answerdeck_api::BrandId;
use answerdeck_api::metrics::{BrandGroup, BrandMetrics, MetricBrand, Sample};

use crate::components::metrics::rates::{CountedRate, rate_change};

#[derive(Debug, Clone, PartialEq)]
pub struct BrandInGroup {
    /// All answers.
    pub sample: Sample,
    /// The answers that name a tracked brand.
    pub naming: Sample,
    /// The denominator of the share of voice.
    pub namings: u64,
    /// The answers that cite a source.
    pub citing: Sample,
    /// The citations of these answers.
    pub citations: u64,
    pub repetition_pairs: u64,
    pub brand: MetricBrand,
}

impl BrandInGroup {
    /// The metrics of a brand in all answers of a response. `None` if they do not include it.
    pub fn find(metrics: &BrandMetrics, id: &BrandId) -> Option<Self> {
        Self::of(&metrics.all, metrics.brands.iter().position(|brand| brand.id == *id)?)
    }

    /// The metrics of a brand in the period before. `None` if the response does not include them, or it had no answers.
    pub fn before(metrics: &BrandMetrics, id: &BrandId) -> Option<Self> {
        let before = metrics.before.as_ref().filter(|before| before.sample.answers > 0)?;
        Self::of(before, metrics.brands.iter().position(|brand| brand.id == *id)?)
    }

    /// The metrics of the brand at an index of a response in one of its groups.
    pub fn of(group: &BrandGroup, index: usize) -> Option<Self> {
        Some(Self {
            sample: group.sample.clone(),
            naming: group.naming.clone(),
            namings: group.namings,
            citing: group.citing.clone(),
            citations: group.citations,
            repetition_pairs: group.repetition_pairs.unwrap_or_default(),
            brand: group.brands.get(index)?.clone(),
        })
    }

    /// Whether the mention rate changed more by which prompts and models were asked than by what they answered.
    pub fn is_changed_by_sample(&self) -> bool {
        let change = self.brand.mention_rate_change;
        change.is_some_and(|change| (change.prompts + change.models).abs() > change.brand.abs())
    }

    /// The change of the mention rate, as [`rate_change`] judges it, and not significant if it comes from the sample.
    pub fn change_since(&self, before: &Self) -> Option<(f64, Option<bool>)> {
        let (moved, is_better) = rate_change(self.brand.mention_rate, before.brand.mention_rate)?;
        Some((moved, is_better.filter(|_| !self.is_changed_by_sample())))
    }

    /// The answers that name the brand.
    pub fn mention_rate(&self) -> CountedRate {
        CountedRate { rate: self.brand.mention_rate, sample: self.sample.clone() }
    }

    /// The answers that cite a page of the brand, of those that cite anything.
    pub fn citation_rate(&self) -> CountedRate {
        CountedRate { rate: self.brand.citation_rate, sample: self.citing.clone() }
    }
}
