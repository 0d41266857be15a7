//! The items that engines failed.

use std::ops::Range;

use answerdeck_api::{FailureCode, ModelCode};
use answerdeck_database::{is_element, query_rows};
use answerdeck_statistics::{FailedItems, TimeBuckets};
use sea_orm::{ConnectionTrait, DbErr};
use serde_json::json;

/// The failures of engines. Others are of prompts, credits or persons.
const OF_ENGINES: [FailureCode; 5] = [
    FailureCode::InvalidResponse,
    FailureCode::ProviderError,
    FailureCode::TimedOut,
    FailureCode::OutcomeUnknown,
    FailureCode::ServerError,
];

/// Counts the items of some time buckets that engines failed, without those of runs that have not finished, whose answers do not count
/// either.
pub(crate) async fn failed_items(
    database: &impl ConnectionTrait,
    organization_id: &str,
    buckets: TimeBuckets,
    range: Range<i64>,
) -> Result<Vec<FailedItems>, DbErr> {
    let is_of_engine = is_element(database, "failure_code", "text", 4);
    let sql = format!(
        "SELECT (created_at - $5) / $6 AS bucket, model, COUNT(*) FROM answers WHERE organization_id = $1 AND status = 'FAILED' \
         AND created_at >= $2 AND created_at < $3 AND {is_of_engine} \
         AND run_id NOT IN (SELECT id FROM runs WHERE organization_id = $1 AND status = 'RUNNING') GROUP BY bucket, model"
    );
    let [from, to] = [range.start, range.end].map(|bucket| buckets.start_of(bucket));
    let codes = json!(OF_ENGINES).to_string();
    let values =
        [organization_id.into(), from.into(), to.into(), codes.into(), buckets.origin.into(), buckets.length.into()];
    let rows: Vec<(i64, String, i64)> = query_rows(database, &sql, values).await?;
    let items = rows.into_iter().map(|(bucket, model, items)| FailedItems {
        bucket,
        model: ModelCode::from(model.as_str()),
        items: items.unsigned_abs(),
    });
    Ok(items.collect())
}
