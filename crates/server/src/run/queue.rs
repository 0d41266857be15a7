//! The queue of answers: claims batches of them, and makes an attempt to collect each.

use std::time::Duration;

use answerdeck_api::ModelCode;
use answerdeck_database::entity::answer::{self, Status};
use answerdeck_database::with_write_lock;
use answerdeck_engine::Engines;
use sea_orm::DbErr;

use super::claim::{Claim, ClaimedAnswer, Turns};
use super::collect::Attempt;
use super::collect_settings::CollectSettings;
use super::{missing_engines, slices};
use crate::engines::permits::{Pauses, free_permits, pool};
use crate::state::AppState;
use crate::worker::lease::Leasable;
use crate::worker::{Job, JobKind, Running, RunningRow, SHUTDOWN_GRACE};

/// How long a shutdown waits for answers that are paid for. Providers take a minute, rarely two.
pub(crate) const PAID_ANSWER_GRACE: Duration = Duration::from_secs(120);

impl Leasable for answer::Entity {
    const TABLE: &'static str = "answers";
    const UNFINISHED: &'static str = Status::UNSETTLED;
    const KIND: JobKind = JobKind::RunItems;

    fn ids(row: &answer::Model) -> (&str, &str) {
        (&row.id, &row.organization_id)
    }
}

pub(crate) struct AnswerJob {
    app: AppState,
    worker: String,
    settings: CollectSettings,
    /// The engines, as of the last claim.
    engines: Engines,
    pauses: Pauses,
    turns: Turns,
}

impl AnswerJob {
    /// Creates the job. `worker` owns the leases of its answers.
    pub(crate) fn new(app: AppState, worker: String, settings: CollectSettings) -> Self {
        let engines = app.engines();
        Self { app, worker, settings, engines, pauses: Pauses::default(), turns: Turns::default() }
    }
}

impl Job for AnswerJob {
    type Entity = answer::Entity;
    type Task = ClaimedAnswer;

    /// The answers of a pool of engines share its permits.
    fn row(&self, ClaimedAnswer { answer, .. }: &ClaimedAnswer) -> RunningRow {
        let served = self.engines.of(&ModelCode::from(answer.model.as_str()));
        RunningRow { id: answer.id.clone(), group: served.map_or(answer.model.as_str(), pool).to_owned() }
    }

    async fn claim(&mut self, running: &Running) -> Result<Vec<ClaimedAnswer>, DbErr> {
        let (database, now) = (&self.app.databases.jobs, self.app.clock.now());
        let engines = self.app.engines();
        if !engines.is_same(&self.engines) {
            self.engines = engines;
            missing_engines::warn(&self.app).await?;
        }
        // Questions to engines that were replaced do not count.
        let in_use = |pool: &str| running.values().filter(|row| row.group == pool).count();
        let mut permits = free_permits(&self.engines, self.settings.max_concurrency, in_use);
        let limit: usize = permits.iter().map(|permits| permits.count).sum();
        self.pauses.apply(&mut permits, now);
        let claim = Claim { worker: &self.worker, permits: &permits, turns: &self.turns, limit, now };
        if let Some(run) = claim.run_to_start(database).await? {
            let has_failed_slice = slices::start_next(&self.app, &run, now).await?;
            if has_failed_slice {
                // Other runs have their turn before the next slice of this one.
                self.app.notifications.of(JobKind::RunItems).notify_one();
            }
        }
        if limit == 0 {
            return Ok(Vec::new());
        }
        let claimed = with_write_lock(database, claim.claim(database)).await?;
        self.turns.record(&claimed);
        Ok(claimed)
    }

    fn run(&self, claimed: ClaimedAnswer) -> impl Future<Output = ()> + Send + 'static {
        let (app, engines, pauses) = (self.app.clone(), self.engines.clone(), self.pauses.clone());
        Attempt { app, engines, settings: self.settings, pauses, claimed }.run()
    }

    /// Longer than usual, because a paid answer would be lost.
    fn shutdown_grace(&self) -> Duration {
        if self.engines.has_paid() { PAID_ANSWER_GRACE } else { SHUTDOWN_GRACE }
    }

    /// Refreshes the statistics of the database, which get outdated as settled answers make the tables grow.
    async fn idle(&self) {
        if let Err(error) = answerdeck_database::refresh_planner_statistics(&self.app.databases.jobs).await {
            tracing::warn!(%error, "the database statistics were not refreshed");
        }
    }
}
