//! Asking the engine of an item, under the item's lease. A paid question is sent only once, even if this process is
//! killed.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use answerdeck_api::ModelStop;
use answerdeck_database::entity::{answer, engine_call};
use answerdeck_database::with_write_lock;
use answerdeck_engine::{
    EngineFailure, EngineRequest, FailureAction, FailureClass, Reply, RouteLimits, ServedModel, Submission, TaskId,
};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use sea_orm::DbErr;

use super::completion::price;
use super::failure::ItemError;
use super::item_settings::ItemSettings;
use crate::engines::calls::{self, CallAdmission};
use crate::state::AppState;
use crate::worker::lease;

/// How long an engine may take for an answer, from the question to the last poll of the task.
pub(super) const ANSWER_DEADLINE: SignedDuration = SignedDuration::from_mins(15);
/// How often storing a result that cost money is attempted, with a pause of [`STORE_PAUSE`] between attempts.
const STORE_ATTEMPTS: u32 = 120;
const STORE_PAUSE: Duration = Duration::from_secs(1);

/// The outcome of a question.
#[derive(Debug)]
pub(super) enum QuestionOutcome {
    /// The engine answered.
    Answered(Reply),
    /// There is no answer, and there will be none.
    Failed(ItemError),
    /// There is no answer yet: the engine can be asked again.
    TryAgain(ItemError),
    /// The engine is stopped. The item waits, and its call too, if the provider has accepted it.
    Stopped { reason: ModelStop, is_accepted: bool },
    /// The organization needs its credits for questions in progress. The item waits.
    CreditsInUse,
    /// The server shuts down while the provider works on the question. Another worker collects the answer.
    ShutDown,
    /// Another worker holds the item.
    LeaseLost,
}

/// Why an engine was interrupted.
enum Interruption {
    LeaseLost,
    Panicked,
    TimedOut,
}

/// The engine of an item, and the item.
pub(super) struct Question<'a> {
    pub(super) app: &'a AppState,
    pub(super) settings: ItemSettings,
    pub(super) served: &'a ServedModel,
    pub(super) limits: &'a RouteLimits,
    pub(super) item: &'a answer::Model,
}

