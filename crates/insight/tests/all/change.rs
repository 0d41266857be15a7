//! A change between two periods is the sum of its effects, and each effect is the one of the formula.

use std::collections::BTreeSet;

use answerdeck_api::{AnswerScope, ModelCode, ModelRoute};
use answerdeck_insight::{Change, Comparison};
use proptest::prelude::*;

use crate::history::{BRANDS, History, HistoryAnswer, ScopeOf, histories, sample, scopes};

type Question<'a> = (&'a str, &'a str);
type Cell<'a> = (Question<'a>, (&'a ModelCode, Option<&'a ModelRoute>));

fn cell(answer: &HistoryAnswer) -> Cell<'_> {
    ((answer.answer.prompt_id.as_str(), &answer.answer.region), answer.asked())
}

/// What the formulas need of a period.
struct Period<'a>(Vec<&'a HistoryAnswer>);

impl<'a> Period<'a> {
    fn count(&self, matches: impl Fn(&HistoryAnswer) -> bool) -> f64 {
        self.0.iter().filter(|answer| matches(answer)).count() as f64
    }

    fn question_share(&self, question: Question) -> f64 {
        self.count(|answer| cell(answer).0 == question) / self.0.len() as f64
    }

    fn model_share(&self, of: Cell) -> Option<f64> {
        let asked = self.count(|answer| cell(answer).0 == of.0);
        (asked > 0.0).then(|| self.count(|answer| cell(answer) == of) / asked)
    }

    fn mean(&self, of: Cell, value: impl Fn(&HistoryAnswer) -> usize) -> Option<f64> {
        let answers = self.count(|answer| cell(answer) == of);
        let sum: usize = self.0.iter().filter(|answer| cell(answer) == of).map(|answer| value(answer)).sum();
        (answers > 0.0).then(|| sum as f64 / answers)
    }
}

/// The change of the value by each factor: the mean over all orders in which the factors can change.
fn shapley<const N: usize>(value: &dyn Fn([usize; N]) -> f64) -> [f64; N] {
    fn orders(rest: &[usize]) -> Vec<Vec<usize>> {
        if rest.is_empty() {
            return vec![Vec::new()];
        }
        let with_first = |first: &usize| {
            let others: Vec<usize> = rest.iter().copied().filter(|other| other != first).collect();
            orders(&others).into_iter().map(|order| [vec![*first], order].concat()).collect::<Vec<_>>()
        };
        rest.iter().flat_map(with_first).collect()
    }
    let orders = orders(&(0..N).collect::<Vec<_>>());
    let mut effects = [0.0; N];
    for order in &orders {
        let mut mix = [0; N];
        for factor in order {
            let before = value(mix);
            mix[*factor] = 1;
            effects[*factor] += (value(mix) - before) / orders.len() as f64;
        }
    }
    effects
}

/// The expected changes of the mention rate and of the share of voice.
fn expected(before: &Period, after: &Period, brand: usize) -> [Option<Change>; 2] {
    if before.0.is_empty() || after.0.is_empty() {
        return [None, None];
    }
    let periods = [before, after];
    let own = |answer: &HistoryAnswer| usize::from(answer.named().contains(&brand));
    let others = |answer: &HistoryAnswer| answer.named().len() - own(answer);
    // What a period lacks is taken from the other.
    let filled = |values: [Option<f64>; 2]| [values[0].or(values[1]).unwrap(), values[1].or(values[0]).unwrap()];
    let cells: BTreeSet<Cell> = periods.iter().flat_map(|period| &period.0).map(|answer| cell(answer)).collect();
    let cells: Vec<[[f64; 2]; 4]> = cells
        .into_iter()
        .map(|cell| {
            [
                periods.map(|period| period.question_share(cell.0)),
                filled(periods.map(|period| period.model_share(cell))),
                filled(periods.map(|period| period.mean(cell, own))),
                filled(periods.map(|period| period.mean(cell, others))),
            ]
        })
        .collect();
    let sum = |prompts: usize, models: usize, [value, period]: [usize; 2]| -> f64 {
        cells.iter().map(|cell| cell[0][prompts] * cell[1][models] * cell[value][period]).sum()
    };
    let rate = |[prompts, models, brand]: [usize; 3]| sum(prompts, models, [2, brand]);
    let voice = |[prompts, models, brand, other_brands]: [usize; 4]| {
        let (own, others) = (sum(prompts, models, [2, brand]), sum(prompts, models, [3, other_brands]));
        if own + others > 0.0 { own / (own + others) } else { 0.0 }
    };
    let [prompts, models, brand] = shapley(&rate);
    let mention_rate = Change { before: rate([0; 3]), after: rate([1; 3]), prompts, models, brand, other_brands: 0.0 };
    let [prompts, models, brand, other_brands] = shapley(&voice);
    let share_of_voice = Change { before: voice([0; 4]), after: voice([1; 4]), prompts, models, brand, other_brands };
    let has_voice = periods.iter().all(|period| period.0.iter().any(|answer| !answer.mentions.is_empty()));
    [Some(mention_rate), has_voice.then_some(share_of_voice)]
}

fn assert_close(found: Option<Change>, expected: Option<Change>) {
    let values = |change: Change| {
        [change.before, change.after, change.prompts, change.models, change.brand, change.other_brands]
    };
    match (found.map(values), expected.map(values)) {
        (Some(found), Some(expected)) => {
            let is_close = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-9);
            assert!(is_close, "{found:?} {expected:?}");
        }
        (found, expected) => assert_eq!(found, expected),
    }
}

fn compare(history: &History, scopes: [AnswerScope; 2], check: impl FnOnce(Comparison, [Period; 2])) {
    let table = history.table();
    let brands = history.brands(&table);
    let selections = scopes.each_ref().map(|scope| table.select(scope).unwrap());
    let [before, after] = selections.each_ref().map(|selection| brands.over(selection).unwrap());
    check(Comparison::new(&before, &after), scopes.each_ref().map(|scope| Period(history.select(scope))));
}

proptest! {
    #[test]
    fn a_change_is_the_sum_of_its_effects(history in histories(), before in scopes(), after in scopes()) {
        let scopes: [&ScopeOf; 2] = [&before, &after];
        compare(&history, scopes.map(|scope| history.scope(scope)), |comparison, [before, after]| {
            for brand in 0..BRANDS.len() {
                let [mention_rate, share_of_voice] = expected(&before, &after, brand);
                assert_close(comparison.mention_rate(brand), mention_rate);
                assert_close(comparison.share_of_voice(brand), share_of_voice);
                for change in [comparison.mention_rate(brand), comparison.share_of_voice(brand)].into_iter().flatten() {
                    let effects = change.prompts + change.models + change.brand + change.other_brands;
                    assert!((effects - change.total()).abs() < 1e-9, "{change:?}");
                }
            }
            let in_both = |of: &Period, other: &Period| {
                let answers = of.0.iter().copied();
                let shared = answers.filter(|answer| other.0.iter().any(|other| cell(answer) == cell(other)));
                sample(&shared.collect::<Vec<_>>())
            };
            assert_eq!(comparison.comparable(), [in_both(&before, &after), in_both(&after, &before)]);
            assert_eq!(comparison.mention_rate(BRANDS.len()), None);
        });
    }
}
