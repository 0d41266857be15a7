//! Where a change between two sides comes from: prompts, models, the brand, other brands.
//!
//! A question is a prompt in a region. A cell is a question to a model by one route.

use std::collections::BTreeMap;

use answerdeck_api::metrics::Change;
use answerdeck_insight as insight;

use super::sample::{rounded, wire_tier};
use crate::embedded::columns::{Cell, Dimensions, IndexedFact};
use rustc_hash::FxHashMap;

/// The answers of two sides, before and after, by cell.
#[derive(Debug, Default)]
pub(crate) struct Cells {
    cells: BTreeMap<Cell, CellCount>,
    /// The answers of a cell and a side that name a brand.
    named: FxHashMap<(Cell, usize), [u64; 2]>,
}

#[derive(Debug, Clone, Copy, Default)]
struct CellCount {
    answers: [u64; 2],
    /// The sum over all brands of the answers that name each.
    namings: [u64; 2],
}

impl Cells {
    /// Counts an answer of a side: 0 is before, 1 after.
    pub(crate) fn add(&mut self, side: usize, answer: Dimensions, facts: &[IndexedFact<'_>]) {
        let key = answer.cell();
        let cell = self.cells.entry(key).or_default();
        cell.answers[side] += 1;
        for fact in facts.iter().filter(|fact| fact.mentions > 0) {
            cell.namings[side] += 1;
            self.named.entry((key, fact.brand)).or_default()[side] += 1;
        }
    }

    /// The models that have answers.
    pub(crate) fn models(&self) -> impl Iterator<Item = u32> {
        self.cells.keys().map(|[_, _, model]| *model)
    }

    /// Only the cells of some models.
    pub(crate) fn of_models(&self, models: &[u32]) -> Self {
        let is_wanted = |key: &Cell| models.contains(&key[2]);
        Self {
            cells: self.cells.iter().filter(|(key, _)| is_wanted(key)).map(|(key, cell)| (*key, *cell)).collect(),
            named: self
                .named
                .iter()
                .filter(|((key, _), _)| is_wanted(key))
                .map(|(key, named)| (*key, *named))
                .collect(),
        }
    }

    /// The answers of each side, and those in cells of both sides.
    pub(crate) fn samples(&self) -> [[insight::Sample; 2]; 2] {
        let mut samples = [[insight::Sample::default(); 2]; 2];
        // The prompt that was counted last: the cells are in the order of prompts.
        let mut last = [[None; 2]; 2];
        for (key, cell) in &self.cells {
            for side in [0, 1] {
                for (kind, is_counted) in [(0, true), (1, cell.is_in_both())] {
                    if is_counted && cell.answers[side] > 0 {
                        samples[kind][side].answers += cell.answers[side];
                        samples[kind][side].prompts += u64::from(last[kind][side] != Some(key[0]));
                        last[kind][side] = Some(key[0]);
                    }
                }
            }
        }
        samples
    }

    /// How far changes can be trusted: the lower tier of both sides.
    pub(crate) fn tier(&self) -> answerdeck_api::metrics::Tier {
        let [all, _] = self.samples();
        let is_directional = all.iter().all(|sample| sample.tier() == insight::Tier::Directional);
        wire_tier(if is_directional { insight::Tier::Directional } else { insight::Tier::Exploratory })
    }

    /// The change of a brand's mention rate. `None` if a side has no answers.
    pub(crate) fn mention_rate(&self, brand: usize) -> Option<Change> {
        let shares = self.shares(brand);
        let rate = |[prompts, models, brand]: [usize; 3]| -> f64 {
            shares.iter().map(|cell| cell.weight(prompts, models) * cell.brand[brand]).sum()
        };
        let is_defined = self.totals().iter().all(|answers| *answers > 0);
        let [prompts, models, brand] = effects(rate);
        is_defined.then(|| change(rate([0; 3]), rate([1; 3]), [prompts, models, brand, 0.0]))
    }

    /// The change of a brand's share of voice. `None` if a side names no tracked brand.
    pub(crate) fn share_of_voice(&self, brand: usize) -> Option<Change> {
        let shares = self.shares(brand);
        let share = |[prompts, models, brand, others]: [usize; 4]| -> Option<f64> {
            let (mut own, mut all) = (0.0, 0.0);
            for cell in &shares {
                let weight = cell.weight(prompts, models);
                own += weight * cell.brand[brand];
                all += weight * (cell.brand[brand] + cell.others[others]);
            }
            (all > 0.0).then(|| own / all)
        };
        // A mix of both sides that names no brand has no share of voice. It counts as 0.
        let effects = effects(|mix| share(mix).unwrap_or_default());
        Some(change(share([0; 4])?, share([1; 4])?, effects))
    }

    /// How much a brand's mention rate differs over the cells of both sides, each weighted by its mean share in their answers.
    /// `None` if there are none.
    pub(crate) fn moved(&self, brand: usize) -> Option<f64> {
        let [_, comparable] = self.samples();
        let all = comparable.map(|sample| sample.answers as f64);
        let of_cell = |(key, cell): (&Cell, &CellCount)| {
            let named = self.named(*key, brand);
            let weight = [0, 1].map(|side| cell.answers[side] as f64 / all[side]).iter().sum::<f64>() / 2.0;
            let [before, after] = [0, 1].map(|side| named[side] as f64 / cell.answers[side] as f64);
            weight * (after - before)
        };
        let moved = self.cells.iter().filter(|(_, cell)| cell.is_in_both()).map(of_cell).sum();
        all.iter().all(|answers| *answers > 0.0).then_some(moved)
    }

    /// The prompts for which the mention rate of a brand rose, and those for which it fell. Only cells of both sides count.
    pub(crate) fn moved_prompts(&self, brand: usize) -> [Vec<u32>; 2] {
        let mut prompts: BTreeMap<u32, ([u64; 2], [u64; 2])> = BTreeMap::new();
        for (key, cell) in self.cells.iter().filter(|(_, cell)| cell.is_in_both()) {
            let (answers, named) = prompts.entry(key[0]).or_default();
            let of_cell = self.named(*key, brand);
            for side in [0, 1] {
                answers[side] += cell.answers[side];
                named[side] += of_cell[side];
            }
        }
        let mut moved = [Vec::new(), Vec::new()];
        for (prompt, (answers, named)) in prompts {
            // The fractions by their cross products.
            match (named[1] * answers[0]).cmp(&(named[0] * answers[1])) {
                std::cmp::Ordering::Greater => moved[0].push(prompt),
                std::cmp::Ordering::Less => moved[1].push(prompt),
                std::cmp::Ordering::Equal => {}
            }
        }
        moved
    }

    fn named(&self, key: Cell, brand: usize) -> [u64; 2] {
        self.named.get(&(key, brand)).copied().unwrap_or_default()
    }

    fn totals(&self) -> [u64; 2] {
        self.cells.values().fold([0; 2], |totals, cell| [0, 1].map(|side| totals[side] + cell.answers[side]))
    }

    fn shares(&self, brand: usize) -> Vec<CellShares> {
        let totals = self.totals();
        let mut questions: BTreeMap<[u32; 2], [u64; 2]> = BTreeMap::new();
        for ([prompt, region, _], cell) in &self.cells {
            let asked = questions.entry([*prompt, *region]).or_default();
            *asked = [0, 1].map(|side| asked[side] + cell.answers[side]);
        }
        let of_cell = |(key, cell): (&Cell, &CellCount)| {
            let asked = questions.get(&[key[0], key[1]]).copied().unwrap_or_default();
            let named = self.named(*key, brand);
            let others = [0, 1].map(|side| cell.namings[side] - named[side]);
            CellShares {
                question: [0, 1].map(|side| share(asked[side], totals[side]).unwrap_or_default()),
                model: both_shares(cell.answers, asked),
                brand: both_shares(named, cell.answers),
                others: both_shares(others, cell.answers),
            }
        };
        self.cells.iter().map(of_cell).collect()
    }
}

impl CellCount {
    fn is_in_both(self) -> bool {
        self.answers.iter().all(|answers| *answers > 0)
    }
}

/// The shares of a cell, before and after.
#[derive(Debug)]
struct CellShares {
    question: [f64; 2],
    model: [f64; 2],
    /// The share of the answers that name the brand.
    brand: [f64; 2],
    /// The mean number of other brands in an answer.
    others: [f64; 2],
}

impl CellShares {
    fn weight(&self, prompts: usize, models: usize) -> f64 {
        self.question[prompts] * self.model[models]
    }
}

fn change(before: f64, after: f64, [prompts, models, brand, other_brands]: [f64; 4]) -> Change {
    Change {
        before: rounded(before),
        after: rounded(after),
        prompts: rounded(prompts),
        models: rounded(models),
        brand: rounded(brand),
        other_brands: rounded(other_brands),
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The shares before and after. A side without a share has that of the other: nothing is known to have changed.
fn both_shares(parts: [u64; 2], wholes: [u64; 2]) -> [f64; 2] {
    let [before, after] = [0, 1].map(|side| share(parts[side], wholes[side]));
    [before.or(after).unwrap_or_default(), after.or(before).unwrap_or_default()]
}

/// Returns the effect of each of `N` factors on a value. A factor is 0 before and 1 after. Its effect is the change of the value
/// when the factor changes, averaged over all orders in which the factors can change. The effects add up to the change.
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

    /// Adds answers to a prompt of a model, of which some name brand 0 and some name brand 1.
    fn add(cells: &mut Cells, side: usize, [prompt, model]: [u32; 2], answers: usize, named: [usize; 2]) {
        for at in 0..answers {
            let fact = |brand: usize| IndexedFact { brand, mentions: 1, first: 0, cited: &[] };
            let facts: Vec<_> = [0, 1].into_iter().filter(|brand| at < named[*brand]).map(fact).collect();
            cells.add(side, Dimensions { id: 1, run: 1, set: 1, prompt, model, region: 1, citations: 0 }, &facts);
        }
    }

    #[test]
    fn the_example_of_the_documentation_is_decomposed() {
        let mut cells = Cells::default();
        add(&mut cells, 0, [1, 1], 10, [6, 0]);
        add(&mut cells, 0, [1, 2], 10, [2, 0]);
        add(&mut cells, 1, [1, 1], 10, [7, 0]);
        add(&mut cells, 1, [2, 1], 10, [3, 0]);
        let change = cells.mention_rate(0).unwrap();
        assert_eq!((change.before, change.after), (0.4, 0.5));
        let points =
            [change.prompts, change.models, change.brand, change.other_brands].map(|effect| (effect * 1_000.0).round());
        assert_eq!(points, [-121.0, 167.0, 54.0, 0.0]);
        assert!((cells.moved(0).unwrap() - 0.1).abs() < 1e-9);
        assert_eq!(cells.moved_prompts(0), [vec![1], vec![]]);
        assert_eq!(cells.samples()[1].map(|sample| (sample.answers, sample.prompts)), [(10, 1), (10, 1)]);
    }

    #[test]
    fn other_brands_change_a_share_of_voice() {
        let mut cells = Cells::default();
        add(&mut cells, 0, [1, 1], 10, [5, 5]);
        add(&mut cells, 1, [1, 1], 10, [5, 10]);
        let change = cells.share_of_voice(0).unwrap();
        assert_eq!((change.before, change.after), (0.5, 0.333_333));
        assert_eq!((change.prompts, change.models, change.brand, change.other_brands), (0.0, 0.0, 0.0, -0.166_667));
    }

    #[test]
    fn a_side_without_answers_or_brands_has_no_change() {
        let mut cells = Cells::default();
        add(&mut cells, 0, [1, 1], 10, [0, 0]);
        assert_eq!((cells.mention_rate(0), cells.share_of_voice(0), cells.moved(0)), (None, None, None));
    }

    #[test]
    fn the_effects_of_a_product_are_the_mean_over_all_orders() {
        let product = |[one, other]: [usize; 2]| [2.0, 3.0][one] * [10.0, 20.0][other];
        // 2 → 3 first: 10, then 40. 10 → 20 first: 20, then 30.
        assert_eq!(effects(product), [15.0, 25.0]);
    }
}
