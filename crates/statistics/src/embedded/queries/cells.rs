//! Where a change between two sides comes from: prompts, models, the brand, other brands.
//!
//! A question is a prompt in a region. A cell is a question to a model by one route.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use answerdeck_api::AlertDirection;
use answerdeck_api::metrics::{Change, Sample};
use answerdeck_insight::{Confidence, Movement, Pair, PromptMovement, rounded};
use rustc_hash::FxHashMap;

use super::copied::CopiedCells;
use super::sample::{IndexSet, SampleCount};
use crate::embedded::columns::{Cell, Dimensions, IndexedFact};
use crate::sides::{Side, Sides};

/// The answers of both sides by cell.
#[derive(Debug, Default)]
pub(crate) struct Cells {
    cells: FxHashMap<Cell, CellCount>,
    /// The answers of a cell that name a brand.
    named: FxHashMap<(Cell, usize), Sides<u64>>,
}

/// The answers of both sides of a cell.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct CellCount {
    pub(super) answers: Sides<u64>,
    /// The sum over the counted brands of the answers that name each.
    pub(super) namings: Sides<u64>,
}

impl Cells {
    pub(crate) fn add(&mut self, side: Side, answer: Dimensions, facts: &[IndexedFact<'_>]) {
        let key = answer.cell();
        let cell = self.cells.entry(key).or_default();
        cell.answers[side] += 1;
        for fact in facts.iter().filter(|fact| fact.mentions > 0) {
            cell.namings[side] += 1;
            self.named.entry((key, fact.brand)).or_default()[side] += 1;
        }
    }

    /// Adds answers that ClickHouse counts.
    pub(crate) fn add_copied(&mut self, side: Side, counts: &CopiedCells) {
        for row in &counts.answers {
            let key = Cell::new(row.prompt, row.region, row.model);
            let cell = self.cells.entry(key).or_default();
            cell.answers[side] += row.answers;
            cell.namings[side] += row.namings;
        }
        for (brand, row) in counts.brands.iter().filter(|(_, row)| row.named > 0) {
            let cell = Cell::new(row.prompt, row.region, row.model);
            self.named.entry((cell, *brand)).or_default()[side] += row.named;
        }
    }

    /// The models that have answers.
    pub(crate) fn models(&self) -> impl Iterator<Item = u32> {
        self.cells.keys().map(|cell| cell.model)
    }

    /// The cells of some models.
    pub(crate) fn weighted(&self, is_wanted: impl Fn(u32) -> bool) -> WeightedCells<'_> {
        let wanted = self.cells.iter().filter(|(cell, _)| is_wanted(cell.model));
        let mut counts: Vec<(Cell, CellCount)> = wanted.map(|(key, cell)| (*key, *cell)).collect();
        counts.sort_unstable_by_key(|(key, _)| *key);
        let all = sum(&counts);
        let mut cells = Vec::with_capacity(counts.len());
        let question_of = |(cell, _): &(Cell, CellCount)| (cell.prompt, cell.region);
        for of_question in counts.chunk_by(|one, other| question_of(one) == question_of(other)) {
            let asked = sum(of_question);
            let question = Sides::new(|side| share(asked[side], all[side]).unwrap_or_default());
            let weighted = |(key, count): &(Cell, CellCount)| WeightedCell {
                key: *key,
                count: *count,
                question,
                model: both_shares(count.answers, asked),
            };
            cells.extend(of_question.iter().map(weighted));
        }
        WeightedCells { cells, answers: all, named: &self.named }
    }

    /// The answers of each side in some cells.
    pub(super) fn samples(&self, is_wanted: fn(CellCount) -> bool) -> Sides<Sample> {
        let (mut prompts, mut samples) = (IndexSet::default(), Sides::<SampleCount>::default());
        for (key, cell) in self.cells.iter().filter(|(_, cell)| is_wanted(**cell)) {
            let prompt = prompts.insert(key.prompt);
            for side in Side::BOTH.into_iter().filter(|side| cell.answers[*side] > 0) {
                samples[side].add_many(prompt, cell.answers[side]);
            }
        }
        Sides::new(|side| samples[side].to_wire())
    }
}

impl CellCount {
    pub(super) fn is_in_both(self) -> bool {
        self.answers.before > 0 && self.answers.after > 0
    }
}

