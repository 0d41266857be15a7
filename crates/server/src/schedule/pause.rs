//! The operator's pause of all schedules. Due times pass meanwhile, and their history says why.

use answerdeck_database::{execute, query_row};
use jiff::Timestamp;
use sea_orm::{ConnectionTrait, DbErr};

/// What a pause means, in a command and in the log.
pub(crate) const PAUSED: &str = "No schedule starts a run until `answerdeck schedule resume-all`";

/// Pauses all schedules. Pausing again changes nothing.
pub async fn pause_all(database: &impl ConnectionTrait, now: Timestamp) -> Result<(), DbErr> {
    let sql = "INSERT INTO schedule_pauses (id, since) VALUES (1, $1) ON CONFLICT (id) DO NOTHING";
    execute(database, sql, [now.as_millisecond().into()]).await.map(drop)
}

pub async fn resume_all(database: &impl ConnectionTrait) -> Result<(), DbErr> {
    execute(database, "DELETE FROM schedule_pauses", []).await.map(drop)
}

pub(crate) async fn is_paused(database: &impl ConnectionTrait) -> Result<bool, DbErr> {
    Ok(query_row::<i64>(database, "SELECT since FROM schedule_pauses", []).await?.is_some())
}
