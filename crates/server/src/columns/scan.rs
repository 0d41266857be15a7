//! Reading the columns, a part at a time.

use std::pin::pin;

use answerdeck_database::{is_element, statement};
use futures_util::TryStreamExt;
use sea_orm::{ConnectionTrait, DbErr, StreamTrait, Value};

use super::{Column, Dimensions, PART_SIZE, Selection, dimensions, lists, to_words};

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
    match selection {
        Selection::From(0) => {}
        Selection::From(position) => {
            selected = " AND dimensions.part >= $4".to_owned();
            values.push((position / PART_SIZE).into());
        }
        Selection::Parts(parts) if parts.is_empty() => return Ok(()),
        Selection::Parts(parts) => {
            selected = format!(" AND {}", is_element(database, "dimensions.part", "bigint", 4));
            values.push(serde_json::Value::from_iter(parts.keys().copied()).to_string().into());
        }
    }
    let sql = format!(
        "SELECT dimensions.part * {PART_SIZE}, dimensions.words, lists.words FROM answer_columns AS dimensions \
         JOIN answer_columns AS lists ON lists.organization_id = dimensions.organization_id \
         AND lists.holds = $3 AND lists.part = dimensions.part \
         WHERE dimensions.organization_id = $1 AND dimensions.holds = $2{selected} \
         UNION ALL SELECT position, dimensions, {} FROM recent_answers WHERE organization_id = $1",
        column.as_str()
    );
    let mut rows = pin!(database.stream_raw(statement(database, &sql, values)).await?);
    while let Some(row) = rows.try_next().await? {
        let (first, dimension_bytes, list_bytes): (i64, Vec<u8>, Vec<u8>) = row.try_get_many_by_index()?;
        let mask = selection.mask(first / PART_SIZE);
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
