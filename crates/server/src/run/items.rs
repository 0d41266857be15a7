//! Working on the items of runs: an item is taken, its engine is asked, and the item ends.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use answerdeck_api::ModelCode;
use answerdeck_engine::Question;
use futures_util::FutureExt;
use jiff::SignedDuration;
use sea_orm::prelude::Expr;
use sea_orm::{DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use tokio::sync::Notify;

use super::completion::{self, Ended, Outcome, PRICE};
use crate::database;
use crate::database::entity::{answer, organization, run};
use crate::state::AppState;
use crate::worker::{RoundRobin, Work, lease};

/// How often an item is tried before it fails.
const ATTEMPTS_MAX: i32 = 5;
/// How long an engine is waited for. Shorter than a lease.
const PATIENCE: Duration = Duration::from_secs(90);
/// How long an item that an engine failed on rests, times the attempts so far.
const REST: SignedDuration = SignedDuration::from_secs(5);
/// How a worker works.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Items worked on at the same time.
    pub at_a_time: usize,
    /// The shortest that an item takes.
    pub shortest: Duration,
    /// The longest that an item takes, beside what the engine needs.
    pub longest: Duration,
}

/// A fraction of a second an item, so that a person sees a run progress.
impl Default for Pace {
    fn default() -> Self {
        Self { at_a_time: 4, shortest: Duration::from_millis(300), longest: Duration::from_millis(900) }
    }
}

/// The items of runs, as work.
pub(crate) struct Items {
    app: AppState,
    owner: String,
    pace: Pace,
    turn: RoundRobin,
}

impl Items {
    pub(crate) fn new(app: AppState, owner: String, pace: Pace) -> Self {
        Self { app, owner, pace, turn: RoundRobin::default() }
    }
}

impl Work for Items {
    type Piece = answer::Model;

    fn at_a_time(&self) -> usize {
        self.pace.at_a_time
    }

    fn new_work(&self) -> &Notify {
        &self.app.run_notify
    }

    async fn take(&mut self) -> Result<Option<answer::Model>, DbErr> {
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
        for (organization, run) in self.turn.order(running) {
            let item = lease::take::<answer::Entity>(database, &run, &self.owner, self.app.clock.now()).await?;
            if item.is_some() {
                self.turn.served(organization, run);
                return Ok(item);
            }
        }
        Ok(None)
    }

    fn work(&self, item: answer::Model) -> impl Future<Output = ()> + Send + 'static {
        work(self.app.clone(), self.pace, item)
    }

    /// Items that have ended are what makes a database grow.
    async fn rest(&self) {
        if let Err(error) = database::measure(&self.app.database).await {
            tracing::warn!(%error, "indexes are chosen by what the tables held before");
        }
    }
}

async fn work(app: AppState, pace: Pace, item: answer::Model) {
    if let Err(error) = try_work(&app, pace, &item).await {
        tracing::error!(item = item.id, %error, "an item waits until its lease runs out");
    }
}

async fn try_work(app: &AppState, pace: Pace, item: &answer::Model) -> Result<(), DbErr> {
    let outcome = if item.attempts > ATTEMPTS_MAX {
        Some(Outcome::Failed(format!("given up after {ATTEMPTS_MAX} attempts")))
    } else if !can_pay(app, &item.organization_id).await? {
        Some(Outcome::Failed(completion::CREDITS_RAN_OUT.to_owned()))
    } else {
        tokio::time::sleep(pace.of(item)).await;
        ask(app, item).await
    };
    let now = app.clock.now();
    let Some(outcome) = outcome else {
        let owner = item.lease_owner.as_deref().unwrap_or_default();
        return lease::put_back::<answer::Entity>(&app.database, &item.id, owner, now, REST * item.attempts).await;
    };
    let broke = matches!(&outcome, Outcome::Failed(failure) if failure == completion::CREDITS_RAN_OUT);
    let ended = completion::complete(&app.database, &app.random, item, &outcome, now).await?;
    match (&item.run_id, ended) {
        (Some(run), Ended::CreditsRanOut) => completion::fail_rest(&app.database, run, now).await,
        (Some(run), Ended::Failed) if broke => completion::fail_rest(&app.database, run, now).await,
        _ => Ok(()),
    }
}

/// What the engine made of an item. `None` when it is to be tried again.
async fn ask(app: &AppState, item: &answer::Model) -> Option<Outcome> {
    let Some(engine) = app.engines.of(&ModelCode::from(item.model.as_str())) else {
        return Some(Outcome::Failed("this server has no engine for the model".to_owned()));
    };
    let question = Question {
        query: item.query.clone(),
        region: item.region.clone(),
        asked_at: jiff::Timestamp::from_millisecond(item.created_at).unwrap_or_default(),
    };
    // A panic ends neither the worker nor the item's siblings.
    let asked = AssertUnwindSafe(async { engine.answer(&question).await }).catch_unwind();
    let failure = match tokio::time::timeout(PATIENCE, asked).await {
        Ok(Ok(Ok(Some(reply)))) => return Some(Outcome::answered(&app.config.words, reply).await),
        Ok(Ok(Ok(None))) => return Some(Outcome::Failed(completion::NO_ANSWER.to_owned())),
        Ok(Ok(Err(error))) => error.to_string(),
        Ok(Err(_)) => "the engine panicked".to_owned(),
        Err(_) => "the engine took too long".to_owned(),
    };
    tracing::warn!(item = item.id, model = item.model, attempt = item.attempts, failure, "an item was not answered");
    (item.attempts >= ATTEMPTS_MAX).then_some(Outcome::Failed(failure))
}

async fn can_pay(app: &AppState, organization_id: &str) -> Result<bool, DbErr> {
    let organization = organization::Entity::find_by_id(organization_id).one(&app.database).await?;
    Ok(organization.is_some_and(|organization| organization.balance >= PRICE))
}

impl Pace {
    /// The same for the same item, and spread over the items: the end of an id is random.
    fn of(self, item: &answer::Model) -> Duration {
        let digit = item.id.bytes().next_back().unwrap_or_default();
        let span = self.longest.saturating_sub(self.shortest);
        self.shortest + span.mul_f64(f64::from(digit % 16) / 15.0)
    }
}
