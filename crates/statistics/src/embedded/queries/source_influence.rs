//! The mention rate of a brand in answers that cite a source, beside that in the other answers of the same cells.

use answerdeck_api::AlertDirection;
use answerdeck_api::limits::PAGE_SIZE_DEFAULT;
use answerdeck_api::metrics::{
    SourceInfluence, SourceInfluenceFilter, SourceInfluenceList, SourceInfluenceOrder, SourceLevel,
};
use answerdeck_clickhouse::SourceFilter;
use answerdeck_insight::{Confidence, Movement, Pair, rounded, sample};
use rustc_hash::{FxHashMap, FxHashSet};

use super::copied::CELL;
use super::counting::{CountedName, Counting};
use super::domain_types::DomainTypes;
use super::rankings::{self, LatestPage};
use super::rivals::{Outcome, OutcomeCount, Rivals, prompts_about_others};
use super::sample::{IndexSet, IndexedCounts};
use super::source_level::{names_at, number_at};
use crate::embedded::columns::{Cell, Column, Tally, sources};
use crate::error::StatisticsResult;
use crate::next_step::TextsAboutOthers;

/// The most cited sources that are compared if they are not ordered by citations.
const COMPARED_MAX: usize = 1_000;

/// All answers by cell.
#[derive(Debug, Default)]
struct CellCounts {
    indexes: FxHashMap<Cell, u32>,
    counts: Vec<(Cell, OutcomeCount)>,
}

impl CellCounts {
    /// The index of a cell.
    fn index_of(&mut self, cell: Cell) -> u32 {
        let next = u32::try_from(self.counts.len()).unwrap_or(u32::MAX);
        let index = *self.indexes.entry(cell).or_insert(next);
        if index == next {
            self.counts.push((cell, OutcomeCount::default()));
        }
        index
    }
}

/// The answers that cite a source.
#[derive(Debug, Default)]
struct Citing {
    /// By the index of their cell.
    cells: FxHashMap<u32, OutcomeCount>,
    latest: u128,
    /// The answer that was counted last.
    last: u128,
}

impl Citing {
    /// The prompts with answers that name a rival and not the brand. One can come several times.
    fn gaps(&self, cells: &CellCounts) -> impl Iterator<Item = u32> {
        let gaps = self.cells.iter().filter(|(_, count)| count.gap > 0);
        gaps.map(move |(index, _)| cells.counts[*index as usize].0.prompt)
    }
}

