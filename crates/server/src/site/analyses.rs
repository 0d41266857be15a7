//! The pending analyses, as a job of the worker.

use sea_orm::{DbErr, FromQueryResult};
use tokio::sync::Notify;

use super::analysis;
use crate::cpu_pool::CpuPool;
use crate::database::entity::site_analysis;
use crate::database::statement;
use crate::state::AppState;
use crate::worker::lease::Leased;
use crate::worker::{Work, after, lease};

/// Sites analyzed at the same time.
const CONCURRENT_ANALYSES: usize = 4;
/// Pages parsed at the same time.
const CONCURRENT_PAGES: usize = 2;

/// Takes pending analyses. Organizations take turns, regardless of their numbers of analyses.
pub(crate) struct Analyses {
    app: AppState,
    owner: String,
    /// The organization of the last analysis.
    last: String,
    cpu_pool: CpuPool,
}

#[derive(FromQueryResult)]
struct PendingOrganization {
    organization_id: String,
}

impl Analyses {
    pub(crate) fn new(app: AppState, owner: String) -> Self {
        Self { app, owner, last: String::new(), cpu_pool: CpuPool::new(CONCURRENT_PAGES) }
    }
}

impl Work for Analyses {
    type Piece = site_analysis::Model;

    fn at_a_time(&self) -> usize {
        CONCURRENT_ANALYSES
    }

    fn new_work(&self) -> &Notify {
        &self.app.site_notify
    }

    async fn take(&mut self) -> Result<Option<site_analysis::Model>, DbErr> {
        let database = &self.app.database;
        let to_do = site_analysis::Entity::TO_DO;
        let sql = format!("SELECT DISTINCT organization_id FROM site_analyses WHERE {to_do} ORDER BY organization_id");
        let pending = PendingOrganization::find_by_statement(statement(database, &sql, [])).all(database).await?;
        let pending = pending.into_iter().map(|row| row.organization_id).collect();
        for organization in after(pending, &self.last) {
            let now = self.app.clock.now();
            let analysis = lease::take::<site_analysis::Entity>(database, &organization, &self.owner, now).await?;
            if analysis.is_some() {
                self.last = organization;
                return Ok(analysis);
            }
        }
        Ok(None)
    }

    fn work(&self, analysis: site_analysis::Model) -> impl Future<Output = ()> + Send + 'static {
        analysis::run(self.app.clone(), self.owner.clone(), self.cpu_pool.clone(), analysis)
    }
}
