//! The copies of parts in ClickHouse: which are valid, and which are still to be made.
//!
//! A change of its part ends a copy, so that it is not valid any more, or never will be. It is deleted later.

use std::collections::BTreeMap;

use answerdeck_clickhouse::{Copies, Filter};
use answerdeck_database::id::time_of;
use answerdeck_database::{begin, execute, is_element, lock_organization, query_row, query_rows, with_write_lock};
use jiff::SignedDuration;
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, Value};

use crate::statistics::CopyCounts;

/// After this time, a copy that was begun is made again.
const COPYING_MAX: SignedDuration = SignedDuration::from_mins(10);
/// After this time, no query counts a copy that has ended, and no process completes one.
pub(super) const KEPT: SignedDuration = SignedDuration::from_hours(1);

/// Ends the copy of a part that has other answers now: so many.
pub(super) async fn set_answers(
    transaction: &DatabaseTransaction,
    organization_id: &str,
    part: i64,
    answers: usize,
) -> Result<(), DbErr> {
    record_unused(transaction, "organization_id = $1 AND part = $2", [organization_id.into(), part.into()]).await?;
    let sql = "INSERT INTO part_copies (organization_id, part, is_complete, answers) VALUES ($1, $2, FALSE, $3) \
               ON CONFLICT (organization_id, part) DO UPDATE \
               SET server = NULL, copy = NULL, is_complete = FALSE, answers = excluded.answers";
    let answers = i64::try_from(answers).unwrap_or_default();
    execute(transaction, sql, [organization_id.into(), part.into(), answers.into()]).await.map(drop)
}