impl Question<'_> {
    /// Stores that a paid engine will be asked, and asks it.
    ///
    /// # Errors
    /// Returns an error if the database fails before the engine is asked.
    pub(super) async fn ask(&self) -> Result<QuestionOutcome, DbErr> {
        let (app, item) = (self.app, self.item);
        let is_paid = self.served.engine.is_paid();
        let asked_at = app.clock.now();
        if is_paid {
            match calls::store(&app.jobs_database, item, self.limits, price(self.served), asked_at).await? {
                CallAdmission::Admitted => {}
                CallAdmission::LeaseLost => return Ok(QuestionOutcome::LeaseLost),
                CallAdmission::CreditsInUse => return Ok(QuestionOutcome::CreditsInUse),
                CallAdmission::SpendLimit => {
                    return Ok(QuestionOutcome::Stopped { reason: ModelStop::SpendLimit, is_accepted: false });
                }
            }
        }
        let request = EngineRequest {
            query: item.query.clone(),
            region: item.region.clone(),
            asked_at: Timestamp::from_millisecond(item.created_at).unwrap_or_default(),
        };
        match self.under_lease(asked_at, self.served.engine.ask(&request)).await {
            Ok(Ok(Submission::Answered(reply))) => Ok(QuestionOutcome::Answered(reply)),
            Ok(Ok(Submission::Accepted(task))) => {
                let accept =
                    || with_write_lock(&app.jobs_database, calls::accept(&app.jobs_database, item, &task)).boxed();
                if is_paid && !retry_until_stored(accept).await? {
                    return Ok(QuestionOutcome::LeaseLost);
                }
                match self.pause(self.settings.first_poll, asked_at).await {
                    Some(interrupted) => Ok(interrupted),
                    None => self.collect(&task, asked_at).await,
                }
            }
            Ok(Err(failure)) => Ok(self.failed(failure)),
            Err(Interruption::LeaseLost) => Ok(QuestionOutcome::LeaseLost),
            Err(_) if is_paid => Ok(QuestionOutcome::Failed(ItemError::Engine(FailureClass::OutcomeUnknown.into()))),
            Err(Interruption::Panicked) => Ok(QuestionOutcome::TryAgain(ItemError::EnginePanicked)),
            Err(Interruption::TimedOut) => Ok(QuestionOutcome::TryAgain(ItemError::EngineTimedOut)),
        }
    }

    /// Continues the call of a worker that stopped or died. The outcome of a question without a task is unknown, so it
    /// is not sent again.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(super) async fn resume(&self, call: engine_call::Model) -> Result<QuestionOutcome, DbErr> {
        let Some(task) = call.task else {
            return Ok(QuestionOutcome::Failed(ItemError::Engine(FailureClass::OutcomeUnknown.into())));
        };
        let asked_at = Timestamp::from_millisecond(call.asked_at).unwrap_or_default();
        self.collect(&TaskId(task), asked_at).await
    }

    /// Polls an accepted question until it has an answer, at least once.
    async fn collect(&self, task: &TaskId, asked_at: Timestamp) -> Result<QuestionOutcome, DbErr> {
        let mut pause = self.settings.first_poll;
        loop {
            let now = self.app.clock.now();
            let mut requested_pause = Duration::ZERO;
            match self.under_lease(now, self.served.engine.collect(task)).await {
                Ok(Ok(Some(reply))) => return Ok(QuestionOutcome::Answered(reply)),
                Ok(Ok(None)) => {}
                Ok(Err(failure)) => match failure.class.action() {
                    FailureAction::Retry => requested_pause = failure.retry_after.unwrap_or_default(),
                    FailureAction::Stop => return Ok(self.stopped(&failure, true)),
                    FailureAction::Fail => {
                        return Ok(QuestionOutcome::Failed(ItemError::Engine(failure.after_charge())));
                    }
                },
                Err(Interruption::LeaseLost) => return Ok(QuestionOutcome::LeaseLost),
                Err(Interruption::Panicked) => return Ok(QuestionOutcome::Failed(ItemError::EnginePanicked)),
                Err(Interruption::TimedOut) => {}
            }
            if self.app.clock.now() >= asked_at + ANSWER_DEADLINE {
                return Ok(QuestionOutcome::Failed(ItemError::Engine(FailureClass::OutcomeUnknown.into())));
            }
            if let Some(interrupted) = self.pause(pause.max(requested_pause), asked_at).await {
                return Ok(interrupted);
            }
            pause = (pause + pause / 2).min(self.settings.last_poll);
        }
    }

    /// Waits before the next poll. The wait ends at the deadline of the answer, or when the server shuts down.
    async fn pause(&self, pause: Duration, asked_at: Timestamp) -> Option<QuestionOutcome> {
        tokio::select! {
            () = self.app.shutdown.cancelled() => Some(QuestionOutcome::ShutDown),
            waited = self.under_lease(asked_at, tokio::time::sleep(pause)) => match waited {
                Err(Interruption::LeaseLost) => Some(QuestionOutcome::LeaseLost),
                _ => None,
            },
        }
    }

    fn failed(&self, failure: EngineFailure) -> QuestionOutcome {
        match failure.class.action() {
            FailureAction::Fail => QuestionOutcome::Failed(ItemError::Engine(failure)),
            FailureAction::Retry => QuestionOutcome::TryAgain(ItemError::Engine(failure)),
            FailureAction::Stop => self.stopped(&failure, false),
        }
    }

    fn stopped(&self, failure: &EngineFailure, is_accepted: bool) -> QuestionOutcome {
        tracing::warn!(model = self.item.model, %failure, "the provider refused to work");
        let reason = match failure.class {
            FailureClass::Billing => ModelStop::Billing,
            FailureClass::ModelUnavailable => ModelStop::ModelUnavailable,
            _ => ModelStop::Credentials,
        };
        QuestionOutcome::Stopped { reason, is_accepted }
    }

    /// Waits for an engine that started at `start`, at most until its deadline, and renews the lease meanwhile. A panic must
    /// not end the worker or other items.
    async fn under_lease<T>(&self, start: Timestamp, work: impl Future<Output = T>) -> Result<T, Interruption> {
        let interval = self.settings.renewal_interval;
        let deadline = async {
            loop {
                tokio::time::sleep(interval).await;
                if self.app.clock.now() >= start + ANSWER_DEADLINE {
                    return;
                }
            }
        };
        let work = async {
            tokio::select! {
                biased;
                result = AssertUnwindSafe(work).catch_unwind() => result.map_err(|_| Interruption::Panicked),
                () = deadline => Err(Interruption::TimedOut),
            }
        };
        let (item, owner) = (&self.item.id, self.item.lease_owner.as_deref().unwrap_or_default());
        let result = lease::renew_while::<answer::Entity, _>(self.app, item, owner, interval, work).await;
        result.unwrap_or(Err(Interruption::LeaseLost))
    }
}

/// Stores a result that cost money, and retries while the database is unavailable.
///
/// # Errors
/// Returns the last error of the database.
pub(super) async fn retry_until_stored<'a, T>(store: impl Fn() -> BoxFuture<'a, Result<T, DbErr>>) -> Result<T, DbErr> {
    for _ in 1..STORE_ATTEMPTS {
        match store().await {
            Ok(stored) => return Ok(stored),
            Err(error) => tracing::warn!(%error, "the result of a paid engine was not stored: it is tried again"),
        }
        tokio::time::sleep(STORE_PAUSE).await;
    }
    store().await
}
