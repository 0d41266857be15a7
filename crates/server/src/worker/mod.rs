//! The worker: runs background jobs, a few tasks of each at a time, until the server shuts down.
//!
//! Pending work is stored in the database. A [`lease`] records which worker processes it.

pub mod lease;
mod notification;
mod retention;
mod retry;
mod round_robin;

use std::collections::HashMap;
use std::fs::File;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use answerdeck_database::query_row;
use futures_util::FutureExt;
use futures_util::future::OptionFuture;
use sea_orm::{DbBackend, DbErr};
use tokio::task::{self, JoinError, JoinSet};

use crate::problem::cause_chain;
use crate::state::AppState;
use lease::Leasable;

pub(crate) use crate::job_kind::JobKind;
pub(crate) use notification::listen;
pub(crate) use retention::Retention;
pub(crate) use retry::{INTERRUPTED_MAX, retry_delay};
pub(crate) use round_robin::RoundRobinJob;

/// How often a worker looks for work without being notified: a lease that expires, for example, sends no notification.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// How often a worker does what nobody waits for, such as deleting old data.
pub(crate) const HOUR: Duration = Duration::from_secs(3_600);
/// How long a shutdown waits for running tasks.
pub(crate) const SHUTDOWN_GRACE: Duration = Duration::from_secs(10);

#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    #[error("another answerdeck process uses {0}: stop it first, or use PostgreSQL to run several")]
    InUse(String),
    /// The lock file beside the SQLite file cannot be created.
    #[error("{path}: {cause}")]
    Lock { path: String, cause: std::io::Error },
    #[error(transparent)]
    Database(#[from] DbErr),
}

/// The running tasks of a job, with the row of each.
pub(crate) type Running = HashMap<task::Id, RunningRow>;

/// The row that a running task works on.
pub(crate) struct RunningRow {
    pub(crate) id: String,
    /// What shares a limit of running tasks.
    pub(crate) group: String,
}

/// A kind of background work. Each of its tasks is a row, processed under a lease.
pub(crate) trait Job {
    type Entity: Leasable;

    /// A row of the table, and what was read with it.
    type Task: Send + 'static;

    fn row(&self, task: &Self::Task) -> RunningRow;

    /// Leases the next tasks that may run beside the `running` ones. Called again until there is none.
    async fn claim(&mut self, running: &Running) -> Result<Vec<Self::Task>, DbErr>;

    /// Runs a task. An unfinished task is free again when its lease expires.
    fn run(&self, task: Self::Task) -> impl Future<Output = ()> + Send + 'static;

    fn shutdown_grace(&self) -> Duration {
        SHUTDOWN_GRACE
    }

    /// Called when all tasks have ended, and there is no next one.
    async fn idle(&self) {}
}

/// Runs jobs, and holds the leases of their tasks under one id.
pub struct Worker {
    app: AppState,
    /// The owner of its leases.
    pub(crate) id: String,
    /// The lock of the SQLite file, held as long as the worker exists.
    _lock: Option<File>,
}

impl Worker {
    /// Creates a worker. A SQLite file has only one.
    pub(crate) async fn new(app: AppState) -> Result<Self, WorkerError> {
        let lock = match app.databases.jobs.get_database_backend() {
            DbBackend::Sqlite => lock_file(&app).await?,
            _ => None,
        };
        let id = app.random.id(app.clock.now());
        Ok(Self { app, id, _lock: lock })
    }

    /// Frees the tasks of workers that died. On PostgreSQL their leases expire instead: another worker may be alive.
    pub(crate) async fn recover<T: Leasable>(&self) -> Result<(), DbErr> {
        let database = &self.app.databases.jobs;
        match database.get_database_backend() {
            DbBackend::Sqlite => lease::expire_all::<T>(database).await,
            _ => Ok(()),
        }
    }

    /// Runs `job` until the server shuts down, then waits for the running tasks and releases what remains.
    pub(crate) async fn run<J: Job>(&self, job: J) {
        run_until_shutdown(&self.app, job).await;
        if let Err(error) = lease::release_all::<J::Entity>(&self.app.databases.jobs, &self.id).await {
            tracing::warn!(%error, "leases were not released: unfinished tasks wait until they expire");
        }
    }
}

/// Calls `work` until the server shuts down: again at once while it returns that there may be more, and else after `interval`, or when
/// a notification of its kind announces some. `failure` is what an error means. A panic ends no other work of the server.
pub(crate) async fn poll<F, E>(
    app: &AppState,
    interval: Duration,
    kind: Option<JobKind>,
    failure: &str,
    work: impl Fn() -> F,
) where
    F: Future<Output = Result<bool, E>>,
    E: std::error::Error,
{
    while !app.shutdown.is_cancelled() {
        match AssertUnwindSafe(work()).catch_unwind().await {
            Ok(Ok(true)) => continue,
            Ok(Ok(false)) => {}
            Ok(Err(error)) => log_failure(app, &error, &format!("{failure}: it is tried again")).await,
            Err(_) => tracing::error!("{failure}, because of a panic: it is tried again"),
        }
        tokio::select! {
            () = app.shutdown.cancelled() => {}
            Some(()) = OptionFuture::from(kind.map(|kind| app.notifications.of(kind).notified())) => {}
            () = tokio::time::sleep(interval) => {}
        }
    }
}

