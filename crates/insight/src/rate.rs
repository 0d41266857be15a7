//! Rates with their samples.

/// The minimum number of distinct prompts of a directional rate.
pub const DIRECTIONAL_PROMPTS: u64 = 50;
/// The minimum number of answers of a directional rate.
pub const DIRECTIONAL_ANSWERS: u64 = 100;

/// The 97.5th percentile of the normal distribution: the limit of an interval of 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// How far a rate can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tier {
    /// Fewer than 50 distinct prompts or fewer than 100 answers: a first look.
    Exploratory,
    /// At least 50 distinct prompts and at least 100 answers: enough to see a direction.
    Directional,
}

/// The answers that a metric counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sample {
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rate {
    /// The number of answers with the property. At most the answers of the sample.
    pub numerator: u64,
    /// The denominator: all answers that could have the property.
    pub sample: Sample,
}

/// The limits of a 95 % confidence interval, each 0..1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower limit.
    pub lower: f64,
    /// The upper limit.
    pub upper: f64,
}

impl Rate {
    /// Returns the rate, 0..1. `None` without answers.
    pub fn value(self) -> Option<f64> {
        (self.sample.answers > 0).then(|| self.numerator as f64 / self.sample.answers as f64)
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
    fn a_directional_sample_needs_50_prompts_and_100_answers() {
        for (prompts, answers, tier) in [
            (50, 100, Tier::Directional),
            (49, 100, Tier::Exploratory),
            (50, 99, Tier::Exploratory),
            (0, 0, Tier::Exploratory),
        ] {
            assert_eq!(Sample { answers, prompts }.tier(), tier);
        }
    }
}
