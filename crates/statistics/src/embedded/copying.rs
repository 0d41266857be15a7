//! Copying parts of the columns to ClickHouse, and deleting the copies that no query counts.

use std::collections::BTreeMap;

use answerdeck_clickhouse::ClickHouse;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};

use super::columns;
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
    let mut failure = None;
    for (organization, parts) in missing {
        let mut by_server: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
        for part in parts {
            let server = usize::try_from(part).unwrap_or_default() % servers.len();
            by_server.entry(server).or_default().push(part);
        }
        for (server, parts) in by_server {
            // The other servers go on.
            if let Err(error) = copy(database, clickhouse, &organization, servers[server], &parts).await {
                failure.get_or_insert(error);
            }
        }
    }
    failure.map_or(Ok(true), Err)
}

async fn copy(
    database: &DatabaseConnection,
    clickhouse: &ClickHouse,
    organization: &str,
    server: &str,
    parts: &[i64],
) -> StatisticsResult<()> {
    // Before a copy begins, so that one of a server that is away can begin again at once.
    clickhouse.create_table(server).await?;
    let begun = columns::begin_copies(database, organization, parts, server).await?;
    let answers: Vec<_> = begun.iter().flat_map(|copy| copy.answers.iter().cloned()).collect();
    clickhouse.insert(server, &answers).await?;
    Ok(columns::complete_copies(database, organization, &begun).await?)
}

/// Deletes the copies that have ended, when no query counts them any more. Those of a server that no option names stay there.
pub(super) async fn delete_unused(database: &DatabaseConnection, clickhouse: &ClickHouse) -> StatisticsResult<()> {
    loop {
        let copies = columns::deletable_copies(database, DELETED_AT_ONCE).await?;
        if copies.is_empty() {
            return Ok(());
        }
        for (server, copies) in copies {
            if clickhouse.names().any(|name| name == server) {
                clickhouse.delete(&server, &copies).await?;
            }
            columns::forget_copies(database, &copies).await?;
        }
    }
}

/// Ends all copies, also those that were begun, so that every part is copied again.
pub(super) async fn end_all(database: &impl ConnectionTrait) -> Result<(), DbErr> {
    columns::end_copies(database, "TRUE", []).await?;
    let sql = "UPDATE part_copies SET server = NULL, copy = NULL, is_complete = FALSE WHERE copy IS NOT NULL";
    answerdeck_database::execute(database, sql, []).await.map(drop)
}
