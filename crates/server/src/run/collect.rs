//! Collecting an answer: the only module that calls engines. An attempt is made under its lease. A paid engine is asked only once, even
//! if this process is killed.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use answerdeck_api::{ModelRoute, ModelStop};
use answerdeck_database::credits::thousandths;
use answerdeck_database::entity::answer::{self, Status};
use answerdeck_database::{begin, with_write_lock};
use answerdeck_engine::{
    AskOutcome, EngineFailure, EngineRequest, Engines, FailureAction, FailureClass, Reply, ServedModel, TaskId,
};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use sea_orm::DbErr;

use super::claim::ClaimedAnswer;
use super::collect_settings::CollectSettings;
use super::decision::{ANSWER_DEADLINE, ATTEMPTS_MAX, Decision, decide, pause_before_poll, unknown_outcome};
use super::failure::AttemptError;
use super::ledger::{self, AttemptResult, Reservation, SettleResult};
use super::reply::AnalyzedReply;
use super::storing::{is_refused, retry_until_stored};
use crate::engines::permits::Pauses;
use crate::engines::stops;
use crate::state::AppState;
use crate::worker::{JobKind, lease};

/// The delay before an engine is asked again after an error. Each attempt makes it four times as long.
const RETRY_DELAY: SignedDuration = SignedDuration::from_secs(5);
/// After this many attempts, a question that the provider has accepted is given up. They are more than [`ATTEMPTS_MAX`]: what the
/// last attempt asks is polled for.
const POLLING_ATTEMPTS_MAX: i32 = 2 * ATTEMPTS_MAX;

/// An attempt to collect an answer, from its claim to its end.
pub(super) struct Attempt {
    pub(super) app: AppState,
    /// The engines, as of the claim.
    pub(super) engines: Engines,
    pub(super) settings: CollectSettings,
    pub(super) pauses: Pauses,
    /// The answer, as of the claim and the changes of this worker.
    pub(super) claimed: ClaimedAnswer,
}

enum End {
    Answered(Reply),
    Unanswered(Decision),
    /// The attempt waits as if it had not been made, until this time.
    Released(Option<Timestamp>),
}

/// Why an attempt stores nothing.
enum Interruption {
    /// Another worker has claimed the answer, or it was deleted.
    LeaseLost,
    /// The database fails. The answer waits until the lease expires.
    Database(DbErr),
}

impl From<DbErr> for Interruption {
    fn from(error: DbErr) -> Self {
        Self::Database(error)
    }
}

impl Attempt {
    pub(super) async fn run(mut self) {
        let result = self.try_run().await;
        let answer = &self.claimed.answer.id;
        match result {
            Ok(()) => {}
            Err(Interruption::LeaseLost) => tracing::warn!(
                answer,
                "the result of an answer is dropped: another worker has claimed it, or it was deleted"
            ),
            Err(Interruption::Database(error)) => {
                tracing::error!(answer, %error, "an attempt was not stored: the answer waits until its lease expires");
            }
        }
    }

    async fn try_run(&mut self) -> Result<(), Interruption> {
        match self.collect().await? {
            End::Answered(reply) => self.answered(reply).await?,
            End::Unanswered(Decision::Fail(error)) => self.fail(error).await?,
            End::Unanswered(Decision::AskAgain(error)) => self.ask_again(error).await?,
            End::Unanswered(Decision::StopEngine(reason)) => self.stop_engine(reason).await?,
            End::Released(free_at) => self.release(free_at, false, None).await?,
        }
        Ok(())
    }

    /// Asks the engine of the model, or continues an earlier call.
    async fn collect(&mut self) -> Result<End, Interruption> {
        let served = self.served().cloned();
        match (self.claimed.answer.status, served) {
            (Status::Accepted, Some(served))
                if served.is_paid && self.claimed.answer.attempts <= POLLING_ATTEMPTS_MAX =>
            {
                self.poll(&served).await
            }
            // The worker that asked is gone, its engine, or each worker that polled: the provider may bill it.
            (Status::Asked | Status::Accepted, _) => Ok(End::Unanswered(unknown_outcome())),
            // Claims leave such answers out.
            (_, None) => Ok(End::Released(None)),
            (_, Some(served)) => match self.refusal(&served) {
                Some(error) => Ok(End::Unanswered(Decision::Fail(error))),
                None => self.ask(&served).await,
            },
        }
    }

