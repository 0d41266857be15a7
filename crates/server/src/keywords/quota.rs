//! The keywords that an organization may request from the providers in a day. The operator pays for each of them.

use answerdeck_api::ErrorCode;
use answerdeck_database::{execute, query_row, with_write_lock};

use crate::clock::utc_day;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Counts keywords that are about to be requested, and returns the UTC day in which they count. [`settle`] takes those off that the
/// provider did not answer. Counts nothing if the organization would request more keywords than allowed in this day.
pub(super) async fn reserve(app: &AppState, organization: &str, keywords: usize) -> ApiResult<i64> {
    let day = utc_day(app.clock.now());
    let Some(quota) = app.config.keywords_per_day else { return Ok(day) };
    let keywords = i64::try_from(keywords).unwrap_or(i64::MAX);
    let sql = "INSERT INTO keyword_requests (organization_id, day, keywords) SELECT id, $2, $3 FROM organizations \
               WHERE id = $1 AND $3 <= $4 ON CONFLICT (organization_id, day) \
               DO UPDATE SET keywords = keyword_requests.keywords + $3 WHERE keyword_requests.keywords + $3 <= $4 \
               RETURNING keywords";
    let values = [organization.into(), day.into(), keywords.into(), i64::from(quota).into()];
    let counted = with_write_lock(&app.database, query_row::<i64>(&app.database, sql, values)).await?;
    let Some(counted) = counted else { return Err(Problem::refused(ErrorCode::PlatformKeywordQuotaExceeded)) };
    if counted == keywords {
        let old = "DELETE FROM keyword_requests WHERE organization_id = $1 AND day < $2";
        with_write_lock(&app.database, execute(&app.database, old, [organization.into(), day.into()])).await?;
    }
    Ok(day)
}

/// Takes the keywords off the count of a day that were reserved but not answered: nobody pays for them. After a failure they
/// stay counted.
pub(super) async fn settle(
    app: &AppState,
    organization: &str,
    day: i64,
    reserved: usize,
    answered: usize,
) -> ApiResult<()> {
    app.prometheus.requested_keywords.inc_by(answered as u64);
    let unanswered = i64::try_from(reserved.saturating_sub(answered)).unwrap_or(i64::MAX);
    if app.config.keywords_per_day.is_some() && unanswered > 0 {
        let sql = "UPDATE keyword_requests SET keywords = keywords - $3 \
                   WHERE organization_id = $1 AND day = $2 AND keywords >= $3";
        let values = [organization.into(), day.into(), unanswered.into()];
        with_write_lock(&app.database, execute(&app.database, sql, values)).await?;
    }
    Ok(())
}
