//! The job that runs site analyses.

use std::collections::HashMap;
use std::sync::Arc;

use answerdeck_database::entity::site_analysis;
use answerdeck_database::{statement, with_write_lock};
use sea_orm::{DbErr, FromQueryResult};
use tokio::sync::{Notify, Semaphore};

use super::analysis;
use crate::cpu_pool::CpuPool;
use crate::state::AppState;
use crate::worker::Job;
use crate::worker::lease::{self, Leasable};

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

/// Runs site analyses. Organizations are served in turn, however many analyses they have.
pub(crate) struct SiteAnalysisJob {
    app: AppState,
    worker: String,
    /// The organization that was served last.
    last_organization: String,
    cpu_pool: CpuPool,
    /// The semaphore of each organization with an analysis in progress.
    semaphores: HashMap<String, Arc<Semaphore>>,
}

#[derive(FromQueryResult)]
struct OrganizationRow {
    organization_id: String,
}

impl SiteAnalysisJob {
    /// Creates the job. `worker` owns the leases of its analyses.
    pub(crate) fn new(app: AppState, worker: String) -> Self {
        let (last_organization, cpu_pool) = (String::new(), CpuPool::new(CONCURRENT_PAGES));
        Self { app, worker, last_organization, cpu_pool, semaphores: HashMap::new() }
    }
}

impl Job for SiteAnalysisJob {
    type Entity = site_analysis::Entity;
    type Task = site_analysis::Model;

    fn concurrency(&self) -> usize {
        CONCURRENT_ANALYSES
    }

    fn notify(&self) -> &Notify {
        &self.app.site_notify
    }

    async fn claim(&mut self, _: usize) -> Result<Vec<site_analysis::Model>, DbErr> {
        let database = &self.app.jobs_database;
        let unfinished = site_analysis::Entity::UNFINISHED;
        let sql = format!(
            "SELECT organization_id FROM site_analyses WHERE {unfinished} GROUP BY organization_id \
             ORDER BY organization_id <= $1, organization_id"
        );
        let sql = statement(database, &sql, [self.last_organization.as_str().into()]);
        let organizations = OrganizationRow::find_by_statement(sql).all(database).await?;
        self.semaphores.retain(|_, semaphore| semaphore.available_permits() < CONCURRENT_ANALYSES_EACH);
        for OrganizationRow { organization_id: organization } in organizations {
            if self.semaphores.get(&organization).is_some_and(|semaphore| semaphore.available_permits() == 0) {
                continue;
            }
            let now = self.app.clock.now();
            let acquire = lease::acquire::<site_analysis::Entity>(database, &organization, &self.worker, now);
            if let Some(analysis) = with_write_lock(database, acquire).await? {
                let semaphore = || Arc::new(Semaphore::new(CONCURRENT_ANALYSES_EACH));
                self.semaphores.entry(organization.clone()).or_insert_with(semaphore);
                self.last_organization = organization;
                return Ok(vec![analysis]);
            }
        }
        Ok(Vec::new())
    }

    fn run(&self, analysis: site_analysis::Model) -> impl Future<Output = ()> + Send + 'static {
        let semaphore = self.semaphores.get(&analysis.organization_id);
        let permit = semaphore.and_then(|semaphore| Arc::clone(semaphore).try_acquire_owned().ok());
        let run = analysis::run(self.app.clone(), self.worker.clone(), self.cpu_pool.clone(), analysis);
        async move {
            run.await;
            drop(permit);
        }
    }
}
