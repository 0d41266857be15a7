//! The backfill of migration 0008: the times and runs of the parts that earlier versions wrote.

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};

use super::{json_elements, statement};

/// The words of an answer in a part: its id in four, its run, and four others.
const WORDS: usize = 9;
/// Parts that are in memory at the same time.
const AT_ONCE: u32 = 100;

/// Backfills the times and runs of all parts.
///
/// # Errors
/// Returns an error if the database fails. Roll the transaction back then.
pub(super) async fn backfill_times_and_runs(transaction: &DatabaseTransaction) -> Result<(), DbErr> {
    let mut last = (String::new(), -1_i64);
    loop {
        let sql = format!(
            "SELECT organization_id, part, words FROM answer_columns \
             WHERE holds = 'place' AND (organization_id, part) > ($1, $2) ORDER BY organization_id, part LIMIT {AT_ONCE}"
        );
        let after = [last.0.as_str().into(), last.1.into()];
        let rows = transaction.query_all_raw(statement(transaction, &sql, after)).await?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in rows {
            let (organization, part, words): (String, i64, Vec<u8>) = row.try_get_many_by_index()?;
            store(transaction, &organization, part, &words).await?;
            last = (organization, part);
        }
    }
}

async fn store(transaction: &DatabaseTransaction, organization: &str, part: i64, bytes: &[u8]) -> Result<(), DbErr> {
    let words: Vec<u32> = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    // An answer that was deleted has no content.
    let answers = || words.as_chunks::<WORDS>().0.iter().filter(|answer| answer.iter().any(|word| *word != 0));
    // An id begins with 48 bits of milliseconds.
    let times = || answers().map(|[high, low, ..]| i64::from(*high) << 16 | i64::from(low >> 16));
    let sql = "UPDATE answer_columns SET first_at = $1, last_at = $2 \
               WHERE organization_id = $3 AND holds = 'place' AND part = $4";
    let values = [times().min().into(), times().max().into(), organization.into(), part.into()];
    transaction.execute_raw(statement(transaction, sql, values)).await?;
    let runs: BTreeSet<u32> = answers().map(|[_, _, _, _, run, ..]| *run).filter(|run| *run != 0).collect();
    let sql = format!(
        "INSERT INTO run_parts (organization_id, run, part) SELECT $1, CAST(value AS bigint), CAST($2 AS bigint) FROM {}",
        json_elements(transaction, 3)
    );
    let values = [organization.into(), part.into(), serde_json::json!(runs).to_string().into()];
    transaction.execute_raw(statement(transaction, &sql, values)).await?;
    Ok(())
}