pub(crate) async fn measure_source_influence(
    counting: &Counting,
    filter: &SourceInfluenceFilter,
    texts_about_others: TextsAboutOthers<'_>,
) -> StatisticsResult<SourceInfluenceList> {
    let scope = filter.scope();
    let brand = counting.checked(&scope, counting.required(filter.brand_id.as_ref())).await?;
    let level = filter.level.clone().unwrap_or(SourceLevel::Domain);
    let order = filter.order.clone().unwrap_or(SourceInfluenceOrder::Citations);
    let limit = filter.limit.unwrap_or(PAGE_SIZE_DEFAULT) as usize;
    let selected = counting.select_copied(&scope).await?;
    let names = names_at(&level, SourceFilter::default());
    let mut citations = Tally::default();
    let count = |list: &[u32]| sources(list).for_each(|source| citations.add(number_at(&level, source)));
    let rivals = Rivals::find(counting, &selected, brand, Some(Column::Source), count).await?;
    for row in selected.names(Some(&names)).await? {
        citations.add_many(row.number, row.occurrences);
    }
    let compared = if order == SourceInfluenceOrder::Citations { limit } else { COMPARED_MAX };
    let rows = counting.top_names(citations.into_counts(), u32::try_from(compared).ok()).await?;
    let (mut compared, mut citing) = (IndexSet::default(), Vec::<Citing>::new());
    for row in &rows {
        compared.insert(row.count.number);
        citing.push(Citing::default());
    }
    let (mut cells, mut latest) = (CellCounts::default(), IndexedCounts::<u128>::default());
    let mut counted = rivals
        .visit(counting, &selected.columns, Some(Column::Source), |answer, list, outcome| {
            let cell = cells.index_of(answer.cell());
            cells.counts[cell as usize].1.add(outcome);
            let latest = latest.entry(answer.prompt);
            *latest = answer.id.max(*latest);
            for source in sources(list) {
                let Some(index) = compared.get(number_at(&level, source)) else { continue };
                let citing = &mut citing[index as usize];
                // An answer may cite a source several times.
                if citing.last != answer.id {
                    citing.last = answer.id;
                    citing.latest = citing.latest.max(answer.id);
                    citing.cells.entry(cell).or_default().add(outcome);
                }
            }
        })
        .await?;
    let numbers: Vec<u32> = rows.iter().map(|row| row.count.number).collect();
    for (outcome, copied) in rivals.copied(counting, &selected).into_iter().flatten() {
        for row in copied.answers(CELL).await? {
            let cell = cells.index_of(Cell::new(row.prompt, row.region, row.model));
            cells.counts[cell as usize].1.add_copied(outcome, row.answers);
            let latest = latest.entry(row.prompt);
            *latest = u128::from_be_bytes(row.latest).max(*latest);
            counted += if outcome == Outcome::Neither { row.answers } else { 0 };
        }
        for row in copied.names(&names, Some(&numbers), CELL).await? {
            let cell = cells.index_of(Cell::new(row.prompt, row.region, row.model));
            if let Some(index) = compared.get(row.number) {
                citing[index as usize].cells.entry(cell).or_default().add_copied(outcome, row.answers);
            }
        }
    }
    if let Some(copied) = &selected.copied {
        for (number, (_, latest)) in copied.ids(&names, &numbers).await? {
            if let Some(index) = compared.get(number) {
                let citing = &mut citing[index as usize];
                citing.latest = citing.latest.max(latest);
            }
        }
    }
    let mut cited: Vec<(CountedName, Citing)> = rows.into_iter().zip(citing).collect();
    if order == SourceInfluenceOrder::Gap {
        let prompts: FxHashSet<u32> = cited.iter().flat_map(|(_, citing)| citing.gaps(&cells)).collect();
        let gaps = latest.into_counts().filter(|(prompt, _)| prompts.contains(prompt));
        let about_others = prompts_about_others(counting, gaps, texts_about_others).await?;
        cited.retain(|(_, citing)| {
            let mut gaps = citing.gaps(&cells).peekable();
            gaps.peek().is_none() || gaps.any(|prompt| !about_others.contains(&prompt))
        });
    }
    let of_row = |(mut row, citing): (CountedName, Citing)| {
        row.count.latest = citing.latest;
        (to_wire(&row, &citing, &cells), row)
    };
    let mut found: Vec<(SourceInfluence, CountedName)> = cited.into_iter().map(of_row).collect();
    match order {
        SourceInfluenceOrder::Influence => {
            // Those without a difference are last.
            let size = |source: &SourceInfluence| source.difference.unwrap_or(f64::NEG_INFINITY);
            found.sort_by(|(one, _), (other, _)| size(other).total_cmp(&size(one)));
        }
        SourceInfluenceOrder::Gap => found.sort_by_key(|(source, _)| std::cmp::Reverse(source.gap)),
        SourceInfluenceOrder::Citations | SourceInfluenceOrder::Unknown(_) => {}
    }
    found.truncate(limit);
    let types = DomainTypes::read(counting).await?;
    for (source, row) in &mut found {
        source.domain_type = types.of(row.domain.as_ref().unwrap_or(&row.name));
    }
    if level == SourceLevel::Page {
        let pages: Vec<LatestPage<'_>> = found.iter().map(|(_, row)| LatestPage::of(row)).collect();
        let mut titles = rankings::titles(counting, &pages).await?;
        for (source, row) in &mut found {
            source.title = titles.remove(&row.count.number);
            source.domain = row.domain.take();
        }
    }
    Ok(SourceInfluenceList {
        coverage: counting.coverage(&scope, &selected.columns, counted).await?,
        rivals: rivals.names(counting),
        sources: found.into_iter().map(|(source, _)| source).collect(),
    })
}

fn to_wire(row: &CountedName, citing: &Citing, cells: &CellCounts) -> SourceInfluence {
    let of_cell = |(index, citing): (&u32, &OutcomeCount)| {
        let (cell, all) = cells.counts[*index as usize];
        (cell, all.without(*citing), *citing)
    };
    let mut of_cells: Vec<(Cell, OutcomeCount, OutcomeCount)> = citing.cells.iter().map(of_cell).collect();
    // The pairs of a prompt follow each other.
    of_cells.sort_unstable_by_key(|(cell, ..)| *cell);
    let (mut with, mut without, mut pairs) = (OutcomeCount::default(), OutcomeCount::default(), Vec::new());
    for (cell, others, citing) in &of_cells {
        with.merge(*citing);
        without.merge(*others);
        if others.answers > 0 {
            let sides = [others, citing];
            pairs.push(Pair {
                prompt: cell.prompt,
                answers: sides.map(|side| side.answers.into()),
                sums: sides.map(|side| side.named.into()),
                ..Pair::default()
            });
        }
    }
    let prompts_citing = of_cells.chunk_by(|(one, ..), (other, ..)| one.prompt == other.prompt).count() as u64;
    let prompts_of_others = pairs.chunk_by(|one, other| one.prompt == other.prompt).count() as u64;
    SourceInfluence {
        source: row.name.clone(),
        title: None,
        domain: None,
        domain_type: None,
        citation_count: row.count.occurrences.into(),
        citing: sample(with.answers.into(), prompts_citing),
        mention_rate_citing: with.mention_rate(),
        others: sample(without.answers.into(), prompts_of_others),
        mention_rate_others: without.mention_rate(),
        difference: Movement::without_margin(&pairs).map(|moved| rounded(moved.moved())),
        significant: Movement::by_prompts(&pairs, Confidence::Percent99)
            .is_some_and(|moved| moved.is_significant(&AlertDirection::Either, 0.0)),
        gap: with.gap.into(),
    }
}