async fn run_until_shutdown<J: Job>(app: &AppState, mut job: J) {
    let (mut tasks, mut running) = (JoinSet::new(), Running::new());
    let mut has_run = false;
    while !app.shutdown.is_cancelled() {
        // What ended meanwhile makes one batch.
        remove_ended(&mut tasks, &mut running);
        match job.claim(&running).await {
            Ok(claimed) if claimed.is_empty() => {}
            Ok(claimed) => {
                has_run = true;
                // A task that freed its row before the claim has ended by now.
                remove_ended(&mut tasks, &mut running);
                for task in claimed {
                    let row = job.row(&task);
                    // A lease can expire while there is no database. The claim has renewed it for the task that goes on.
                    if running.values().all(|other| other.id != row.id) {
                        running.insert(tasks.spawn(job.run(task)).id(), row);
                    }
                }
                continue;
            }
            Err(error) => log_failure(app, &error, "the next tasks could not be leased").await,
        }
        if tasks.is_empty() && std::mem::take(&mut has_run) {
            job.idle().await;
        }
        tokio::select! {
            () = app.shutdown.cancelled() => {}
            Some(ended) = tasks.join_next_with_id() => {
                running.remove(&ended_id(ended));
            }
            () = app.notifications.of(J::Entity::KIND).notified() => {}
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
    }
    let grace = job.shutdown_grace();
    if !tasks.is_empty() {
        tracing::info!(count = tasks.len(), of = J::Entity::TABLE, at_most = ?grace, "waiting for work in progress");
    }
    let all = async {
        while let Some(ended) = tasks.join_next_with_id().await {
            ended_id(ended);
        }
    };
    if tokio::time::timeout(grace, all).await.is_err() {
        tasks.shutdown().await;
    }
}

fn remove_ended(tasks: &mut JoinSet<()>, running: &mut Running) {
    while let Some(ended) = tasks.try_join_next_with_id() {
        running.remove(&ended_id(ended));
    }
}

/// Logs what an error of a job means, unless it is that the database cannot be reached.
async fn log_failure(app: &AppState, error: &impl std::error::Error, failure: &str) {
    app.reachability.log_failure(&app.databases.jobs, &cause_chain(error), failure).await;
}

/// The id of a task that has ended. A panic is logged: the row is tried again when its lease has expired, and fails after a few
/// attempts. The process continues, because one organization's data must not stop the work of others. Only a panic of the loop around
/// the tasks ends it.
fn ended_id(ended: Result<(task::Id, ()), JoinError>) -> task::Id {
    match ended {
        Ok((id, ())) => id,
        Err(error) => {
            if error.is_panic() {
                tracing::error!(%error, "a task panicked: its row waits until the lease has expired");
            }
            error.id()
        }
    }
}

/// Locks the file beside the SQLite database. `None` when the database is in memory.
async fn lock_file(app: &AppState) -> Result<Option<File>, WorkerError> {
    let sql = "SELECT file FROM pragma_database_list WHERE name = 'main'";
    let database = query_row::<String>(&app.databases.jobs, sql, []).await?.unwrap_or_default();
    if database.is_empty() {
        return Ok(None);
    }
    let path = format!("{database}.lock");
    let file = File::options().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|cause| WorkerError::Lock { path: path.clone(), cause })?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(std::fs::TryLockError::WouldBlock) => Err(WorkerError::InUse(database)),
        Err(std::fs::TryLockError::Error(cause)) => Err(WorkerError::Lock { path, cause }),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU8, Ordering};

    use answerdeck_database::Databases;
    use answerdeck_engine::Engines;

    use super::*;
    use crate::clock::Clock;
    use crate::random::Random;
    use crate::state::Config;

    async fn app(folder: &tempfile::TempDir) -> AppState {
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        let databases = Databases::connect(&url).await.unwrap();
        AppState::new(Config::default(), databases, Clock::system(), Random::system(), Engines::default())
    }

    #[tokio::test]
    async fn work_that_panics_is_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let (app, kind, calls) = (app(&folder).await, JobKind::StoppedRuns, AtomicU8::new(0));
        poll(&app, POLL_INTERVAL, Some(kind), "it failed", || async {
            app.notifications.of(kind).notify_one();
            assert_eq!(calls.fetch_add(1, Ordering::Relaxed), 1, "the first call panics");
            app.shutdown.cancel();
            Ok::<_, DbErr>(false)
        })
        .await;
        assert_eq!(calls.into_inner(), 2);
    }

    #[tokio::test]
    async fn work_that_fails_is_tried_again_every_hour_until_shutdown() {
        let folder = tempfile::tempdir().unwrap();
        let (app, calls) = (app(&folder).await, AtomicU8::new(0));
        tokio::time::pause();
        let works = poll(&app, HOUR, None, "it failed", || async {
            calls.fetch_add(1, Ordering::Relaxed);
            Err(DbErr::Custom("each time".to_owned()))
        });
        let shuts_down = async {
            tokio::time::sleep(2 * HOUR + HOUR / 2).await;
            app.shutdown.cancel();
        };
        tokio::join!(works, shuts_down);
        assert_eq!(calls.into_inner(), 3);
    }
}
