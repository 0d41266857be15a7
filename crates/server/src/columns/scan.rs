//! Reading the columns, a part at a time.

use std::collections::BTreeMap;
use std::ops::Range;

use answerdeck_api::AnswerScope;
use futures_util::TryStreamExt;
use sea_orm::{DatabaseConnection, DbBackend, DbErr, Statement, StreamTrait};

use super::{Column, Dimensions, Name, NameKind, dimensions, interner, lists, to_words};

/// A set of answers of an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Selection {
    /// All answers.
    All,
    /// A bit mask of answers for each part.
    Parts(BTreeMap<i64, u128>),
}

/// Selects the answers of a scope whose ids are in `ids`.
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
        scope.model.as_ref().map(|model| Name::new(NameKind::Model, model.as_str())),
        scope.region.as_ref().map(|region| Name::new(NameKind::Region, region)),
    ]
    .map(|name| name.map(|name| name.hash()));
    let numbers = interner::numbers_of(database, organization_id, filters.into_iter().flatten()).await?;
    if filters.iter().flatten().any(|hash| !numbers.contains_key(hash)) {
        return Ok(Selection::Parts(BTreeMap::new()));
    }
    let filters = filters.map(|hash| hash.and_then(|hash| numbers.get(&hash).copied()));
    let matches = |answer: Dimensions| {
        let Dimensions { id, run, set, prompt, model, region } = answer;
        let values = [run, set, prompt, model, region];
        !answer.is_removed()
            && ids.contains(&id)
            && filters.iter().zip(values).all(|(filter, value)| filter.is_none_or(|filter| filter == value))
    };
    let backend = database.get_database_backend();
    let sql = "SELECT part, words FROM answer_columns WHERE organization_id = $1 AND holds = $2";
    let values = [organization_id.into(), Column::Dimensions.as_str().into()];
    let mut rows = database.stream_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    let mut parts = BTreeMap::new();
    while let Some(row) = rows.try_next().await? {
        let (part, bytes): (i64, Vec<u8>) = row.try_get_many_by_index()?;
        let words = to_words(&bytes);
        let matching = (0..).zip(dimensions(&words)).filter(|(_, answer)| matches(*answer));
        let mask = matching.fold(0, |mask, (position, _)| mask | 1_u128 << position);
        if mask != 0 {
            parts.insert(part, mask);
        }
    }
    Ok(Selection::Parts(parts))
}

/// Calls `visit` with the dimensions of every selected answer and its values in `column`.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn scan(
    database: &DatabaseConnection,
    organization_id: &str,
    selection: &Selection,
    column: Column,
    mut visit: impl FnMut(Dimensions, &[u32]),
) -> Result<(), DbErr> {
    let backend = database.get_database_backend();
    let mut sql = "SELECT dimensions.part, dimensions.words, lists.words FROM answer_columns AS dimensions \
                   JOIN answer_columns AS lists ON lists.organization_id = dimensions.organization_id \
                   AND lists.holds = $3 AND lists.part = dimensions.part \
                   WHERE dimensions.organization_id = $1 AND dimensions.holds = $2"
        .to_owned();
    let mut values = vec![organization_id.into(), Column::Dimensions.as_str().into(), column.as_str().into()];
    if let Selection::Parts(parts) = selection {
        if parts.is_empty() {
            return Ok(());
        }
        sql += match backend {
            DbBackend::Postgres => {
                " AND dimensions.part IN (SELECT CAST(value AS bigint) FROM json_array_elements_text($4::json))"
            }
            _ => " AND dimensions.part IN (SELECT value FROM json_each($4))",
        };
        values.push(serde_json::Value::from_iter(parts.keys().copied()).to_string().into());
    }
    let mut rows = database.stream_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    while let Some(row) = rows.try_next().await? {
        let (part, dimension_bytes, list_bytes): (i64, Vec<u8>, Vec<u8>) = row.try_get_many_by_index()?;
        let mask = match selection {
            Selection::All => u128::MAX,
            Selection::Parts(parts) => parts.get(&part).copied().unwrap_or_default(),
        };
        let (dimension_words, list_words) = (to_words(&dimension_bytes), to_words(&list_bytes));
        for (position, (answer, list)) in (0..).zip(dimensions(&dimension_words).zip(lists(&list_words))) {
            if mask & 1_u128 << position != 0 && !answer.is_removed() {
                visit(answer, list);
            }
        }
    }
    Ok(())
}
