//! Deleting the names that no answer has after a deletion.

use std::collections::BTreeSet;

use answerdeck_database::{begin, execute, is_element, lock_organization, query_rows};
use sea_orm::{DatabaseConnection, DbErr};

use super::interner::last_number;
use super::scan::PARTS_AT_ONCE;
use super::{Column, Name, NameKind, dimensions, lists, to_words};

/// Names that are in memory at the same time.
const AT_ONCE: u64 = 1_000_000;
/// Names that one transaction deletes.
const PER_TRANSACTION: usize = 1_000;

/// Deletes the marked names of an organization that no answer has. A transaction that gives a marked name to a new answer
/// clears the mark, so a name that is still marked after the columns were read is unused if it was not found in them.
///
/// Numbers are never reused, because a statistic that is being counted could then take one name for another.
pub(crate) async fn delete_unused_names(database: &DatabaseConnection, organization_id: &str) -> Result<(), DbErr> {
    let mut last = 0_i64;
    loop {
        let sql = format!(
            "SELECT number FROM names WHERE organization_id = $1 AND maybe_unused AND number > $2 \
             ORDER BY number LIMIT {AT_ONCE}"
        );
        let candidates: Vec<i64> = query_rows(database, &sql, [organization_id.into(), last.into()]).await?;
        let Some(newest) = candidates.last() else { return Ok(()) };
        last = *newest;
        let mut unused: BTreeSet<u32> =
            candidates.into_iter().filter_map(|number| u32::try_from(number).ok()).collect();
        retain_unused(database, organization_id, &mut unused).await?;
        let unused: Vec<u32> = unused.into_iter().collect();
        for numbers in unused.chunks(PER_TRANSACTION) {
            delete(database, organization_id, numbers).await?;
        }
    }
}

/// Removes the numbers that occur in the columns from `numbers`.
async fn retain_unused(
    database: &DatabaseConnection,
    organization_id: &str,
    numbers: &mut BTreeSet<u32>,
) -> Result<(), DbErr> {
    let parts = format!(
        "SELECT part, words FROM answer_columns WHERE organization_id = $1 AND name = $2 AND part > $3 \
         ORDER BY part LIMIT {PARTS_AT_ONCE}"
    );
    for column in Column::ALL {
        // Before the parts, to which they may be moved meanwhile.
        let recent = format!("SELECT position, {} FROM recent_answers WHERE organization_id = $1", column.as_str());
        let mut rows: Vec<(i64, Vec<u8>)> = query_rows(database, &recent, [organization_id.into()]).await?;
        let mut last = -1_i64;
        loop {
            rows.iter().for_each(|(_, bytes)| remove_used(column, &to_words(bytes), numbers));
            rows = query_rows(database, &parts, [organization_id.into(), column.as_str().into(), last.into()]).await?;
            let Some((part, _)) = rows.last() else { break };
            last = *part;
        }
    }
    Ok(())
}

/// Removes the numbers in words of a column from `numbers`.
fn remove_used(column: Column, words: &[u32], numbers: &mut BTreeSet<u32>) {
    if column == Column::Dimensions {
        for answer in dimensions(words) {
            for number in [answer.run, answer.set, answer.prompt, answer.model, answer.region] {
                numbers.remove(&number);
            }
        }
    } else {
        for number in lists(words).flatten() {
            numbers.remove(number);
        }
    }
}

async fn delete(database: &DatabaseConnection, organization_id: &str, numbers: &[u32]) -> Result<(), DbErr> {
    let transaction = begin(database).await?;
    // Like every writer of names.
    lock_organization(&transaction, organization_id).await?;
    let last = last_number(&transaction, organization_id).await?;
    let is_name = is_element(&transaction, "number", "bigint", 2);
    let json = serde_json::json!(numbers).to_string();
    let sql = format!("DELETE FROM names WHERE organization_id = $1 AND {is_name} AND maybe_unused AND number < $3");
    let values = [organization_id.into(), json.into(), last.into()];
    execute(&transaction, &sql, values).await?;
    if numbers.last().is_some_and(|number| i64::from(*number) == last) {
        let sql = "UPDATE names SET name = '', domain = '', hash = $1 \
                   WHERE organization_id = $2 AND number = $3 AND maybe_unused";
        let hash = Name::new(NameKind::Deleted, "").hash();
        execute(&transaction, sql, [hash.into(), organization_id.into(), last.into()]).await?;
    }
    transaction.commit().await
}
