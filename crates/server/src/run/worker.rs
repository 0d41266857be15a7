//! The worker: takes items, asks the engines and ends the items, a few at a time, until the server stops.

use std::fs::File;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use answerdeck_api::ModelCode;
use futures_util::FutureExt;
use jiff::SignedDuration;
use sea_orm::prelude::Expr;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use tokio::task::JoinSet;

use super::completion::{self, Ended, Outcome, PRICE};
use super::turn::Turn;
use super::{lease, statement};
use crate::app::App;
use crate::database;
use crate::database::entity::{answer, organization, run};
use crate::engine::Question;

/// How often an item is tried before it fails.
const ATTEMPTS_MAX: i32 = 5;
/// How long an engine is waited for. Shorter than a lease.
const PATIENCE: Duration = Duration::from_secs(90);
/// How often a worker looks for items that nobody told it of, such as those of a worker that died.
const LOOK: Duration = Duration::from_secs(2);
/// How long an item that an engine failed on rests, times the attempts so far.
const REST: SignedDuration = SignedDuration::from_secs(5);
/// How long a stop waits for the items that are worked on.
const STOP: Duration = Duration::from_secs(10);

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

/// Why a worker cannot start.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// Another process works on this SQLite file.
    #[error("another answerdeck works on {0}: stop it first, or use PostgreSQL for several")]
    Taken(String),
    /// The lock beside the SQLite file cannot be made.
    #[error("{path}: {cause}")]
    Lock {
        /// Which file.
        path: String,
        /// Why.
        cause: std::io::Error,
    },
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbErr),
}

/// Works on items as one owner of leases.
pub struct Worker {
    app: App,
    owner: String,
    pace: Pace,
    turn: Turn,
    /// Held while the worker lives, where the database is a SQLite file.
    _lock: Option<File>,
}

impl Worker {
    /// Makes a worker. On SQLite it is the only one, so that the items of a process that died are free at once.
    ///
    /// # Errors
    /// When another process works on the SQLite file, or the database fails.
    pub async fn new(app: App, pace: Pace) -> Result<Self, WorkerError> {
        let mut lock = None;
        if app.database.get_database_backend() == DbBackend::Sqlite {
            lock = lock_file(&app).await?;
            lease::end_all(&app.database).await?;
        }
        let owner = app.random.id(app.clock.now());
        Ok(Self { app, owner, pace, turn: Turn::default(), _lock: lock })
    }

    /// Works until [`App`] is stopping, then ends what it began, or gives it back.
    pub async fn run(mut self) {
        let mut tasks = JoinSet::new();
        let stopping = self.app.stopping.clone();
        let mut grown = false;
        while !stopping.is_cancelled() {
            if tasks.is_empty() && std::mem::take(&mut grown) {
                self.measure().await;
            }
            while tasks.len() < self.pace.at_a_time {
                match self.take().await {
                    Ok(Some(item)) => {
                        grown = true;
                        tasks.spawn(work(self.app.clone(), self.pace, item));
                    }
                    Ok(None) => break,
                    Err(error) => {
                        tracing::error!(%error, "cannot take an item");
                        break;
                    }
                }
            }
            tokio::select! {
                () = stopping.cancelled() => {}
                Some(_) = tasks.join_next() => {}
                () = self.app.bell.notified() => {}
                () = tokio::time::sleep(LOOK) => {}
            }
        }
        let all = async { while tasks.join_next().await.is_some() {} };
        if tokio::time::timeout(STOP, all).await.is_err() {
            tasks.shutdown().await;
        }
        if let Err(error) = lease::release(&self.app.database, &self.owner).await {
            tracing::warn!(%error, "items stay taken until their leases run out");
        }
    }

    /// Items that have ended are what makes a database grow.
    async fn measure(&self) {
        if let Err(error) = database::measure(&self.app.database).await {
            tracing::warn!(%error, "indexes are chosen by what the tables held before");
        }
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
            if let Some(item) = lease::take(database, &run, &self.owner, self.app.clock.now()).await? {
                self.turn.served(organization, run);
                return Ok(Some(item));
            }
        }
        Ok(None)
    }
}

async fn work(app: App, pace: Pace, item: answer::Model) {
    if let Err(error) = try_work(&app, pace, &item).await {
        tracing::error!(item = item.id, %error, "an item waits until its lease runs out");
    }
}

async fn try_work(app: &App, pace: Pace, item: &answer::Model) -> Result<(), DbErr> {
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
        return lease::put_back(&app.database, item, now, REST * item.attempts).await;
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
async fn ask(app: &App, item: &answer::Model) -> Option<Outcome> {
    let Some(engine) = app.engines.of(&ModelCode::from(item.model.as_str())) else {
        return Some(Outcome::Failed("this server has no engine for the model".to_owned()));
    };
    let question = Question {
        query: item.query.clone(),
        region: item.region.clone(),
        asked_at: jiff::Timestamp::from_millisecond(item.created_at).unwrap_or_default(),
    };
    // A panic ends neither the worker nor the item's siblings.
    let asked = AssertUnwindSafe(async { engine.ask(&question).await }).catch_unwind();
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

async fn can_pay(app: &App, organization_id: &str) -> Result<bool, DbErr> {
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

/// Locks the file beside the SQLite database. `None` when the database is in memory.
async fn lock_file(app: &App) -> Result<Option<File>, WorkerError> {
    let found = app.database.query_one_raw(statement(&app.database, "PRAGMA database_list", [])).await?;
    let database: String = found.map(|row| row.try_get("", "file")).transpose()?.unwrap_or_default();
    if database.is_empty() {
        return Ok(None);
    }
    let path = format!("{database}.lock");
    let file = File::options().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|cause| WorkerError::Lock { path: path.clone(), cause })?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(std::fs::TryLockError::WouldBlock) => Err(WorkerError::Taken(database)),
        Err(std::fs::TryLockError::Error(cause)) => Err(WorkerError::Lock { path, cause }),
    }
}
