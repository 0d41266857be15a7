//! How often and how prominently answers name a brand.

use serde::{Deserialize, Serialize};

use crate::brands::BrandSelection;
use crate::named_brands::NamedBrand;
use crate::rate::{Rate, Sample, Samples, Tier, quotient};
use crate::selection::Selection;

/// How often and how early the answers of a selection name a brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Visibility {
    /// The answers that name the brand, of all answers. All brands have the same denominator.
    pub mention_rate: Rate,
    /// The share of voice of the brand among the tracked brands.
    pub share_of_voice: ShareOfVoice,
    /// The position of the brand among the tracked brands, in the answers that name it.
    pub first_position: FirstPosition,
}

/// The number of answers that name a brand, divided by the sum of these numbers over all tracked brands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ShareOfVoice {
    /// The answers that name the brand.
    pub numerator: u64,
    /// The sum over all tracked brands of the number of answers that name each. All brands have the same denominator.
    pub denominator: u64,
    /// The answers that name at least one tracked brand. All brands have the same sample.
    pub sample: Sample,
}

/// How many of the answers that name a brand name it first, second and so on among the tracked brands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FirstPosition {
    /// The number of answers at each position: the first item is position 1. Without zeros at the end.
    pub distribution: Vec<u64>,
    /// The answers that name the brand.
    pub sample: Sample,
}

impl ShareOfVoice {
    /// Returns the share, 0..1. `None` if no answer names a tracked brand.
    pub fn value(self) -> Option<f64> {
        quotient(self.numerator, self.denominator)
    }

    /// Returns the tier of the share.
    pub fn tier(self) -> Tier {
        self.sample.tier()
    }
}

impl FirstPosition {
    /// Returns the mean position, 1 or more. `None` if no answer names the brand.
    pub fn mean(&self) -> Option<f64> {
        let sum = (1..).zip(&self.distribution).map(|(position, answers): (u64, _)| position * answers).sum();
        quotient(sum, self.sample.answers)
    }

    /// Returns the tier of the mean.
    pub fn tier(&self) -> Tier {
        self.sample.tier()
    }
}

impl Selection<'_> {
    /// Returns the numbers of answers and of their distinct prompts.
    pub fn sample(&self) -> Sample {
        let mut samples = Samples::new(1, self.table.texts.prompts.len());
        self.answers().for_each(|answer| samples.add(0, answer.row.prompt));
        samples.get(0)
    }
}

impl BrandSelection<'_> {
    /// Returns the visibility of each brand.
    pub fn visibility(&self) -> Vec<Visibility> {
        let mut distributions = vec![Vec::new(); self.brands.len()];
        let attention = self.count_attention(|named| {
            if let (Some(distribution), Some(index)) =
                (distributions.get_mut(named.brand as usize), (named.position as usize).checked_sub(1))
            {
                count(distribution, index);
            }
        });
        let visibility = |(Attention { mention_rate, share_of_voice, sample }, distribution)| Visibility {
            mention_rate,
            share_of_voice,
            first_position: FirstPosition { distribution, sample },
        };
        attention.into_iter().zip(distributions).map(visibility).collect()
    }

    /// Returns the mention rate and the share of voice of each brand: [`visibility`](Self::visibility) in half the time.
    pub fn attention(&self) -> Vec<(Rate, ShareOfVoice)> {
        self.count_attention(|_| {})
            .into_iter()
            .map(|attention| (attention.mention_rate, attention.share_of_voice))
            .collect()
    }

    /// Counts how often answers name each brand. Passes each named brand of each answer to `take`.
    fn count_attention(&self, mut take: impl FnMut(&NamedBrand)) -> Vec<Attention> {
        let brands = self.brands.len();
        // One sample for each brand, then all answers, then those that name a brand.
        let (all, naming) = (brands, brands + 1);
        let mut samples = Samples::new(brands + 2, self.prompts());
        for (answer, named) in self.answers() {
            let prompt = answer.row.prompt;
            samples.add(all, prompt);
            if !named.is_empty() {
                samples.add(naming, prompt);
            }
            for named in named {
                samples.add(named.brand as usize, prompt);
                take(named);
            }
        }
        let mentions = (0..brands).map(|brand| samples.get(brand).answers).sum();
        let attention = |brand| {
            let sample = samples.get(brand);
            Attention {
                mention_rate: Rate { numerator: sample.answers, sample: samples.get(all) },
                share_of_voice: ShareOfVoice {
                    numerator: sample.answers,
                    denominator: mentions,
                    sample: samples.get(naming),
                },
                sample,
            }
        };
        (0..brands).map(attention).collect()
    }
}

/// How often answers name a brand.
struct Attention {
    mention_rate: Rate,
    share_of_voice: ShareOfVoice,
    /// The answers that name the brand.
    sample: Sample,
}

fn count(distribution: &mut Vec<u64>, index: usize) {
    if index >= distribution.len() {
        distribution.resize(index + 1, 0);
    }
    distribution[index] += 1;
}
