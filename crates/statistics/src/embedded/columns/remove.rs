//! Removing answers and organizations from the columns.
//!
//! The position of a removed answer stays, without content, so that the answers after it keep their positions: statistics
//! and backfills that are running rely on them.

use std::collections::{BTreeSet, HashSet};

use answerdeck_database::entity::answer_column;
use answerdeck_database::erasure::delete_rows;
use answerdeck_database::id::{id_of, number_of};
use answerdeck_database::{execute, is_element, query_row, query_rows};
use sea_orm::{DatabaseConnection, DatabaseTransaction, DbErr, EntityTrait};

use super::part::Part;
use super::part_facts::{PartFacts, offset_in_part};
use super::{
    Column, Dimensions, Name, NameKind, PART_SIZE, complete_parts, dimensions, new_number, numbers_of, part_copies,
    to_words,
};
use crate::answer::AnswerRemoval;

/// The tables of the columns, their keys, and how many rows a statement deletes.
const TABLES: [(&str, &str, u32); 6] = [
    ("backfills", "organization_id, definition", 1_000),
    ("answer_columns", "organization_id, name, part", 100),
    ("recent_answers", "organization_id, position", 100),
    ("brand_facts", "organization_id, part, definition", 500),
    ("run_parts", "organization_id, run, part", 1_000),
    ("names", "organization_id, number", 1_000),
];

/// Returns up to `limit` answers of runs that are in the same part. `None` when none are left.
pub(crate) async fn next_removal(
    database: &DatabaseConnection,
    organization_id: &str,
    runs: &[String],
    limit: usize,
) -> Result<Option<AnswerRemoval>, DbErr> {
    complete_parts(database, Some(organization_id)).await?;
    let hashes = runs.iter().map(|run| Name::new(NameKind::Run, run).hash());
    // A run without a successful answer has no number.
    let runs: HashSet<u32> = numbers_of(database, organization_id, hashes).await?.into_values().collect();
    let is_in_runs = is_element(database, "run", "bigint", 2);
    let sql = format!("SELECT DISTINCT part FROM run_parts WHERE organization_id = $1 AND {is_in_runs} ORDER BY part");
    let values = [organization_id.into(), serde_json::json!(runs).to_string().into()];
    for part in query_rows::<i64>(database, &sql, values).await? {
        let key = (organization_id.to_owned(), Column::Dimensions.as_str().to_owned(), part);
        let row = answer_column::Entity::find_by_id(key).one(database).await?;
        let words = row.map(|row| to_words(&row.words)).unwrap_or_default();
        let of_runs = dimensions(&words).filter(|answer| runs.contains(&answer.run));
        let answers: Vec<String> = of_runs.take(limit).map(|answer| id_of(answer.id)).collect();
        if !answers.is_empty() {
            return Ok(Some(AnswerRemoval { answers, part }));
        }
    }
    Ok(None)
}

/// Removes answers from a part with their facts, and marks their names: [`super::delete_unused_names`] deletes those that no
/// other answer has. The caller holds a lock on the organization's row.
pub(crate) async fn remove(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    AnswerRemoval { answers, part }: &AnswerRemoval,
) -> Result<(), DbErr> {
    let part = *part;
    let stored = Part::read(transaction, organization_id, part).await?;
    let removed: HashSet<u128> = answers.iter().map(|id| number_of(id)).collect();
    let (mut kept, mut names, mut offsets) = (Part::new(part), BTreeSet::new(), BTreeSet::new());
    for (position, (answer, values)) in (part * PART_SIZE..).zip(stored.answers()) {
        if removed.contains(&answer.id) {
            offsets.insert(offset_in_part(position));
            names.extend([answer.run, answer.set, answer.prompt, answer.model, answer.region]);
            names.extend(values.into_iter().flatten());
            kept.push(Dimensions::REMOVED, [&[]; 3]);
        } else {
            kept.push(answer, values);
        }
    }
    let mut facts = PartFacts::read(transaction, organization_id, part).await?;
    facts.retain(|_, offset| !offsets.contains(&offset));
    facts.store(transaction, organization_id).await?;
    mark(transaction, organization_id, &names).await?;
    let left = &stored.runs() - &kept.runs();
    kept.remove_from_runs(transaction, organization_id, &left).await?;
    // The last part says which position is next, so it is kept.
    if kept.is_empty() && has_part_after(transaction, organization_id, part).await? {
        return kept.delete(transaction, organization_id).await;
    }
    kept.store(transaction, organization_id).await
}

/// Marks names that may be unused now. Those that are marked keep their marks.
async fn mark(transaction: &DatabaseTransaction, organization_id: &str, numbers: &BTreeSet<u32>) -> Result<(), DbErr> {
    let is_name = is_element(transaction, "number", "bigint", 2);
    let sql = format!("UPDATE names SET deletion = $3 WHERE organization_id = $1 AND {is_name} AND deletion IS NULL");
    let numbers = serde_json::json!(numbers).to_string();
    execute(transaction, &sql, [organization_id.into(), numbers.into(), new_number()?.into()]).await.map(drop)
}

async fn has_part_after(transaction: &DatabaseTransaction, organization_id: &str, part: i64) -> Result<bool, DbErr> {
    let sql = "SELECT 1 FROM answer_columns WHERE organization_id = $1 AND name = $2 AND part > $3 LIMIT 1";
    let values = [organization_id.into(), Column::Dimensions.as_str().into(), part.into()];
    Ok(query_row::<i32>(transaction, sql, values).await?.is_some())
}

/// Deletes everything of an organization, in statements that do not block other writers for long.
pub(crate) async fn remove_organization(database: &DatabaseConnection, organization_id: &str) -> Result<(), DbErr> {
    part_copies::end_copies(database, organization_id, true).await?;
    for table in TABLES {
        delete_rows(database, organization_id, table, "organization_id = $1").await?;
    }
    Ok(())
}
