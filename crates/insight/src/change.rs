//! How much of a change between two periods comes from the prompts, the models and the brands.

use crate::brands::BrandSelection;
use crate::groups::{groups, keyed};
use crate::rate::{Sample, Samples, Tier};
use crate::sorting::{Key, Keyed, sorted};

/// The index of the period after. The one before is 0.
const AFTER: usize = 1;

/// Two periods, prepared to compare brands between them.
///
/// A question is a prompt in a region. A cell is a question to a model by one route.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// The answers before and after.
    pub(crate) periods: [&'a BrandSelection<'a>; 2],
    cells: Vec<Cell>,
    /// The answers in the order of the cells. The last number of a key is the period, 0 or 1.
    pub(crate) answers: Vec<Keyed>,
    /// All answers of each period.
    samples: [Sample; 2],
    /// The answers of each period in cells of both.
    comparable: [Sample; 2],
}

/// One question to one model, in both periods. Each pair is before and after.
#[derive(Debug)]
struct Cell {
    /// The number of answers.
    answers: [usize; 2],
    /// The share of the question in the answers of the period.
    question_share: [f64; 2],
    /// The share of the model in the answers to the question.
    model_share: [f64; 2],
}

/// A change of a metric between two periods, and where it comes from. The effects add up to the change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// The value before, 0..1.
    pub before: f64,
    /// The value after, 0..1.
    pub after: f64,
    /// The effect of the prompts: which were asked, and how often.
    pub prompts: f64,
    /// The effect of the models: which were asked each question, and how often.
    pub models: f64,
    /// The effect of the brand: how often the same models name it in answers to the same questions.
    pub brand: f64,
    /// The effect of the other tracked brands. 0 for a mention rate.
    pub other_brands: f64,
}

impl Change {
    /// Returns the change, -1..1: the sum of all effects, up to rounding.
    pub fn total(self) -> f64 {
        self.after - self.before
    }
}

impl<'a> Comparison<'a> {
    /// Compares two periods. Both must have the same tracked brands.
    pub fn new(before: &'a BrandSelection<'a>, after: &'a BrandSelection<'a>) -> Self {
        let periods = [before, after];
        let of_period = |period: usize| {
            let number = u32::from(period == AFTER);
            keyed(periods[period].selection, move |answer| {
                let row = answer.row;
                Some([row.prompt, row.region, row.model, number])
            })
        };
        let answers = sorted(of_period(0).chain(of_period(AFTER)));
        let mut cells: Vec<Cell> = Vec::new();
        let mut comparable = Samples::new(2, before.prompts().max(after.prompts()));
        let totals = count(&answers);
        for question in groups(&answers, 2) {
            let asked = count(question);
            for cell in groups(question, 3) {
                let answers = count(cell);
                if answers.iter().all(|answers| *answers > 0) {
                    cell.iter().for_each(|(key, _)| comparable.add(period_of(*key), key.number(0)));
                }
                cells.push(Cell {
                    answers,
                    question_share: [0, 1].map(|period| share(asked[period], totals[period]).unwrap_or_default()),
                    model_share: shares(answers, asked),
                });
            }
        }
        let mut samples = Samples::new(2, before.prompts().max(after.prompts()));
        answers.iter().for_each(|(key, _)| samples.add(period_of(*key), key.number(0)));
        Self {
            periods,
            cells,
            samples: [samples.get(0), samples.get(1)],
            comparable: [comparable.get(0), comparable.get(1)],
            answers,
        }
    }

    /// Returns the answers of the two periods in cells that both have. The effects of the brands come from these alone.
    pub fn comparable(&self) -> [Sample; 2] {
        self.comparable
    }

    /// Returns the tier of every change: the lower one of the two periods.
    pub fn tier(&self) -> Tier {
        let is_directional = self.samples.iter().all(|sample| sample.tier() == Tier::Directional);
        if is_directional { Tier::Directional } else { Tier::Exploratory }
    }

    /// Returns the change of a brand's mention rate. `None` if a period has no answers, or `brand` is not tracked.
    pub fn mention_rate(&self, brand: usize) -> Option<Change> {
        let cells = self.named(brand)?;
        let rate = |[prompts, models, brand]: [usize; 3]| -> f64 {
            let weighted = self.weighted(&cells, prompts, models);
            weighted.map(|(weight, named)| weight * named.brand[brand]).sum()
        };
        let is_defined = self.samples.iter().all(|sample| sample.answers > 0);
        let [prompts, models, brand] = effects(rate);
        is_defined.then(|| Change {
            before: rate([0; 3]),
            after: rate([1; 3]),
            prompts,
            models,
            brand,
            other_brands: 0.0,
        })
    }

    /// Returns the mention rate of a brand before and after over the cells that both periods have, each weighted by the
    /// mean of its shares in their answers. `None` if there are none, or `brand` is not tracked.
    pub fn comparable_mention_rate(&self, brand: usize) -> Option<[f64; 2]> {
        let cells = self.named(brand)?;
        let all = self.comparable.map(|sample| sample.answers as f64);
        let weight =
            |cell: &Cell| [0, 1].map(|period| cell.answers[period] as f64 / all[period]).iter().sum::<f64>() / 2.0;
        let mut rates = [0.0; 2];
        for (cell, named) in
            self.cells.iter().zip(&cells).filter(|(cell, _)| cell.answers.iter().all(|answers| *answers > 0))
        {
            let weight = weight(cell);
            rates = [0, 1].map(|period| rates[period] + weight * named.brand[period]);
        }
        all.iter().all(|answers| *answers > 0.0).then_some(rates)
    }

