//! Definitions: the names and websites that answers are searched for. A brand gets another definition when these change, so that
//! facts of an outdated one are never counted.

use answerdeck_database::{json_elements, statement};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};

use super::recent;

/// Returns the first of `count` new definitions, which follow one another. The answers so far will be searched for them, and what
/// is stored by the `old` ones will be removed. What was found by earlier definitions, and is not stored yet, will not be stored.
/// Locks the organization's row.
///
/// # Errors
/// Returns an error if the database fails. Roll the transaction back then.
pub(crate) async fn replace_definitions(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    old: &[i64],
    count: i64,
) -> Result<i64, DbErr> {
    let sql = "UPDATE organizations SET brands_revision = brands_revision + $2 WHERE id = $1 RETURNING brands_revision";
    let values = [organization_id.into(), count.into()];
    let row = transaction.query_one_raw(statement(transaction, sql, values)).await?;
    let last: i64 = row.ok_or_else(|| DbErr::RecordNotFound("organization".to_owned()))?.try_get_by_index(0)?;
    u32::try_from(last).map_err(|error| DbErr::Custom(format!("too many changes of brands: {error}")))?;
    let first = last - count + 1;
    let definitions: Vec<i64> = old.iter().copied().chain(first..=last).collect();
    start_searches(transaction, organization_id, &definitions).await?;
    Ok(first)
}

/// Begins to search all answers for definitions.
async fn start_searches(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    definitions: &[i64],
) -> Result<(), DbErr> {
    // Recent answers would keep facts of outdated definitions until they are moved.
    recent::move_to_parts(transaction, organization_id).await?;
    let position = recent::next_position(transaction, organization_id).await?;
    if position == 0 {
        return Ok(());
    }
    // Without the condition, SQLite reads `ON CONFLICT` as the condition of a join.
    let sql = format!(
        "INSERT INTO answer_searches (organization_id, definition, position) \
         SELECT $1, CAST(value AS bigint), CAST($2 AS bigint) FROM {} WHERE TRUE \
         ON CONFLICT (organization_id, definition) DO UPDATE SET position = excluded.position",
        json_elements(transaction, 3)
    );
    let values = [organization_id.into(), position.into(), serde_json::json!(definitions).to_string().into()];
    transaction.execute_raw(statement(transaction, &sql, values)).await?;
    Ok(())
}
