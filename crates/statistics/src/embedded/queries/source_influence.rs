//! The mention rate of a brand in answers that cite a source, beside that in other answers to the same prompts.

use answerdeck_api::AlertDirection;
use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::metrics::{
    SourceInfluence, SourceInfluenceFilter, SourceInfluenceList, SourceInfluenceOrder, SourceLevel,
};
use answerdeck_insight::{Movement, Pair, rate, sample};
use rustc_hash::FxHashMap;
use sea_orm::DatabaseTransaction;

use super::counting::{Brands, Counting};
use super::rankings::{self, LatestPage};
use super::rivals::{Outcome, Rivals, prompts_about_others};
use super::source_level::{known_level, number_at};
use crate::embedded::columns::{Column, CountedName, Tally};
use crate::error::{StatisticsError, StatisticsResult};
use crate::next_step::TextsAboutOthers;

/// The most cited sources that are compared if they are not ordered by citations.
const COMPARED_MAX: usize = 1_000;

/// The answers to a prompt, and those of them that name the brand, or a rival and not the brand.
#[derive(Debug, Clone, Copy, Default)]
struct PromptCount {
    answers: u64,
    named: u64,
    gap: u64,
    latest: u128,
}

impl PromptCount {
    fn add(&mut self, answer: u128, outcome: Outcome) {
        self.answers += 1;
        self.named += u64::from(outcome == Outcome::Named);
        self.gap += u64::from(outcome == Outcome::Gap);
        self.latest = self.latest.max(answer);
    }
}

/// What the answers that cite a source say.
#[derive(Debug, Default)]
struct Citing {
    prompts: FxHashMap<u32, PromptCount>,
    /// The answer that was counted last.
    last: u128,
}

impl Citing {
    fn latest(&self) -> u128 {
        self.prompts.values().map(|prompt| prompt.latest).max().unwrap_or_default()
    }

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
    let mut citing: FxHashMap<u32, Citing> = rows.iter().map(|row| (row.count.number, Citing::default())).collect();
    let (mut all, mut counted) = (FxHashMap::<u32, PromptCount>::default(), 0);
    counting
        .visit(&selection, Some(Column::Source), |answer, sources, facts| {
            counted += 1;
            let outcome = rivals.outcome(facts);
            all.entry(answer.prompt).or_default().add(answer.id, outcome);
            for source in sources.as_chunks().0 {
                let citing = citing.get_mut(&number_at(&level, *source));
                // An answer may cite a source several times.
                if let Some(citing) = citing.filter(|citing| citing.last != answer.id) {
                    citing.last = answer.id;
                    citing.prompts.entry(answer.prompt).or_default().add(answer.id, outcome);
                }
            }
        })
        .await?;
    if order == SourceInfluenceOrder::Gap {
        let latest = |prompt: u32| all.get(&prompt).map(|count| (prompt, count.latest));
        let gaps: FxHashMap<u32, u128> = citing.values().flat_map(Citing::gaps).filter_map(latest).collect();
        let about_others = prompts_about_others(&counting, gaps, texts_about_others).await?;
        let is_about_others = |citing: &Citing| {
            let mut gaps = citing.gaps().peekable();
            gaps.peek().is_some() && gaps.all(|prompt| about_others.contains(&prompt))
        };
        citing.retain(|_, citing| !is_about_others(citing));
    }
    let of_row = |mut row: CountedName| {
        let citing = citing.remove(&row.count.number)?;
        row.count.latest = citing.latest();
        Some((to_wire(&row, &citing, &all), row))
    };
    let mut found: Vec<(SourceInfluence, CountedName)> = rows.into_iter().filter_map(of_row).collect();
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

fn to_wire(row: &CountedName, citing: &Citing, all: &FxHashMap<u32, PromptCount>) -> SourceInfluence {
    let (mut with, mut others, mut pairs) = (PromptCount::default(), PromptCount::default(), Vec::new());
    for (prompt, citing) in &citing.prompts {
        with.answers += citing.answers;
        with.named += citing.named;
        with.gap += citing.gap;
        let of_prompt = all.get(prompt).copied().unwrap_or_default();
        let (answers, named) = (of_prompt.answers - citing.answers, of_prompt.named - citing.named);
        let rest = PromptCount { answers, named, ..PromptCount::default() };
        others.answers += rest.answers;
        others.named += rest.named;
        if rest.answers > 0 {
            let sides = [rest, *citing];
            pairs.push(Pair {
                prompt: *prompt,
                answers: sides.map(|side| side.answers),
                sums: sides.map(|side| side.named as f64),
                ..Pair::default()
            });
        }
    }
    SourceInfluence {
        source: row.name.clone(),
        title: None,
        domain: None,
        citation_count: row.count.occurrences.into(),
        citing: sample(with.answers, citing.prompts.len() as u64),
        mention_rate_citing: rate(with.named, with.answers),
        others: sample(others.answers, pairs.len() as u64),
        mention_rate_others: rate(others.named, others.answers),
        significant: Movement::by_prompts(&pairs)
            .is_some_and(|moved| moved.is_significant(&AlertDirection::Either, 0.0)),
        gap: with.gap,
    }
}
