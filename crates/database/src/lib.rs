//! The database of Answerdeck, SQLite or PostgreSQL: its schema, its connections and transactions, and how ids and times are stored.
//! Both databases run the same queries. The server keeps everything here, and its statistics read it.

pub mod availability;
pub mod credits;
pub mod entity;
pub mod erasure;
pub mod failure;
pub mod id;
pub mod interrupt;
mod migration;
mod pool;
pub mod region;
mod replica;
pub mod text_search;
pub mod time;
mod transaction;

use std::sync::Arc;
use std::time::Duration;

use sea_orm::sqlx::sqlite::SqliteAutoVacuum;
use sea_orm::sqlx::{Connection, PgConnection};
use sea_orm::{
    ConnectionTrait, Database, DatabaseConnection, DbBackend, DbErr, EntityTrait, QuerySelect, RuntimeErr, Statement,
    TryGetableMany, Value,
};

use entity::organization;

pub use replica::Replica;
pub use transaction::{WriteTransaction, begin, snapshot, with_write_lock};

/// How long a statement of a request or of a background job may take.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a statement may take that checks a credential or its rate limit, or measures the server.
pub const CHECK_TIMEOUT: Duration = Duration::from_secs(5);

/// Separate connections for work that must not wait for other work.
#[derive(Debug, Clone)]
pub struct Databases {
    /// For requests.
    pub main: DatabaseConnection,
    /// For background jobs, and to listen for new work.
    pub jobs: DatabaseConnection,
    /// For the first step of each request: the check of its credential and rate limit.
    pub auth: DatabaseConnection,
    /// For `/health` and `/metrics`, which no request delays.
    pub monitoring: DatabaseConnection,
    /// For requests and jobs that read many answers, one at a time each. On SQLite the statements of requests end when their callers
    /// stop waiting.
    pub heavy_reads: DatabaseConnection,
    /// For statistics in place of `heavy_reads`, if there is one.
    pub replica: Option<Replica>,
}

impl Databases {
    /// Migrates the schema as [`migrate`] does, and opens connections for each kind of work.
    pub async fn connect(url: &str) -> Result<Self, DbErr> {
        migrate(url).await?;
        let main = pool::options_for(url, "main", 8, STATEMENT_TIMEOUT);
        // One of them listens for new work.
        let jobs = pool::options_for(url, "jobs", 6, STATEMENT_TIMEOUT);
        let auth = pool::options_for(url, "auth", 4, CHECK_TIMEOUT);
        let monitoring = pool::options_for(url, "monitoring", 2, CHECK_TIMEOUT);
        // Two for requests, and one each for alerts and digests.
        let mut heavy_reads = pool::options_for(url, "heavy_reads", 4, STATEMENT_TIMEOUT);
        interrupt::limit_on_sqlite(&mut heavy_reads, STATEMENT_TIMEOUT);
        let databases = Self {
            main: Database::connect(main).await?,
            jobs: Database::connect(jobs).await?,
            auth: Database::connect(auth).await?,
            monitoring: Database::connect(monitoring).await?,
            heavy_reads: Database::connect(heavy_reads).await?,
            replica: None,
        };
        warn_without_time_limit(&databases.main).await?;
        Ok(databases)
    }

    pub fn pools(&self) -> impl Iterator<Item = (&'static str, &DatabaseConnection)> {
        let Self { main, jobs, auth, monitoring, heavy_reads, replica } = self;
        [("main", main), ("jobs", jobs), ("auth", auth), ("monitoring", monitoring), ("heavy_reads", heavy_reads)]
            .into_iter()
            .chain(replica.as_ref().map(|replica| ("replica", replica.database())))
    }
}

/// The same connections for all kinds of work.
impl From<DatabaseConnection> for Databases {
    fn from(database: DatabaseConnection) -> Self {
        Self {
            main: database.clone(),
            jobs: database.clone(),
            auth: database.clone(),
            monitoring: database.clone(),
            heavy_reads: database,
            replica: None,
        }
    }
}

/// Warns if PostgreSQL would never end a statement: a pooler leaves the time limit out.
async fn warn_without_time_limit(database: &DatabaseConnection) -> Result<(), DbErr> {
    if database.get_database_backend() == DbBackend::Postgres
        && query_row::<String>(database, "SHOW statement_timeout", []).await?.as_deref() == Some("0")
    {
        tracing::warn!("statements have no time limit: set statement_timeout in the connect_query of the pooler");
    }
    Ok(())
}

/// Brings the schema of the database at `url` (`sqlite://PATH` or `postgres://…`) up to date. Creates a missing SQLite
/// file.
pub async fn migrate(url: &str) -> Result<(), DbErr> {
    // A connection reads the schema and its statistics when it opens, so a separate one updates them first.
    let mut options = pool::options(url);
    // This replaces the options of the pool.
    options.max_connections(1).map_sqlx_sqlite_opts(|options| {
        // Free pages can be removed in steps. Only this connection says so: it waits for a transaction that writes.
        pool::sqlite_options(options).auto_vacuum(SqliteAutoVacuum::Incremental).create_if_missing(true)
    });
    let database = Database::connect(options).await?;
    let migrated = async {
        migration::up(&database).await?;
        refresh_planner_statistics(&database).await
    }
    .await;
    // After an error, too: SQLite then leaves no write-ahead log.
    migrated.and(database.close().await)
}

