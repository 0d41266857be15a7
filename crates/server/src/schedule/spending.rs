//! What the runs of schedules have cost in the months of their time zones. A run counts in the month in which it started.

use std::collections::HashMap;

use answerdeck_api::RecurrenceRequest;
use answerdeck_database::credits::THOUSANDTHS;
use answerdeck_database::entity::schedule;
use answerdeck_database::{json_rows, query_rows, stored_json};
use jiff::Timestamp;
use sea_orm::ConnectionTrait;
use serde_json::json;

use super::calendar::Calendar;
use crate::problem::ApiResult;

/// What the runs of a schedule have cost since the month began, in thousandths of a credit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Spending {
    /// What was charged for their answers.
    pub(crate) charged: i64,
    /// The same, if all pending items of unfinished runs succeed.
    pub(crate) committed: i64,
}

/// Returns what the runs of each schedule have cost this month. Schedules without runs are missing. A run that was
/// deleted counts with its estimate.
pub(crate) async fn spending_this_month(
    database: &impl ConnectionTrait,
    schedules: &[schedule::Model],
    now: Timestamp,
) -> ApiResult<HashMap<String, Spending>> {
    let mut months = Vec::new();
    for row in schedules {
        let recurrence: RecurrenceRequest = stored_json(row.recurrence.clone())?;
        let start = Calendar::new(&recurrence)?.start_of_month(now);
        months.push((row.id.as_str(), start.as_millisecond()));
    }
    let rows = json_rows(database, 1);
    let sql = format!(
        "SELECT entries.schedule_id, CAST(sum(COALESCE(runs.charged, {THOUSANDTHS} * entries.credits, 0)) AS bigint), \
         CAST(sum(CASE WHEN runs.status = 'FINISHED' THEN runs.charged ELSE COALESCE({THOUSANDTHS} * entries.credits, 0) END) AS bigint) \
         FROM {rows} AS month JOIN schedule_entries AS entries ON entries.schedule_id = month.value ->> 0 \
         AND entries.handled_at >= CAST(month.value ->> 1 AS bigint) \
         LEFT JOIN runs ON runs.id = entries.run_id WHERE entries.run_id IS NOT NULL GROUP BY entries.schedule_id"
    );
    let found: Vec<(String, i64, i64)> = query_rows(database, &sql, [json!(months).to_string().into()]).await?;
    Ok(found.into_iter().map(|(id, charged, committed)| (id, Spending { charged, committed })).collect())
}
