//! How the answers of a group name and cite brands.

use answerdeck_api::metrics::{
    BrandGroup, BrandName, CitedInstead, MentionedAndCited, MetricBrand, Reproducibility, SourceClasses,
};
use answerdeck_clickhouse::{AnswerCount, BrandCount};
use answerdeck_insight::rounded;

use super::sample::{SampleCount, quotient};
use crate::embedded::columns::{Dimensions, IndexedFact};
use rustc_hash::FxHashMap;

/// The maximum number of brands that are listed as cited instead of another.
const CITED_INSTEAD_MAX: usize = 20;

/// What an answer says about brands, with the positions of the brands.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    /// The places of the first mentions, in order.
    firsts: Vec<u32>,
    /// The cited sources that belong to a brand.
    owned: Vec<u32>,
}

impl Positions {
    pub(crate) fn read(&mut self, facts: &[IndexedFact<'_>]) {
        self.firsts.clear();
        self.firsts.extend(facts.iter().filter(|fact| fact.mentions > 0).map(|fact| fact.first));
        self.firsts.sort_unstable();
        self.owned.clear();
        self.owned.extend(facts.iter().flat_map(|fact| fact.cited.iter().copied()));
        self.owned.sort_unstable();
        self.owned.dedup();
    }

    /// The number of brands that the answer names.
    pub(crate) fn named(&self) -> u64 {
        self.firsts.len() as u64
    }

    /// The number of cited sources that belong to a brand. A source of two brands counts once.
    pub(crate) fn owned(&self) -> u64 {
        self.owned.len() as u64
    }

    /// The position of a named brand, from 1. Brands that share a name share a position.
    pub(crate) fn of(&self, fact: &IndexedFact<'_>) -> usize {
        self.firsts.partition_point(|first| *first < fact.first) + 1
    }
}

/// Some answers, and what they name and cite altogether.
#[derive(Debug, Clone, Default)]
pub(super) struct Totals {
    pub(super) all: SampleCount,
    pub(super) naming: SampleCount,
    pub(super) citing: SampleCount,
    pub(super) namings: u64,
    pub(super) citations: u64,
    pub(super) owned: u64,
}

impl Totals {
    pub(super) fn add(&mut self, answer: Dimensions, prompt: u32, positions: &Positions) {
        self.all.add(prompt);
        if positions.named() > 0 {
            self.naming.add(prompt);
        }
        if answer.citations > 0 {
            self.citing.add(prompt);
        }
        self.namings += positions.named();
        self.citations += u64::from(answer.citations);
        self.owned += positions.owned();
    }

    /// Adds answers to a prompt that ClickHouse has counted.
    pub(super) fn add_answers(&mut self, prompt: u32, count: &AnswerCount) {
        self.all.add_many(prompt, count.answers);
        self.naming.add_many(prompt, count.naming);
        self.citing.add_many(prompt, count.citing);
        self.namings += count.namings;
        self.citations += count.citations;
        self.owned += count.owned;
    }

