//! The mention rate of a brand in answers that cite a source, beside that in other answers to the same prompts.

use answerdeck_api::AlertDirection;
use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::metrics::{
    Rate, SourceInfluence, SourceInfluenceFilter, SourceInfluenceList, SourceInfluenceOrder, SourceLevel,
};
use answerdeck_insight::{Movement, Pair, rate, sample};
use rustc_hash::FxHashMap;
use sea_orm::DatabaseTransaction;

use super::counting::{Brands, Counting};
use super::rankings::{self, LatestPage};
use super::rivals::{Outcome, Rivals, prompts_about_others};
use super::sample::{IndexSet, IndexedCounts};
use super::source_level::{known_level, number_at};
use crate::embedded::columns::{Column, CountedName, Tally};
use crate::error::{StatisticsError, StatisticsResult};
use crate::next_step::TextsAboutOthers;

/// The most cited sources that are compared if they are not ordered by citations.
const COMPARED_MAX: usize = 1_000;

/// Some answers, and those of them that name the brand, or a rival and not the brand.
#[derive(Debug, Clone, Copy, Default)]
struct AnswerCount {
    answers: u32,
    named: u32,
    gap: u32,
}

impl AnswerCount {
    fn add(&mut self, outcome: Outcome) {
        self.answers += 1;
        self.named += u32::from(outcome == Outcome::Named);
        self.gap += u32::from(outcome == Outcome::Gap);
    }

    fn merge(&mut self, other: Self) {
        self.answers += other.answers;
        self.named += other.named;
        self.gap += other.gap;
    }

    /// Those that are not among some of them.
    fn without(self, some: Self) -> Self {
        let Self { answers, named, gap } = self;
        Self { answers: answers - some.answers, named: named - some.named, gap: gap - some.gap }
    }

    fn mention_rate(self) -> Rate {
        rate(self.named.into(), self.answers.into())
    }
}

/// All answers to a prompt.
#[derive(Debug, Default)]
struct Prompt {
    count: AnswerCount,
    latest: u128,
}

/// The answers that cite a source.
#[derive(Debug, Default)]
struct Citing {
    prompts: FxHashMap<u32, AnswerCount>,
    latest: u128,
    /// The answer that was counted last.
    last: u128,
}

impl Citing {
    /// The prompts with answers that name a rival and not the brand.
    fn gaps(&self) -> impl Iterator<Item = u32> {
        self.prompts.iter().filter(|(_, prompt)| prompt.gap > 0).map(|(number, _)| *number)
    }
}

