//! The job that collects answers: leases an item, asks its engine, and completes the item.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use answerdeck_api::ModelCode;
use answerdeck_engine::EngineRequest;
use futures_util::FutureExt;
use jiff::SignedDuration;
use sea_orm::prelude::Expr;
use sea_orm::{DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use tokio::sync::Notify;

use super::completion::{self, Completion, EngineOutcome, ItemError, PRICE};
use super::queries;
use super::slices::{self, Slice};
use crate::database;
use crate::database::entity::{answer, organization, run};
use crate::state::AppState;
use crate::worker::lease::{self, Leasable};
use crate::worker::{Job, RoundRobin};

/// How often an item is tried before it fails.
const ATTEMPTS_MAX: i32 = 5;
/// How long an engine may take. Shorter than a lease.
const ENGINE_TIMEOUT: Duration = Duration::from_secs(90);
/// The delay before an item is tried again after an engine error, times the attempts so far.
const RETRY_DELAY: SignedDuration = SignedDuration::from_secs(5);

impl Leasable for answer::Entity {
    const TABLE: &'static str = "answers";
    const GROUP_COLUMN: &'static str = "run_id";
    const UNFINISHED: &'static str = "status = 'PENDING'";
}

/// How fast items are processed.
#[derive(Debug, Clone, Copy)]
pub struct ItemSettings {
    /// The maximum number of items that are processed at the same time.
    pub concurrency: usize,
    /// The shortest pause before an engine is asked.
    pub min_pause: Duration,
    /// The longest pause before an engine is asked.
    pub max_pause: Duration,
}

/// Pauses a fraction of a second before each item, so that a person sees a run progress.
impl Default for ItemSettings {
    fn default() -> Self {
        Self { concurrency: 4, min_pause: Duration::from_millis(300), max_pause: Duration::from_millis(900) }
    }
}

/// Processes the items of runs.
pub(crate) struct ItemJob {
    app: AppState,
    worker: String,
    settings: ItemSettings,
    round_robin: RoundRobin,
}

impl ItemJob {
    /// Creates the job. `worker` owns the leases of its items.
    pub(crate) fn new(app: AppState, worker: String, settings: ItemSettings) -> Self {
        Self { app, worker, settings, round_robin: RoundRobin::default() }
    }
}

impl Job for ItemJob {
    type Entity = answer::Entity;

    fn concurrency(&self) -> usize {
        self.settings.concurrency
    }

    fn notify(&self) -> &Notify {
        &self.app.run_notify
    }

    async fn next(&mut self) -> Result<Option<answer::Model>, DbErr> {
        let database = &self.app.database;
        let running = run::Entity::find()
            .select_only()
            .columns([run::Column::OrganizationId, run::Column::Id])
            .filter(Expr::cust("status = 'RUNNING'"))
            .order_by_asc(run::Column::OrganizationId)
            .order_by_asc(run::Column::Id)
            .into_tuple()
            .all(database)
            .await?;
        for (organization, run) in self.round_robin.order(running) {
            let acquire =
                async || lease::acquire::<answer::Entity>(database, &run, &self.worker, self.app.clock.now()).await;
            let mut item = acquire().await?;
            if item.is_none() {
                match slices::start_more(database, &self.app.random, &run, self.app.clock.now()).await? {
                    Slice::None => {}
                    Slice::Pending => item = acquire().await?,
                    Slice::Failed => {
                        // Others have their turn before the next slice.
                        self.round_robin.served(organization, run);
                        self.app.run_notify.notify_one();
                        return Ok(None);
                    }
                }
            }
            if let Some(item) = &mut item {
                queries::fill_in(database, std::slice::from_mut(item)).await?;
            }
            if item.is_some() {
                self.round_robin.served(organization, run);
                return Ok(item);
            }
        }
        Ok(None)
    }

    fn run(&self, item: answer::Model) -> impl Future<Output = ()> + Send + 'static {
        process(self.app.clone(), self.settings, item)
    }

    /// The statistics go stale when the tables grow, and completed items make them grow.
    async fn idle(&self) {
        if let Err(error) = database::refresh_statistics(&self.app.database).await {
            tracing::warn!(%error, "the database statistics were not refreshed");
        }
    }
}