    /// Why the engine is not asked at all.
    fn refusal(&self, served: &ServedModel) -> Option<AttemptError> {
        match thousandths(served.price) {
            _ if self.claimed.answer.attempts > ATTEMPTS_MAX => Some(AttemptError::TooManyAttempts(ATTEMPTS_MAX)),
            _ if self.claimed.is_run_stopped => Some(AttemptError::Stopped),
            charge if charge > 0 && self.claimed.balance < charge => Some(AttemptError::CreditsRanOut),
            _ => None,
        }
    }

    /// Stores that a paid engine is asked, and asks it.
    async fn ask(&mut self, served: &ServedModel) -> Result<End, Interruption> {
        if served.route == ModelRoute::StandIn {
            tokio::time::sleep(self.settings.item_pause).await;
        }
        let (app, asked_at) = (self.app.clone(), self.app.clock.now());
        let is_paid = served.is_paid;
        self.claimed.answer.route = Some(served.route.to_string());
        if is_paid {
            let (limits, charge) = (&served.limits, thousandths(served.price));
            match ledger::reserve(&app.databases.jobs, &mut self.claimed.answer, limits, charge, asked_at).await? {
                Reservation::Reserved => {}
                Reservation::LeaseLost => return Err(Interruption::LeaseLost),
                Reservation::CreditsInUse => return Ok(End::Released(Some(app.clock.now() + RETRY_DELAY))),
                Reservation::SpendLimitReached => {
                    return Ok(End::Unanswered(Decision::StopEngine(ModelStop::SpendLimit)));
                }
            }
        }
        let request = EngineRequest {
            query: self.claimed.query.clone(),
            region: self.claimed.answer.region.clone(),
            asked_at: Timestamp::from_millisecond(self.claimed.answer.created_at).unwrap_or_default(),
        };
        match self.call(asked_at, served.engine.ask(&request)).await? {
            Ok(AskOutcome::Answered(reply)) => Ok(End::Answered(reply)),
            Ok(AskOutcome::Accepted(task)) => {
                let answer = &self.claimed.answer;
                let accept =
                    || with_write_lock(&app.databases.jobs, ledger::accept(&app.databases.jobs, answer, &task)).boxed();
                if is_paid && !retry_until_stored(accept).await? {
                    return Err(Interruption::LeaseLost);
                }
                let answer = &mut self.claimed.answer;
                answer.status = Status::Accepted;
                (answer.task, answer.asked_at) = (Some(task.0), Some(asked_at.as_millisecond()));
                match self.pause(asked_at, self.settings.first_poll).await? {
                    Some(end) => Ok(end),
                    None => self.poll(served).await,
                }
            }
            Err(error) => Ok(End::Unanswered(decide(is_paid, self.claimed.answer.attempts, error))),
        }
    }

    /// Polls an ACCEPTED question until it has an answer, at least once.
    async fn poll(&self, served: &ServedModel) -> Result<End, Interruption> {
        let task = self.claimed.answer.task.clone().map(TaskId);
        let Some(task) = task else { return Ok(End::Unanswered(unknown_outcome())) };
        let asked_at = self.claimed.answer.asked_at.and_then(|time| Timestamp::from_millisecond(time).ok());
        let (begun_at, mut pause) = (self.app.clock.now(), self.settings.first_poll);
        loop {
            let error = match self.call(self.app.clock.now(), served.engine.poll(&task)).await? {
                Ok(Some(reply)) => return Ok(End::Answered(reply)),
                Ok(None) => None,
                Err(error) => Some(error),
            };
            // An answer may be complete although a poll fails: it is polled for as long as if it had just been asked for.
            let since = if error.is_some() { begun_at } else { asked_at.unwrap_or(begun_at) };
            let is_overdue = self.app.clock.now() >= since + ANSWER_DEADLINE;
            let requested = match pause_before_poll(is_overdue, error) {
                Ok(pause) => pause,
                Err(decision) => return Ok(End::Unanswered(decision)),
            };
            if let Some(end) = self.pause(since, pause.max(requested)).await? {
                return Ok(end);
            }
            pause = (pause + pause / 2).min(self.settings.last_poll);
        }
    }

