//! Removing answers from the columns.
//!
//! The place of a removed answer stays, without content, so that statistics that are being counted and rebuilds of tokens find
//! each answer where it was.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use futures_util::TryStreamExt;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, StreamTrait,
};

use super::{Column, Dimensions, Name, NameKind, dimensions, interner, lists, to_words};
use crate::database::entity::answer_column;
use crate::database::{json_elements, statement};
use crate::random::{base62, number_of};

/// Returns the numbers of runs. A run without a successful answer has none.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn numbers_of_runs(
    database: &DatabaseConnection,
    organization_id: &str,
    runs: &[String],
) -> Result<HashSet<u32>, DbErr> {
    let hashes = runs.iter().map(|run| Name::new(NameKind::Run, run).hash());
    Ok(interner::numbers_of(database, organization_id, hashes).await?.into_values().collect())
}

/// Returns the parts that have answers of the runs with these numbers.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn parts_of_runs(
    database: &DatabaseConnection,
    organization_id: &str,
    runs: &HashSet<u32>,
) -> Result<Vec<i64>, DbErr> {
    let mut parts = Vec::new();
    if runs.is_empty() {
        return Ok(parts);
    }
    let sql = "SELECT part, words FROM answer_columns WHERE organization_id = $1 AND holds = $2";
    let values = [organization_id.into(), Column::Dimensions.as_str().into()];
    let mut rows = database.stream_raw(statement(database, sql, values)).await?;
    while let Some(row) = rows.try_next().await? {
        let (part, bytes): (i64, Vec<u8>) = row.try_get_many_by_index()?;
        if dimensions(&to_words(&bytes)).any(|answer| runs.contains(&answer.run)) {
            parts.push(part);
        }
    }
    Ok(parts)
}

/// Returns the ids of the first `limit` answers of a part that belong to the runs with these numbers.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn ids_of_runs(
    database: &impl ConnectionTrait,
    organization_id: &str,
    part: i64,
    runs: &HashSet<u32>,
    limit: usize,
) -> Result<Vec<String>, DbErr> {
    let key = (organization_id.to_owned(), Column::Dimensions.as_str().to_owned(), part);
    let row = answer_column::Entity::find_by_id(key).one(database).await?;
    let words = row.map(|row| to_words(&row.words)).unwrap_or_default();
    let of_runs = dimensions(&words).filter(|answer| runs.contains(&answer.run));
    Ok(of_runs.take(limit).map(|answer| base62(answer.id)).collect())
}

/// Removes answers from a part, and marks their names: [`super::delete_unused_names`] deletes those that no other answer has.
/// The caller holds a lock on the organization's row.
///
/// # Errors
/// Returns an error if the database fails. Roll the transaction back then.
pub(crate) async fn remove_answers(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    part: i64,
    ids: &[String],
) -> Result<(), DbErr> {
    let rows = answer_column::Entity::find()
        .filter(answer_column::Column::OrganizationId.eq(organization_id))
        .filter(answer_column::Column::Holds.is_in(Column::ALL.map(Column::as_str)))
        .filter(answer_column::Column::Part.eq(part))
        .all(transaction)
        .await?;
    let columns: BTreeMap<String, Vec<u32>> = rows.into_iter().map(|row| (row.holds, to_words(&row.words))).collect();
    let Some(places) = columns.get(Column::Dimensions.as_str()) else { return Ok(()) };
    let removed_ids: HashSet<u128> = ids.iter().map(|id| number_of(id)).collect();
    let removed: Vec<bool> = dimensions(places).map(|answer| removed_ids.contains(&answer.id)).collect();
    let mut names = BTreeSet::new();
    let mut is_empty = true;
    let mut replaced: Vec<(&str, Vec<u32>)> = Vec::new();
    for (column, words) in &columns {
        let mut kept = Vec::with_capacity(words.len());
        if column == Column::Dimensions.as_str() {
            for (answer, is_removed) in dimensions(words).zip(&removed) {
                let answer = if *is_removed {
                    names.extend([answer.run, answer.set, answer.prompt, answer.model, answer.region]);
                    Dimensions::REMOVED
                } else {
                    answer
                };
                is_empty &= answer.is_removed();
                kept.extend(answer.to_words());
            }
        } else {
            for (list, is_removed) in lists(words).zip(&removed) {
                if *is_removed {
                    names.extend(list);
                    kept.push(0);
                } else {
                    kept.push(u32::try_from(list.len()).unwrap_or(u32::MAX));
                    kept.extend(list);
                }
            }
        }
        replaced.push((column, kept));
    }
    mark(transaction, organization_id, &names).await?;
    // The last part has the place of the next answer.
    if is_empty && has_part_after(transaction, organization_id, part).await? {
        let sql = "DELETE FROM answer_columns WHERE organization_id = $1 AND part = $2";
        transaction.execute_raw(statement(transaction, sql, [organization_id.into(), part.into()])).await?;
        return Ok(());
    }
    for (column, words) in replaced {
        let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
        let sql = "UPDATE answer_columns SET words = $1 WHERE organization_id = $2 AND holds = $3 AND part = $4";
        let values = [bytes.into(), organization_id.into(), column.into(), part.into()];
        transaction.execute_raw(statement(transaction, sql, values)).await?;
    }
    Ok(())
}

/// Marks names that perhaps no answer has any more.
async fn mark(transaction: &DatabaseTransaction, organization_id: &str, numbers: &BTreeSet<u32>) -> Result<(), DbErr> {
    let elements = json_elements(transaction, 2);
    let sql = format!(
        "UPDATE names SET is_suspect = TRUE WHERE organization_id = $1 AND number IN (SELECT CAST(value AS bigint) FROM {elements}) AND NOT is_suspect"
    );
    let numbers = serde_json::json!(numbers).to_string();
    transaction.execute_raw(statement(transaction, &sql, [organization_id.into(), numbers.into()])).await?;
    Ok(())
}

async fn has_part_after(transaction: &DatabaseTransaction, organization_id: &str, part: i64) -> Result<bool, DbErr> {
    let sql = "SELECT 1 FROM answer_columns WHERE organization_id = $1 AND holds = $2 AND part > $3 LIMIT 1";
    let values = [organization_id.into(), Column::Dimensions.as_str().into(), part.into()];
    Ok(transaction.query_one_raw(statement(transaction, sql, values)).await?.is_some())
}