/// The answers of each side in some cells.
fn sum(cells: &[(Cell, CellCount)]) -> Sides<u64> {
    Sides::new(|side| cells.iter().map(|(_, cell)| cell.answers[side]).sum())
}

/// A cell, and its shares before and after, which are the same for every brand.
#[derive(Debug)]
struct WeightedCell {
    key: Cell,
    count: CellCount,
    /// The share of its question in all answers.
    question: Sides<f64>,
    /// The share of its model in the answers to the question.
    model: Sides<f64>,
}

impl WeightedCell {
    fn weight(&self, prompts: Side, models: Side) -> f64 {
        self.question[prompts] * self.model[models]
    }
}

/// Some cells, in the order of prompts. The methods about a brand take what [`named`](Self::named) returns for it.
#[derive(Debug)]
pub(crate) struct WeightedCells<'a> {
    cells: Vec<WeightedCell>,
    answers: Sides<u64>,
    named: &'a FxHashMap<(Cell, usize), Sides<u64>>,
}

impl WeightedCells<'_> {
    /// The answers of each cell that name a brand.
    pub(crate) fn named(&self, brand: usize) -> Vec<Sides<u64>> {
        let of_cell = |cell: &WeightedCell| self.named.get(&(cell.key, brand)).copied().unwrap_or_default();
        self.cells.iter().map(of_cell).collect()
    }

    /// The change of a brand's mention rate. `None` if a side has no answers.
    pub(crate) fn mention_rate(&self, named: &[Sides<u64>]) -> Option<Change> {
        let naming = self.cells.iter().zip(named).filter(|(_, named)| **named != Sides::default());
        let shares: Vec<(&WeightedCell, Sides<f64>)> =
            naming.map(|(cell, named)| (cell, both_shares(*named, cell.count.answers))).collect();
        let rate = |[prompts, models, brand]: [Side; 3]| -> f64 {
            // A sum of nothing is 0, where `sum` returns -0.
            shares.iter().fold(0.0, |sum, (cell, share)| sum + cell.weight(prompts, models) * share[brand])
        };
        let is_defined = self.answers.before > 0 && self.answers.after > 0;
        let [prompts, models, brand] = effects(rate);
        is_defined.then(|| Change {
            significant: Movement::by_prompts(&self.pairs(named), Confidence::Percent95)
                .map(|movement| movement.is_significant(&AlertDirection::Either, 0.0)),
            ..change(Sides::new(|side| rate([side; 3])), [prompts, models, brand, 0.0])
        })
    }

    /// The change of a brand's share of voice. `None` if a side names no tracked brand.
    pub(crate) fn share_of_voice(&self, named: &[Sides<u64>]) -> Option<Change> {
        let of_cell = |(cell, named): (&WeightedCell, &Sides<u64>)| {
            let others = Sides::new(|side| cell.count.namings[side] - named[side]);
            [*named, others].map(|parts| both_shares(parts, cell.count.answers))
        };
        // The share of the answers that name the brand, and the mean number of other brands in an answer.
        let shares: Vec<[Sides<f64>; 2]> = self.cells.iter().zip(named).map(of_cell).collect();
        let share = |[prompts, models, brand, others]: [Side; 4]| -> Option<f64> {
            let (mut own, mut all) = (0.0, 0.0);
            for (cell, [of_brand, of_others]) in self.cells.iter().zip(&shares) {
                let weight = cell.weight(prompts, models);
                own += weight * of_brand[brand];
                all += weight * (of_brand[brand] + of_others[others]);
            }
            (all > 0.0).then(|| own / all)
        };
        // A mix of both sides that names no brand has no share of voice. It counts as 0.
        let effects = effects(|mix| share(mix).unwrap_or_default());
        Some(change(Sides { before: share([Side::Before; 4])?, after: share([Side::After; 4])? }, effects))
    }

    /// How much a brand's mention rate differs over the cells of both sides, each weighted by its mean share in their answers.
    /// `None` if there are none.
    pub(crate) fn moved(&self, named: &[Sides<u64>]) -> Option<f64> {
        Movement::without_margin(&self.pairs(named)).map(|movement| movement.moved())
    }

    /// The cells of both sides, with the answers that name a brand.
    fn pairs(&self, named: &[Sides<u64>]) -> Vec<Pair> {
        let pair = |(cell, named): (&WeightedCell, Sides<u64>)| Pair {
            prompt: cell.key.prompt,
            answers: cell.count.answers.into_array(),
            sums: named.into_array().map(|named| named as f64),
            ..Pair::default()
        };
        self.in_both(named).map(pair).collect()
    }

    /// The prompts for which the mention rate of a brand rose, and those for which it fell, the largest change first. Only cells of
    /// both sides count.
    pub(crate) fn moved_prompts(&self, named: &[Sides<u64>]) -> [Vec<PromptMovement>; 2] {
        let mut prompts: BTreeMap<u32, (Sides<u64>, Sides<u64>)> = BTreeMap::new();
        for (cell, of_cell) in self.in_both(named) {
            let (answers, named) = prompts.entry(cell.key.prompt).or_default();
            for side in Side::BOTH {
                answers[side] += cell.count.answers[side];
                named[side] += of_cell[side];
            }
        }
        let (mut rose, mut fell) = (Vec::new(), Vec::new());
        for (prompt, (answers, named)) in prompts {
            let rates = Sides::new(|side| named[side] as f64 / answers[side] as f64).into_array();
            // The fractions by their cross products.
            match (named.after * answers.before).cmp(&(named.before * answers.after)) {
                Ordering::Greater => rose.push(PromptMovement { prompt, rates }),
                Ordering::Less => fell.push(PromptMovement { prompt, rates }),
                Ordering::Equal => {}
            }
        }
        // Rounded, so that equal changes stay in the order of prompts.
        let size = |PromptMovement { rates: [before, after], .. }: &PromptMovement| rounded((after - before).abs());
        [rose, fell].map(|mut moved| {
            moved.sort_by(|one, other| size(other).total_cmp(&size(one)));
            moved
        })
    }

    /// The cells with answers of both sides, and those of a brand.
    fn in_both(&self, named: &[Sides<u64>]) -> impl Iterator<Item = (&WeightedCell, Sides<u64>)> {
        self.cells.iter().zip(named.iter().copied()).filter(|(cell, _)| cell.count.is_in_both())
    }
}

