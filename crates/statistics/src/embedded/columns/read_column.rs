//! Reading the words of a column.

use std::pin::pin;

use answerdeck_database::statement;
use futures_util::TryStreamExt;
use sea_orm::{ConnectionTrait, DbErr, StreamTrait, Value};

use super::{Column, PART_SIZE, to_words};

/// Calls `visit` with the words of some parts of a column, and with those of each recent answer, after the position of the first
/// answer. The parameters of the condition on parts begin with `$3`.
pub(super) async fn read_column(
    database: &(impl ConnectionTrait + StreamTrait),
    organization_id: &str,
    column: Column,
    condition: &str,
    values: impl IntoIterator<Item = Value>,
    mut visit: impl FnMut(i64, &[u32]),
) -> Result<(), DbErr> {
    let name = column.as_str();
    let sql = format!(
        "SELECT part * {PART_SIZE}, words FROM answer_columns WHERE organization_id = $1 AND name = $2 {condition} \
         UNION ALL SELECT position, {name} FROM recent_answers WHERE organization_id = $1"
    );
    let values = [Value::from(organization_id), name.into()].into_iter().chain(values);
    let mut rows = pin!(database.stream_raw(statement(database, &sql, values)).await?);
    while let Some(row) = rows.try_next().await? {
        let (first, bytes): (i64, Vec<u8>) = row.try_get_many_by_index()?;
        visit(first, &to_words(&bytes));
    }
    Ok(())
}
