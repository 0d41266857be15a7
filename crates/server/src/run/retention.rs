//! Deleting runs and their answers some time after the end of the run.

use answerdeck_database::entity::run;
use jiff::SignedDuration;
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::deletion;
use crate::state::AppState;
use crate::worker::{HOUR, poll};

/// Runs that are in memory at the same time.
const AT_ONCE: u64 = 1_000;

pub(crate) async fn run_until_shutdown(app: &AppState, keep: SignedDuration) {
    let delete = || async move {
        let deletion = delete_old(app, keep);
        let runs = app.shutdown.run_until_cancelled(deletion).await.transpose()?.unwrap_or_default();
        if runs > 0 {
            tracing::info!(runs, "old runs were deleted");
        }
        Ok::<_, DbErr>(runs as u64 == AT_ONCE)
    };
    poll(app, HOUR, None, "old runs were not deleted", delete).await;
}

/// Deletes runs that finished more than `keep` ago, with their answers, the oldest first. Returns how many. Some may be deleted after a
/// failure, or when the caller stops waiting.
pub async fn delete_old(app: &AppState, keep: SignedDuration) -> Result<usize, DbErr> {
    let database = &app.databases.jobs;
    let until = app.clock.now().as_millisecond().saturating_sub(i64::try_from(keep.as_millis()).unwrap_or(i64::MAX));
    let runs: Vec<(String, String)> = run::Entity::find()
        .select_only()
        .columns([run::Column::OrganizationId, run::Column::Id])
        .filter(run::Column::FinishedAt.lt(until))
        .filter(run::Column::Status.eq(run::Status::Finished))
        .order_by_asc(run::Column::FinishedAt)
        .limit(AT_ONCE)
        .into_tuple()
        .all(database)
        .await?;
    let count = runs.len();
    deletion::delete_finished(database, app.statistics.as_ref(), runs).await?;
    Ok(count)
}