/// Ends the copies of the parts that meet a condition, also those that were begun. The caller holds a lock on the organization's row.
pub(super) async fn end(
    transaction: &DatabaseTransaction,
    condition: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<(), DbErr> {
    let values: Vec<Value> = values.into_iter().collect();
    record_unused(transaction, condition, values.clone()).await?;
    let sql = format!(
        "UPDATE part_copies SET server = NULL, copy = NULL, is_complete = FALSE WHERE copy IS NOT NULL AND {condition}"
    );
    execute(transaction, &sql, values).await.map(drop)
}

/// Ends the copy of a part that is deleted.
pub(super) async fn delete(transaction: &DatabaseTransaction, organization_id: &str, part: i64) -> Result<(), DbErr> {
    record_unused(transaction, "organization_id = $1 AND part = $2", [organization_id.into(), part.into()]).await?;
    let sql = "DELETE FROM part_copies WHERE organization_id = $1 AND part = $2";
    execute(transaction, sql, [organization_id.into(), part.into()]).await.map(drop)
}

/// Ends all copies of an organization, and forgets its parts if they are deleted.
pub(crate) async fn end_copies(
    database: &DatabaseConnection,
    organization_id: &str,
    is_deleted: bool,
) -> Result<(), DbErr> {
    let transaction = begin(database).await?;
    // Like every writer of copies.
    lock_organization(&transaction, organization_id).await?;
    end(&transaction, "organization_id = $1", [organization_id.into()]).await?;
    if is_deleted {
        let sql = "DELETE FROM part_copies WHERE organization_id = $1";
        execute(&transaction, sql, [organization_id.into()]).await?;
    }
    transaction.commit().await
}

/// The organizations that have parts.
pub(crate) async fn organizations_with_parts(database: &DatabaseConnection) -> Result<Vec<String>, DbErr> {
    query_rows(database, "SELECT DISTINCT organization_id FROM part_copies ORDER BY organization_id", []).await
}

/// Stores since when the complete copies that meet a condition are unused. Those that were begun are stored already.
async fn record_unused(
    transaction: &DatabaseTransaction,
    condition: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<(), DbErr> {
    let sql = format!(
        "INSERT INTO unused_copies (copy, server, since) \
         SELECT copy, server, {} FROM part_copies WHERE is_complete AND {condition}",
        now(transaction)
    );
    execute(transaction, &sql, values).await.map(drop)
}

/// The valid copies whose parts can have answers that a filter selects, by server, and their parts.
pub(crate) async fn valid_copies(
    snapshot: &DatabaseTransaction,
    organization_id: &str,
    filter: &Filter,
    servers: &[&str],
) -> Result<(Vec<Copies>, Vec<i64>), DbErr> {
    let (condition, values) = parts_of(filter);
    let is_known = is_element(snapshot, "server", "text", 2);
    let sql = format!(
        "SELECT part, server, copy, answers FROM part_copies WHERE organization_id = $1 AND is_complete AND {is_known} \
         {condition} ORDER BY part"
    );
    let fixed: [Value; 2] = [organization_id.into(), serde_json::json!(servers).to_string().into()];
    let rows: Vec<(i64, String, i64, i64)> = query_rows(snapshot, &sql, fixed.into_iter().chain(values)).await?;
    let mut by_server: BTreeMap<String, Copies> = BTreeMap::new();
    let mut parts = Vec::with_capacity(rows.len());
    for (part, server, copy, answers) in rows {
        let copies = by_server.entry(server).or_insert_with_key(|server| Copies {
            server: server.clone(),
            copies: Vec::new(),
            answers: 0,
        });
        copies.copies.push(copy);
        copies.answers += u64::try_from(answers).unwrap_or_default();
        parts.push(part);
    }
    Ok((by_server.into_values().collect(), parts))
}

/// The condition that a part can have answers that a filter selects, with parameters from `$3`.
pub(super) fn parts_of(filter: &Filter) -> (String, Vec<Value>) {
    let (mut condition, mut values) = (String::new(), Vec::<Value>::new());
    if filter.ids != Filter::ALL.ids {
        // The index has all columns of this query, so no row of the table is read.
        condition += "AND part IN (SELECT part FROM answer_columns \
                      WHERE organization_id = $1 AND last_at >= $3 AND first_at <= $4)";
        values.extend([time_of(filter.ids.start).into(), time_of(filter.ids.end).into()]);
    }
    if let Some(run) = filter.run {
        values.push(i64::from(run).into());
        let parameter = 2 + values.len();
        condition +=
            &format!(" AND part IN (SELECT part FROM run_parts WHERE organization_id = $1 AND run = ${parameter})");
    }
    (condition, values)
}

/// A part without a valid copy, and the number of the copy that is to be replaced.
pub(crate) type MissingPart = (i64, Option<i64>);

/// The parts without a valid copy, by organization: `limit` of each. The last part still grows; it is among them if `has_last`.
pub(crate) async fn missing_copies(
    database: &DatabaseConnection,
    servers: &[&str],
    has_last: bool,
    limit: usize,
) -> Result<BTreeMap<String, Vec<MissingPart>>, DbErr> {
    let is_known = is_element(database, "server", "text", 1);
    // A server that is gone has no valid copies, and a copy that was begun long ago will not be completed.
    let sql = format!(
        "SELECT organization_id, part, copy FROM (SELECT organization_id, part, copy, \
         row_number() OVER (PARTITION BY organization_id ORDER BY part) AS place FROM part_copies \
         WHERE ((NOT is_complete AND (copy IS NULL OR NOT EXISTS \
         (SELECT 1 FROM unused_copies WHERE unused_copies.copy = part_copies.copy AND since >= {} - {}))) \
         OR (is_complete AND NOT {is_known})) AND answers > 0) AS missing \
         WHERE place <= {limit} AND ($2 OR part < (SELECT MAX(part) FROM part_copies \
         WHERE part_copies.organization_id = missing.organization_id)) ORDER BY organization_id, part",
        now(database),
        COPYING_MAX.as_millis()
    );
    let values = [serde_json::json!(servers).to_string().into(), has_last.into()];
    let mut parts: BTreeMap<String, Vec<MissingPart>> = BTreeMap::new();
    for (organization_id, part, copy) in query_rows::<(String, i64, Option<i64>)>(database, &sql, values).await? {
        parts.entry(organization_id).or_default().push((part, copy));
    }
    Ok(parts)
}

/// Counts answers by whether they have a valid copy.
pub(crate) async fn count_copied(database: &DatabaseConnection, servers: &[&str]) -> Result<CopyCounts, DbErr> {
    let is_known = is_element(database, "server", "text", 1);
    let sql = format!(
        "SELECT CAST(COALESCE(SUM(CASE WHEN is_complete AND {is_known} THEN answers END), 0) AS bigint), \
         CAST(COALESCE(SUM(answers), 0) AS bigint), (SELECT count(*) FROM recent_answers) FROM part_copies"
    );
    let values = [serde_json::json!(servers).to_string().into()];
    let (copied, in_parts, recent) = query_row::<(i64, i64, i64)>(database, &sql, values).await?.unwrap_or_default();
    Ok(CopyCounts { copied, uncopied: in_parts - copied, recent })
}

/// The copies on a server that can be deleted in ClickHouse.
pub(crate) async fn deletable_copies(
    database: &DatabaseConnection,
    server: &str,
    limit: usize,
) -> Result<Vec<i64>, DbErr> {
    // Longer than a copy may take to be completed.
    let sql = format!(
        "SELECT copy FROM unused_copies WHERE server = $1 AND since < {} - {} ORDER BY since LIMIT {limit}",
        now(database),
        2 * KEPT.as_millis()
    );
    query_rows(database, &sql, [server.into()]).await
}

/// Forgets copies that ClickHouse has deleted.
pub(crate) async fn forget_copies(database: &DatabaseConnection, copies: &[i64]) -> Result<(), DbErr> {
    let is_deleted = is_element(database, "copy", "bigint", 1);
    let sql = format!("DELETE FROM unused_copies WHERE {is_deleted}");
    let values = [serde_json::json!(copies).to_string().into()];
    with_write_lock(database, execute(database, &sql, values)).await.map(drop)
}

/// The time of the database, which all processes share, in milliseconds since 1970, as SQL.
pub(super) fn now(database: &impl ConnectionTrait) -> &'static str {
    match database.get_database_backend() {
        DbBackend::Postgres => "CAST(extract(epoch FROM now()) * 1000 AS bigint)",
        _ => "CAST(unixepoch('subsec') * 1000 AS bigint)",
    }
}