    /// Waits before the next poll. The wait ends at the deadline of what began at `start`, or when the server shuts down: another
    /// worker polls then.
    async fn pause(&self, start: Timestamp, pause: Duration) -> Result<Option<End>, Interruption> {
        tokio::select! {
            () = self.app.shutdown.cancelled() => Ok(Some(End::Released(None))),
            waited = self.under_lease(start, tokio::time::sleep(pause)) => waited.map(|_| None),
        }
    }

    /// Calls an engine. Its failure, a panic and a timeout are one kind of error.
    async fn call<T>(
        &self,
        start: Timestamp,
        call: impl Future<Output = Result<T, EngineFailure>>,
    ) -> Result<Result<T, AttemptError>, Interruption> {
        let called = self.under_lease(start, call).await?;
        if let Ok(Err(failure)) = &called
            && failure.class.action() == FailureAction::Stop
        {
            tracing::warn!(model = self.claimed.answer.model, %failure, "the provider refused to work");
        }
        Ok(called.and_then(|result| result.map_err(AttemptError::Engine)))
    }

    /// Waits for work that started at `start`, at most until its deadline, and renews the lease meanwhile. A panic must not end the
    /// worker or other attempts.
    async fn under_lease<T>(
        &self,
        start: Timestamp,
        work: impl Future<Output = T>,
    ) -> Result<Result<T, AttemptError>, Interruption> {
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
                result = AssertUnwindSafe(work).catch_unwind() => result.map_err(|_| AttemptError::EnginePanicked),
                () = deadline => Err(AttemptError::EngineTimedOut),
            }
        };
        self.renewing_lease(work).await
    }

    async fn renewing_lease<T>(&self, work: impl Future<Output = T>) -> Result<T, Interruption> {
        let (answer, interval) = (&self.claimed.answer, self.settings.renewal_interval);
        let owner = answer.lease_owner.as_deref().unwrap_or_default();
        let renewed = lease::renew_while::<answer::Entity, _>(&self.app, &answer.id, owner, interval, work).await;
        renewed.ok_or(Interruption::LeaseLost)
    }

    /// The engine of the model. `None` when the server has none.
    fn served(&self) -> Option<&ServedModel> {
        self.engines.iter().find(|served| served.code.as_str() == self.claimed.answer.model)
    }

    async fn answered(&self, reply: Reply) -> Result<(), Interruption> {
        let (app, answer) = (&self.app, &self.claimed.answer);
        let charge = self.served().map_or(0, |served| thousandths(served.price));
        app.prometheus.count_engine_call(&answer.model, "answered");
        app.prometheus.count_skipped_parts(&answer.model, reply.skipped);
        let cost = reply.cost;
        let analyzed = async {
            let brands = || app.brand_finders.of(&app.databases.jobs, &answer.organization_id).boxed();
            let brands = self.persist(brands).await?;
            Ok::<_, DbErr>(AnalyzedReply::new(&app.config.analyzer, &brands, reply).await)
        };
        let analyzed = self.renewing_lease(analyzed).await??;
        match self.settle(AttemptResult::Answered { analyzed, charge }).await {
            Err(error) if is_refused(&error) => {
                tracing::error!(answer = answer.id, %error, "the database refuses an answer, which fails");
                self.settle(AttemptResult::Failed(AttemptError::NotStored { cost })).await?;
            }
            stored => stored?,
        }
        self.resume_engine().await?;
        Ok(())
    }

    async fn fail(&self, error: AttemptError) -> Result<(), DbErr> {
        self.count_failure(&error);
        let has_responded = error.provider().is_some_and(|failure| {
            failure.class.action() == FailureAction::Fail && failure.class != FailureClass::OutcomeUnknown
        });
        self.settle(AttemptResult::Failed(error)).await?;
        if has_responded { self.resume_engine().await } else { Ok(()) }
    }

    async fn settle(&self, outcome: AttemptResult) -> Result<(), DbErr> {
        let (app, answer) = (&self.app, &self.claimed.answer);
        let settle = || ledger::settle(app, answer, &outcome, app.clock.now()).boxed();
        let settlement = self.persist(settle).await?;
        if let (AttemptResult::Failed(error), SettleResult::Failed) = (&outcome, settlement)
            && *error != AttemptError::Stopped
        {
            tracing::warn!(answer = answer.id, model = answer.model, code = %error.code(), %error, "an answer failed");
        }
        match settlement {
            SettleResult::CreditsRanOut => ledger::fail_remaining(app, &answer.run_id, app.clock.now()).await,
            _ => Ok(()),
        }
    }

    /// Runs a database step that is needed to store a result. If the result cost money, the step is retried while the database
    /// is unavailable.
    async fn persist<'a, T>(&self, step: impl Fn() -> BoxFuture<'a, Result<T, DbErr>>) -> Result<T, DbErr> {
        match self.claimed.answer.route.as_deref() {
            Some(route) if route != ModelRoute::StandIn.as_str() => retry_until_stored(step).await,
            _ => step().await,
        }
    }

    async fn ask_again(&self, error: AttemptError) -> Result<(), DbErr> {
        self.count_failure(&error);
        let (answer, now) = (&self.claimed.answer, self.app.clock.now());
        tracing::warn!(
            answer = answer.id, model = answer.model, attempt = answer.attempts, %error, "the engine is asked again"
        );
        let attempts = u32::try_from(answer.attempts).unwrap_or_default();
        let mut delay = RETRY_DELAY * 4_i32.saturating_pow(attempts.saturating_sub(1));
        if let Some(failure) = error.provider() {
            let requested = failure.retry_after.and_then(|pause| SignedDuration::try_from(pause).ok());
            delay = delay.max(requested.unwrap_or_default());
            if failure.class != FailureClass::TimedOut {
                // The other attempts at this engine would fail in the same way, and only be counted.
                self.pauses.pause(&answer.model, now + requested.unwrap_or(RETRY_DELAY));
            }
        }
        let cost = error.provider().and_then(|failure| failure.cost);
        self.release(Some(now + delay), true, cost).await
    }

    /// Ends the stop of an engine that has responded.
    async fn resume_engine(&self) -> Result<(), DbErr> {
        let (database, model) = (&self.app.databases.jobs, &self.claimed.answer.model);
        if self.claimed.is_engine_stopped && with_write_lock(database, stops::end(database, model)).await? {
            tracing::info!(model, "the engine works again");
            self.app.notifications.of(JobKind::RunItems).notify_one();
        }
        Ok(())
    }

    /// Stops the engine. The attempt waits as if it had not been made.
    async fn stop_engine(&self, reason: ModelStop) -> Result<(), DbErr> {
        let (app, answer) = (&self.app, &self.claimed.answer);
        app.prometheus.count_engine_call(&answer.model, "stopped");
        let transaction = begin(&app.databases.jobs).await?;
        ledger::release(&transaction, answer, None, false, None).await?;
        let until = stops::stop(&transaction, &answer.model, &reason, app.clock.now()).await?;
        transaction.commit().await?;
        match until {
            Some(until) if reason == ModelStop::SpendLimit => {
                tracing::warn!(
                    model = answer.model, %reason, %until,
                    "an engine stopped: its answers wait for the next day, or until you raise spend-per-day and run \
                     `answerdeck engines reload`"
                );
            }
            Some(until) => {
                tracing::error!(
                    model = answer.model, %reason, %until,
                    "an engine stopped: its answers wait. Once the cause is mended, run `answerdeck engines resume {}`",
                    answer.model
                );
            }
            None => {}
        }
        Ok(())
    }

    /// See [`ledger::release`].
    async fn release(&self, free_at: Option<Timestamp>, is_counted: bool, cost: Option<u64>) -> Result<(), DbErr> {
        let transaction = begin(&self.app.databases.jobs).await?;
        ledger::release(&transaction, &self.claimed.answer, free_at, is_counted, cost).await?;
        transaction.commit().await
    }

    fn count_failure(&self, error: &AttemptError) {
        let outcome = match error {
            AttemptError::Engine(failure) => failure.class.name(),
            AttemptError::EnginePanicked => "panicked",
            AttemptError::EngineTimedOut => FailureClass::TimedOut.name(),
            // The engine was not asked.
            _ => return,
        };
        self.app.prometheus.count_engine_call(&self.claimed.answer.model, outcome);
    }
}
