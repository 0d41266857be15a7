//! Rates and samples, and how far they can be trusted.

use answerdeck_api::metrics::{Interval, Rate, Sample, Tier};

pub const DIRECTIONAL_PROMPTS: u64 = 50;
pub const DIRECTIONAL_ANSWERS: u64 = 100;

/// The 97.5th percentile of the normal distribution: the limit of an interval of 95 %.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// Returns a sample of answers to `prompts` distinct prompts.
pub fn sample(answers: u64, prompts: u64) -> Sample {
    let is_directional = prompts >= DIRECTIONAL_PROMPTS && answers >= DIRECTIONAL_ANSWERS;
    Sample { answers, prompts, tier: if is_directional { Tier::Directional } else { Tier::Exploratory } }
}

/// Returns the rate of `numerator` among `answers`, with its Wilson score interval at 95 %. It assumes that answers are independent of
/// each other.
///
/// Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.
pub fn rate(numerator: u64, answers: u64) -> Rate {
    if answers == 0 {
        return Rate { numerator, value: None, interval: None };
    }
    let count = answers as f64;
    let value = numerator as f64 / count;
    let square = Z * Z;
    let center = value + square / (2.0 * count);
    let distance = Z * (value * (1.0 - value) / count + square / (4.0 * count * count)).sqrt();
    let scale = 1.0 + square / count;
    // At the ends the limit is exactly 0 or 1, which the formula misses by a rounding error.
    let lower = if numerator == 0 { 0.0 } else { (center - distance) / scale };
    let upper = if numerator == answers { 1.0 } else { (center + distance) / scale };
    let interval = Interval { lower: rounded(lower), upper: rounded(upper) };
    Rate { numerator, value: Some(rounded(value)), interval: Some(interval) }
}

/// Whether a rate is significantly higher than another: their intervals do not overlap. `false` without answers.
pub fn is_significantly_higher(high: Rate, low: Rate) -> bool {
    high.interval.zip(low.interval).is_some_and(|(high, low)| high.lower > low.upper)
}

/// Rounds to a millionth: more digits mean nothing and take half of a response.
pub fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// A rate, or a difference of rates, in percent. Rates have six decimals: what their difference has beyond them is a rounding error.
pub(crate) fn percent(rate: f64) -> f64 {
    (rate * 1e6).round() / 1e4
}

/// A difference of rates in percentage points, as texts say it: whole, or with one decimal below a point.
pub fn points(difference: f64) -> f64 {
    let points = percent(difference);
    if points.abs() < 1.0 { (points * 10.0).round() / 10.0 } else { points.round() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_published_tables() {
        // R. G. Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I, method 3.
        for (numerator, answers, lower, upper) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let interval = rate(numerator, answers).interval.unwrap();
            assert!((interval.lower - lower).abs() < 5e-5, "{numerator} of {answers}: {interval:?}");
            assert!((interval.upper - upper).abs() < 5e-5, "{numerator} of {answers}: {interval:?}");
        }
    }

    #[test]
    fn the_interval_contains_the_rate_and_is_within_0_and_1() {
        for answers in 1..200 {
            for numerator in 0..=answers {
                let rate = rate(numerator, answers);
                let (Interval { lower, upper }, value) = (rate.interval.unwrap(), rate.value.unwrap());
                assert!(0.0 <= lower && lower <= value && value <= upper && upper <= 1.0, "{rate:?}");
            }
        }
    }

    #[test]
    fn a_rate_is_significantly_higher_if_the_intervals_do_not_overlap() {
        for (high, low, expected) in [
            (rate(60, 180), rate(20, 180), true),
            (rate(20, 180), rate(60, 180), false),
            (rate(39, 180), rate(20, 180), false),
            (rate(90, 180), rate(0, 0), false),
            (rate(4, 4), rate(0, 4), true),
            (rate(3, 3), rate(0, 3), false),
            (rate(11, 20), rate(2, 20), true),
            (rate(8, 20), rate(4, 20), false),
        ] {
            assert_eq!(is_significantly_higher(high, low), expected, "{high:?} {low:?}");
        }
    }

    #[test]
    fn points_are_rounded_once() {
        for (difference, expected) in [
            (0.190541 - 0.125862, 6.0),
            (0.125862 - 0.190541, -6.0),
            (0.0645, 6.0),
            (0.06499, 6.0),
            (0.19 - 0.125, 7.0),
            (0.0145, 1.0),
            (0.014999, 1.0),
            (0.0095, 1.0),
            (0.009499, 0.9),
            (0.00845, 0.8),
            (-0.008, -0.8),
            (0.000499, 0.0),
            (0.0, 0.0),
        ] {
            assert_eq!(points(difference), expected, "{difference}");
        }
    }

    #[test]
    fn a_rate_without_answers_has_no_value_and_no_interval() {
        assert_eq!(rate(0, 0), Rate::default());
    }

    #[test]
    fn a_directional_sample_needs_50_prompts_and_100_answers() {
        for (prompts, answers, tier) in [
            (50, 100, Tier::Directional),
            (49, 100, Tier::Exploratory),
            (50, 99, Tier::Exploratory),
            (0, 0, Tier::Exploratory),
        ] {
            assert_eq!(sample(answers, prompts).tier, tier);
        }
    }
}
