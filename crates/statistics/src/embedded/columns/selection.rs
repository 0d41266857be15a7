//! Selecting the answers of a scope.

use std::collections::HashMap;
use std::ops::Range;
use std::pin::pin;

use answerdeck_api::AnswerScope;
use answerdeck_clickhouse::Filter;
use answerdeck_database::{is_element, query_rows, statement};
use fixedbitset::FixedBitSet;
use futures_util::TryStreamExt;
use rustc_hash::FxHashSet;
use sea_orm::{ConnectionTrait, DbErr, StreamTrait, Value};

use super::{
    Column, Dimensions, Name, NameKind, PART_SIZE, dimensions, interner, model_by_route, part_copies, recent, to_words,
};

/// A set of answers of an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// All answers at this position and after it.
    From(i64),
    /// The answers at these positions.
    At(FixedBitSet),
}

impl Selection {
    pub const ALL: Self = Self::From(0);
    pub(crate) const NONE: Self = Self::At(FixedBitSet::new());

    pub(super) fn of_part(part: i64) -> Self {
        let mut positions = FixedBitSet::with_capacity(index((part + 1) * PART_SIZE));
        positions.insert_range(index(part * PART_SIZE)..);
        Self::At(positions)
    }

    /// Only the answers at a position and after it.
    pub fn since(self, position: i64) -> Self {
        match self {
            Self::From(first) => Self::From(first.max(position)),
            Self::At(mut positions) => {
                positions.remove_range(..index(position).min(positions.len()));
                Self::At(positions)
            }
        }
    }

    pub(super) fn contains(&self, position: i64) -> bool {
        match self {
            Self::From(first) => position >= *first,
            Self::At(positions) => positions.contains(index(position)),
        }
    }

    /// The parts that have any of the answers, in ascending order.
    pub(super) async fn parts(
        &self,
        database: &impl ConnectionTrait,
        organization_id: &str,
    ) -> Result<Vec<i64>, DbErr> {
        match self {
            Self::From(position) => {
                let answers = recent::next_position(database, organization_id).await?;
                Ok((position / PART_SIZE..(answers + PART_SIZE - 1) / PART_SIZE).collect())
            }
            Self::At(positions) => {
                let end = positions.len() as i64;
                let has_any = |part: &i64| {
                    let range = part * PART_SIZE..end.min((part + 1) * PART_SIZE);
                    positions.contains_any_in_range(index(range.start)..index(range.end))
                };
                Ok((0..(end + PART_SIZE - 1) / PART_SIZE).filter(has_any).collect())
            }
        }
    }
}

/// The conditions of a scope on the answers whose ids are in `ids`. `None` if no answer meets them.
pub(crate) async fn filter_of(
    database: &impl ConnectionTrait,
    organization_id: &str,
    scope: &AnswerScope,
    ids: Range<u128>,
) -> Result<Option<Filter>, DbErr> {
    let unfinished = match scope.finished == Some(true) && scope.run_id.is_none() {
        true => unfinished_runs(database, organization_id).await?,
        false => FxHashSet::default(),
    };
    let names = [
        scope.run_id.as_ref().map(|id| Name::new(NameKind::Run, id.as_str())),
        scope.prompt_set_id.as_ref().map(|id| Name::new(NameKind::Set, id.as_str())),
        scope.prompt_id.as_ref().map(|id| Name::new(NameKind::Prompt, id.as_str())),
        scope.region.as_ref().map(|region| Name::new(NameKind::Region, region)),
    ]
    .map(|name| name.map(|name| name.hash()));
    let models = model_by_route::hashes_of(scope);
    let hashes: Vec<i64> = names.into_iter().flatten().chain(models.iter().flatten().copied()).collect();
    let numbers = match hashes.is_empty() {
        true => HashMap::new(),
        false => interner::numbers_of(database, organization_id, hashes).await?,
    };
    let models: Option<Vec<u32>> =
        models.map(|hashes| hashes.iter().filter_map(|hash| numbers.get(hash).copied()).collect());
    if names.iter().flatten().any(|hash| !numbers.contains_key(hash)) || models.as_ref().is_some_and(Vec::is_empty) {
        return Ok(None);
    }
    let [run, prompt_set, prompt, region] = names.map(|hash| hash.and_then(|hash| numbers.get(&hash).copied()));
    let without_runs = unfinished.into_iter().collect();
    Ok(Some(Filter { ids, run, prompt_set, prompt, region, models, without_runs, without_prompts: Vec::new() }))
}