    fn merge(&mut self, other: &Self) {
        self.all.merge(&other.all);
        self.naming.merge(&other.naming);
        self.citing.merge(&other.citing);
        self.namings += other.namings;
        self.citations += other.citations;
        self.owned += other.owned;
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct GroupCount {
    pub(super) totals: Totals,
    brands: Vec<CountedBrand>,
}

#[derive(Debug, Clone, Default)]
struct CountedBrand {
    named: SampleCount,
    /// The number of answers at each position, from 1.
    positions: Vec<u64>,
    cited: u64,
    both: u64,
    own_citations: u64,
}

impl GroupCount {
    pub(crate) fn new(brands: usize) -> Self {
        Self { brands: vec![CountedBrand::default(); brands], ..Self::default() }
    }

    pub(crate) fn add(&mut self, answer: Dimensions, prompt: u32, facts: &[IndexedFact<'_>], positions: &Positions) {
        self.totals.add(answer, prompt, positions);
        for fact in facts {
            let count = &mut self.brands[fact.brand];
            let is_cited = !fact.cited.is_empty();
            count.cited += u64::from(is_cited);
            count.own_citations += fact.cited.len() as u64;
            if fact.mentions > 0 {
                count.both += u64::from(is_cited);
                count.named.add(prompt);
                let at = positions.of(fact) - 1;
                if at >= count.positions.len() {
                    count.positions.resize(at + 1, 0);
                }
                count.positions[at] += 1;
            }
        }
    }

    /// Adds what answers to a prompt say about a brand.
    pub(crate) fn add_brand(&mut self, prompt: u32, brand: usize, count: &BrandCount) {
        let of_brand = &mut self.brands[brand];
        of_brand.named.add_many(prompt, count.named);
        of_brand.cited += count.cited;
        of_brand.both += count.both;
        of_brand.own_citations += count.own_citations;
    }

    /// Adds answers that name a brand at a position, from 1. They are among those of [`add_brand`](Self::add_brand).
    pub(crate) fn add_position(&mut self, brand: usize, position: u32, answers: u64) {
        let positions = &mut self.brands[brand].positions;
        let Some(at) = (position as usize).checked_sub(1) else { return };
        positions.resize(positions.len().max(at + 1), 0);
        positions[at] += answers;
    }

    /// Adds the counts of other answers.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.totals.merge(&other.totals);
        for (count, other) in self.brands.iter_mut().zip(&other.brands) {
            count.named.merge(&other.named);
            count.cited += other.cited;
            count.both += other.both;
            count.own_citations += other.own_citations;
            count.positions.resize(count.positions.len().max(other.positions.len()), 0);
            count.positions.iter_mut().zip(&other.positions).for_each(|(count, other)| *count += other);
        }
    }

    pub(crate) fn brands(&self) -> usize {
        self.brands.len()
    }

    pub(crate) fn named(&self, brand: usize) -> u64 {
        self.brands.get(brand).map_or(0, |count| count.named.answers())
    }

    /// The metrics of the chosen brands.
    pub(crate) fn to_wire(&self, chosen: &[usize]) -> BrandGroup {
        let Totals { all, naming, citing, namings, citations, owned } = &self.totals;
        BrandGroup {
            sample: all.to_wire(),
            naming: naming.to_wire(),
            namings: *namings,
            citing: citing.to_wire(),
            citations: *citations,
            owned_citations: *owned,
            repetition_pairs: None,
            brands: chosen.iter().map(|brand| self.brand_to_wire(&self.brands[*brand])).collect(),
        }
    }

    fn brand_to_wire(&self, count: &CountedBrand) -> MetricBrand {
        let (totals, named) = (&self.totals, count.named.answers());
        let sum = (1..).zip(&count.positions).map(|(position, answers): (u64, _)| position * answers).sum();
        MetricBrand {
            mention_rate: totals.all.rate(named),
            mention_rate_change: None,
            share_of_voice: quotient(named, totals.namings),
            named: count.named.to_wire(),
            mean_position: quotient(sum, named),
            positions: count.positions.clone(),
            citation_rate: totals.citing.rate(count.cited),
            mentioned_and_cited: MentionedAndCited {
                both: count.both,
                mentioned_only: named - count.both,
                cited_only: count.cited - count.both,
                neither: totals.all.answers() + count.both - named - count.cited,
            },
            source_classes: SourceClasses {
                own: count.own_citations,
                other_brands: totals.owned - count.own_citations,
                rest: totals.citations - totals.owned,
            },
            ..MetricBrand::default()
        }
    }
}

/// How often repetitions agree: answers of one run to the same question of the same model.
#[derive(Debug, Default)]
pub(crate) struct Repetitions {
    questions: FxHashMap<[u32; 4], u32>,
    /// The number of answers of each question.
    answers: Vec<u64>,
    named: FxHashMap<(u32, usize), u64>,
}

impl Repetitions {
    /// Counts an answer of a run that asked its prompts several times.
    pub(crate) fn add(&mut self, answer: Dimensions, facts: &[IndexedFact<'_>]) {
        let next = u32::try_from(self.answers.len()).unwrap_or(u32::MAX);
        let Dimensions { run, prompt, model, region, .. } = answer;
        let question = *self.questions.entry([run, prompt, model, region]).or_insert(next);
        if question == next {
            self.answers.push(0);
        }
        self.answers[question as usize] += 1;
        for fact in facts.iter().filter(|fact| fact.mentions > 0) {
            *self.named.entry((question, fact.brand)).or_default() += 1;
        }
    }

    /// Adds the numbers of pairs to the metrics of the chosen brands.
    pub(crate) fn write(&self, chosen: &[usize], group: &mut BrandGroup) {
        let pairs = |answers: u64| answers * answers.saturating_sub(1) / 2;
        let all: u64 = self.answers.iter().map(|answers| pairs(*answers)).sum();
        group.repetition_pairs = Some(all);
        if all == 0 {
            return;
        }
        let mut disagreeing: FxHashMap<usize, u64> = FxHashMap::default();
        for ((question, brand), named) in &self.named {
            *disagreeing.entry(*brand).or_default() += named * (self.answers[*question as usize] - named);
        }
        for (brand, metrics) in chosen.iter().zip(&mut group.brands) {
            let agreeing = all - disagreeing.get(brand).copied().unwrap_or_default();
            metrics.reproducibility = Some(Reproducibility { agreeing, value: rounded(agreeing as f64 / all as f64) });
        }
    }
}

/// The brands whose pages are cited by answers that neither name nor cite a brand.
#[derive(Debug)]
pub(crate) struct CitedInsteadCount {
    brands: usize,
    /// All answers that cite each brand.
    cited: Vec<u64>,
    /// The answers that cite the second brand, and name or cite the first.
    together: FxHashMap<(usize, usize), u64>,
}

impl CitedInsteadCount {
    pub(crate) fn new(brands: usize) -> Self {
        Self { brands, cited: vec![0; brands], together: FxHashMap::default() }
    }

    pub(crate) fn add(&mut self, facts: &[IndexedFact<'_>]) {
        for cited in facts.iter().filter(|fact| !fact.cited.is_empty()) {
            self.cited[cited.brand] += 1;
            for other in facts {
                *self.together.entry((other.brand, cited.brand)).or_default() += 1;
            }
        }
    }

    /// Adds answers that cite a brand, and name or cite another or the same.
    pub(crate) fn add_pair(&mut self, cited: usize, other: usize, answers: u64) {
        if cited == other {
            self.cited[cited] += answers;
        }
        *self.together.entry((other, cited)).or_default() += answers;
    }

    /// The brands that are cited instead of `brand`, most answers first.
    pub(crate) fn instead_of(&self, brand: usize, names: &[BrandName]) -> Vec<CitedInstead> {
        let answers =
            |other: usize| self.cited[other] - self.together.get(&(brand, other)).copied().unwrap_or_default();
        let others = (0..self.brands).filter(|other| *other != brand).map(|other| (answers(other), other));
        let mut others: Vec<(u64, usize)> = others.filter(|(answers, _)| *answers > 0).collect();
        others.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| names[one.1].name.cmp(&names[other.1].name)));
        others.truncate(CITED_INSTEAD_MAX);
        others.into_iter().map(|(answers, other)| CitedInstead { brand: names[other].clone(), answers }).collect()
    }
}