fn change(Sides { before, after }: Sides<f64>, [prompts, models, brand, other_brands]: [f64; 4]) -> Change {
    Change {
        before: rounded(before),
        after: rounded(after),
        prompts: rounded(prompts),
        models: rounded(models),
        brand: rounded(brand),
        other_brands: rounded(other_brands),
        significant: None,
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The shares before and after. A side without a share has that of the other: nothing is known to have changed.
fn both_shares(parts: Sides<u64>, wholes: Sides<u64>) -> Sides<f64> {
    let Sides { before, after } = Sides::new(|side| share(parts[side], wholes[side]));
    Sides { before: before.or(after).unwrap_or_default(), after: after.or(before).unwrap_or_default() }
}

/// Returns the effect of each of `N` factors on a value, each of which is that of either side. Its effect is the change of the value
/// when the factor changes, averaged over all orders in which the factors can change. The effects add up to the change.
///
/// Source: L. S. Shapley, A value for n-person games, 1953.
fn effects<const N: usize>(value: impl Fn([Side; N]) -> f64) -> [f64; N] {
    let side = |mask: usize, factor: usize| Side::BOTH[mask >> factor & 1];
    let values: Vec<f64> =
        (0..1_usize << N).map(|mask| value(std::array::from_fn(|factor| side(mask, factor)))).collect();
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
    fn add(cells: &mut Cells, side: Side, [prompt, model]: [u32; 2], answers: usize, named: [usize; 2]) {
        for at in 0..answers {
            let fact = |brand: usize| IndexedFact { brand, mentions: 1, first: 0, cited: &[] };
            let facts: Vec<_> = [0, 1].into_iter().filter(|brand| at < named[*brand]).map(fact).collect();
            cells.add(side, Dimensions { id: 1, run: 1, set: 1, prompt, model, region: 1, citations: 0 }, &facts);
        }
    }

    #[test]
    fn the_example_of_the_documentation_is_decomposed() {
        let mut cells = Cells::default();
        add(&mut cells, Side::Before, [1, 1], 10, [6, 0]);
        add(&mut cells, Side::Before, [1, 2], 10, [2, 0]);
        add(&mut cells, Side::After, [1, 1], 10, [7, 0]);
        add(&mut cells, Side::After, [2, 1], 10, [3, 0]);
        let weighted = cells.weighted(|_| true);
        let named = weighted.named(0);
        let change = weighted.mention_rate(&named).unwrap();
        assert_eq!((change.before, change.after), (0.4, 0.5));
        let points =
            [change.prompts, change.models, change.brand, change.other_brands].map(|effect| (effect * 1_000.0).round());
        assert_eq!(points, [-121.0, 167.0, 54.0, 0.0]);
        assert_eq!(change.significant, None);
        assert!((weighted.moved(&named).unwrap() - 0.1).abs() < 1e-9);
        assert_eq!(weighted.moved_prompts(&named), [vec![PromptMovement { prompt: 1, rates: [0.6, 0.7] }], vec![]]);
        let comparable = cells.samples(CellCount::is_in_both).into_array();
        assert_eq!(comparable.map(|sample| (sample.answers, sample.prompts)), [(10, 1), (10, 1)]);
    }

    #[test]
    fn the_prompts_with_the_largest_change_are_first_and_equal_changes_in_their_order() {
        let mut cells = Cells::default();
        let named = [(1, [2, 1]), (2, [2, 2]), (3, [3, 2]), (4, [0, 1]), (5, [3, 0]), (6, [1, 3])];
        for (prompt, [before, after]) in named {
            add(&mut cells, Side::Before, [prompt, 1], 3, [before, 0]);
            add(&mut cells, Side::After, [prompt, 1], 3, [after, 0]);
        }
        // The new prompt is not compared.
        add(&mut cells, Side::After, [7, 1], 3, [3, 0]);
        let weighted = cells.weighted(|_| true);
        let moved = weighted.moved_prompts(&weighted.named(0));
        let prompts = moved.each_ref().map(|moved| moved.iter().map(|moved| moved.prompt).collect::<Vec<_>>());
        assert_eq!(prompts, [vec![6, 4], vec![5, 1, 3]]);
        assert_eq!((moved[0][0].rates, moved[1][0].rates), ([1.0 / 3.0, 1.0], [1.0, 0.0]));
    }

    #[test]
    fn a_change_is_judged_by_its_prompts() {
        // The example of the documentation: eight prompts fall from 4 of 5 answers to 2, and four stay at 1.
        let judged = |prompts: u32, after: [usize; 2]| {
            let mut cells = Cells::default();
            for prompt in 0..prompts {
                let named = if prompt < 8 { [4, after[0]] } else { [1, after[1]] };
                for (side, named) in Side::BOTH.into_iter().zip(named) {
                    add(&mut cells, side, [prompt, 1], 5, [named, 0]);
                }
            }
            let weighted = cells.weighted(|_| true);
            weighted.mention_rate(&weighted.named(0)).unwrap().significant
        };
        assert_eq!(judged(12, [2, 1]), Some(true));
        // By 99 %, this would be none.
        assert_eq!(judged(12, [4, 2]), Some(true));
        assert_eq!(judged(12, [4, 1]), Some(false));
        assert_eq!(judged(9, [2, 1]), None);
    }

    #[test]
    fn other_brands_change_a_share_of_voice() {
        let mut cells = Cells::default();
        add(&mut cells, Side::Before, [1, 1], 10, [5, 5]);
        add(&mut cells, Side::After, [1, 1], 10, [5, 10]);
        let weighted = cells.weighted(|_| true);
        let change = weighted.share_of_voice(&weighted.named(0)).unwrap();
        assert_eq!((change.before, change.after), (0.5, 0.333_333));
        assert_eq!((change.prompts, change.models, change.brand, change.other_brands), (0.0, 0.0, 0.0, -0.166_667));
    }

    #[test]
    fn a_side_without_answers_or_brands_has_no_change() {
        let mut cells = Cells::default();
        add(&mut cells, Side::Before, [1, 1], 10, [0, 0]);
        let weighted = cells.weighted(|_| true);
        let named = weighted.named(0);
        let changes = (weighted.mention_rate(&named), weighted.share_of_voice(&named), weighted.moved(&named));
        assert_eq!(changes, (None, None, None));
    }

    #[test]
    fn the_effects_of_a_product_are_the_mean_over_all_orders() {
        let product = |[one, other]: [Side; 2]| [2.0, 3.0][one as usize] * [10.0, 20.0][other as usize];
        // 2 → 3 first: 10, then 40. 10 → 20 first: 20, then 30.
        assert_eq!(effects(product), [15.0, 25.0]);
    }
}
