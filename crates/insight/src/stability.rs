//! How steady the sources of answers are between runs, and how steady brands are between repetitions.

use crate::brands::BrandSelection;
use crate::groups::{Keyed, by_key, groups};
use crate::rate::{Sample, Samples, Tier, quotient};
use crate::selection::Selection;
use crate::texts::ABSENT;

/// The minimum number of pairs that a stability is the mean of.
pub const STABILITY_PAIRS_MIN: u64 = 2;

/// What counts as the same source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceLevel {
    /// The root domain. Citations without a domain do not count.
    Domain,
    /// The page: its URL and domain.
    Page,
}

/// How much of its sources an answer keeps from one run to the next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SourceStability {
    /// The mean overlap of the pairs, 0..1.
    pub overlap: f64,
    /// The number of pairs, 2 or more.
    pub pairs: u64,
    /// The answers of these pairs.
    pub sample: Sample,
}

impl SourceStability {
    /// Returns the tier of the overlap.
    pub fn tier(self) -> Tier {
        self.sample.tier()
    }
}

/// How often two answers to the same prompt in one run agree on whether they name a brand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reproducibility {
    /// The number of pairs that agree.
    pub agreeing: u64,
    /// The number of pairs. All brands have the same denominator.
    pub pairs: u64,
    /// The answers of these pairs.
    pub sample: Sample,
}

impl Reproducibility {
    /// Returns the share of pairs that agree, 0..1. `None` without pairs.
    pub fn value(self) -> Option<f64> {
        quotient(self.agreeing, self.pairs)
    }

    /// Returns the tier of the share.
    pub fn tier(self) -> Tier {
        self.sample.tier()
    }
}

impl Selection<'_> {
    /// Returns how steady the sources are from one finished run to the next. `None` with fewer than two pairs.
    ///
    /// The answers to one prompt by one model in one region form a sequence of runs. Two neighbors in it are a pair, unless
    /// neither cites anything. The overlap of a pair is the number of sources of both runs ÷ the number of sources of
    /// either (Jaccard). The sources of repetitions are united.
    pub fn source_stability(&self, level: SourceLevel) -> Option<SourceStability> {
        let ranks = self.ranks_of_finished_runs();
        let keyed = by_key(self, |answer| {
            let row = answer.row;
            Some([row.prompt, row.model, row.region, *ranks.get(answer.place.block)?.as_ref()?])
        });
        let mut samples = Samples::new(1, self.table.texts.prompts.len());
        let (mut pairs, mut sum) = (0_u64, 0.0);
        for sequence in groups(&keyed, 3) {
            let mut before: Option<(&[Keyed], Vec<u32>)> = None;
            let mut last_counted = None;
            for run in groups(sequence, 4) {
                let sources = self.sources(run, level);
                if let Some((answers, previous)) = &before
                    && let Some(overlap) = jaccard(previous, &sources)
                {
                    pairs += 1;
                    sum += overlap;
                    // An answer that is in two pairs is counted once.
                    let is_new = last_counted != Some(answers[0].1);
                    let counted = answers.iter().filter(|_| is_new).chain(run);
                    counted.for_each(|(key, _)| samples.add(0, key[0]));
                    last_counted = Some(run[0].1);
                }
                before = Some((run, sources));
            }
        }
        (pairs >= STABILITY_PAIRS_MIN).then(|| SourceStability {
            overlap: sum / pairs as f64,
            pairs,
            sample: samples.get(0),
        })
    }

    /// Returns the distinct sources of the given answers, in ascending order.
    fn sources(&self, answers: &[Keyed], level: SourceLevel) -> Vec<u32> {
        let texts = &self.table.texts;
        let citations = answers.iter().filter_map(|(_, index)| self.get(*index)).flat_map(|answer| answer.citations());
        let mut sources: Vec<u32> = match level {
            SourceLevel::Domain => citations.map(|citation| texts.page(citation.page).domain).collect(),
            SourceLevel::Page => citations.map(|citation| citation.page).collect(),
        };
        sources.retain(|source| *source != ABSENT);
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    /// Returns the place of each block of the table in the sequence of finished runs. `None` for other blocks.
    fn ranks_of_finished_runs(&self) -> Vec<Option<u32>> {
        let blocks = &self.table.blocks;
        let mut finished: Vec<usize> = (0..blocks.len()).collect();
        finished.retain(|at| blocks[*at].is_finished && blocks[*at].run.is_some());
        finished.sort_by(|one, other| self.table.in_order_of_time(&blocks[*one], &blocks[*other]));
        let mut ranks = vec![None; blocks.len()];
        for (rank, at) in (0..).zip(finished) {
            ranks[at] = Some(rank);
        }
        ranks
    }
}

/// Returns the number of common values ÷ the number of different values of two ascending lists. `None` if both are empty.
fn jaccard(one: &[u32], other: &[u32]) -> Option<f64> {
    let common = one.iter().filter(|value| other.binary_search(value).is_ok()).count() as u64;
    quotient(common, one.len() as u64 + other.len() as u64 - common)
}

impl BrandSelection<'_> {
    /// Returns how reproducible it is that an answer names each brand.
    ///
    /// The answers of one run to one prompt by one model in one region are repetitions of each other. Every two of them are
    /// a pair. Answers without a run have no repetitions.
    pub fn reproducibility(&self) -> Vec<Reproducibility> {
        let keyed = by_key(self.selection, |answer| {
            let row = answer.row;
            Some([answer.block.run?, row.prompt, row.model, row.region])
        });
        let mut samples = Samples::new(1, self.prompts());
        let mut pairs = 0;
        let mut disagreeing = vec![0; self.brands.len()];
        let mut naming = vec![0_u64; self.brands.len()];
        for repetitions in groups(&keyed, 4).filter(|group| group.len() > 1) {
            let answers = repetitions.len() as u64;
            pairs += answers * (answers - 1) / 2;
            let named =
                || repetitions.iter().flat_map(|(_, index)| self.named(*index)).map(|named| named.brand as usize);
            named().for_each(|brand| naming[brand] += 1);
            for brand in named() {
                // The second time a brand comes, its count is 0.
                let with = std::mem::take(&mut naming[brand]);
                if with > 0 {
                    disagreeing[brand] += with * (answers - with);
                }
            }
            repetitions.iter().for_each(|(key, _)| samples.add(0, key[1]));
        }
        let sample = samples.get(0);
        disagreeing.iter().map(|disagreeing| Reproducibility { agreeing: pairs - disagreeing, pairs, sample }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_overlap_is_that_of_jaccard() {
        assert_eq!(jaccard(&[1, 2, 3], &[2, 3, 4]), Some(0.5));
        assert_eq!(jaccard(&[1], &[]), Some(0.0));
        assert_eq!(jaccard(&[1, 9], &[1, 9]), Some(1.0));
        assert_eq!(jaccard(&[], &[]), None);
    }
}
