//! How many of its sources an answer keeps from one run to the next.

use std::collections::BTreeMap;

use answerdeck_api::metrics::{SourceLevel, SourceStability};

use super::counting::Counting;
use super::sample::{IndexSet, SampleCount, rounded};
use super::source_level::number_at;
use crate::embedded::columns::{ABSENT, Cell, Dimensions, Selection, SourceNumbers};
use crate::error::StatisticsResult;
use rustc_hash::FxHashMap;

/// The minimum number of pairs for a stability.
const PAIRS_MIN: u64 = 2;

/// What a run cites in its answers to a cell.
#[derive(Debug, Default)]
struct Cited {
    answers: u64,
    /// In order, each once.
    sources: Vec<u32>,
}

/// The answers of a run that are read.
#[derive(Debug, Default)]
struct RunAnswers {
    /// How many are not read yet.
    missing: u64,
    cells: FxHashMap<Cell, Cited>,
}

/// The stability of the sources of a selection, while its answers are read.
///
/// Runs are compared in the order of their first answers, each as soon as all of its answers and those of all earlier runs
/// are read. Answers are stored about in the order of runs, so few runs are in memory.
pub(super) struct Stability {
    level: SourceLevel,
    /// The place of each run in the order.
    places: FxHashMap<u32, usize>,
    /// By place.
    runs: BTreeMap<usize, RunAnswers>,
    pairs: Pairs,
}

impl Stability {
    /// Finds the order of the runs.
    pub(super) async fn new(counting: &Counting, selection: &Selection, level: SourceLevel) -> StatisticsResult<Self> {
        let unfinished = counting.unfinished_runs().await?;
        let mut started: FxHashMap<u32, (u128, u64)> = FxHashMap::default();
        counting
            .visit_dimensions(selection, |answer| {
                if answer.run != ABSENT && !unfinished.contains(&answer.run) {
                    let (first, answers) = started.entry(answer.run).or_insert((answer.id, 0));
                    *first = answer.id.min(*first);
                    *answers += 1;
                }
            })
            .await?;
        let mut order: Vec<(u128, u32, u64)> =
            started.iter().map(|(run, (first, answers))| (*first, *run, *answers)).collect();
        order.sort_unstable();
        let places = order.iter().enumerate().map(|(place, (_, run, _))| (*run, place)).collect();
        let answers = |missing| RunAnswers { missing, cells: FxHashMap::default() };
        let runs = order.iter().enumerate().map(|(place, (.., missing))| (place, answers(*missing))).collect();
        Ok(Self { level, places, runs, pairs: Pairs::default() })
    }

    pub(super) fn add(&mut self, answer: Dimensions, sources: &[SourceNumbers]) {
        let Some(run) = self.places.get(&answer.run).and_then(|place| self.runs.get_mut(place)) else { return };
        let cited = run.cells.entry(answer.cell()).or_default();
        cited.answers += 1;
        let numbers = sources.iter().map(|source| number_at(&self.level, *source));
        cited.sources.extend(numbers.filter(|number| *number != ABSENT));
        cited.sources.sort_unstable();
        cited.sources.dedup();
        run.missing -= 1;
        while let Some(first) = self.runs.first_entry().filter(|first| first.get().missing == 0) {
            self.pairs.compare(first.remove());
        }
    }

    /// The stability. `None` with fewer than two pairs of runs.
    pub(super) fn to_wire(&self) -> Option<SourceStability> {
        self.pairs.stability()
    }
}

/// The pairs of runs that were compared.
#[derive(Debug, Default)]
struct Pairs {
    /// The last run of each cell.
    last: FxHashMap<Cell, Cited>,
    prompts: IndexSet,
    sample: SampleCount,
    pairs: u64,
    overlaps: f64,
}

impl Pairs {
    fn compare(&mut self, run: RunAnswers) {
        let mut cells: Vec<(Cell, Cited)> = run.cells.into_iter().collect();
        // The sum of floating-point numbers depends on their order.
        cells.sort_unstable_by_key(|(cell, _)| *cell);
        for (cell, cited) in cells {
            let answers = cited.answers;
            let Some(before) = self.last.insert(cell, cited) else { continue };
            let Some(cited) = self.last.get(&cell) else { continue };
            let both = cited.sources.iter().filter(|source| before.sources.binary_search(source).is_ok()).count();
            let either = cited.sources.len() + before.sources.len() - both;
            if either > 0 {
                self.pairs += 1;
                self.overlaps += both as f64 / either as f64;
                self.sample.add_many(self.prompts.insert(cell[0]), answers + before.answers);
            }
        }
    }

    fn stability(&self) -> Option<SourceStability> {
        (self.pairs >= PAIRS_MIN).then(|| SourceStability {
            overlap: rounded(self.overlaps / self.pairs as f64),
            pairs: self.pairs,
            sample: self.sample.to_wire(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(prompts: &[(u32, &[u32])]) -> RunAnswers {
        let prompts = prompts.iter();
        let cells = prompts.map(|(prompt, sources)| ([*prompt, 1, 1], Cited { answers: 1, sources: sources.to_vec() }));
        RunAnswers { missing: 0, cells: cells.collect() }
    }

    #[test]
    fn the_example_of_the_documentation_is_stable_by_two_thirds() {
        let mut pairs = Pairs::default();
        pairs.compare(run(&[(1, &[10, 11]), (2, &[11, 12])]));
        assert_eq!(pairs.stability(), None);
        pairs.compare(run(&[(1, &[10, 13]), (2, &[11, 12])]));
        let stability = pairs.stability().unwrap();
        assert_eq!((stability.overlap, stability.pairs, stability.sample.answers), (0.666_667, 2, 4));
    }

    #[test]
    fn a_pair_that_cites_nothing_does_not_count() {
        let mut pairs = Pairs::default();
        (0..4).for_each(|_| pairs.compare(run(&[(1, &[])])));
        assert_eq!(pairs.stability(), None);
    }
}