pub(crate) async fn measure_source_influence(
    snapshot: DatabaseTransaction,
    organization_id: &str,
    filter: &SourceInfluenceFilter,
    texts_about_others: TextsAboutOthers<'_>,
) -> StatisticsResult<SourceInfluenceList> {
    let (scope, counting) = (filter.scope(), Counting::new(snapshot, organization_id, Brands::Tracked).await?);
    let (brand, level) = (counting.required(filter.brand_id.as_ref())?, known_level(filter.level.as_ref())?);
    let order = filter.order.clone().unwrap_or(SourceInfluenceOrder::Citations);
    order.require_known("order").map_err(StatisticsError::validation)?;
    let limit = filter.limit.unwrap_or(PAGE_SIZE_DEFAULT) as usize;
    let selection = counting.select(&scope).await?;
    let rivals = Rivals::find(&counting, &selection, brand).await?;
    let mut citations = Tally::default();
    let count = |sources: &[u32]| {
        sources.as_chunks().0.iter().for_each(|source| citations.add(number_at(&level, *source)));
    };
    counting.visit_lists(&selection, Column::Source, count).await?;
    let compared = if order == SourceInfluenceOrder::Citations { limit } else { COMPARED_MAX };
    let rows = counting.top_names(citations.into_counts(), u32::try_from(compared).ok()).await?;
    let mut compared = IndexSet::default();
    let mut citing: Vec<Citing> = rows
        .iter()
        .map(|row| {
            compared.insert(row.count.number);
            Citing::default()
        })
        .collect();
    let (mut prompts, mut counted) = (IndexedCounts::<Prompt>::default(), 0);
    counting
        .visit(&selection, Some(Column::Source), |answer, sources, facts| {
            counted += 1;
            let outcome = rivals.outcome(facts);
            let prompt = prompts.entry(answer.prompt);
            prompt.count.add(outcome);
            prompt.latest = prompt.latest.max(answer.id);
            for source in sources.as_chunks().0 {
                let Some(index) = compared.get(number_at(&level, *source)) else { continue };
                let citing = &mut citing[index as usize];
                // An answer may cite a source several times.
                if citing.last != answer.id {
                    citing.last = answer.id;
                    citing.latest = citing.latest.max(answer.id);
                    citing.prompts.entry(answer.prompt).or_default().add(outcome);
                }
            }
        })
        .await?;
    let prompts: FxHashMap<u32, Prompt> = prompts.into_counts().collect();
    let mut cited: Vec<(CountedName, Citing)> = rows.into_iter().zip(citing).collect();
    if order == SourceInfluenceOrder::Gap {
        let latest = |prompt: u32| prompts.get(&prompt).map(|count| (prompt, count.latest));
        let gaps: FxHashMap<u32, u128> =
            cited.iter().flat_map(|(_, citing)| citing.gaps()).filter_map(latest).collect();
        let about_others = prompts_about_others(&counting, gaps, texts_about_others).await?;
        cited.retain(|(_, citing)| {
            let mut gaps = citing.gaps().peekable();
            gaps.peek().is_none() || gaps.any(|prompt| !about_others.contains(&prompt))
        });
    }
    let of_row = |(mut row, citing): (CountedName, Citing)| {
        row.count.latest = citing.latest;
        (to_wire(&row, &citing, &prompts), row)
    };
    let mut found: Vec<(SourceInfluence, CountedName)> = cited.into_iter().map(of_row).collect();
    match order {
        SourceInfluenceOrder::Influence => {
            found.sort_by(|(one, _), (other, _)| influence(other).total_cmp(&influence(one)));
        }
        SourceInfluenceOrder::Gap => found.sort_by_key(|(source, _)| std::cmp::Reverse(source.gap)),
        SourceInfluenceOrder::Citations | SourceInfluenceOrder::Unknown(_) => {}
    }
    found.truncate(limit);
    if level == SourceLevel::Page {
        let pages: Vec<LatestPage<'_>> = found.iter().map(|(_, row)| LatestPage::of(row)).collect();
        let mut titles = rankings::titles(&counting, &pages).await?;
        for (source, row) in &mut found {
            source.title = titles.remove(&row.count.number).filter(|title| !title.trim().is_empty());
            source.domain = Some(std::mem::take(&mut row.domain)).filter(|domain| !domain.is_empty());
        }
    }
    Ok(SourceInfluenceList {
        coverage: counting.coverage(&scope, &selection, counted).await?,
        rivals: rivals.names(&counting),
        sources: found.into_iter().map(|(source, _)| source).collect(),
    })
}

/// The difference of the two rates. Sources without one are last.
fn influence(source: &SourceInfluence) -> f64 {
    let rates = source.mention_rate_citing.value.zip(source.mention_rate_others.value);
    rates.map_or(f64::NEG_INFINITY, |(citing, others)| citing - others)
}

fn to_wire(row: &CountedName, citing: &Citing, prompts: &FxHashMap<u32, Prompt>) -> SourceInfluence {
    let (mut with, mut without, mut pairs) = (AnswerCount::default(), AnswerCount::default(), Vec::new());
    for (prompt, citing) in &citing.prompts {
        let others = prompts.get(prompt).map(|prompt| prompt.count.without(*citing)).unwrap_or_default();
        with.merge(*citing);
        without.merge(others);
        if others.answers > 0 {
            let sides = [others, *citing];
            pairs.push(Pair {
                prompt: *prompt,
                answers: sides.map(|side| side.answers.into()),
                sums: sides.map(|side| side.named.into()),
                ..Pair::default()
            });
        }
    }
    SourceInfluence {
        source: row.name.clone(),
        title: None,
        domain: None,
        citation_count: row.count.occurrences.into(),
        citing: sample(with.answers.into(), citing.prompts.len() as u64),
        mention_rate_citing: with.mention_rate(),
        others: sample(without.answers.into(), pairs.len() as u64),
        mention_rate_others: without.mention_rate(),
        significant: Movement::by_prompts(&pairs)
            .is_some_and(|moved| moved.is_significant(&AlertDirection::Either, 0.0)),
        gap: with.gap.into(),
    }
}
