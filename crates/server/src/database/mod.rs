//! The database: SQLite or PostgreSQL, one set of queries for both.

pub mod entity;
mod migration;
pub mod search;

use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr,
    SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait, Value,
};
use sea_orm_migration::MigratorTrait;

/// Connects to `url` (`sqlite://PATH` or `postgres://…`), makes a missing SQLite file, and brings the schema up to date.
///
/// # Errors
/// When the database cannot be reached, or its schema cannot be brought up to date.
pub async fn connect(url: &str) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new(url);
    options.sqlx_logging(false).max_connections(8).map_sqlx_sqlite_opts(|options| {
        options
            .create_if_missing(true)
            .foreign_keys(true)
            .busy_timeout(std::time::Duration::from_secs(10))
            .pragma("journal_mode", "WAL")
            .pragma("synchronous", "FULL")
    });
    // The schema is settled before any connection that stays reads it, and what SQLite knows of its tables with it.
    let mut first = options.clone();
    first.max_connections(1);
    let database = Database::connect(first).await?;
    migration::Migrator::up(&database, None).await?;
    refresh_statistics(&database).await?;
    database.close().await?;
    Database::connect(options).await
}

/// Lets SQLite look at how its tables have grown, a sample of each: it chooses among indexes by what they hold. This
/// connection does from now on, the others as they are made anew. PostgreSQL looks by itself.
///
/// # Errors
/// When the database does not answer, or stays locked.
pub async fn refresh_statistics(database: &DatabaseConnection) -> Result<(), DbErr> {
    if database.get_database_backend() == DbBackend::Sqlite {
        // Every table (0x10000), each as far as it pays (0x02).
        database.execute_unprepared("PRAGMA optimize = 0x10002").await?;
    }
    Ok(())
}

/// A statement of our own for either database.
pub(crate) fn statement(
    database: &impl ConnectionTrait,
    sql: &str,
    values: impl IntoIterator<Item = Value>,
) -> Statement {
    Statement::from_sql_and_values(database.get_database_backend(), sql, values)
}

/// Begins a transaction that writes. On SQLite it takes the write lock at once, so that it never has to give up half-way.
///
/// # Errors
/// When the database does not answer, or stays locked.
pub async fn begin(database: &DatabaseConnection) -> Result<DatabaseTransaction, DbErr> {
    let sqlite_transaction_mode =
        (database.get_database_backend() == DbBackend::Sqlite).then_some(SqliteTransactionMode::Immediate);
    database.begin_with_options(TransactionOptions { sqlite_transaction_mode, ..Default::default() }).await
}

/// Parses a stored id.
///
/// # Errors
/// Fails with [`DbErr::Type`] when the text is not an id: this server did not write the row.
pub fn stored<T: TryFrom<String, Error = answerdeck_api::IdError>>(text: String) -> Result<T, DbErr> {
    T::try_from(text).map_err(|error| DbErr::Type(error.to_string()))
}

/// Deserializes a value that is stored as JSON.
///
/// # Errors
/// Fails with [`DbErr::Json`] when the value has another type: this server did not write the row.
pub(crate) fn stored_json<T: serde::de::DeserializeOwned>(value: sea_orm::JsonValue) -> Result<T, DbErr> {
    serde_json::from_value(value).map_err(|error| DbErr::Json(error.to_string()))
}
