//! The sources that are new or lost since the run or the period before.

use answerdeck_api::AnswerScope;
use answerdeck_api::metrics::{ChangedSource, SourceChangeFilter, SourceChangeList, SourceChangeSide, SourceLevel};
use answerdeck_clickhouse::{Keys, SourceFilter};
use jiff::Timestamp;
use rustc_hash::FxHashMap;

use super::copied::Selected;
use super::counting::{CountedName, Counting, created_at};
use super::domain_types::DomainTypes;
use super::movements::runs_to_compare;
use super::rankings::{self, LatestPage};
use super::sample::{IndexSet, SampleCount};
use super::source_level::{names_at, number_at};
use crate::embedded::columns::{Column, Counts, sources};
use crate::error::StatisticsResult;
use crate::scope;
use crate::sides::Sides;

/// Lists the sources that only one of two runs or periods has.
pub(crate) async fn list_source_changes(
    counting: &Counting,
    now: Timestamp,
    filter: &SourceChangeFilter,
) -> StatisticsResult<SourceChangeList> {
    let (scope, level) = (filter.scope(), filter.level.clone().unwrap_or(SourceLevel::Domain));
    let compared = match scope.run_id {
        Some(_) => runs_to_compare(counting, &scope, None).await?,
        None => {
            let after = scope::with_period(scope.clone(), now)?;
            Some(Sides { before: scope::before(&after, now)?, after })
        }
    };
    let Some(Sides { before, after }) = compared else {
        let (_, sample, _) = count(counting, &scope, &level).await?;
        return Ok(SourceChangeList { after: side(scope, now, &sample)?, ..SourceChangeList::default() });
    };
    let (earlier, sample_before, selected_before) = count(counting, &before, &level).await?;
    let (later, sample, selected) = count(counting, &after, &level).await?;
    let new = later.without(|source| earlier.get(source).is_some());
    let lost = earlier.without(|source| later.get(source).is_some());
    let (total_new, total_lost) = (new.len() as u64, lost.len() as u64);
    Ok(SourceChangeList {
        before: Some(side(before, now, &sample_before)?),
        after: side(after, now, &sample)?,
        total_new,
        new: to_wire(counting, &selected, new, &level, filter.limit).await?,
        total_lost,
        lost: to_wire(counting, &selected_before, lost, &level, filter.limit).await?,
    })
}

/// Counts the citations of each source in a scope, and its answers.
async fn count(
    counting: &Counting,
    scope: &AnswerScope,
    level: &SourceLevel,
) -> StatisticsResult<(Counts, SampleCount, Selected)> {
    let selected = counting.select_copied(scope).await?;
    let (mut counts, mut sample, mut prompts) = (Counts::default(), SampleCount::default(), IndexSet::default());
    counting
        .visit_values(&selected.columns, Some(Column::Source), |answer, list| {
            sample.add(prompts.insert(answer.prompt));
            sources(list).for_each(|source| counts.add(number_at(level, source), answer.id));
        })
        .await?;
    for row in selected.names(Some(&names_at(level, SourceFilter::default()))).await? {
        counts.add_many(row.number, row.occurrences, row.answers);
    }
    for row in selected.answers(Keys { prompt: true, ..Keys::default() }).await? {
        sample.add_many(prompts.insert(row.prompt), row.answers);
    }
    counting.coverage(scope, &selected.columns, sample.answers()).await?;
    Ok((counts, sample, selected))
}

fn side(scope: AnswerScope, now: Timestamp, sample: &SampleCount) -> StatisticsResult<SourceChangeSide> {
    let [from, to] = scope::times(&scope, now)?;
    Ok(SourceChangeSide { run_id: scope.run_id, from, to, sample: sample.to_wire() })
}

async fn to_wire(
    counting: &Counting,
    selected: &Selected,
    counts: Counts,
    level: &SourceLevel,
    limit: Option<u32>,
) -> StatisticsResult<Vec<ChangedSource>> {
    let (mut rows, types) = (counting.top_names(counts, limit).await?, DomainTypes::read(counting).await?);
    selected.add_ids(Some(&names_at(level, SourceFilter::default())), &mut rows).await?;
    let is_page = *level == SourceLevel::Page;
    let pages: Vec<LatestPage<'_>> = rows.iter().map(LatestPage::of).collect();
    let mut titles = match is_page {
        true => rankings::titles(counting, &pages).await?,
        false => FxHashMap::default(),
    };
    let source = |row: CountedName| ChangedSource {
        title: titles.remove(&row.count.number),
        domain_type: types.of(row.domain.as_ref().unwrap_or(&row.name)),
        domain: row.domain.filter(|_| is_page),
        citation_count: row.count.occurrences.into(),
        answer_count: row.count.answers.into(),
        first_created_at: created_at(row.count.earliest),
        latest_created_at: created_at(row.count.latest),
        source: row.name,
    };
    Ok(rows.into_iter().map(source).collect())
}
