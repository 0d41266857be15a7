//! The job that runs site analyses.

use answerdeck_database::entity::site_analysis;
use sea_orm::DbErr;
use tokio::sync::{Notify, OwnedSemaphorePermit};

use super::analysis;
use crate::limits::cpu_pool::CpuPool;
use crate::state::AppState;
use crate::worker::lease::Leasable;
use crate::worker::{Job, RoundRobin};

/// Sites analyzed at the same time.
const CONCURRENT_ANALYSES: usize = 4;
/// Sites of one organization analyzed at the same time. The others get the remaining permits.
const CONCURRENT_ANALYSES_EACH: usize = 2;
/// Pages parsed at the same time.
const CONCURRENT_PAGES: usize = 2;

impl Leasable for site_analysis::Entity {
    const TABLE: &'static str = "site_analyses";
    const GROUP_COLUMN: &'static str = "organization_id";
    const UNFINISHED: &'static str = "status IN ('PENDING', 'IN_PROGRESS')";
}

/// Runs site analyses.
pub(crate) struct SiteAnalysisJob {
    app: AppState,
    round_robin: RoundRobin,
    cpu_pool: CpuPool,
}

impl SiteAnalysisJob {
    /// Creates the job. `worker` owns the leases of its analyses.
    pub(crate) fn new(app: AppState, worker: String) -> Self {
        let round_robin = RoundRobin::new(worker, CONCURRENT_ANALYSES_EACH);
        Self { app, round_robin, cpu_pool: CpuPool::new(CONCURRENT_PAGES) }
    }
}

impl Job for SiteAnalysisJob {
    type Entity = site_analysis::Entity;
    type Task = (site_analysis::Model, OwnedSemaphorePermit);

    fn concurrency(&self) -> usize {
        CONCURRENT_ANALYSES
    }

    fn notify(&self) -> &Notify {
        &self.app.site_notify
    }

    async fn claim(&mut self, _: usize) -> Result<Vec<Self::Task>, DbErr> {
        self.round_robin.claim::<Self::Entity>(&self.app).await
    }

    fn run(&self, (analysis, permit): Self::Task) -> impl Future<Output = ()> + Send + 'static {
        let run =
            analysis::run(self.app.clone(), self.round_robin.worker().to_owned(), self.cpu_pool.clone(), analysis);
        async move {
            run.await;
            drop(permit);
        }
    }
}
