//! Synthetic histories of answers.

use std::fmt::{self, Display, Formatter};
use std::ops::Range;

use answerdeck_insight::Pair;

/// The days of a history.
pub(crate) const DAYS: i64 = 84;
/// The own brand and five rivals.
const BRANDS: usize = 6;

/// What an organization asks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) prompts: usize,
    pub(crate) models: usize,
    pub(crate) days_between_runs: usize,
}

impl Display for Plan {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let runs = if self.days_between_runs == 1 { "daily" } else { "weekly" };
        write!(formatter, "{:7} {:6} {runs:6}", self.prompts, self.models)
    }
}

/// The answers of all runs: by run, prompt and model, the brands that the answer names as bits.
pub(crate) struct History {
    plan: Plan,
    answers: Vec<u8>,
}

impl History {
    /// `change`: the day from which the mean rate of the own brand is another, and by how much.
    pub(crate) fn new(plan: Plan, seed: u64, change: Option<(i64, f64)>) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..20).for_each(|_| _ = random.next());
        let cells = plan.prompts * plan.models;
        let mut odds = vec![0.0; cells * BRANDS];
        for prompt in 0..plan.prompts {
            for brand in 0..BRANDS {
                let of_prompt = 2.0 * random.normal();
                for model in 0..plan.models {
                    odds[(prompt * plan.models + model) * BRANDS + brand] = of_prompt + random.normal();
                }
            }
        }
        let shift = change.map_or(0.0, |(_, size)| shift(&odds, size));
        let mut history = Self { plan, answers: Vec::new() };
        for day in history.days() {
            let is_changed = change.is_some_and(|(from, _)| day >= from);
            for prompt in 0..plan.prompts {
                let of_run: [f64; BRANDS] = std::array::from_fn(|_| 0.7 * random.normal());
                for model in 0..plan.models {
                    let named = (0..BRANDS).filter(|brand| {
                        let moved = if *brand == 0 && is_changed { shift } else { 0.0 };
                        let odds = odds[(prompt * plan.models + model) * BRANDS + brand] + of_run[*brand] + moved;
                        random.next() < rate(odds)
                    });
                    let named = named.fold(0, |named, brand| named | 1 << brand);
                    history.answers.push(named);
                }
            }
        }
        history
    }

    pub(crate) fn brands(&self) -> usize {
        BRANDS
    }

    /// The days of the runs.
    pub(crate) fn days(&self) -> impl Iterator<Item = i64> + use<> {
        (0..DAYS).step_by(self.plan.days_between_runs)
    }

    /// The answers of the days that end with a day, beside those of as many days before. With a rival, of the lead over it.
    pub(crate) fn pairs(&self, day: i64, window_days: i64, rival: Option<usize>) -> Vec<Pair> {
        let first = day + 1 - window_days;
        let sides = [self.runs(first - window_days..first), self.runs(first..day + 1)];
        if sides.iter().any(Range::is_empty) {
            return Vec::new();
        }
        let cells = self.plan.prompts * self.plan.models;
        let pair = |cell: usize| {
            let value = |run: usize| {
                let named = self.answers[run * cells + cell];
                f64::from(named & 1) - rival.map_or(0.0, |rival| f64::from(named >> rival & 1))
            };
            let runs = sides.clone().map(|runs| runs.len() as u64);
            let prompt = u32::try_from(cell / self.plan.models).unwrap();
            Pair { prompt, answers: runs, days: runs, sums: sides.clone().map(|runs| runs.map(value).sum()) }
        };
        (0..cells).map(pair).collect()
    }

    fn runs(&self, days: Range<i64>) -> Range<usize> {
        let run = |day: i64| usize::try_from(day.max(0)).unwrap().div_ceil(self.plan.days_between_runs);
        run(days.start)..run(days.end)
    }
}

fn rate(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// What must be added to the log odds of the own brand for another mean rate.
fn shift(odds: &[f64], size: f64) -> f64 {
    let mean = |shift: f64| {
        let rates = odds.iter().step_by(BRANDS).map(|odds| rate(odds + shift));
        rates.sum::<f64>() / (odds.len() / BRANDS) as f64
    };
    let wanted = (mean(0.0) + size).max(0.0);
    let (mut low, mut high) = (-20.0, 20.0);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if mean(middle) < wanted { low = middle } else { high = middle }
    }
    low
}

/// Source: G. Marsaglia, Xorshift RNGs, 2003.
struct Random(u64);

impl Random {
    /// From 0 to 1.
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Nearly normal: the sum of twelve numbers from 0 to 1, less its mean.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.next()).sum::<f64>() - 6.0
    }
}
