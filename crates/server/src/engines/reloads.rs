//! Requests to read the engines file again. They are stored, so that they reach all processes.

use answerdeck_database::{execute, query_row};
use jiff::Timestamp;
use sea_orm::{ConnectionTrait, DbErr};

/// Asks all processes to read their engines files again.
pub(crate) async fn request(database: &impl ConnectionTrait, now: Timestamp) -> Result<(), DbErr> {
    let sql = "INSERT INTO engine_reloads (id, requested_at) VALUES (1, $1) \
               ON CONFLICT (id) DO UPDATE SET requested_at = $1";
    execute(database, sql, [now.as_millisecond().into()]).await.map(drop)
}

/// The time of the last request, in milliseconds since 1970. `None` without one.
pub(crate) async fn last(database: &impl ConnectionTrait) -> Result<Option<i64>, DbErr> {
    let sql = "SELECT requested_at FROM engine_reloads";
    query_row(database, sql, []).await
}
