//! The migrations of the schema. A released migration never changes.

use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr};

use super::{begin, parts_backfill, statement};

/// Name of each step, in order.
const STEPS: [&str; 15] = [
    "0001_first",
    "0002_run_prompts",
    "0003_grant_indexes",
    "0004_token_rebuilds",
    "0005_limits_of_cost",
    "0006_deletions",
    "0007_mcp",
    "0008_parts",
    "0009_client_documents",
    "0010_engines",
    "0011_used_clients",
    "0012_repeated_requests",
    "0013_failures",
    "0014_stopped_runs",
    "0015_engine_reloads",
];
/// The lock that a server holds on PostgreSQL while it changes the schema. No other lock has this number.
const LOCK: &str = "SELECT pg_advisory_xact_lock(7235934682)";

/// Applies the steps that the database lacks, all or none of them. A second server that starts meanwhile waits.
///
/// # Errors
/// Fails when the database does not answer, or when a later version of the server has changed its schema.
pub(super) async fn up(database: &DatabaseConnection) -> Result<(), DbErr> {
    let transaction = begin(database).await?;
    let is_postgres = transaction.get_database_backend() == DbBackend::Postgres;
    if is_postgres {
        transaction.execute_unprepared(LOCK).await?;
    }
    // The name and columns of SeaORM's migrations, which created this table in earlier databases.
    let table = "CREATE TABLE IF NOT EXISTS seaql_migrations (version varchar NOT NULL PRIMARY KEY, applied_at bigint NOT NULL)";
    transaction.execute_unprepared(table).await?;
    let missing = missing_steps(&transaction).await?;
    let now = if is_postgres { "extract(epoch from now())::bigint" } else { "unixepoch()" };
    for step in missing {
        apply(step, &transaction).await?;
        let record = format!("INSERT INTO seaql_migrations (version, applied_at) VALUES ('{step}', {now})");
        transaction.execute_unprepared(&record).await?;
    }
    transaction.commit().await
}

/// Checks that the database lacks no step.
///
/// # Errors
/// Fails when it does, when the database does not answer, or when a later version of the server has changed its schema.
pub(super) async fn check(database: &DatabaseConnection) -> Result<(), DbErr> {
    let table = match database.get_database_backend() {
        DbBackend::Postgres => "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1",
        _ => "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1",
    };
    let is_empty = database.query_one_raw(statement(database, table, ["seaql_migrations".into()])).await?.is_none();
    if is_empty || !missing_steps(database).await?.is_empty() {
        return Err(DbErr::Migration("the schema is not up to date: run `answerdeck migrate`".to_owned()));
    }
    Ok(())
}

/// The steps that were not applied, in order.
async fn missing_steps(database: &impl ConnectionTrait) -> Result<Vec<&'static str>, DbErr> {
    let rows = database.query_all_raw(statement(database, "SELECT version FROM seaql_migrations", [])).await?;
    let applied = rows.iter().map(|row| row.try_get("", "version")).collect::<Result<Vec<String>, _>>()?;
    if let Some(unknown) = applied.iter().find(|version| !STEPS.contains(&version.as_str())) {
        return Err(DbErr::Migration(format!("the database has the schema `{unknown}` of a later version")));
    }
    Ok(STEPS.into_iter().filter(|step| !applied.iter().any(|version| version == step)).collect())
}

async fn apply(step: &str, transaction: &DatabaseTransaction) -> Result<(), DbErr> {
    match step {
        "0001_first" => first(transaction).await,
        "0002_run_prompts" => execute(transaction, include_str!("0002_run_prompts.sql")).await,
        "0003_grant_indexes" => execute(transaction, include_str!("0003_grant_indexes.sql")).await,
        "0004_token_rebuilds" => execute(transaction, include_str!("0004_token_rebuilds.sql")).await,
        "0005_limits_of_cost" => execute(transaction, include_str!("0005_limits_of_cost.sql")).await,
        "0006_deletions" => execute(transaction, include_str!("0006_deletions.sql")).await,
        "0007_mcp" => execute(transaction, include_str!("0007_mcp.sql")).await,
        "0008_parts" => {
            execute(transaction, include_str!("0008_parts.sql")).await?;
            parts_backfill::backfill_times_and_runs(transaction).await
        }
        "0009_client_documents" => execute(transaction, include_str!("0009_client_documents.sql")).await,
        "0010_engines" => execute(transaction, include_str!("0010_engines.sql")).await,
        "0011_used_clients" => execute(transaction, include_str!("0011_used_clients.sql")).await,
        "0012_repeated_requests" => execute(transaction, include_str!("0012_repeated_requests.sql")).await,
        "0013_failures" => execute(transaction, include_str!("0013_failures.sql")).await,
        "0014_stopped_runs" => execute(transaction, include_str!("0014_stopped_runs.sql")).await,
        "0015_engine_reloads" => execute(transaction, include_str!("0015_engine_reloads.sql")).await,
        _ => Err(DbErr::Migration(format!("no step is called `{step}`"))),
    }
}

/// Executes the statements of a file, with the types of the database for the placeholders.
async fn execute(transaction: &DatabaseTransaction, sql: &str) -> Result<(), DbErr> {
    // Ids sort by the time of their creation, but only in bytewise order.
    let (id, bytes) = match transaction.get_database_backend() {
        DbBackend::Postgres => ("varchar COLLATE \"C\"", "bytea"),
        _ => ("varchar COLLATE BINARY", "blob"),
    };
    for statement in sql.split(';').map(str::trim).filter(|text| !text.is_empty()) {
        let statement = statement.replace("ID_TEXT", id).replace("BYTES", bytes);
        transaction.execute_unprepared(&statement).await?;
    }
    Ok(())
}

async fn first(transaction: &DatabaseTransaction) -> Result<(), DbErr> {
    execute(transaction, include_str!("0001_first.sql")).await?;
    if transaction.get_database_backend() == DbBackend::Postgres {
        // A count is valid for a second: it needs no write-ahead log and may be lost in a crash.
        let rate_windows = "CREATE UNLOGGED TABLE rate_windows (organization_id varchar COLLATE \"C\" NOT NULL, \
            start bigint NOT NULL, count integer NOT NULL, PRIMARY KEY (organization_id, start))";
        transaction.execute_unprepared(rate_windows).await?;
    }
    Ok(())
}
