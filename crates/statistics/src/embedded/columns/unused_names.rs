//! Deleting the names that no answer has after a deletion.

use std::collections::{BTreeMap, BTreeSet};

use answerdeck_database::{begin, execute, is_element, lock_organization, query_rows};
use sea_orm::{DatabaseConnection, DbErr, Value};

use super::interner::last_number;
use super::scan::PARTS_AT_ONCE;
use super::{Column, Name, NameKind, dimensions, lists, to_words};

/// Names that are in memory at the same time.
const AT_ONCE: u64 = 1_000_000;
/// Names that one transaction deletes.
const PER_TRANSACTION: usize = 1_000;

/// Deletes the marked names of an organization that no answer has. A transaction that gives a marked name to a new answer
/// clears the mark, and each deletion has its own. So a name with the same mark after the columns were read is unused if it was
/// not found in them.
///
/// Numbers are never reused, because a statistic that is being counted could then take one name for another.
pub(crate) async fn delete_unused_names(database: &DatabaseConnection, organization_id: &str) -> Result<(), DbErr> {
    let mut last = 0_i64;
    loop {
        let mut unused = marked_names(database, organization_id, last).await?;
        let Some((newest, _)) = unused.last_key_value() else { return Ok(()) };
        last = (*newest).into();
        retain_unused(database, organization_id, &mut unused).await?;
        let unused: Vec<(u32, i64)> = unused.into_iter().collect();
        for names in unused.chunks(PER_TRANSACTION) {
            delete(database, organization_id, names).await?;
        }
    }
}

/// The next marked names after a number, with their marks.
async fn marked_names(
    database: &DatabaseConnection,
    organization_id: &str,
    last: i64,
) -> Result<BTreeMap<u32, i64>, DbErr> {
    let sql = format!(
        "SELECT number, deletion FROM names WHERE organization_id = $1 AND deletion IS NOT NULL AND number > $2 \
         ORDER BY number LIMIT {AT_ONCE}"
    );
    let rows: Vec<(i64, i64)> = query_rows(database, &sql, [organization_id.into(), last.into()]).await?;
    Ok(rows.into_iter().filter_map(|(number, mark)| Some((u32::try_from(number).ok()?, mark))).collect())
}

/// Removes the numbers that occur in the columns from `numbers`.
async fn retain_unused(
    database: &DatabaseConnection,
    organization_id: &str,
    numbers: &mut BTreeMap<u32, i64>,
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
fn remove_used(column: Column, words: &[u32], numbers: &mut BTreeMap<u32, i64>) {
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

/// Deletes names that still have these marks.
async fn delete(database: &DatabaseConnection, organization_id: &str, names: &[(u32, i64)]) -> Result<(), DbErr> {
    let transaction = begin(database).await?;
    // Like every writer of names.
    lock_organization(&transaction, organization_id).await?;
    let last = last_number(&transaction, organization_id).await?;
    let is_name = is_element(&transaction, "number", "bigint", 2);
    let is_marked = is_element(&transaction, "deletion", "bigint", 3);
    let sql = format!("DELETE FROM names WHERE organization_id = $1 AND {is_name} AND {is_marked} AND number < $4");
    let (numbers, marks): (Vec<u32>, BTreeSet<i64>) = names.iter().copied().unzip();
    let [numbers, marks]: [Value; 2] =
        [serde_json::json!(numbers), serde_json::json!(marks)].map(|list| list.to_string().into());
    execute(&transaction, &sql, [organization_id.into(), numbers, marks, last.into()]).await?;
    if let Some((number, mark)) = names.last()
        && i64::from(*number) == last
    {
        let sql = "UPDATE names SET name = '', domain = '', hash = $1 \
                   WHERE organization_id = $2 AND number = $3 AND deletion = $4";
        let hash = Name::new(NameKind::Deleted, "").hash();
        let values = [hash.into(), organization_id.into(), last.into(), (*mark).into()];
        execute(&transaction, sql, values).await?;
    }
    transaction.commit().await
}

#[cfg(test)]
mod tests {
    use answerdeck_database::Databases;

    use super::*;

    #[tokio::test]
    async fn a_name_that_an_answer_got_and_lost_while_the_columns_were_read_is_not_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        let database = Databases::connect(&url).await.unwrap().jobs;
        let organization = "INSERT INTO organizations VALUES ('o', 'Nurio', 'KR', '[]', 0, 0, 1)";
        execute(&database, organization, []).await.unwrap();
        let names = "INSERT INTO names VALUES \
                     ('o', 1, 1, 'lost', '', 7), ('o', 2, 2, 'unused', '', 7), ('o', 3, 3, 'used', '', NULL)";
        execute(&database, names, []).await.unwrap();
        let marked: Vec<(u32, i64)> = marked_names(&database, "o", 0).await.unwrap().into_iter().collect();
        execute(&database, "UPDATE names SET deletion = 8 WHERE name = 'lost'", []).await.unwrap();
        delete(&database, "o", &marked).await.unwrap();
        let left: Vec<String> = query_rows(&database, "SELECT name FROM names ORDER BY number", []).await.unwrap();
        assert_eq!(left, ["lost", "used"]);
    }
}