/// Connects to a PostgreSQL database, to find out what it answers. A pool would try again, and not say why.
pub async fn probe(url: &str) -> Result<(), DbErr> {
    if url.starts_with("sqlite") {
        return Ok(());
    }
    let connect = async { PgConnection::connect(url).await?.close().await };
    connect.await.map_err(|error| DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error))))
}

/// Connects to the database at `url`. Fails if a SQLite file is missing, or if [`migrate`] has to change the schema.
pub async fn connect(url: &str) -> Result<DatabaseConnection, DbErr> {
    let database = Database::connect(pool::options(url)).await?;
    migration::check(&database).await?;
    Ok(database)
}

/// Refreshes the statistics that SQLite chooses indexes by, of tables whose size has changed tenfold. This connection uses them
/// immediately, the others when they reconnect. PostgreSQL refreshes its statistics itself.
pub async fn refresh_planner_statistics(database: &DatabaseConnection) -> Result<(), DbErr> {
    if database.get_database_backend() == DbBackend::Sqlite {
        // 0x10000: all tables. 0x02: analyze the tables that need it.
        with_write_lock(database, database.execute_unprepared("PRAGMA optimize = 0x10002")).await?;
    }
    Ok(())
}

pub fn statement(database: &impl ConnectionTrait, sql: &str, values: impl IntoIterator<Item = Value>) -> Statement {
    Statement::from_sql_and_values(database.get_database_backend(), sql, values)
}

/// Executes a raw statement, and returns the number of rows that it has changed.
pub async fn execute(
    database: &impl ConnectionTrait,
    sql: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<u64, DbErr> {
    Ok(database.execute_raw(statement(database, sql, values)).await?.rows_affected())
}

/// Returns the first row of a raw query: the value of its column, or a tuple of those of its columns.
pub async fn query_row<T: TryGetableMany>(
    database: &impl ConnectionTrait,
    sql: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<Option<T>, DbErr> {
    let row = database.query_one_raw(statement(database, sql, values)).await?;
    row.map(|row| row.try_get_many_by_index()).transpose()
}

/// Returns the rows of a raw query, each as [`query_row`] does.
pub async fn query_rows<T: TryGetableMany>(
    database: &impl ConnectionTrait,
    sql: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<Vec<T>, DbErr> {
    let rows = database.query_all_raw(statement(database, sql, values)).await?;
    rows.iter().map(|row| row.try_get_many_by_index()).collect()
}

/// Returns a table, with the column `value`, of the elements of a JSON array: the parameter with this number.
pub fn json_elements(database: &impl ConnectionTrait, parameter: u8) -> String {
    match database.get_database_backend() {
        DbBackend::Postgres => format!("json_array_elements_text(${parameter}::json)"),
        _ => format!("json_each(${parameter})"),
    }
}

/// Returns a table, with the column `value`, of the arrays in a JSON array: the parameter with this number. `value ->> 0` is the first
/// element of a row.
pub fn json_rows(database: &impl ConnectionTrait, parameter: u8) -> String {
    match database.get_database_backend() {
        DbBackend::Postgres => format!("json_array_elements(${parameter}::json)"),
        _ => format!("json_each(${parameter})"),
    }
}

/// Returns a condition: the column is an element of a JSON array, the parameter with this number. `kind` is the column's type
/// in SQL. Each database then looks up the elements in an index of the column, except for PostgreSQL with a plan that it made
/// and cached while the table was almost empty.
pub fn is_element(database: &impl ConnectionTrait, column: &str, kind: &str, parameter: u8) -> String {
    let elements = format!("SELECT CAST(value AS {kind}) FROM {}", json_elements(database, parameter));
    match database.get_database_backend() {
        DbBackend::Postgres => format!("{column} = ANY(ARRAY({elements}))"),
        _ => format!("{column} IN ({elements})"),
    }
}

/// The clause of a subquery that skips the rows that other transactions have locked. SQLite has one writer at a time.
pub fn skip_locked(database: &impl ConnectionTrait) -> &'static str {
    match database.get_database_backend() {
        DbBackend::Postgres => "FOR UPDATE SKIP LOCKED",
        _ => "",
    }
}

/// Locks the row of an organization until the end of the transaction, and returns it.
pub async fn lock_organization(
    transaction: &impl ConnectionTrait,
    id: &str,
) -> Result<Option<organization::Model>, DbErr> {
    organization::Entity::find_by_id(id).lock_exclusive().one(transaction).await
}

/// Deletes the rows of an owner except for the newest ones.
pub async fn delete_beyond(
    transaction: &impl ConnectionTrait,
    table: &str,
    owner_column: &str,
    owner: &str,
    kept: u64,
) -> Result<(), DbErr> {
    let sql = format!(
        "DELETE FROM {table} WHERE {owner_column} = $1 AND id <= \
         (SELECT id FROM {table} WHERE {owner_column} = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)"
    );
    execute(transaction, &sql, [owner.into(), kept.cast_signed().into()]).await.map(drop)
}

/// Parses a stored id. A text that is no id was not written by this server.
pub fn parse_stored_id<T: TryFrom<String, Error = answerdeck_api::IdError>>(text: String) -> Result<T, DbErr> {
    T::try_from(text).map_err(|error| DbErr::Type(error.to_string()))
}

/// Deserializes a value that is stored as JSON. A value of another type was not written by this server.
pub fn stored_json<T: serde::de::DeserializeOwned>(value: sea_orm::JsonValue) -> Result<T, DbErr> {
    serde_json::from_value(value).map_err(|error| DbErr::Json(error.to_string()))
}
