//! The sources that are new or lost since the run or the period before.

use answerdeck_api::metrics::{ChangedSource, SourceChangeFilter, SourceChangeList};
use answerdeck_database::id::time_of;
use answerdeck_database::time::wire_time;
use jiff::Timestamp;
use sea_orm::DatabaseTransaction;

use super::counting::{Brands, Counting};
use super::movements::runs_to_compare;
use super::sample::{IndexSet, SampleCount};
use super::source_level::{known_level, number_at};
use crate::embedded::columns::{Column, CountedName, Counts};
use crate::error::StatisticsResult;
use crate::scope;

/// Lists the sources that only one of two runs or periods has.
pub(crate) async fn list_source_changes(
    snapshot: DatabaseTransaction,
    organization_id: &str,
    now: Timestamp,
    filter: &SourceChangeFilter,
) -> StatisticsResult<SourceChangeList> {
    let (scope, level) = (filter.scope(), known_level(filter.level.as_ref())?);
    let counting = Counting::new(snapshot, organization_id, Brands::None).await?;
    let compared = match scope.run_id {
        Some(_) => runs_to_compare(&counting, &scope, None).await?,
        None => {
            let period = scope::with_period(scope.clone(), now)?;
            Some([scope::before(&period, now)?, period])
        }
    };
    let Some(compared) = compared else {
        counting.check_ids(&scope).await?;
        return Ok(SourceChangeList::default());
    };
    let mut sides = Vec::with_capacity(2);
    for of_side in &compared {
        let selection = counting.select(of_side).await?;
        let (mut counts, mut sample, mut prompts) = (Counts::default(), SampleCount::default(), IndexSet::default());
        counting
            .visit_values(&selection, Some(Column::Source), |answer, sources| {
                sample.add(prompts.insert(answer.prompt));
                sources.as_chunks().0.iter().for_each(|source| counts.add(number_at(&level, *source), answer.id));
            })
            .await?;
        counting.coverage(of_side, &selection, sample.answers()).await?;
        sides.push((counts, sample));
    }
    let (Some((now, sample)), Some((earlier, sample_before))) = (sides.pop(), sides.pop()) else {
        return Ok(SourceChangeList::default());
    };
    let (new, lost) = (now.without(&earlier), earlier.without(&now));
    let (total_new, total_lost) = (new.len() as u64, lost.len() as u64);
    Ok(SourceChangeList {
        sample: sample.to_wire(),
        sample_before: sample_before.to_wire(),
        total_new,
        new: to_wire(&counting, new, filter.limit).await?,
        total_lost,
        lost: to_wire(&counting, lost, filter.limit).await?,
    })
}

async fn to_wire(counting: &Counting, counts: Counts, limit: Option<u32>) -> StatisticsResult<Vec<ChangedSource>> {
    let rows = counting.top_names(counts, limit).await?;
    let source = |row: CountedName| ChangedSource {
        citation_count: row.count.occurrences.into(),
        answer_count: row.count.answers.into(),
        latest_created_at: wire_time(time_of(row.count.latest)),
        source: row.name,
    };
    Ok(rows.into_iter().map(source).collect())
}
