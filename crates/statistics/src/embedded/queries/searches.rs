//! The searches that models ran: those whose answers never name a brand, and prompts without any.

use answerdeck_api::AnswerScope;
use answerdeck_api::metrics::{
    PromptWithoutSearch, PromptWithoutSearchList, UnnamedSearch, UnnamedSearchFilter, UnnamedSearchList,
};
use answerdeck_clickhouse::{Keys, NameColumn};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::counting::{CountedName, Counting};
use crate::embedded::columns::{Column, Counts};
use crate::error::StatisticsResult;
use crate::page::PageRange;

/// Lists the searches whose answers never name a brand. Like the other rankings it has no pages: ties are ordered by text, so a page
/// would read the texts of all before it.
pub(crate) async fn list_unnamed_searches(
    counting: &Counting,
    filter: &UnnamedSearchFilter,
) -> StatisticsResult<UnnamedSearchList> {
    let scope = filter.scope();
    let brand = counting.checked(&scope, counting.required(filter.brand_id.as_ref())).await?;
    let selected = counting.select_copied(&scope).await?;
    let (mut counts, mut named) = (Counts::default(), FixedBitSet::new());
    let mut counted = counting
        .visit_naming(&selected.columns, Some(Column::Fanout), brand, |answer, fanouts, is_named| {
            for fanout in fanouts {
                counts.add(*fanout, answer.id);
                if is_named {
                    named.grow_and_insert(*fanout as usize);
                }
            }
        })
        .await?;
    if let Some(copied) = &selected.copied {
        counted += copied.count().await?;
        for row in copied.names(&NameColumn::Fanouts, None, Keys::default()).await? {
            counts.add_many(row.number, row.occurrences, row.answers);
        }
        let naming = copied.with(|_, conditions| conditions.names = Some(vec![counting.definitions[brand]]));
        for row in naming.names(&NameColumn::Fanouts, None, Keys::default()).await? {
            named.grow_and_insert(row.number as usize);
        }
    }
    let total_searches = counts.len() as u64;
    // An answer may list a search twice: answers count, not occurrences.
    let unnamed = counts.without(|search| named.contains(search as usize)).by_answers();
    let total_unnamed = unnamed.len() as u64;
    let rows = counting.top_names(unnamed, filter.limit).await?;
    let search = |row: CountedName| UnnamedSearch { answer_count: row.count.answers.into(), query: row.name };
    Ok(UnnamedSearchList {
        coverage: counting.coverage(&scope, &selected.columns, counted).await?,
        total_searches,
        total_unnamed,
        searches: rows.into_iter().map(search).collect(),
    })
}

#[derive(Debug, Clone, Copy, Default)]
struct PromptCount {
    answers: u64,
    latest: u128,
    has_search: bool,
}

/// Lists the prompts for which no model searched.
pub(crate) async fn list_prompts_without_search(
    counting: &Counting,
    scope: &AnswerScope,
    range: PageRange,
) -> StatisticsResult<PromptWithoutSearchList> {
    let selected = counting.select_copied(scope).await?;
    let mut counts: FxHashMap<u32, PromptCount> = FxHashMap::default();
    let mut counted = counting
        .visit_values(&selected.columns, Some(Column::Fanout), |answer, fanouts| {
            let count = counts.entry(answer.prompt).or_default();
            count.answers += 1;
            count.latest = count.latest.max(answer.id);
            count.has_search |= !fanouts.is_empty();
        })
        .await?;
    for row in selected.answers(Keys { prompt: true, ..Keys::default() }).await? {
        let count = counts.entry(row.prompt).or_default();
        count.answers += row.answers;
        count.latest = count.latest.max(u128::from_be_bytes(row.latest));
        count.has_search |= row.searching > 0;
        counted += row.answers;
    }
    counting.coverage(scope, &selected.columns, counted).await?;
    let total_prompts = counts.len() as u64;
    let mut without: Vec<(u32, PromptCount)> = counts.into_iter().filter(|(_, count)| !count.has_search).collect();
    without.sort_unstable_by(|(one, one_count), (other, other_count)| {
        other_count.answers.cmp(&one_count.answers).then(one.cmp(other))
    });
    let total_without_search = without.len() as u64;
    let page: Vec<(u32, PromptCount)> = range.of(without);
    let mut prompts = counting.prompts(page.iter().map(|(number, count)| (*number, count.latest))).await?;
    let prompt = |(number, count): (u32, PromptCount)| {
        let (prompt_id, query) = prompts.remove(&number)?;
        Some(PromptWithoutSearch { prompt_id, query, answer_count: count.answers })
    };
    Ok(PromptWithoutSearchList {
        total_prompts,
        total_without_search,
        prompts: page.into_iter().filter_map(prompt).collect(),
        next_cursor: None,
    })
}
