//! Whether a rate moved significantly between two periods, in answers to the same questions by the same models. docs/metrics.md has
//! the formulas.

use answerdeck_api::AlertDirection;

use crate::rate::Z;

/// The minimum number of prompts by which a movement is judged, were they asked equally often.
const PROMPTS_MIN: f64 = 10.0;
/// The minimum number of answers of each period.
const ANSWERS_MIN: u64 = 30;
/// The minimum number of readings of each period, if all answers are to one prompt.
const READINGS_MIN: u64 = 8;

/// The confidence of the interval of a difference. Alerts watch many rates, so they use 99 %.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confidence {
    Percent95,
    Percent99,
}

impl Confidence {
    /// The limit of such an interval of the normal distribution.
    fn z(self) -> f64 {
        match self {
            Self::Percent95 => Z,
            Self::Percent99 => 2.575_829_303_548_901,
        }
    }
}

/// The answers of both periods, before and after, to a question by a model. Both have some.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Pair {
    pub prompt: u32,
    pub answers: [u64; 2],
    /// The days with answers: repetitions of one day are no independent answers.
    pub days: [u64; 2],
    /// The sum over the answers: 1 for each with the property. For a lead, minus 1 for each of the rival.
    pub sums: [f64; 2],
}

impl Pair {
    pub fn rates(&self) -> [f64; 2] {
        [0, 1].map(|side| self.sums[side] / self.answers[side] as f64)
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Movement {
    /// The rates. Each pair is weighted by its mean share in the answers of both periods.
    pub rates: [f64; 2],
    /// The answers of both periods.
    pub answers: [u64; 2],
    /// Half of the length of the interval of the difference.
    pub margin: f64,
}

impl Movement {
    /// Judges a movement by its prompts, which are independent of each other: the interval is that of a mean over prompts. The
    /// pairs of a prompt follow each other. `None` if the sample is too small.
    ///
    /// Source: W. G. Cochran, Sampling Techniques, 1977, section 6.3 (a ratio over clusters).
    pub fn by_prompts(pairs: &[Pair], confidence: Confidence) -> Option<Self> {
        let movement = Self::without_margin(pairs)?;
        let mut prompts: Vec<(u32, f64, f64)> = Vec::new();
        for (pair, weight) in pairs.iter().zip(weights(pairs)) {
            let [before, after] = pair.rates();
            let moved = weight * (after - before);
            match prompts.last_mut().filter(|(prompt, ..)| *prompt == pair.prompt) {
                Some((_, all, sum)) => (*all, *sum) = (*all + weight, *sum + moved),
                None => prompts.push((pair.prompt, weight, moved)),
            }
        }
        // The number of equally weighted prompts with this uncertainty.
        let effective = 1.0 / prompts.iter().map(|(_, weight, _)| weight * weight).sum::<f64>();
        if effective < PROMPTS_MIN - 1e-9 || movement.answers.iter().any(|answers| *answers < ANSWERS_MIN) {
            return None;
        }
        let moved = movement.moved();
        let squares: f64 = prompts.iter().map(|(_, weight, sum)| (sum - weight * moved).powi(2)).sum();
        let margin = student(confidence, effective - 1.0) * (squares * effective / (effective - 1.0)).sqrt();
        Some(Self { margin, ..movement })
    }

    /// Judges a movement in the answers to one prompt by its readings, with an interval of 99 %: the answers of a model on a day count
    /// as one. `None` if there are too few.
    ///
    /// Source: A. Agresti and B. Caffo, Simple and effective confidence intervals for proportions, 2000.
    pub fn by_readings(pairs: &[Pair]) -> Option<Self> {
        let movement = Self::without_margin(pairs)?;
        let readings = [0, 1].map(|side| pairs.iter().map(|pair| pair.days[side]).sum::<u64>());
        if readings.iter().any(|readings| *readings < READINGS_MIN) {
            return None;
        }
        let variance: f64 = [0, 1]
            .map(|side| {
                let readings = readings[side] as f64;
                let rate = (movement.rates[side] * readings + 1.0) / (readings + 2.0);
                rate * (1.0 - rate) / (readings + 2.0)
            })
            .iter()
            .sum();
        Some(Self { margin: Confidence::Percent99.z() * variance.sqrt(), ..movement })
    }

    /// The rates without a judgement. `None` without pairs.
    pub fn without_margin(pairs: &[Pair]) -> Option<Self> {
        let (mut rates, mut answers) = ([0.0; 2], [0; 2]);
        for (pair, weight) in pairs.iter().zip(weights(pairs)) {
            for side in [0, 1] {
                rates[side] += weight * pair.rates()[side];
                answers[side] += pair.answers[side];
            }
        }
        (!pairs.is_empty()).then_some(Self { rates, answers, margin: 0.0 })
    }

    pub fn moved(&self) -> f64 {
        self.rates[1] - self.rates[0]
    }

    /// Whether the rate moved significantly, in a direction and by a size, 0..1.
    pub fn is_significant(&self, direction: &AlertDirection, size: f64) -> bool {
        let moved = self.moved();
        let is_wanted = match direction {
            AlertDirection::Fall => moved < 0.0,
            AlertDirection::Rise => moved > 0.0,
            AlertDirection::Either | AlertDirection::Unknown(_) => true,
        };
        // Rates are sums of fractions: 10 points may be a little less.
        is_wanted && moved.abs() >= size - 1e-9 && moved.abs() > self.margin
    }

    /// Whether a lead became a deficit, or the other way round.
    pub fn changes_places(&self) -> bool {
        let [before, after] = self.rates;
        (before >= 0.0 && after < 0.0) || (before <= 0.0 && after > 0.0)
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PromptMovement {
    pub prompt: u32,
    /// Its rates in all of its answers.
    pub rates: [f64; 2],
}

/// The prompts that have most of a movement, at most `limit`. The pairs of a prompt follow each other.
pub fn moved_most(pairs: &[Pair], limit: usize) -> Vec<PromptMovement> {
    let Some(movement) = Movement::without_margin(pairs) else { return Vec::new() };
    let weighted: Vec<(Pair, f64)> = pairs.iter().copied().zip(weights(pairs)).collect();
    let of_prompt = |pairs: &[(Pair, f64)]| {
        let total = |side: usize| {
            let sum: f64 = pairs.iter().map(|(pair, _)| pair.sums[side]).sum();
            sum / pairs.iter().map(|(pair, _)| pair.answers[side]).sum::<u64>() as f64
        };
        let part = |(pair, weight): &(Pair, f64)| weight * (pair.rates()[1] - pair.rates()[0]);
        let prompt = PromptMovement { prompt: pairs[0].0.prompt, rates: [total(0), total(1)] };
        (prompt, pairs.iter().map(part).sum::<f64>() * movement.moved().signum())
    };
    let mut prompts: Vec<(PromptMovement, f64)> =
        weighted.chunk_by(|(one, _), (other, _)| one.prompt == other.prompt).map(of_prompt).collect();
    prompts.retain(|(_, part)| *part > 0.0);
    prompts.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    prompts.into_iter().take(limit).map(|(prompt, _)| prompt).collect()
}

/// Whether a movement is no news after the last one of the same subject, which fired `days` before: while both periods together contain
/// it, unless it has moved further by the size again. A lead has no `size`: brands that changed places do so again the other way round.
pub fn is_repetition(last: f64, days: i64, moved: f64, window_days: i64, size: Option<f64>) -> bool {
    let is_further = size.is_some_and(|size| moved.abs() - last.abs() >= size - 1e-9);
    days < 2 * window_days && last.signum() == moved.signum() && !is_further
}

/// The mean share of each pair in the answers of both periods.
fn weights(pairs: &[Pair]) -> impl Iterator<Item = f64> {
    let all = [0, 1].map(|side| pairs.iter().map(|pair| pair.answers[side]).sum::<u64>() as f64);
    pairs.iter().map(move |pair| [0, 1].map(|side| pair.answers[side] as f64 / all[side]).iter().sum::<f64>() / 2.0)
}

/// The limit of an interval of Student's distribution, with at least 9 degrees of freedom.
///
/// Source: M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 26.7.5.
fn student(confidence: Confidence, degrees: f64) -> f64 {
    let z = |power: i32| confidence.z().powi(power);
    z(1) + (z(3) + z(1)) / (4.0 * degrees)
        + (5.0 * z(5) + 16.0 * z(3) + 3.0 * z(1)) / (96.0 * degrees.powi(2))
        + (3.0 * z(7) + 19.0 * z(5) + 17.0 * z(3) - 15.0 * z(1)) / (384.0 * degrees.powi(3))
}

#[cfg(test)]
mod tests {
    use super::Confidence::Percent99;
    use super::*;

    /// Pairs of `prompts`, each with five answers of which some have the property, before and after.
    fn pairs(prompts: impl IntoIterator<Item = [u32; 2]>) -> Vec<Pair> {
        let pair =
            |(prompt, sums): (u32, [u32; 2])| Pair { prompt, answers: [5; 2], days: [1; 2], sums: sums.map(f64::from) };
        (0..).zip(prompts).map(pair).collect()
    }

    #[test]
    fn the_percentiles_are_those_of_published_tables() {
        for (degrees, of_95, of_99) in [
            (9.0, 2.2622, 3.2498),
            (10.0, 2.2281, 3.1693),
            (20.0, 2.0860, 2.8453),
            (60.0, 2.0003, 2.6603),
            (1e9, 1.9600, 2.5758),
        ] {
            for (confidence, expected) in [(Confidence::Percent95, of_95), (Percent99, of_99)] {
                let found = student(confidence, degrees);
                assert!((found - expected).abs() < 3e-3, "{degrees}: {found}");
            }
        }
    }

    #[test]
    fn the_example_of_the_documentation_is_judged() {
        // Twelve prompts: eight fall from 4 of 5 to 2, four stay at 1.
        let movement =
            Movement::by_prompts(&pairs((0..12).map(|at| if at < 8 { [4, 2] } else { [1, 1] })), Percent99).unwrap();
        assert_eq!(movement.answers, [60, 60]);
        assert_eq!(movement.rates.map(|rate| (rate * 1_000.0).round()), [600.0, 333.0]);
        assert_eq!((movement.moved() * 1_000.0).round(), -267.0);
        assert_eq!((movement.margin * 1_000.0).round(), 177.0);
        let is_significant = |direction, size| movement.is_significant(&direction, size);
        assert!(is_significant(AlertDirection::Fall, 0.1) && is_significant(AlertDirection::Either, 0.2));
        assert!(!is_significant(AlertDirection::Rise, 0.1) && !is_significant(AlertDirection::Fall, 0.3));
    }

    #[test]
    fn a_single_prompt_moves_nothing() {
        let movement =
            Movement::by_prompts(&pairs((0..12).map(|at| if at == 0 { [5, 0] } else { [2, 2] })), Percent99).unwrap();
        assert!(!movement.is_significant(&AlertDirection::Either, 0.01), "{movement:?}");
    }

    #[test]
    fn few_prompts_or_answers_are_not_judged() {
        assert_eq!(Movement::by_prompts(&pairs([[5, 0]; 9]), Percent99), None);
        assert!(Movement::by_prompts(&pairs([[5, 0]; 10]), Percent99).is_some());
        let few: Vec<Pair> = pairs([[1, 0]; 10]).into_iter().map(|pair| Pair { answers: [1; 2], ..pair }).collect();
        assert_eq!(Movement::by_prompts(&few, Percent99), None);
        // One prompt has nearly all answers: there are not twelve.
        let mut uneven = pairs([[5, 0]; 12]);
        uneven[0].answers = [5_000; 2];
        assert_eq!(Movement::by_prompts(&uneven, Percent99), None);
        assert_eq!(Movement::by_prompts(&[], Percent99), None);
    }

    #[test]
    fn the_answers_to_one_prompt_are_judged_by_models_and_days() {
        let of = |answers: u64, days: u64, rates: [f64; 2]| {
            let pair = Pair {
                prompt: 1,
                answers: [answers; 2],
                days: [days; 2],
                sums: rates.map(|rate| rate * answers as f64),
            };
            Movement::by_readings(&[pair; 4])
        };
        assert_eq!(of(10, 1, [1.0, 0.0]), None);
        assert!(of(2, 2, [1.0, 0.0]).unwrap().is_significant(&AlertDirection::Fall, 0.5));
        assert!(!of(2, 2, [0.75, 0.5]).unwrap().is_significant(&AlertDirection::Fall, 0.1));
        // More repetitions on the same days are no more evidence.
        let margins = [2, 200].map(|answers| of(answers, 2, [0.75, 0.5]).unwrap().margin);
        assert_eq!(margins[0], margins[1]);
    }

    #[test]
    fn the_prompts_that_moved_most_moved_in_the_direction_of_all() {
        let most = moved_most(&pairs([[1, 0], [5, 0], [0, 5], [2, 2], [4, 1], [3, 2]]), 3);
        let found = most.iter().map(|moved| (moved.prompt, moved.rates.map(|rate| (rate * 5.0).round() as u32)));
        assert_eq!(found.collect::<Vec<_>>(), [(1, [5, 0]), (4, [4, 1]), (0, [1, 0])]);
        assert_eq!(moved_most(&[], 3), []);
    }

    #[test]
    fn a_lead_changes_places_when_its_sign_does() {
        let of = |rates: [f64; 2]| Movement { rates, ..Movement::default() }.changes_places();
        assert_eq!(
            [[0.1, -0.1], [0.0, -0.1], [-0.1, 0.2], [0.3, 0.1], [0.1, 0.0]].map(of),
            [true, true, true, false, false]
        );
    }

    #[test]
    fn the_same_movement_fires_once_while_both_periods_contain_it_unless_it_goes_on() {
        assert!(is_repetition(-0.2, 13, -0.25, 7, Some(0.1)));
        assert!(!is_repetition(-0.2, 6, -0.3, 7, Some(0.1)));
        assert!(!is_repetition(-0.2, 14, -0.2, 7, Some(0.1)));
        assert!(!is_repetition(-0.2, 1, 0.1, 7, Some(0.1)));
    }

    #[test]
    fn brands_that_changed_places_do_so_again_the_other_way_round() {
        assert!(is_repetition(-0.2, 7, -0.6, 28, None));
        assert!(!is_repetition(-0.2, 7, 0.1, 28, None));
        assert!(!is_repetition(-0.2, 56, -0.2, 28, None));
    }
}
