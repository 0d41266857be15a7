//! Reading the columns, a part at a time.

use std::collections::BTreeMap;
use std::ops::Range;
use std::pin::pin;

use answerdeck_api::AnswerScope;
use futures_util::TryStreamExt;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, StreamTrait, Value};

use super::{Column, Dimensions, Name, NameKind, PART_SIZE, dimensions, interner, lists, model_by_route, to_words};
use crate::database::{is_element, statement};
use crate::random::time_of;

/// A set of answers of an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Selection {
    /// All answers.
    All,
    /// A bit mask of answers for each part.
    Parts(BTreeMap<i64, u128>),
}

/// Selects the answers of a scope whose ids are in `ids`. For a run or a time range, it reads only the parts that can
/// have such answers.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn select(
    database: &DatabaseConnection,
    organization_id: &str,
    scope: &AnswerScope,
    ids: Range<u128>,
) -> Result<Selection, DbErr> {
    if *scope == AnswerScope::default() {
        return Ok(Selection::All);
    }
    let filters = [
        scope.run_id.as_ref().map(|id| Name::new(NameKind::Run, id.as_str())),
        scope.prompt_set_id.as_ref().map(|id| Name::new(NameKind::Set, id.as_str())),
        scope.prompt_id.as_ref().map(|id| Name::new(NameKind::Prompt, id.as_str())),
        scope.region.as_ref().map(|region| Name::new(NameKind::Region, region)),
    ]
    .map(|name| name.map(|name| name.hash()));
    let models = model_by_route::hashes_of(scope);
    let hashes = filters.into_iter().flatten().chain(models.iter().flatten().copied());
    let numbers = interner::numbers_of(database, organization_id, hashes).await?;
    let models: Option<Vec<u32>> =
        models.map(|hashes| hashes.iter().filter_map(|hash| numbers.get(hash).copied()).collect());
    if filters.iter().flatten().any(|hash| !numbers.contains_key(hash)) || models.as_ref().is_some_and(Vec::is_empty) {
        return Ok(Selection::Parts(BTreeMap::new()));
    }
    let filters = filters.map(|hash| hash.and_then(|hash| numbers.get(&hash).copied()));
    let matches = |answer: Dimensions| {
        let Dimensions { id, run, set, prompt, model, region } = answer;
        let values = [run, set, prompt, region];
        !answer.is_removed()
            && ids.contains(&id)
            && filters.iter().zip(values).all(|(filter, value)| filter.is_none_or(|filter| filter == value))
            && models.as_ref().is_none_or(|models| models.contains(&model))
    };
    let mut values: Vec<Value> = vec![organization_id.into(), Column::Dimensions.as_str().into()];
    let mut parts = String::new();
    if scope.from.is_some() || scope.to.is_some() {
        // The index has all columns of this query, so no row of the table is read.
        parts += " AND part IN (SELECT part FROM answer_columns \
                   WHERE organization_id = $1 AND last_at >= $3 AND first_at <= $4)";
        values.extend([time_of(ids.start).into(), time_of(ids.end).into()]);
    }
    if let [Some(run), ..] = filters {
        values.push(i64::from(run).into());
        let parameter = values.len();
        parts +=
            &format!(" AND part IN (SELECT part FROM run_parts WHERE organization_id = $1 AND run = ${parameter})");
    }
    let sql = format!(
        "SELECT part * {PART_SIZE}, words FROM answer_columns WHERE organization_id = $1 AND holds = $2{parts} \
         UNION ALL SELECT position, place FROM recent_answers WHERE organization_id = $1"
    );
    let mut rows = database.stream_raw(statement(database, &sql, values)).await?;
    let mut parts = BTreeMap::new();
    while let Some(row) = rows.try_next().await? {
        let (first, bytes): (i64, Vec<u8>) = row.try_get_many_by_index()?;
        let words = to_words(&bytes);
        let matching = (first % PART_SIZE..).zip(dimensions(&words)).filter(|(_, answer)| matches(*answer));
        let mask = matching.fold(0, |mask, (position, _)| mask | 1_u128 << position);
        if mask != 0 {
            *parts.entry(first / PART_SIZE).or_default() |= mask;
        }
    }
    Ok(Selection::Parts(parts))
}

/// Calls `visit` with the dimensions of every selected answer and its values in `column`.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn scan(
    database: &(impl ConnectionTrait + StreamTrait),
    organization_id: &str,
    selection: &Selection,
    column: Column,
    mut visit: impl FnMut(Dimensions, &[u32]),
) -> Result<(), DbErr> {
    let mut values: Vec<Value> =
        vec![organization_id.into(), Column::Dimensions.as_str().into(), column.as_str().into()];
    let mut selected = String::new();
    if let Selection::Parts(parts) = selection {
        if parts.is_empty() {
            return Ok(());
        }
        selected = format!(" AND {}", is_element(database, "dimensions.part", "bigint", 4));
        values.push(serde_json::Value::from_iter(parts.keys().copied()).to_string().into());
    }
    let sql = format!(
        "SELECT dimensions.part * {PART_SIZE}, dimensions.words, lists.words FROM answer_columns AS dimensions \
         JOIN answer_columns AS lists ON lists.organization_id = dimensions.organization_id \
         AND lists.holds = $3 AND lists.part = dimensions.part \
         WHERE dimensions.organization_id = $1 AND dimensions.holds = $2{selected} \
         UNION ALL SELECT position, place, {} FROM recent_answers WHERE organization_id = $1",
        column.as_str()
    );
    let mut rows = pin!(database.stream_raw(statement(database, &sql, values)).await?);
    while let Some(row) = rows.try_next().await? {
        let (first, dimension_bytes, list_bytes): (i64, Vec<u8>, Vec<u8>) = row.try_get_many_by_index()?;
        let mask = match selection {
            Selection::All => u128::MAX,
            Selection::Parts(parts) => parts.get(&(first / PART_SIZE)).copied().unwrap_or_default(),
        };
        let (dimension_words, list_words) = (to_words(&dimension_bytes), to_words(&list_bytes));
        let answers = dimensions(&dimension_words).zip(lists(&list_words));
        for (position, (answer, list)) in (first % PART_SIZE..).zip(answers) {
            if mask & 1_u128 << position != 0 && !answer.is_removed() {
                visit(answer, list);
            }
        }
    }
    Ok(())
}
