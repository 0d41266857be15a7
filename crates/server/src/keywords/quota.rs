//! The keywords that an organization may request from the providers in a day. The operator pays for each of them.

use answerdeck_api::ErrorCode;
use answerdeck_database::{statement, with_write_lock};
use sea_orm::ConnectionTrait;

use crate::clock::utc_day;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Counts keywords that are about to be requested. Those that the provider fails to answer count too: it may charge for them.
///
/// # Errors
/// `PLATFORM_KEYWORD_QUOTA_EXCEEDED` if the organization would request more keywords than allowed in this UTC day. Nothing
/// is counted then.
pub(super) async fn spend(app: &AppState, organization: &str, keywords: usize) -> ApiResult<()> {
    if let Some(quota) = app.config.keywords_per_day {
        count(app, organization, keywords, quota).await?;
    }
    app.metrics.requested_keywords.inc_by(keywords as u64);
    Ok(())
}

async fn count(app: &AppState, organization: &str, keywords: usize, quota: u32) -> ApiResult<()> {
    let day = utc_day(app.clock.now());
    let keywords = i64::try_from(keywords).unwrap_or(i64::MAX);
    let sql = "INSERT INTO keyword_requests (organization_id, day, keywords) SELECT id, $2, $3 FROM organizations \
               WHERE id = $1 AND $3 <= $4 ON CONFLICT (organization_id, day) \
               DO UPDATE SET keywords = keyword_requests.keywords + $3 WHERE keyword_requests.keywords + $3 <= $4 \
               RETURNING keywords";
    let values = [organization.into(), day.into(), keywords.into(), i64::from(quota).into()];
    let counted =
        with_write_lock(&app.database, app.database.query_one_raw(statement(&app.database, sql, values))).await?;
    let Some(counted) = counted else { return Err(Problem::refused(ErrorCode::PlatformKeywordQuotaExceeded)) };
    if counted.try_get::<i64>("", "keywords")? == keywords {
        let old = "DELETE FROM keyword_requests WHERE organization_id = $1 AND day < $2";
        let old = statement(&app.database, old, [organization.into(), day.into()]);
        with_write_lock(&app.database, app.database.execute_raw(old)).await?;
    }
    Ok(())
}
