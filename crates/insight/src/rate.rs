//! Rates with their samples.

use serde::{Deserialize, Serialize};

/// The minimum number of distinct prompts of a directional rate.
pub const DIRECTIONAL_PROMPTS: u64 = 50;
/// The minimum number of answers of a directional rate.
pub const DIRECTIONAL_ANSWERS: u64 = 100;

/// The 97.5th percentile of the normal distribution: the limit of an interval of 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// How far a rate can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tier {
    /// Fewer than 50 distinct prompts or fewer than 100 answers: a first look.
    Exploratory,
    /// At least 50 distinct prompts and at least 100 answers: enough to see a direction.
    Directional,
}

/// The answers that a metric counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Sample {
    /// The number of answers.
    pub answers: u64,
    /// The number of distinct prompts of these answers.
    pub prompts: u64,
}

impl Sample {
    /// Returns the tier of every metric that counts these answers.
    pub fn tier(self) -> Tier {
        if self.prompts >= DIRECTIONAL_PROMPTS && self.answers >= DIRECTIONAL_ANSWERS {
            Tier::Directional
        } else {
            Tier::Exploratory
        }
    }
}

/// A share of answers: `numerator` of the answers of `sample`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Rate {
    /// The number of answers with the property. At most the answers of the sample.
    pub numerator: u64,
    /// The denominator: all answers that could have the property.
    pub sample: Sample,
}

/// The limits of a 95 % confidence interval, each 0..1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower limit.
    pub lower: f64,
    /// The upper limit.
    pub upper: f64,
}

impl Rate {
    /// Returns the rate, 0..1. `None` without answers.
    pub fn value(self) -> Option<f64> {
        quotient(self.numerator, self.sample.answers)
    }

    /// Returns the Wilson score interval at 95 %. `None` without answers. It assumes that answers are independent of
    /// each other.
    ///
    /// Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.
    pub fn interval(self) -> Option<Interval> {
        let rate = self.value()?;
        let answers = self.sample.answers as f64;
        let square = Z * Z;
        let center = rate + square / (2.0 * answers);
        let distance = Z * (rate * (1.0 - rate) / answers + square / (4.0 * answers * answers)).sqrt();
        let scale = 1.0 + square / answers;
        // At the ends the limit is exactly 0 or 1, which the formula misses by a rounding error.
        let lower = if self.numerator == 0 { 0.0 } else { (center - distance) / scale };
        let upper = if self.numerator == self.sample.answers { 1.0 } else { (center + distance) / scale };
        Some(Interval { lower, upper })
    }

    /// Returns the tier of the rate.
    pub fn tier(self) -> Tier {
        self.sample.tier()
    }
}

/// Returns `numerator` ÷ `denominator`. `None` if the denominator is 0.
pub(crate) fn quotient(numerator: u64, denominator: u64) -> Option<f64> {
    (denominator > 0).then(|| numerator as f64 / denominator as f64)
}

/// Counts the answers and the distinct prompts of several samples.
#[derive(Debug)]
pub(crate) struct Samples {
    samples: Vec<Sample>,
    /// A bit for each sample and prompt.
    seen: Vec<u64>,
    words_per_sample: usize,
}

impl Samples {
    /// `count` empty samples of answers whose prompts have numbers below `prompts`.
    pub(crate) fn new(count: usize, prompts: usize) -> Self {
        let words_per_sample = prompts.div_ceil(u64::BITS as usize);
        Self { samples: vec![Sample::default(); count], seen: vec![0; count * words_per_sample], words_per_sample }
    }

    /// Adds an answer to the sample at `index`.
    pub(crate) fn add(&mut self, index: usize, prompt: u32) {
        let word = index * self.words_per_sample + (prompt / u64::BITS) as usize;
        if let (Some(sample), Some(word)) = (self.samples.get_mut(index), self.seen.get_mut(word)) {
            let bit = 1 << (prompt % u64::BITS);
            sample.answers += 1;
            sample.prompts += u64::from(*word & bit == 0);
            *word |= bit;
        }
    }

    /// Returns the sample at `index`.
    pub(crate) fn get(&self, index: usize) -> Sample {
        self.samples.get(index).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(numerator: u64, answers: u64) -> Rate {
        Rate { numerator, sample: Sample { answers, prompts: 0 } }
    }

    #[test]
    fn the_interval_is_that_of_published_tables() {
        // R. G. Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I, method 3.
        for (numerator, answers, lower, upper) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let interval = rate(numerator, answers).interval().unwrap();
            assert!((interval.lower - lower).abs() < 5e-5, "{numerator} of {answers}: {interval:?}");
            assert!((interval.upper - upper).abs() < 5e-5, "{numerator} of {answers}: {interval:?}");
        }
    }

    #[test]
    fn the_interval_contains_the_rate_and_is_within_0_and_1() {
        for answers in 1..200 {
            for numerator in 0..=answers {
                let rate = rate(numerator, answers);
                let (Interval { lower, upper }, value) = (rate.interval().unwrap(), rate.value().unwrap());
                assert!(0.0 <= lower && lower <= value && value <= upper && upper <= 1.0, "{rate:?}");
            }
        }
    }

    #[test]
    fn a_rate_without_answers_has_no_value_and_no_interval() {
        assert_eq!((rate(0, 0).value(), rate(0, 0).interval()), (None, None));
    }

    #[test]
    fn a_directional_rate_needs_50_prompts_and_100_answers() {
        for (prompts, answers, tier) in [
            (50, 100, Tier::Directional),
            (49, 100, Tier::Exploratory),
            (50, 99, Tier::Exploratory),
            (0, 0, Tier::Exploratory),
        ] {
            assert_eq!(Rate { numerator: 0, sample: Sample { answers, prompts } }.tier(), tier);
        }
    }

    #[test]
    fn a_sample_counts_each_prompt_once() {
        let mut samples = Samples::new(2, 65);
        [(0, 0), (0, 64), (0, 64), (1, 64)].into_iter().for_each(|(index, prompt)| samples.add(index, prompt));
        assert_eq!(samples.get(0), Sample { answers: 3, prompts: 2 });
        assert_eq!(samples.get(1), Sample { answers: 1, prompts: 1 });
    }
}
