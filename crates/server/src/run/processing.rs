//! Processing an item: asks its engine, and stores the outcome.

use std::sync::Arc;

use answerdeck_api::{ModelRoute, ModelStop};
use answerdeck_database::entity::{answer, organization};
use answerdeck_database::{begin, with_write_lock};
use answerdeck_engine::{Engines, FailureClass, RouteLimits, ServedModel};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use sea_orm::{DbErr, EntityTrait};

use super::completion::{self, Completion, EngineOutcome};
use super::failure::ItemError;
use super::item_settings::ItemSettings;
use super::question::{Question, QuestionOutcome, retry_until_stored};
use super::stopping;
use crate::engines::semaphores::EngineSemaphores;
use crate::engines::{calls, stops};
use crate::state::AppState;
use crate::worker::lease;

/// How often an item is tried before it fails.
const ATTEMPTS_MAX: i32 = 5;
/// The delay before an item is tried again after an engine error. Each attempt makes it four times as long.
const RETRY_DELAY: SignedDuration = SignedDuration::from_secs(5);

/// An item that is being processed.
pub(super) struct Processing {
    pub(super) app: AppState,
    /// The engines, as of the lease.
    pub(super) engines: Engines,
    pub(super) settings: ItemSettings,
    pub(super) semaphores: Arc<EngineSemaphores>,
    /// Whether the item tries an engine that was stopped.
    pub(super) is_stopped: bool,
    pub(super) item: answer::Model,
}

impl Processing {
    /// Processes the item. It waits until its lease expires if the database fails.
    pub(super) async fn run(&self) {
        if let Err(error) = self.try_run().await {
            let item = &self.item.id;
            tracing::error!(item, %error, "an item was not completed: it waits until its lease expires");
        }
    }

    async fn try_run(&self) -> Result<(), DbErr> {
        match self.ask().await? {
            QuestionOutcome::Answered(reply) => {
                let price = self.served().map_or(0, |(served, _)| completion::price(served));
                self.app.metrics.asked_engine(&self.item.model, "answered");
                self.app.metrics.skipped_parts(&self.item.model, reply.skipped);
                let (app, organization) = (&self.app, &self.item.organization_id);
                let analyzed = async {
                    let brands =
                        self.persist(|| app.brand_finders.of(&app.jobs_database, organization).boxed()).await?;
                    Ok::<_, DbErr>(EngineOutcome::from_reply(&app.config.analyzer, &brands, reply, price).await)
                };
                let (item, interval) = (&self.item.id, self.settings.renewal_interval);
                match lease::renew_while::<answer::Entity, _>(app, item, self.worker(), interval, analyzed).await {
                    Some(outcome) => self.end(outcome?).await?,
                    None => {
                        self.log_lost_lease();
                        return Ok(());
                    }
                }
                self.end_stop().await
            }
            QuestionOutcome::Failed(error) => {
                self.count_failure(&error);
                let has_responded =
                    matches!(&error, ItemError::Engine(failure) if failure.class != FailureClass::OutcomeUnknown);
                self.end(EngineOutcome::Failed(error)).await?;
                if has_responded { self.end_stop().await } else { Ok(()) }
            }
            QuestionOutcome::TryAgain(error) => {
                self.count_failure(&error);
                self.try_again(error).await
            }
            QuestionOutcome::Stopped { reason, is_accepted } => self.stop(reason, is_accepted).await,
            QuestionOutcome::ShutDown => self.release(None).await,
            QuestionOutcome::CreditsInUse => self.release(Some(self.app.clock.now() + RETRY_DELAY)).await,
            QuestionOutcome::LeaseLost => {
                self.log_lost_lease();
                Ok(())
            }
        }
    }

    /// Asks the engine of the item's model, or continues an earlier call.
    async fn ask(&self) -> Result<QuestionOutcome, DbErr> {
        let (app, item) = (&self.app, &self.item);
        let question =
            self.served().map(|(served, limits)| Question { app, settings: self.settings, served, limits, item });
        let call = calls::find(&app.jobs_database, &item.id).await?;
        let question = match (question, call) {
            (Some(question), Some(call)) if question.served.engine.is_paid() => return question.resume(call).await,
            // The engine that was asked is not configured any more, and its provider may have charged.
            (_, Some(_)) => return Ok(QuestionOutcome::Failed(ItemError::Engine(FailureClass::OutcomeUnknown.into()))),
            (None, None) => return Ok(QuestionOutcome::Failed(ItemError::NoEngine)),
            (Some(question), None) => question,
        };
        let (served, price) = (question.served, completion::price(question.served));
        if item.attempts > ATTEMPTS_MAX {
            return Ok(QuestionOutcome::Failed(ItemError::TooManyAttempts(ATTEMPTS_MAX)));
        }
        if let Some(run) = &item.run_id
            && stopping::is_stopped(&app.jobs_database, run).await?
        {
            return Ok(QuestionOutcome::Failed(ItemError::Stopped));
        }
        if price > 0 && !can_pay(app, &item.organization_id, price).await? {
            return Ok(QuestionOutcome::Failed(ItemError::CreditsRanOut));
        }
        if served.route == ModelRoute::StandIn {
            tokio::time::sleep(self.settings.pause_before(item)).await;
        }
        question.ask().await
    }