    /// Returns the change of a brand's share of voice. `None` if no answer of a period names a tracked brand, or `brand` is
    /// not tracked.
    pub fn share_of_voice(&self, brand: usize) -> Option<Change> {
        let cells = self.named(brand)?;
        let share = |[prompts, models, brand, others]: [usize; 4]| -> Option<f64> {
            let (mut own, mut all) = (0.0, 0.0);
            for (weight, named) in self.weighted(&cells, prompts, models) {
                own += weight * named.brand[brand];
                all += weight * (named.brand[brand] + named.others[others]);
            }
            (all > 0.0).then(|| own / all)
        };
        // A mix of both periods that names no brand has no share of voice. It counts as 0.
        let [prompts, models, brand, other_brands] = effects(|mix| share(mix).unwrap_or_default());
        Some(Change { before: share([0; 4])?, after: share([1; 4])?, prompts, models, brand, other_brands })
    }

    /// Returns the cells, each weighted by its share in the answers of a period with these questions and models.
    fn weighted<'b>(
        &'b self,
        named: &'b [NamedInCell],
        prompts: usize,
        models: usize,
    ) -> impl Iterator<Item = (f64, &'b NamedInCell)> {
        let weight = move |cell: &Cell| cell.question_share[prompts] * cell.model_share[models];
        self.cells.iter().map(weight).zip(named)
    }

    /// Returns how often the answers of each cell name `brand` and the others. `None` if the brand is not tracked.
    fn named(&self, brand: usize) -> Option<Vec<NamedInCell>> {
        let brand = u32::try_from(brand).ok()?;
        if self.periods.iter().any(|period| brand as usize >= period.brands.len()) {
            return None;
        }
        let of_cell = |(cell, keyed): (&Cell, &[Keyed])| {
            let (mut own, mut all) = ([0; 2], [0; 2]);
            for (key, index) in keyed {
                let period = period_of(*key);
                let named = self.periods[period].named(*index);
                own[period] += usize::from(named.iter().any(|named| named.brand == brand));
                all[period] += named.len();
            }
            let others = [all[0] - own[0], all[1] - own[1]];
            NamedInCell { brand: shares(own, cell.answers), others: shares(others, cell.answers) }
        };
        Some(self.cells.iter().zip(groups(&self.answers, 3)).map(of_cell).collect())
    }
}

/// How often the answers of a cell name a brand, before and after.
#[derive(Debug)]
struct NamedInCell {
    /// The share of the answers that name it, 0..1.
    brand: [f64; 2],
    /// The mean number of other tracked brands in an answer.
    others: [f64; 2],
}

/// Returns the period of an answer, the last number of its key.
pub(crate) fn period_of(key: Key) -> usize {
    key.number(3) as usize
}

/// Returns the number of answers before and after.
fn count(answers: &[Keyed]) -> [usize; 2] {
    let after = answers.iter().filter(|(key, _)| period_of(*key) == AFTER).count();
    [answers.len() - after, after]
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Returns the shares before and after. A period without a share has that of the other: nothing is known to have changed.
fn shares(parts: [usize; 2], wholes: [usize; 2]) -> [f64; 2] {
    let [before, after] = [0, 1].map(|period| share(parts[period], wholes[period]));
    [before.or(after).unwrap_or_default(), after.or(before).unwrap_or_default()]
}

/// Returns the effect of each of `N` factors on a value. A factor is 0 before and 1 after. Its effect is the change of
/// the value when the factor changes, averaged over all orders in which the factors can change. The effects add up to
/// the change of the value.
///
/// Source: L. S. Shapley, A value for n-person games, 1953.
fn effects<const N: usize>(value: impl Fn([usize; N]) -> f64) -> [f64; N] {
    let values: Vec<f64> =
        (0..1_usize << N).map(|mask| value(std::array::from_fn(|factor| mask >> factor & 1))).collect();
    let factorial = |number: usize| -> f64 { (1..=number).map(|factor| factor as f64).product() };
    std::array::from_fn(|factor| {
        let bit = 1 << factor;
        let without = (0..values.len()).filter(|mask| mask & bit == 0);
        let effect = |mask: usize| {
            let changed_before = mask.count_ones() as usize;
            let orders = factorial(changed_before) * factorial(N - 1 - changed_before);
            orders * (values[mask | bit] - values[mask])
        };
        without.map(effect).sum::<f64>() / factorial(N)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_effects_of_a_product_are_the_mean_over_all_orders() {
        let product = |[one, other]: [usize; 2]| [2.0, 3.0][one] * [10.0, 20.0][other];
        // 2 → 3 first: 10, then 40. 10 → 20 first: 20, then 30.
        assert_eq!(effects(product), [15.0, 25.0]);
    }

    #[test]
    fn a_factor_without_influence_has_no_effect() {
        assert_eq!(effects(|[one, _, other]: [usize; 3]| one as f64 - 3.0 * other as f64), [1.0, 0.0, -3.0]);
    }
}
