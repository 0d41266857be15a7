//! Copying parts of the columns to ClickHouse, and deleting the copies that no query counts.

use std::collections::BTreeMap;

use answerdeck_clickhouse::ClickHouse;
use sea_orm::DatabaseConnection;

use super::columns::{self, MissingPart};
use crate::error::StatisticsResult;

/// The parts of an organization that are copied before it is the turn of the next one.
const PARTS_AT_ONCE: usize = 16;
/// The copies that a statement deletes.
const DELETED_AT_ONCE: usize = 1_000;

/// Copies the next parts of each organization that have no valid copy. The last part of each still grows: it is among them if
/// `has_last`. Returns whether there were any.
pub(super) async fn copy_parts(
    database: &DatabaseConnection,
    clickhouse: &ClickHouse,
    has_last: bool,
) -> StatisticsResult<bool> {
    let servers: Vec<&str> = clickhouse.names().collect();
    if servers.is_empty() {
        return Ok(false);
    }
    let missing = columns::missing_copies(database, &servers, has_last, PARTS_AT_ONCE).await?;
    if missing.is_empty() {
        return Ok(false);
    }
    let mut failures = BTreeMap::new();
    for (organization, parts) in missing {
        let mut by_server: BTreeMap<&str, Vec<MissingPart>> = BTreeMap::new();
        for part in parts {
            by_server.entry(server_of(&servers, &organization, part.0)).or_default().push(part);
        }
        for (server, parts) in by_server {
            // The others go on.
            if !failures.contains_key(server)
                && let Err(error) = copy(database, clickhouse, &organization, server, &parts).await
            {
                failures.insert(server, error);
            }
        }
    }
    failures.into_values().next().map_or(Ok(true), Err)
}

/// Shares the parts out evenly, also those of organizations that have one.
fn server_of<'a>(servers: &[&'a str], organization: &str, part: i64) -> &'a str {
    let hash = organization
        .bytes()
        .fold(part.unsigned_abs(), |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)));
    servers[usize::try_from(hash % servers.len() as u64).unwrap_or_default()]
}

async fn copy(
    database: &DatabaseConnection,
    clickhouse: &ClickHouse,
    organization: &str,
    server: &str,
    parts: &[MissingPart],
) -> StatisticsResult<()> {
    // Before a copy begins, so that one of a server that is away can begin again at once.
    clickhouse.create_table(server).await?;
    let begun = columns::begin_copies(database, organization, parts, server).await?;
    let answers = begun.iter().flat_map(|copy| &copy.answers);
    clickhouse.insert(server, answers).await?;
    Ok(columns::complete_copies(database, organization, &begun).await?)
}

/// Deletes the copies that have ended, when no query counts them any more. Those of a server that no option names wait.
pub(super) async fn delete_unused(database: &DatabaseConnection, clickhouse: &ClickHouse) -> StatisticsResult<()> {
    let mut failure = None;
    for server in clickhouse.names() {
        // The others go on.
        if let Err(error) = delete_unused_of(database, clickhouse, server).await {
            failure.get_or_insert(error);
        }
    }
    failure.map_or(Ok(()), Err)
}

async fn delete_unused_of(
    database: &DatabaseConnection,
    clickhouse: &ClickHouse,
    server: &str,
) -> StatisticsResult<()> {
    loop {
        let copies = columns::deletable_copies(database, server, DELETED_AT_ONCE).await?;
        if copies.is_empty() {
            return Ok(());
        }
        clickhouse.delete(server, &copies).await?;
        columns::forget_copies(database, &copies).await?;
    }
}