/// Selects the answers of a scope whose ids are in `ids`.
pub async fn select(
    database: &(impl ConnectionTrait + StreamTrait),
    organization_id: &str,
    scope: &AnswerScope,
    ids: Range<u128>,
) -> Result<Selection, DbErr> {
    match filter_of(database, organization_id, scope, ids).await? {
        Some(filter) => select_in(database, organization_id, &filter, &[]).await,
        None => Ok(Selection::NONE),
    }
}

/// Selects the answers that meet conditions, without those of some parts. For a run or a time range, it reads only the parts that can
/// have such answers.
pub(crate) async fn select_in(
    database: &(impl ConnectionTrait + StreamTrait),
    organization_id: &str,
    filter: &Filter,
    without_parts: &[i64],
) -> Result<Selection, DbErr> {
    if *filter == Filter::ALL {
        if without_parts.is_empty() {
            return Ok(Selection::ALL);
        }
        let end = recent::next_position(database, organization_id).await?;
        let mut positions = FixedBitSet::with_capacity(index(end));
        positions.insert_range(..);
        without_parts.iter().for_each(|part| {
            positions.remove_range(index(part * PART_SIZE)..index((part + 1) * PART_SIZE).min(index(end)))
        });
        return Ok(Selection::At(positions));
    }
    let (mut condition, mut values) = part_copies::parts_of(filter);
    if !without_parts.is_empty() {
        values.push(serde_json::json!(without_parts).to_string().into());
        let parameter = u8::try_from(2 + values.len()).unwrap_or_default();
        condition += &format!(" AND NOT {}", is_element(database, "part", "bigint", parameter));
    }
    let name = Column::Dimensions.as_str();
    let sql = format!(
        "SELECT part * {PART_SIZE}, words FROM answer_columns WHERE organization_id = $1 AND name = $2 {condition} \
         UNION ALL SELECT position, {name} FROM recent_answers WHERE organization_id = $1"
    );
    let values = [Value::from(organization_id), name.into()].into_iter().chain(values);
    let mut rows = pin!(database.stream_raw(statement(database, &sql, values)).await?);
    let without_runs: FxHashSet<u32> = filter.without_runs.iter().copied().collect();
    let mut positions = FixedBitSet::new();
    while let Some(row) = rows.try_next().await? {
        let (first, bytes): (i64, Vec<u8>) = row.try_get_many_by_index()?;
        for (position, answer) in (first..).zip(dimensions(&to_words(&bytes))) {
            if is_selected(filter, &without_runs, answer) {
                positions.grow_and_insert(index(position));
            }
        }
    }
    Ok(Selection::At(positions))
}

fn is_selected(filter: &Filter, without_runs: &FxHashSet<u32>, answer: Dimensions) -> bool {
    let numbers = [
        (filter.run, answer.run),
        (filter.prompt_set, answer.set),
        (filter.prompt, answer.prompt),
        (filter.region, answer.region),
    ];
    !answer.is_removed()
        && filter.ids.contains(&answer.id)
        && numbers.into_iter().all(|(wanted, number)| wanted.is_none_or(|wanted| wanted == number))
        && filter.models.as_ref().is_none_or(|models| models.contains(&answer.model))
        && !without_runs.contains(&answer.run)
        && !filter.without_prompts.contains(&answer.prompt)
}

fn index(position: i64) -> usize {
    usize::try_from(position).unwrap_or_default()
}

/// The numbers of the runs that have not ended. There are few.
pub(crate) async fn unfinished_runs(
    database: &impl ConnectionTrait,
    organization_id: &str,
) -> Result<FxHashSet<u32>, DbErr> {
    let sql = "SELECT id FROM runs WHERE organization_id = $1 AND status = 'RUNNING'";
    let runs: Vec<String> = query_rows(database, sql, [organization_id.into()]).await?;
    if runs.is_empty() {
        return Ok(FxHashSet::default());
    }
    let hashes = runs.iter().map(|run| Name::new(NameKind::Run, run).hash());
    Ok(interner::numbers_of(database, organization_id, hashes).await?.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_since_a_position_has_the_answers_at_it_and_after_it() {
        let positions = |selection: &Selection| (0..9).filter(|at| selection.contains(*at)).collect::<Vec<_>>();
        let some = Selection::At(FixedBitSet::from_iter([0, 3, 5, 7]));
        assert_eq!(positions(&some), [0, 3, 5, 7]);
        assert_eq!(positions(&some.clone().since(3)), [3, 5, 7]);
        assert_eq!(positions(&some.clone().since(4)), [5, 7]);
        assert_eq!(positions(&some.since(100)), [0; 0]);
        assert_eq!(positions(&Selection::ALL.since(7).since(5)), [7, 8]);
    }
}
