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

    /// The change of the mention rate of a brand in all answers of a response, as [`Self::change_since`] says.
    pub fn change(metrics: &BrandMetrics, id: &BrandId) -> Option<(f64, Option<bool>)> {
        Self::find(metrics, id)?.change_since(&Self::before(metrics, id)?)
    }

    /// Whether the mention rate changed more by which prompts and models were asked than by what they answered.
    pub fn is_changed_by_sample(&self) -> bool {
        let change = self.brand.mention_rate_change;
        change.is_some_and(|change| (change.prompts + change.models).abs() > change.brand.abs())
    }

    /// The change of the mention rate, and whether it is an improvement. The platform judges it by its prompts, or else
    /// [`rate_change`]. It is not significant if it comes from the sample.
    pub fn change_since(&self, before: &Self) -> Option<(f64, Option<bool>)> {
        let (moved, by_intervals) = rate_change(self.brand.mention_rate, before.brand.mention_rate)?;
        let judged = self.brand.mention_rate_change.and_then(|change| change.significant);
        let is_better = judged.map_or(by_intervals, |is_significant| is_significant.then_some(moved > 0.0));
        Some((moved, is_better.filter(|_| !self.is_changed_by_sample())))
    }

    pub fn mention_rate(&self) -> CountedRate {
        CountedRate { rate: self.brand.mention_rate, sample: self.sample.clone() }
    }

    /// The answers that cite a page of the brand, of those that cite anything.
    pub fn citation_rate(&self) -> CountedRate {
        CountedRate { rate: self.brand.citation_rate, sample: self.citing.clone() }
    }
}

#[cfg(test)]
mod tests {
    use answerdeck_api::metrics::Change;
    use answerdeck_insight::{points, rate, sample};

    use super::*;

    fn brand(named: u64, change: Option<Change>) -> BrandInGroup {
        let group = BrandGroup {
            sample: sample(148, 37),
            brands: vec![MetricBrand {
                mention_rate: rate(named, 148),
                mention_rate_change: change,
                ..MetricBrand::default()
            }],
            ..BrandGroup::default()
        };
        BrandInGroup::of(&group, 0).unwrap()
    }

    #[test]
    fn a_change_is_judged_as_alerts_do_and_by_the_intervals_if_the_platform_does_not() {
        let judged = |now: u64, significant: Option<bool>, prompts: f64| {
            let change = Change { brand: -0.1, prompts, significant, ..Change::default() };
            let (moved, is_better) = brand(now, Some(change)).change_since(&brand(111, None)).unwrap();
            (points(moved), is_better)
        };
        // 75 % and 64 %: the intervals overlap.
        assert_eq!(judged(95, Some(true), 0.0), (-11.0, Some(false)));
        assert_eq!(judged(95, Some(false), 0.0), (-11.0, None));
        assert_eq!(judged(95, None, 0.0), (-11.0, None));
        assert_eq!(judged(60, None, 0.0), (-34.0, Some(false)));
        assert_eq!(judged(60, Some(false), 0.0), (-34.0, None));
        // It comes from the prompts.
        assert_eq!(judged(95, Some(true), -0.2), (-11.0, None));
    }
}