    /// The engine of the item's model. `None` when the server has none.
    fn served(&self) -> Option<(&ServedModel, &RouteLimits)> {
        self.engines.iter().find(|(served, _)| served.code.as_str() == self.item.model)
    }

    async fn end(&self, outcome: EngineOutcome) -> Result<(), DbErr> {
        let (app, item) = (&self.app, &self.item);
        let complete = || completion::complete(app, item, &outcome, app.clock.now()).boxed();
        let completion = self.persist(complete).await?;
        if let (EngineOutcome::Failed(error), Completion::Failed) = (&outcome, completion)
            && *error != ItemError::Stopped
        {
            tracing::warn!(item = item.id, model = item.model, code = %error.code(), %error, "an item failed");
        }
        match (&item.run_id, completion) {
            (Some(run), Completion::CreditsRanOut) => {
                completion::fail_remaining(&app.jobs_database, run, app.clock.now()).await
            }
            _ => Ok(()),
        }
    }

    /// Runs a database step that is needed to store a result. If the result cost money, the step is retried while the database
    /// is unavailable.
    async fn persist<'a, T>(&self, step: impl Fn() -> BoxFuture<'a, Result<T, DbErr>>) -> Result<T, DbErr> {
        match self.item.route.as_deref() {
            Some(route) if route != ModelRoute::StandIn.as_str() => retry_until_stored(step).await,
            _ => step().await,
        }
    }

    /// Lets the item be asked again after a pause, unless it has been asked often enough.
    async fn try_again(&self, error: ItemError) -> Result<(), DbErr> {
        let (app, item) = (&self.app, &self.item);
        if item.attempts >= ATTEMPTS_MAX {
            return self.end(EngineOutcome::Failed(error)).await;
        }
        tracing::warn!(item = item.id, model = item.model, attempt = item.attempts, %error, "the engine is asked again");
        let now = app.clock.now();
        let attempts = u32::try_from(item.attempts).unwrap_or_default();
        let mut delay = RETRY_DELAY * 4_i32.saturating_pow(attempts.saturating_sub(1));
        if let ItemError::Engine(failure) = &error {
            let requested = failure.retry_after.and_then(|pause| SignedDuration::try_from(pause).ok());
            delay = delay.max(requested.unwrap_or_default());
            if failure.class != FailureClass::TimedOut {
                // The other items of this engine would fail in the same way, and only lose attempts.
                self.semaphores.pause(&item.model, now + requested.unwrap_or(RETRY_DELAY));
            }
        }
        let transaction = begin(&app.jobs_database).await?;
        // Rows are locked in the order answer, call, as a deletion locks them.
        lease::retry_after::<answer::Entity>(&transaction, &item.id, self.worker(), now, delay).await?;
        calls::end(&transaction, item, cost_of(&error), false).await?;
        transaction.commit().await
    }

    /// Ends the stop of an engine that has responded.
    async fn end_stop(&self) -> Result<(), DbErr> {
        if self.is_stopped {
            with_write_lock(&self.app.jobs_database, stops::end(&self.app.jobs_database, &self.item.model)).await?;
            self.app.run_notify.notify_one();
        }
        Ok(())
    }

    /// Stops the engine. The item waits as if it had not been tried.
    async fn stop(&self, reason: ModelStop, is_accepted: bool) -> Result<(), DbErr> {
        let (app, item) = (&self.app, &self.item);
        self.app.metrics.asked_engine(&item.model, "stopped");
        tracing::error!(model = item.model, %reason, "an engine stopped: its items wait for the operator");
        let transaction = begin(&app.jobs_database).await?;
        lease::release::<answer::Entity>(&transaction, &item.id, self.worker(), None).await?;
        if !is_accepted {
            calls::end(&transaction, item, None, false).await?;
        }
        stops::stop(&transaction, &item.model, &reason, app.clock.now()).await?;
        transaction.commit().await
    }

    /// Lets the item wait as if it had not been tried.
    async fn release(&self, free_at: Option<Timestamp>) -> Result<(), DbErr> {
        let database = &self.app.jobs_database;
        let release = lease::release::<answer::Entity>(database, &self.item.id, self.worker(), free_at);
        with_write_lock(database, release).await
    }

    fn log_lost_lease(&self) {
        tracing::warn!(item = self.item.id, "another worker has taken an item that took too long");
    }

    fn count_failure(&self, error: &ItemError) {
        let outcome = match error {
            ItemError::Engine(failure) => failure.class.name(),
            ItemError::EnginePanicked => "panicked",
            ItemError::EngineTimedOut => FailureClass::TimedOut.name(),
            // The engine was not asked.
            _ => return,
        };
        self.app.metrics.asked_engine(&self.item.model, outcome);
    }

    fn worker(&self) -> &str {
        self.item.lease_owner.as_deref().unwrap_or_default()
    }
}

fn cost_of(error: &ItemError) -> Option<u64> {
    match error {
        ItemError::Engine(failure) => failure.cost,
        _ => None,
    }
}

async fn can_pay(app: &AppState, organization_id: &str, price: i64) -> Result<bool, DbErr> {
    let organization = organization::Entity::find_by_id(organization_id).one(&app.jobs_database).await?;
    Ok(organization.is_some_and(|organization| organization.balance >= price))
}
