//! The stability of sources between runs, and the reproducibility of mentions between repetitions.

use serde::{Deserialize, Serialize};

use crate::brands::BrandSelection;
use crate::groups::{finished_runs, groups, keyed};
use crate::rate::{Sample, Samples, Tier, quotient};
use crate::selection::Selection;
use crate::sorting::{Keyed, sorted};

/// The minimum number of pairs for a stability.
pub const STABILITY_PAIRS_MIN: u64 = 2;

/// The level at which two citations count as the same source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceLevel {
    /// The root domain. Citations without a domain do not count.
    Domain,
    /// The page: its URL and domain.
    Page,
}

/// How many of its sources an answer keeps from one run to the next.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
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
    /// Returns how stable the sources are from one finished run to the next. `None` with fewer than two pairs.
    ///
    /// The answers to one prompt by one model in one region form a sequence of runs. Two neighbors in it are a pair, unless
    /// neither cites anything. The overlap of a pair is the number of sources of both runs ÷ the number of sources of
    /// either (Jaccard). The sources of repetitions are united.
    pub fn source_stability(&self, level: SourceLevel) -> Option<SourceStability> {
        let runs = finished_runs(self.table);
        let answers = sorted(keyed(self, |answer| {
            let row = answer.row;
            Some([row.prompt, row.model, row.region, (*runs.get(answer.place.slot)?)?])
        }));
        let mut samples = Samples::new(1, self.table.texts.prompts.len());
        let mut sources = RecentSources::new(self, level);
        let (mut pairs, mut sum) = (0_u64, 0.0);
        for sequence in groups(&answers, 3) {
            let mut before: Option<&[Keyed]> = None;
            let mut counted_until = None;
            for run in groups(sequence, 4) {
                let overlap = sources.next(run, before.is_some());
                if let (Some(before), Some(overlap)) = (before, overlap) {
                    pairs += 1;
                    sum += overlap;
                    // The answers between two pairs count once.
                    let is_counted = counted_until == before.last();
                    let new = before.iter().filter(|_| !is_counted).chain(run);
                    new.for_each(|(key, _)| samples.add(0, key.number(0)));
                    counted_until = run.last();
                }
                before = Some(run);
            }
        }
        (pairs >= STABILITY_PAIRS_MIN).then(|| SourceStability {
            overlap: sum / pairs as f64,
            pairs,
            sample: samples.get(0),
        })
    }
}

/// The sources of the groups of answers that were visited last.
struct RecentSources<'a> {
    selection: &'a Selection<'a>,
    level: SourceLevel,
    /// For each source, the last group with it. Groups are numbered from 1.
    last_group: Vec<u32>,
    group: u32,
    /// The number of sources of the last group.
    distinct: u64,
}

impl<'a> RecentSources<'a> {
    fn new(selection: &'a Selection<'a>, level: SourceLevel) -> Self {
        let texts = &selection.table.texts;
        let sources = match level {
            SourceLevel::Domain => texts.domains.len(),
            SourceLevel::Page => texts.pages(),
        };
        Self { selection, level, last_group: vec![0; sources], group: 0, distinct: 0 }
    }

    /// Visits the next group. Returns its overlap with the last one if they are `compared`, and any of the two has sources.
    fn next(&mut self, answers: &[Keyed], compared: bool) -> Option<f64> {
        let (before, group) = (self.group, self.group + 1);
        let (mut distinct, mut common) = (0, 0);
        let answers = answers.iter().filter_map(|(_, index)| self.selection.get(*index));
        for citation in answers.flat_map(|answer| answer.citations()) {
            let source = match self.level {
                SourceLevel::Domain => self.selection.table.texts.domain(citation.page),
                SourceLevel::Page => citation.page,
            };
            // A citation without a domain is out of range.
            if let Some(last) = self.last_group.get_mut(source as usize).filter(|last| **last != group) {
                distinct += 1;
                common += u64::from(*last == before);
                *last = group;
            }
        }
        let either = self.distinct + distinct - common;
        (self.group, self.distinct) = (group, distinct);
        if compared { quotient(common, either) } else { None }
    }
}

impl BrandSelection<'_> {
    /// Returns how reproducible it is that an answer names each brand.
    ///
    /// The answers of one run to one prompt by one model in one region are repetitions of each other. Every two of them are
    /// a pair. Answers without a run have no repetitions.
    pub fn reproducibility(&self) -> Vec<Reproducibility> {
        let answers = sorted(keyed(self.selection, |answer| {
            let row = answer.row;
            Some([answer.block.run?, row.prompt, row.model, row.region])
        }));
        let mut samples = Samples::new(1, self.prompts());
        let mut pairs = 0;
        let mut disagreeing = vec![0; self.brands.len()];
        let mut naming = vec![0_u64; self.brands.len()];
        for repetitions in groups(&answers, 4).filter(|group| group.len() > 1) {
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
            repetitions.iter().for_each(|(key, _)| samples.add(0, key.number(1)));
        }
        let sample = samples.get(0);
        disagreeing.iter().map(|disagreeing| Reproducibility { agreeing: pairs - disagreeing, pairs, sample }).collect()
    }
}
