//! The cost of paid engines in a UTC day. A call is counted before it is made, by its estimate.

use answerdeck_database::{execute, query_rows};
use jiff::Timestamp;
use sea_orm::{ConnectionTrait, DbErr};

use crate::clock::utc_day;

/// Returns the cost of the answers in the UTC day of `now`, as pairs of a model and US dollars.
pub(crate) async fn day_spend(database: &impl ConnectionTrait, now: Timestamp) -> Result<Vec<(String, f64)>, DbErr> {
    let sql = "SELECT model, micro_dollars FROM engine_spend WHERE day = $1";
    let rows: Vec<(String, i64)> = query_rows(database, sql, [utc_day(now).into()]).await?;
    Ok(rows.into_iter().map(|(model, spend)| (model, dollars(spend))).collect())
}

pub(crate) fn dollars(micro_dollars: i64) -> f64 {
    micro_dollars as f64 / 1_000_000.0
}

/// Counts a call that is about to be made. Returns `false`, and counts nothing, when the day would cost more than `limit`.
pub(crate) async fn reserve(
    database: &impl ConnectionTrait,
    model: &str,
    day: i64,
    estimated_cost: i64,
    limit: i64,
) -> Result<bool, DbErr> {
    let sql = "INSERT INTO engine_spend (model, day, micro_dollars) SELECT $1, $2, $3 WHERE $3 <= $4 \
               ON CONFLICT (model, day) DO UPDATE SET micro_dollars = engine_spend.micro_dollars + $3 \
               WHERE engine_spend.micro_dollars + $3 <= $4";
    let values = [model.into(), day.into(), estimated_cost.into(), limit.into()];
    Ok(execute(database, sql, values).await? > 0)
}

/// Replaces the estimate of a call by what it cost.
pub(crate) async fn settle(
    database: &impl ConnectionTrait,
    model: &str,
    day: i64,
    reserved: i64,
    cost: i64,
) -> Result<(), DbErr> {
    let sql = "UPDATE engine_spend SET micro_dollars = micro_dollars + $3 WHERE model = $1 AND day = $2";
    let values = [model.into(), day.into(), (cost - reserved).into()];
    execute(database, sql, values).await.map(drop)
}
