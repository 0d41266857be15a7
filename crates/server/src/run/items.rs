//! The job that collects answers: leases an item of an engine with a free permit.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use answerdeck_api::{ModelCode, ModelRoute};
use answerdeck_database::entity::{answer, run};
use answerdeck_database::queries;
use answerdeck_database::{stored_json, with_write_lock};
use answerdeck_engine::Engines;
use sea_orm::prelude::Expr;
use sea_orm::{DbErr, EntityTrait, JsonValue, QueryFilter, QueryOrder, QuerySelect};
use tokio::sync::Notify;

use super::item_settings::ItemSettings;
use super::processing::Processing;

use super::slices::{self, Slice};
use crate::engines::semaphores::EngineSemaphores;
use crate::engines::stops::{self, EngineStop};
use crate::state::AppState;
use crate::worker::lease::{self, Leasable};
use crate::worker::{Job, RoundRobin, SHUTDOWN_GRACE};

/// How long a shutdown waits for answers that are paid for. Providers take a minute, rarely two.
pub(crate) const PAID_ANSWER_GRACE: Duration = Duration::from_secs(120);

impl Leasable for answer::Entity {
    const TABLE: &'static str = "answers";
    const GROUP_COLUMN: &'static str = "run_id";
    const UNFINISHED: &'static str = "status = 'PENDING'";
}

/// Processes the items of runs.
pub(crate) struct ItemJob {
    app: AppState,
    worker: String,
    settings: ItemSettings,
    /// The engines, as of the last lease.
    engines: Engines,
    semaphores: Arc<EngineSemaphores>,
    /// The stopped engines, as of the last lease.
    stops: HashMap<ModelCode, EngineStop>,
    round_robin: RoundRobin,
}

impl ItemJob {
    /// Creates the job. `worker` owns the leases of its items.
    pub(crate) fn new(app: AppState, worker: String, settings: ItemSettings) -> Self {
        let engines = app.engines();
        let semaphores = Arc::new(EngineSemaphores::new(&engines, settings.concurrency));
        Self { app, worker, settings, engines, semaphores, stops: HashMap::new(), round_robin: RoundRobin::default() }
    }
}

impl Job for ItemJob {
    type Entity = answer::Entity;

    fn concurrency(&self) -> usize {
        self.semaphores.total()
    }

    fn notify(&self) -> &Notify {
        &self.app.run_notify
    }

    async fn next(&mut self) -> Result<Option<answer::Model>, DbErr> {
        let (database, now) = (&self.app.jobs_database, self.app.clock.now());
        let engines = self.app.engines();
        if !engines.is_same(&self.engines) {
            self.semaphores = Arc::new(self.semaphores.with_engines(&engines, self.settings.concurrency));
            self.engines = engines;
        }
        if self.engines.iter().any(|(served, _)| served.route != ModelRoute::StandIn) {
            self.stops = stops::all(database, now).await?;
        }
        let unavailable = self.semaphores.unavailable(&self.stops, now);
        let running: Vec<(String, String, i64, JsonValue, bool)> = run::Entity::find()
            .select_only()
            .columns([run::Column::OrganizationId, run::Column::Id, run::Column::UnstartedCount])
            .columns([run::Column::Models, run::Column::CreditsRanOut])
            .filter(Expr::cust("status = 'RUNNING'"))
            .order_by_asc(run::Column::OrganizationId)
            .order_by_asc(run::Column::Id)
            .into_tuple()
            .all(database)
            .await?;
        let (mut answerable, mut has_more) = (Vec::new(), HashSet::new());
        for (organization, run, unstarted, models, credits_ran_out) in running {
            let models: Vec<String> = stored_json(models)?;
            let waits = models.iter().all(|model| unavailable.contains(&model.as_str()));
            // Runs of earlier versions have no list of their models. Without credits, items fail and need no model.
            if waits && !models.is_empty() && !credits_ran_out {
                continue;
            }
            if unstarted > 0 {
                has_more.insert(run.clone());
            }
            answerable.push((organization, run));
        }
        for (organization, run) in self.round_robin.order(answerable) {
            let acquire = || {
                let now = self.app.clock.now();
                lease::acquire_except::<answer::Entity>(database, &run, &self.worker, now, "model", &unavailable)
            };
            let mut item = with_write_lock(database, acquire()).await?;
            if item.is_none() && has_more.contains(&run) {
                let now = self.app.clock.now();
                match slices::start_more(database, &self.app.random, &run, &unavailable, now).await? {
                    Slice::None => {}
                    Slice::Pending => item = with_write_lock(database, acquire()).await?,
                    Slice::Failed => {
                        // Other runs have their turn before the next slice of this one.
                        self.round_robin.served(organization, run);
                        self.app.run_notify.notify_one();
                        return Ok(None);
                    }
                }
            }
            if let Some(item) = &mut item {
                queries::fill_in(database, std::slice::from_mut(item)).await?;
                let served = self.engines.of(&ModelCode::from(item.model.as_str()));
                item.route = served.map(|served| served.route.to_string());
            }
            if item.is_some() {
                self.round_robin.served(organization, run);
                return Ok(item);
            }
        }
        Ok(None)
    }

    fn run(&self, item: answer::Model) -> impl Future<Output = ()> + Send + 'static {
        let model = ModelCode::from(item.model.as_str());
        let permit = self.semaphores.acquire(&item.model);
        let processing = Processing {
            app: self.app.clone(),
            engines: self.engines.clone(),
            settings: self.settings,
            semaphores: Arc::clone(&self.semaphores),
            is_stopped: self.stops.contains_key(&model),
            item,
        };
        async move {
            processing.run().await;
            drop(permit);
        }
    }

    /// Longer than usual, because a paid answer would be lost.
    fn shutdown_grace(&self) -> Duration {
        if self.engines.has_paid() { PAID_ANSWER_GRACE } else { SHUTDOWN_GRACE }
    }

    /// Refreshes the statistics of the database, which get outdated as completed items make the tables grow.
    async fn idle(&self) {
        if let Err(error) = answerdeck_database::refresh_statistics(&self.app.jobs_database).await {
            tracing::warn!(%error, "the database statistics were not refreshed");
        }
    }
}
