//! How many of its sources an answer keeps from one run to the next.

use std::ops::Range;

use answerdeck_api::metrics::{SourceLevel, SourceStability};
use answerdeck_insight::rounded;

use super::counting::Counting;
use super::sample::{IndexSet, SampleCount};
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
    /// Whether the sample has these answers.
    is_counted: bool,
    /// Each once.
    sources: Vec<u32>,
}

/// The answers of a run that are read.
#[derive(Debug, Default)]
struct RunAnswers {
    /// How many are not read yet.
    missing: u64,
    /// The cell of each answer, and where its sources are.
    answers: Vec<(Cell, Range<usize>)>,
    sources: Vec<u32>,
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
    runs: Vec<RunAnswers>,
    /// The place of the first run that is not compared yet.
    next: usize,
    pairs: Pairs,
}

impl Stability {
    /// Finds the order of the runs.
    pub(super) async fn new(counting: &Counting, selection: &Selection, level: SourceLevel) -> StatisticsResult<Self> {
        let unfinished = counting.unfinished_runs().await?;
        let mut started: FxHashMap<u32, (u128, u64)> = FxHashMap::default();
        counting
            .visit_values(selection, None, |answer, _| {
                if !unfinished.contains(&answer.run) {
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
        let run = |(.., missing): &(u128, u32, u64)| RunAnswers { missing: *missing, ..RunAnswers::default() };
        Ok(Self { level, places, runs: order.iter().map(run).collect(), next: 0, pairs: Pairs::default() })
    }

    pub(super) fn add(&mut self, answer: Dimensions, sources: impl Iterator<Item = SourceNumbers>) {
        let Some(run) = self.places.get(&answer.run).and_then(|place| self.runs.get_mut(*place)) else { return };
        let start = run.sources.len();
        let numbers = sources.map(|source| number_at(&self.level, source));
        run.sources.extend(numbers.filter(|number| *number != ABSENT));
        run.answers.push((answer.cell(), start..run.sources.len()));
        run.missing -= 1;
        while let Some(first) = self.runs.get_mut(self.next).filter(|first| first.missing == 0) {
            self.pairs.compare(std::mem::take(first));
            self.next += 1;
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
    /// For each source, when it was seen last: at `time` in the earlier run of a pair, and at `time + 1` in the later one.
    seen: Vec<u32>,
    /// It advances with each pair.
    time: u32,
    prompts: IndexSet,
    sample: SampleCount,
    pairs: u64,
    overlaps: f64,
}

impl Pairs {
    fn compare(&mut self, mut run: RunAnswers) {
        let numbers = run.sources.iter().max().map_or(0, |greatest| *greatest as usize + 1);
        self.seen.resize(self.seen.len().max(numbers), 0);
        // The sum of floating-point numbers depends on their order.
        run.answers.sort_by_key(|(cell, _)| *cell);
        for of_cell in run.answers.chunk_by(|(one, _), (other, _)| one == other) {
            let sources = of_cell.iter().flat_map(|(_, sources)| &run.sources[sources.clone()]);
            self.compare_cell(of_cell[0].0, of_cell.len() as u64, sources.copied());
        }
    }

    fn compare_cell(&mut self, cell: Cell, answers: u64, sources: impl Iterator<Item = u32>) {
        self.time += 2;
        let cited = self.last.entry(cell).or_default();
        cited.sources.iter().for_each(|source| self.seen[*source as usize] = self.time);
        let (before, mut both) = (cited.sources.len(), 0);
        cited.sources.clear();
        for source in sources {
            let seen = &mut self.seen[source as usize];
            both += usize::from(*seen == self.time);
            if *seen <= self.time {
                *seen = self.time + 1;
                cited.sources.push(source);
            }
        }
        let either = before + cited.sources.len() - both;
        let answers_before = std::mem::replace(&mut cited.answers, answers);
        let is_pair = answers_before > 0 && either > 0;
        // A run between two others belongs to two pairs.
        let uncounted = if std::mem::replace(&mut cited.is_counted, is_pair) { 0 } else { answers_before };
        if is_pair {
            self.pairs += 1;
            self.overlaps += both as f64 / either as f64;
            self.sample.add_many(self.prompts.insert(cell.prompt), answers + uncounted);
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
        let mut run = RunAnswers::default();
        for (prompt, sources) in prompts {
            let start = run.sources.len();
            run.sources.extend(*sources);
            run.answers.push((Cell { prompt: *prompt, region: 1, model: 1 }, start..run.sources.len()));
        }
        run
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
    fn a_source_counts_once_in_all_answers_of_a_run_to_a_cell() {
        let mut pairs = Pairs::default();
        pairs.compare(run(&[(1, &[10, 11, 10]), (2, &[10]), (1, &[12, 11])]));
        pairs.compare(run(&[(2, &[11]), (1, &[12, 13, 12])]));
        let stability = pairs.stability().unwrap();
        // One of four sources of prompt 1 is in both runs, and none of prompt 2.
        assert_eq!((stability.overlap, stability.pairs, stability.sample.answers), (0.125, 2, 5));
    }

    #[test]
    fn each_answer_of_a_pair_counts_once() {
        let mut pairs = Pairs::default();
        // The last two runs to prompt 1 are no pair.
        for sources in [&[10][..], &[10], &[11], &[], &[]] {
            pairs.compare(run(&[(1, sources)]));
        }
        let stability = pairs.stability().unwrap();
        assert_eq!((stability.pairs, stability.sample.answers), (3, 4));
        pairs.compare(run(&[(1, &[12])]));
        assert_eq!(pairs.stability().unwrap().sample.answers, 6);
    }

    #[test]
    fn a_pair_that_cites_nothing_does_not_count() {
        let mut pairs = Pairs::default();
        (0..4).for_each(|_| pairs.compare(run(&[(1, &[])])));
        assert_eq!(pairs.stability(), None);
    }
}
