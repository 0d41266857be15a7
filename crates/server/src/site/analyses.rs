//! Site analyses, as work.

use sea_orm::{DbErr, FromQueryResult};
use tokio::sync::Notify;

use super::analysis;
use crate::database::entity::site_analysis;
use crate::database::statement;
use crate::state::AppState;
use crate::worker::lease::Leased;
use crate::worker::{Work, after, lease};

/// Sites visited at the same time.
const AT_A_TIME: usize = 4;

/// The analyses that are to do. Organizations take turns, however many analyses they have.
pub(crate) struct Analyses {
    app: AppState,
    owner: String,
    /// The organization served last.
    last: String,
}

#[derive(FromQueryResult)]
struct Waiting {
    organization_id: String,
}

impl Analyses {
    pub(crate) fn new(app: AppState, owner: String) -> Self {
        Self { app, owner, last: String::new() }
    }
}

impl Work for Analyses {
    type Piece = site_analysis::Model;

    fn at_a_time(&self) -> usize {
        AT_A_TIME
    }

    fn new_work(&self) -> &Notify {
        &self.app.site_notify
    }

    async fn take(&mut self) -> Result<Option<site_analysis::Model>, DbErr> {
        let database = &self.app.database;
        let to_do = site_analysis::Entity::TO_DO;
        let sql = format!("SELECT DISTINCT organization_id FROM site_analyses WHERE {to_do} ORDER BY organization_id");
        let waiting = Waiting::find_by_statement(statement(database, &sql, [])).all(database).await?;
        let waiting = waiting.into_iter().map(|row| row.organization_id).collect();
        for organization in after(waiting, &self.last) {
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
        analysis::work(self.app.clone(), self.owner.clone(), analysis)
    }
}
