//! Stopped engines: the provider refuses the credentials, the account cannot pay, or the daily limit is reached.
//!
//! A stop is stored, so that all processes know it. Items of the model wait, and lose none of their attempts.

use std::collections::HashMap;

use answerdeck_api::{ModelCode, ModelStop};
use answerdeck_database::entity::engine_stop;
use answerdeck_database::{execute, statement};
use jiff::{SignedDuration, Timestamp};
use sea_orm::{ConnectionTrait, DbErr, EntityTrait};

use crate::clock::{start_of_utc_day, utc_day};

/// How long an engine waits after its first failure. The wait doubles with each failure.
const FIRST_WAIT: SignedDuration = SignedDuration::from_mins(15);
const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(8);

/// The SQL condition of stops that are in effect; `$1` is the time. A stop by the daily limit ends with the day.
pub(crate) const IN_EFFECT: &str = "(reason <> 'SPEND_LIMIT' OR until > $1)";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EngineStop {
    pub(crate) reason: ModelStop,
    pub(crate) since: Timestamp,
    /// When it is tried again, with one item.
    pub(crate) until: Timestamp,
}

pub(crate) async fn all(
    database: &impl ConnectionTrait,
    now: Timestamp,
) -> Result<HashMap<ModelCode, EngineStop>, DbErr> {
    let sql = format!("SELECT * FROM engine_stops WHERE {IN_EFFECT}");
    let sql = statement(database, &sql, [now.as_millisecond().into()]);
    let rows = engine_stop::Entity::find().from_raw_sql(sql).all(database).await?;
    let time = |milliseconds| Timestamp::from_millisecond(milliseconds).unwrap_or_default();
    let stop = |row: engine_stop::Model| {
        let (reason, since, until) = (row.reason.as_str().into(), time(row.since), time(row.until));
        (row.model.as_str().into(), EngineStop { reason, since, until })
    };
    Ok(rows.into_iter().map(stop).collect())
}

/// Stops an engine. Returns when it is tried again, or `None` if it was stopped already: several items fail at the same time.
pub(crate) async fn stop(
    database: &impl ConnectionTrait,
    model: &str,
    reason: &ModelStop,
    now: Timestamp,
) -> Result<Option<Timestamp>, DbErr> {
    let last = engine_stop::Entity::find_by_id(model).one(database).await?;
    let last = last.filter(|last| last.reason == reason.as_str());
    let failures = last.as_ref().map_or(0, |last| last.failures) + 1;
    let since = last.map_or(now.as_millisecond(), |last| last.since);
    let until = match reason {
        ModelStop::SpendLimit => start_of_utc_day(utc_day(now) + 1),
        _ => now + wait_after(failures),
    };
    let sql = "INSERT INTO engine_stops (model, reason, since, until, failures) VALUES ($1, $2, $3, $4, $5) \
               ON CONFLICT (model) DO UPDATE SET reason = $2, since = $3, until = $4, failures = $5 \
               WHERE engine_stops.until <= $6";
    let values = [
        model.into(),
        reason.as_str().into(),
        since.into(),
        until.as_millisecond().into(),
        failures.into(),
        now.as_millisecond().into(),
    ];
    let has_stopped = execute(database, sql, values).await? > 0;
    Ok(has_stopped.then_some(until))
}

/// Returns whether there was a stop.
pub(crate) async fn end(database: &impl ConnectionTrait, model: &str) -> Result<bool, DbErr> {
    Ok(engine_stop::Entity::delete_by_id(model).exec(database).await?.rows_affected > 0)
}

/// Lets every stopped engine be tried now: the operator may have changed the configuration.
pub(crate) async fn retry_stopped_engines(database: &impl ConnectionTrait, now: Timestamp) -> Result<(), DbErr> {
    let sql = "UPDATE engine_stops SET until = $1 WHERE until > $1";
    execute(database, sql, [now.as_millisecond().into()]).await.map(drop)
}

/// Lets a stopped engine be tried now, by all processes, whatever their clocks say.
pub(crate) async fn retry_stopped_engine(database: &impl ConnectionTrait, model: &ModelCode) -> Result<(), DbErr> {
    let sql = "UPDATE engine_stops SET until = since WHERE model = $1";
    execute(database, sql, [model.as_str().into()]).await.map(drop)
}

fn wait_after(failures: i64) -> SignedDuration {
    // With more doublings, the wait would exceed the longest one.
    let doublings = (failures - 1).clamp(0, 10);
    (FIRST_WAIT * (1 << doublings)).min(LONGEST_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_doubles_from_15_minutes_to_8_hours() {
        let minutes = [1, 2, 3, 5, 6, 7, i64::MAX].map(|failures| wait_after(failures).as_mins());
        assert_eq!(minutes, [15, 30, 60, 240, 480, 480, 480]);
    }

    #[tokio::test]
    async fn an_engine_stops_once_until_it_is_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        answerdeck_database::migrate(&url).await.unwrap();
        let database = answerdeck_database::connect(&url).await.unwrap();
        let time = |text: &str| -> Timestamp { text.parse().unwrap() };
        let stopped = async |now| stop(&database, "CLAUDE", &ModelStop::SpendLimit, time(now)).await.unwrap();
        assert_eq!(stopped("2026-11-28T12:00:00Z").await, Some(time("2026-11-29T00:00:00Z")));
        assert_eq!(stopped("2026-11-28T12:00:01Z").await, None);
        assert_eq!(stopped("2026-11-29T00:00:00Z").await, Some(time("2026-11-30T00:00:00Z")));
    }
}
