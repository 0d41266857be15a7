//! Tokens: the nouns of an answer, kept as numbers, so that millions of them are counted quickly.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, Statement};
use sha2::{Digest, Sha256};

use crate::database::entity::answer;

/// The number of an organization's token: half a hash, so that nobody has to look it up.
pub(crate) fn id(organization_id: &str, token: &str) -> i64 {
    let hash = Sha256::digest(format!("{organization_id}\n{token}"));
    let (head, _) = hash.split_at(8);
    head.iter().fold(0, |number, byte| number << 8 | i64::from(*byte))
}

/// Keeps the tokens of an answer that has just become SUCCESS.
///
/// # Errors
/// When the database fails: the transaction is not to be committed.
pub(crate) async fn keep(
    transaction: &DatabaseTransaction,
    item: &answer::Model,
    tokens: &[String],
) -> Result<(), DbErr> {
    if tokens.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> =
        tokens.iter().map(|token| serde_json::json!([id(&item.organization_id, token), token])).collect();
    let rows = serde_json::Value::from(rows).to_string();
    let backend = transaction.get_database_backend();
    let each = match backend {
        DbBackend::Postgres => "json_array_elements($2::json)",
        _ => "json_each($2)",
    };
    let number = "CAST(kept.value ->> 0 AS bigint)";
    for (sql, id) in [
        (
            format!(
                "INSERT INTO tokens (id, organization_id, token) SELECT {number}, $1, kept.value ->> 1 \
                 FROM {each} AS kept WHERE true ON CONFLICT (id) DO NOTHING"
            ),
            &item.organization_id,
        ),
        (format!("INSERT INTO answer_tokens (answer_id, token_id) SELECT $1, {number} FROM {each} AS kept"), &item.id),
    ] {
        let values = [id.as_str().into(), rows.as_str().into()];
        transaction.execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    }
    Ok(())
}