async fn process(app: AppState, settings: ItemSettings, item: answer::Model) {
    if let Err(error) = try_process(&app, settings, &item).await {
        tracing::error!(item = item.id, %error, "an item was not completed: it waits until its lease expires");
    }
}

async fn try_process(app: &AppState, settings: ItemSettings, item: &answer::Model) -> Result<(), DbErr> {
    let outcome = if item.attempts > ATTEMPTS_MAX {
        Some(EngineOutcome::Failed(ItemError::TooManyAttempts(ATTEMPTS_MAX)))
    } else if !can_pay(app, &item.organization_id).await? {
        Some(EngineOutcome::Failed(ItemError::CreditsRanOut))
    } else {
        tokio::time::sleep(settings.pause_before(item)).await;
        ask(app, item).await?
    };
    let now = app.clock.now();
    let Some(outcome) = outcome else {
        let worker = item.lease_owner.as_deref().unwrap_or_default();
        let delay = RETRY_DELAY * item.attempts;
        return lease::retry_after::<answer::Entity>(&app.database, &item.id, worker, now, delay).await;
    };
    let completion = completion::complete(&app.database, &app.random, item, &outcome, now).await?;
    match (&item.run_id, completion) {
        (Some(run), Completion::CreditsRanOut) => completion::fail_remaining(&app.database, run, now).await,
        _ => Ok(()),
    }
}

/// Asks the engine of the item's model. `None` when the item is to be tried again.
async fn ask(app: &AppState, item: &answer::Model) -> Result<Option<EngineOutcome>, DbErr> {
    let Some(engine) = app.engines.of(&ModelCode::from(item.model.as_str())) else {
        return Ok(Some(EngineOutcome::Failed(ItemError::NoEngine)));
    };
    let question = EngineRequest {
        query: item.query.clone(),
        region: item.region.clone(),
        asked_at: jiff::Timestamp::from_millisecond(item.created_at).unwrap_or_default(),
    };
    // A panic must not end the worker or other items.
    let reply = AssertUnwindSafe(async { engine.answer(&question).await }).catch_unwind();
    let error = match tokio::time::timeout(ENGINE_TIMEOUT, reply).await {
        Ok(Ok(Ok(Some(reply)))) => {
            let names = app.brand_names.of(&app.database, &item.organization_id).await?;
            return Ok(Some(EngineOutcome::from_reply(&app.config.analyzer, names, reply).await));
        }
        Ok(Ok(Ok(None))) => return Ok(Some(EngineOutcome::Failed(ItemError::NoAnswer))),
        Ok(Ok(Err(error))) => ItemError::Engine(error.to_string()),
        Ok(Err(_)) => ItemError::EnginePanicked,
        Err(_) => ItemError::EngineTimedOut,
    };
    tracing::warn!(item = item.id, model = item.model, attempt = item.attempts, %error, "the engine gave no reply");
    Ok((item.attempts >= ATTEMPTS_MAX).then_some(EngineOutcome::Failed(error)))
}

async fn can_pay(app: &AppState, organization_id: &str) -> Result<bool, DbErr> {
    let organization = organization::Entity::find_by_id(organization_id).one(&app.database).await?;
    Ok(organization.is_some_and(|organization| organization.balance >= PRICE))
}

impl ItemSettings {
    /// The same for every attempt of an item, and spread over the items: an id ends in random bits.
    fn pause_before(self, item: &answer::Model) -> Duration {
        let digit = item.id.bytes().next_back().unwrap_or_default();
        let span = self.max_pause.saturating_sub(self.min_pause);
        self.min_pause + span.mul_f64(f64::from(digit % 16) / 15.0)
    }
}
