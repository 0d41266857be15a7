//! The worker: does what was submitted, a few things at a time, until the server stops.
//!
//! What is to do stands in the database; a [`lease`] says who does it.

pub mod lease;
mod round_robin;

use std::fs::File;
use std::future::Future;
use std::time::Duration;

use sea_orm::{ConnectionTrait, DbBackend, DbErr};
use tokio::sync::Notify;
use tokio::task::JoinSet;

use crate::database::entity::{answer, site_analysis};
use crate::database::statement;
use crate::run::items::{Items, Pace};
use crate::site::analyses::Analyses;
use crate::state::AppState;

pub(crate) use round_robin::{RoundRobin, after};

/// How often a worker looks for what nobody told it of, such as what a worker had that died.
const LOOK: Duration = Duration::from_secs(2);
/// How long a stop waits for what is worked on.
const STOP: Duration = Duration::from_secs(10);

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

/// A kind of work: which piece is next, and how a piece is done.
pub(crate) trait Work {
    /// A piece of work, held by lease.
    type Piece: Send + 'static;

    /// Pieces worked on at the same time.
    fn at_a_time(&self) -> usize;

    /// Rung when there is something new to do.
    fn new_work(&self) -> &Notify;

    /// Takes a piece by lease. `None` when there is none.
    async fn take(&mut self) -> Result<Option<Self::Piece>, DbErr>;

    /// Does a piece. One that it cannot end waits until its lease runs out.
    fn work(&self, piece: Self::Piece) -> impl Future<Output = ()> + Send + 'static;

    /// Nothing is left to do, for now.
    async fn rest(&self) {}
}

/// Works as one owner of leases: on the items of runs, and on site analyses.
pub struct Worker {
    app: AppState,
    owner: String,
    pace: Pace,
    /// Held while the worker lives, where the database is a SQLite file.
    _lock: Option<File>,
}

impl Worker {
    /// Makes a worker. On SQLite it is the only one, so that what a process held that died is free at once.
    ///
    /// # Errors
    /// When another process works on the SQLite file, or the database fails.
    pub async fn new(app: AppState, pace: Pace) -> Result<Self, WorkerError> {
        let mut lock = None;
        if app.database.get_database_backend() == DbBackend::Sqlite {
            lock = lock_file(&app).await?;
            lease::end_all::<answer::Entity>(&app.database).await?;
            lease::end_all::<site_analysis::Entity>(&app.database).await?;
        }
        let owner = app.random.id(app.clock.now());
        Ok(Self { app, owner, pace, _lock: lock })
    }

    /// Works until [`AppState`] is stopping, then ends what it began, or gives it back.
    pub async fn run(self) {
        let items = Items::new(self.app.clone(), self.owner.clone(), self.pace);
        let analyses = Analyses::new(self.app.clone(), self.owner.clone());
        tokio::join!(until_stopped(&self.app, items), until_stopped(&self.app, analyses));
        let (database, owner) = (&self.app.database, &self.owner);
        for released in [
            lease::release::<answer::Entity>(database, owner).await,
            lease::release::<site_analysis::Entity>(database, owner).await,
        ] {
            if let Err(error) = released {
                tracing::warn!(%error, "what was begun stays taken until its leases run out");
            }
        }
    }
}

async fn until_stopped(app: &AppState, mut work: impl Work) {
    let mut tasks = JoinSet::new();
    let mut worked = false;
    while !app.stopping.is_cancelled() {
        if tasks.is_empty() && std::mem::take(&mut worked) {
            work.rest().await;
        }
        while tasks.len() < work.at_a_time() {
            match work.take().await {
                Ok(Some(piece)) => {
                    worked = true;
                    tasks.spawn(work.work(piece));
                }
                Ok(None) => break,
                Err(error) => {
                    tracing::error!(%error, "cannot take anything to work on");
                    break;
                }
            }
        }
        tokio::select! {
            () = app.stopping.cancelled() => {}
            Some(_) = tasks.join_next() => {}
            () = work.new_work().notified() => {}
            () = tokio::time::sleep(LOOK) => {}
        }
    }
    let all = async { while tasks.join_next().await.is_some() {} };
    if tokio::time::timeout(STOP, all).await.is_err() {
        tasks.shutdown().await;
    }
}

/// Locks the file beside the SQLite database. `None` when the database is in memory.
async fn lock_file(app: &AppState) -> Result<Option<File>, WorkerError> {
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
