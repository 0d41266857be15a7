//! Reading columns, a row at a time.

use std::collections::BTreeMap;
use std::ops::Range;

use answerdeck_api::AnswerScope;
use futures_util::TryStreamExt;
use sea_orm::{DatabaseConnection, DbBackend, DbErr, Statement, StreamTrait};

use super::{Column, Kind, Name, Place, interner, lists, places, words};

/// The answers of a scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Picked {
    /// All of them.
    Everything,
    /// By part, a bit an answer.
    Some(BTreeMap<i64, u128>),
}

/// Finds the answers of a scope whose ids are of `ids`.
///
/// # Errors
/// When the database fails.
pub(crate) async fn pick(
    database: &DatabaseConnection,
    organization_id: &str,
    scope: &AnswerScope,
    ids: Range<u128>,
) -> Result<Picked, DbErr> {
    if *scope == AnswerScope::default() {
        return Ok(Picked::Everything);
    }
    let conditions = [
        scope.run_id.as_ref().map(|id| Name::new(Kind::Run, id.as_str())),
        scope.prompt_set_id.as_ref().map(|id| Name::new(Kind::Set, id.as_str())),
        scope.prompt_id.as_ref().map(|id| Name::new(Kind::Prompt, id.as_str())),
        scope.model.as_ref().map(|model| Name::new(Kind::Model, model.as_str())),
        scope.region.as_ref().map(|region| Name::new(Kind::Region, region)),
    ]
    .map(|name| name.map(|name| name.hash()));
    let numbers = interner::numbers(database, organization_id, conditions.into_iter().flatten()).await?;
    if conditions.iter().flatten().any(|hash| !numbers.contains_key(hash)) {
        return Ok(Picked::Some(BTreeMap::new()));
    }
    let wanted = conditions.map(|hash| hash.and_then(|hash| numbers.get(&hash).copied()));
    let is_wanted = |place: Place| {
        let Place { id, run, set, prompt, model, region } = place;
        ids.contains(&id)
            && wanted
                .iter()
                .zip([run, set, prompt, model, region])
                .all(|(wanted, has)| wanted.is_none_or(|it| it == has))
    };
    let backend = database.get_database_backend();
    let sql = "SELECT part, words FROM answer_columns WHERE organization_id = $1 AND holds = $2";
    let values = [organization_id.into(), Column::Place.as_str().into()];
    let mut rows = database.stream_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    let mut picked = BTreeMap::new();
    while let Some(row) = rows.try_next().await? {
        let (part, bytes): (i64, Vec<u8>) = row.try_get_many_by_index()?;
        let words = words(&bytes);
        let bits = (0..).zip(places(&words)).filter(|(_, place)| is_wanted(*place));
        let mask = bits.fold(0, |mask, (position, _)| mask | 1_u128 << position);
        if mask != 0 {
            picked.insert(part, mask);
        }
    }
    Ok(Picked::Some(picked))
}

/// Shows `visit` every picked answer: where it belongs, and what it has of `column`.
///
/// # Errors
/// When the database fails.
pub(crate) async fn scan(
    database: &DatabaseConnection,
    organization_id: &str,
    picked: &Picked,
    column: Column,
    mut visit: impl FnMut(Place, &[u32]),
) -> Result<(), DbErr> {
    let backend = database.get_database_backend();
    let mut sql = "SELECT place.part, place.words, held.words FROM answer_columns AS place \
                   JOIN answer_columns AS held ON held.organization_id = place.organization_id \
                   AND held.holds = $3 AND held.part = place.part \
                   WHERE place.organization_id = $1 AND place.holds = $2"
        .to_owned();
    let mut values = vec![organization_id.into(), Column::Place.as_str().into(), column.as_str().into()];
    if let Picked::Some(parts) = picked {
        if parts.is_empty() {
            return Ok(());
        }
        sql += match backend {
            DbBackend::Postgres => {
                " AND place.part IN (SELECT CAST(value AS bigint) FROM json_array_elements_text($4::json))"
            }
            _ => " AND place.part IN (SELECT value FROM json_each($4))",
        };
        values.push(serde_json::Value::from_iter(parts.keys().copied()).to_string().into());
    }
    let mut rows = database.stream_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    while let Some(row) = rows.try_next().await? {
        let (part, of_places, held): (i64, Vec<u8>, Vec<u8>) = row.try_get_many_by_index()?;
        let mask = match picked {
            Picked::Everything => u128::MAX,
            Picked::Some(parts) => parts.get(&part).copied().unwrap_or_default(),
        };
        let (of_places, held) = (words(&of_places), words(&held));
        for (position, (place, list)) in (0..).zip(places(&of_places).zip(lists(&held))) {
            if mask & 1_u128 << position != 0 {
                visit(place, list);
            }
        }
    }
    Ok(())
}
