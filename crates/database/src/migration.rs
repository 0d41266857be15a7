//! The migrations of the schema. A released migration never changes: a later one corrects it.
//!
//! SeaORM's crate of migrations would bring 17 more crates, which every first start compiles.

use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr};

use super::{begin, query_row, query_rows};

/// The name and the statements of each step, in order.
const STEPS: [(&str, &str); 1] = [("0001_first", include_str!("0001_first.sql"))];
/// The lock that a server holds on PostgreSQL while it changes the schema. No other lock has this number.
const LOCK: &str = "SELECT pg_advisory_xact_lock(7235934682)";

/// Applies the steps that the database lacks, all or none of them. A second server that starts meanwhile waits. Fails
/// when a later version of the server has changed the schema.
pub(super) async fn up(database: &DatabaseConnection) -> Result<(), DbErr> {
    let transaction = begin(database).await?;
    let is_postgres = transaction.get_database_backend() == DbBackend::Postgres;
    if is_postgres {
        check_encoding(&transaction).await?;
        transaction.execute_unprepared(LOCK).await?;
    }
    // The name and columns of SeaORM's migrations.
    let table = "CREATE TABLE IF NOT EXISTS seaql_migrations (version varchar NOT NULL PRIMARY KEY, applied_at bigint NOT NULL)";
    transaction.execute_unprepared(table).await?;
    let now = if is_postgres { "extract(epoch from now())::bigint" } else { "unixepoch()" };
    for (step, sql) in missing_steps(&transaction).await? {
        execute(&transaction, sql).await?;
        let record = format!("INSERT INTO seaql_migrations (version, applied_at) VALUES ('{step}', {now})");
        transaction.execute_unprepared(&record).await?;
    }
    transaction.commit().await
}

/// Checks that PostgreSQL can store any text.
async fn check_encoding(transaction: &DatabaseTransaction) -> Result<(), DbErr> {
    match query_row::<String>(transaction, "SHOW server_encoding", []).await?.as_deref() {
        Some("UTF8") => Ok(()),
        encoding => Err(DbErr::Migration(format!(
            "its encoding is {}: create one with ENCODING 'UTF8'",
            encoding.unwrap_or("unknown")
        ))),
    }
}

/// Checks that the database lacks no step, and that no later version of the server has changed its schema.
pub(super) async fn check(database: &DatabaseConnection) -> Result<(), DbErr> {
    let table = match database.get_database_backend() {
        DbBackend::Postgres => "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1",
        _ => "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1",
    };
    let is_empty = query_row::<i32>(database, table, ["seaql_migrations".into()]).await?.is_none();
    if is_empty || !missing_steps(database).await?.is_empty() {
        return Err(DbErr::Migration("the schema is not up to date: run `answerdeck migrate`".to_owned()));
    }
    Ok(())
}

async fn missing_steps(database: &impl ConnectionTrait) -> Result<Vec<(&'static str, &'static str)>, DbErr> {
    let applied: Vec<String> = query_rows(database, "SELECT version FROM seaql_migrations", []).await?;
    if let Some(unknown) = applied.iter().find(|version| STEPS.iter().all(|(step, _)| *step != version.as_str())) {
        return Err(DbErr::Migration(format!(
            "the database has the schema `{unknown}` of a later version: use that version, or restore the backup made before \
             the upgrade"
        )));
    }
    Ok(STEPS.into_iter().filter(|(step, _)| !applied.iter().any(|version| version == step)).collect())
}

/// Executes the statements of a file, with the words of the database for the placeholders.
async fn execute(transaction: &DatabaseTransaction, sql: &str) -> Result<(), DbErr> {
    // Ids sort by the time of their creation, but only in bytewise order.
    let (id, bytes, unlogged) = match transaction.get_database_backend() {
        DbBackend::Postgres => ("varchar COLLATE \"C\"", "bytea", "UNLOGGED "),
        _ => ("varchar COLLATE BINARY", "blob", ""),
    };
    for statement in sql.split(';').map(str::trim).filter(|text| !text.is_empty()) {
        let statement = statement.replace("ID_TEXT", id).replace("BYTES", bytes).replace("UNLOGGED ", unlogged);
        transaction.execute_unprepared(&statement).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Databases;

    #[tokio::test]
    async fn each_foreign_key_has_an_index() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        let database = Databases::connect(&url).await.unwrap().main;
        let sql = "SELECT tables.name || '.' || keys.\"from\" FROM sqlite_master AS tables \
                   JOIN pragma_foreign_key_list(tables.name) AS keys WHERE NOT EXISTS \
                   (SELECT 1 FROM pragma_index_list(tables.name) AS indexes JOIN pragma_index_info(indexes.name) AS columns \
                   WHERE NOT indexes.partial AND columns.seqno = 0 AND columns.name = keys.\"from\")";
        assert_eq!(query_rows::<String>(&database, sql, []).await.unwrap(), [""; 0]);
    }
}
