//! Definitions: the names and websites that answers are searched for. A brand gets another definition when these change, so that
//! facts of an outdated one are never counted.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};

use super::recent;
use crate::database::{json_elements, statement};

/// Returns a new definition for a brand. The answers so far will be searched for it. What they say by its `old` definition will be
/// removed. Locks the organization's row.
///
/// # Errors
/// Returns an error if the database fails. Roll the transaction back then.
pub(crate) async fn redefine(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    old: Option<i64>,
) -> Result<i64, DbErr> {
    let definition = next_revision(transaction, organization_id).await?;
    let definitions: Vec<i64> = old.into_iter().chain([definition]).collect();
    start_searches(transaction, organization_id, &definitions).await?;
    Ok(definition)
}

/// Lets the facts of a brand that is deleted be removed. Locks the organization's row.
///
/// # Errors
/// Returns an error if the database fails. Roll the transaction back then.
pub(crate) async fn remove_definition(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    definition: i64,
) -> Result<(), DbErr> {
    next_revision(transaction, organization_id).await?;
    start_searches(transaction, organization_id, &[definition]).await
}

/// Counts a change, so that what was found before it is not stored after it.
async fn next_revision(transaction: &DatabaseTransaction, organization_id: &str) -> Result<i64, DbErr> {
    let sql = "UPDATE organizations SET brands_revision = brands_revision + 1 WHERE id = $1 RETURNING brands_revision";
    let row = transaction.query_one_raw(statement(transaction, sql, [organization_id.into()])).await?;
    let revision: i64 = row.ok_or_else(|| DbErr::RecordNotFound("organization".to_owned()))?.try_get_by_index(0)?;
    match u32::try_from(revision) {
        Ok(_) => Ok(revision),
        Err(error) => Err(DbErr::Custom(format!("too many changes of brands: {error}"))),
    }
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
