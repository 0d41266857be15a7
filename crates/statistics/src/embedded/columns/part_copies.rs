//! The copies of parts in ClickHouse: which are valid, and which are still to be made.
//!
//! A change of its part ends a copy, so that it is not valid any more, or never will be. It is deleted later.

use std::collections::BTreeMap;

use answerdeck_clickhouse::{Copies, Filter};
use answerdeck_database::id::time_of;
use answerdeck_database::{execute, is_element, query_row, query_rows};
use jiff::{SignedDuration, Timestamp};
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, Value};

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
    let sql = "INSERT INTO part_copies (organization_id, part, is_complete, answers) VALUES ($1, $2, FALSE, $3) \
               ON CONFLICT (organization_id, part) DO UPDATE SET answers = excluded.answers";
    let answers = i64::try_from(answers).unwrap_or_default();
    execute(transaction, sql, [organization_id.into(), part.into(), answers.into()]).await?;
    end(transaction, organization_id, part).await
}

/// Ends the copy of a part that changes.
pub(super) async fn end(transaction: &DatabaseTransaction, organization_id: &str, part: i64) -> Result<(), DbErr> {
    let of_part: [Value; 2] = [organization_id.into(), part.into()];
    end_all(transaction, "organization_id = $2 AND part = $3", of_part.clone()).await?;
    let sql = "UPDATE part_copies SET server = NULL, copy = NULL, is_complete = FALSE WHERE organization_id = $1 AND part = $2";
    execute(transaction, sql, of_part).await.map(drop)
}

/// Ends the copy of a part that is deleted.
pub(super) async fn delete(transaction: &DatabaseTransaction, organization_id: &str, part: i64) -> Result<(), DbErr> {
    end(transaction, organization_id, part).await?;
    let sql = "DELETE FROM part_copies WHERE organization_id = $1 AND part = $2";
    execute(transaction, sql, [organization_id.into(), part.into()]).await.map(drop)
}

/// Stores that the complete copies that meet a condition, whose parameters begin with `$2`, are unused.
pub(crate) async fn end_all(
    database: &impl ConnectionTrait,
    condition: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<(), DbErr> {
    let values: Vec<Value> = std::iter::once(now().into()).chain(values).collect();
    let sql = format!(
        "INSERT INTO unused_copies (copy, server, since) \
         SELECT copy, server, CAST($1 AS bigint) FROM part_copies WHERE is_complete AND {condition}"
    );
    execute(database, &sql, values).await.map(drop)
}

/// The valid copies whose parts can have answers that a filter selects, by server, and their parts.
pub(crate) async fn valid(
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
    if (filter.ids.start, filter.ids.end) != (Filter::ALL.ids.start, Filter::ALL.ids.end) {
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

/// The parts without a valid copy, by organization: `limit` of each. The last part still grows; it is among them if `has_last`.
pub(crate) async fn missing(
    database: &DatabaseConnection,
    servers: &[&str],
    has_last: bool,
    limit: usize,
) -> Result<BTreeMap<String, Vec<i64>>, DbErr> {
    let is_known = is_element(database, "server", "text", 1);
    let is_last = "part = (SELECT MAX(part) FROM part_copies AS others \
                   WHERE others.organization_id = part_copies.organization_id)";
    // A server that is gone has no valid copies. Nor has one that was begun long ago.
    let sql = format!(
        "SELECT organization_id, part FROM part_copies WHERE ((NOT is_complete AND (copy IS NULL OR EXISTS \
         (SELECT 1 FROM unused_copies WHERE unused_copies.copy = part_copies.copy AND since < $2))) \
         OR (is_complete AND NOT {is_known})) AND answers > 0 AND ($3 OR NOT {is_last}) ORDER BY organization_id, part"
    );
    let servers = serde_json::json!(servers).to_string();
    let values = [servers.into(), (now() - millis(COPYING_MAX)).into(), has_last.into()];
    let mut parts: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for (organization_id, part) in query_rows::<(String, i64)>(database, &sql, values).await? {
        let of_organization = parts.entry(organization_id).or_default();
        if of_organization.len() < limit {
            of_organization.push(part);
        }
    }
    Ok(parts)
}

/// The number of answers in parts without a valid copy.
pub(crate) async fn missing_answers(database: &DatabaseConnection, servers: &[&str]) -> Result<i64, DbErr> {
    let is_known = is_element(database, "server", "text", 1);
    let sql = format!(
        "SELECT CAST(COALESCE(SUM(answers), 0) AS bigint) FROM part_copies WHERE NOT is_complete OR NOT {is_known}"
    );
    Ok(query_row(database, &sql, [serde_json::json!(servers).to_string().into()]).await?.unwrap_or_default())
}

/// The copies that can be deleted in ClickHouse, by server.
pub(crate) async fn deletable(
    database: &DatabaseConnection,
    limit: usize,
) -> Result<BTreeMap<String, Vec<i64>>, DbErr> {
    let sql = format!("SELECT server, copy FROM unused_copies WHERE since < $1 ORDER BY since LIMIT {limit}");
    let mut copies: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    // Longer than a copy may take to be completed.
    let before = now() - 2 * millis(KEPT);
    for (server, copy) in query_rows::<(String, i64)>(database, &sql, [before.into()]).await? {
        copies.entry(server).or_default().push(copy);
    }
    Ok(copies)
}

/// Forgets copies that ClickHouse has deleted.
pub(crate) async fn forget(database: &DatabaseConnection, copies: &[i64]) -> Result<(), DbErr> {
    let is_deleted = is_element(database, "copy", "bigint", 1);
    let sql = format!("DELETE FROM unused_copies WHERE {is_deleted}");
    execute(database, &sql, [serde_json::json!(copies).to_string().into()]).await.map(drop)
}

pub(super) fn now() -> i64 {
    Timestamp::now().as_millisecond()
}

pub(super) fn millis(duration: SignedDuration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or_default()
}
