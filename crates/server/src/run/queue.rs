//! The queue of answers: claims batches of them, and makes an attempt to collect each.

use std::sync::Arc;
use std::time::Duration;

use answerdeck_database::entity::answer::{self, Status};
use answerdeck_database::with_write_lock;
use answerdeck_engine::Engines;
use sea_orm::DbErr;

use super::claim::{Claim, ClaimedAnswer, Turns};
use super::collect::Attempt;
use super::collect_settings::CollectSettings;
use super::{missing_engines, slices};
use crate::engines::semaphores::EngineSemaphores;
use crate::state::AppState;
use crate::worker::lease::Leasable;
use crate::worker::{Job, JobKind, SHUTDOWN_GRACE};

/// How long a shutdown waits for answers that are paid for. Providers take a minute, rarely two.
pub(crate) const PAID_ANSWER_GRACE: Duration = Duration::from_secs(120);

impl Leasable for answer::Entity {
    const TABLE: &'static str = "answers";
    const UNFINISHED: &'static str = Status::UNSETTLED;
    const KIND: JobKind = JobKind::RunItems;
}

pub(crate) struct AnswerJob {
    app: AppState,
    worker: String,
    settings: CollectSettings,
    /// The engines, as of the last claim.
    engines: Engines,
    semaphores: Arc<EngineSemaphores>,
    turns: Turns,
}

impl AnswerJob {
    /// Creates the job. `worker` owns the leases of its answers.
    pub(crate) fn new(app: AppState, worker: String, settings: CollectSettings) -> Self {
        let engines = app.engines();
        let semaphores = Arc::new(EngineSemaphores::new(&engines, settings.max_concurrency));
        Self { app, worker, settings, engines, semaphores, turns: Turns::default() }
    }
}

impl Job for AnswerJob {
    type Entity = answer::Entity;
    type Task = ClaimedAnswer;

    async fn claim(&mut self, _: usize) -> Result<Vec<ClaimedAnswer>, DbErr> {
        let (database, now) = (&self.app.databases.jobs, self.app.clock.now());
        let engines = self.app.engines();
        if !engines.is_same(&self.engines) {
            self.semaphores = Arc::new(self.semaphores.with_engines(&engines, self.settings.max_concurrency));
            self.engines = engines;
            missing_engines::warn(&self.app).await?;
        }
        // Questions to engines that were replaced do not count.
        let limit = self.semaphores.unused();
        if limit == 0 {
            return Ok(Vec::new());
        }
        let permits = self.semaphores.free(now);
        let claim = Claim { worker: &self.worker, permits: &permits, turns: &self.turns, limit, now };
        if let Some(run) = claim.run_to_start(database).await? {
            let has_failed_slice = slices::start_next(&self.app, &run, now).await?;
            if has_failed_slice {
                // Other runs have their turn before the next slice of this one.
                self.app.notifications.of(JobKind::RunItems).notify_one();
            }
        }
        // Permits that engines free while the claim waits for the lock make its batch larger.
        let claimed = with_write_lock(database, async {
            let permits = self.semaphores.free(now);
            let limit = limit.max(permits.iter().map(|permits| permits.count).sum());
            Claim { permits: &permits, limit, ..claim }.claim(database).await
        })
        .await?;
        self.turns.record(&claimed);
        Ok(claimed)
    }

    fn run(&self, claimed: ClaimedAnswer) -> impl Future<Output = ()> + Send + 'static {
        let permit = self.semaphores.acquire(&claimed.answer.model);
        let attempt = Attempt {
            app: self.app.clone(),
            engines: self.engines.clone(),
            settings: self.settings,
            semaphores: Arc::clone(&self.semaphores),
            claimed,
        };
        async move {
            attempt.run().await;
            drop(permit);
        }
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
