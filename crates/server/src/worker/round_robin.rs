//! Processing the rows of organizations in turn, a few of each at a time, so that none waits for the others.

use std::collections::{HashMap, VecDeque};
use std::marker::PhantomData;
use std::sync::Arc;

use answerdeck_database::{query_rows, with_write_lock};
use jiff::Timestamp;
use sea_orm::{DatabaseConnection, DbErr};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Job;
use super::lease::{self, Leasable};
use crate::state::AppState;

/// The rows of one organization that are processed at the same time. The others get the remaining permits.
const CONCURRENT_EACH: usize = 2;

/// Processes the rows of `T` by `run`. Organizations take turns, however many rows they have.
pub(crate) struct RoundRobinJob<T, R> {
    app: AppState,
    worker: String,
    /// The rows that are processed at the same time.
    total: usize,
    run: R,
    /// The organization that was served last.
    last: String,
    /// The semaphore of each organization whose rows are processed.
    semaphores: HashMap<String, Arc<Semaphore>>,
    /// When the next row is free that was not at the last claim.
    next_due: Option<Timestamp>,
    table: PhantomData<T>,
}

impl<T: Leasable, R> RoundRobinJob<T, R> {
    /// Creates the job. `worker` owns the leases of its rows.
    pub(crate) fn new(app: &AppState, worker: &str, total: usize, run: R) -> Self {
        Self {
            app: app.clone(),
            worker: worker.to_owned(),
            total,
            run,
            last: String::new(),
            semaphores: HashMap::new(),
            next_due: None,
            table: PhantomData,
        }
    }

    /// Leases a row of each organization that has a free row and a free permit, then the next of each. Returns them with their
    /// permits.
    async fn claim_in_turn(
        &mut self,
        database: &DatabaseConnection,
        limit: usize,
    ) -> Result<Vec<(T::Model, OwnedSemaphorePermit)>, DbErr> {
        let (table, unfinished, now) = (T::TABLE, T::UNFINISHED, self.app.clock.now());
        let sql = format!(
            "SELECT organization_id, min(coalesce(lease_until, 0)) FROM {table} WHERE {unfinished} \
             GROUP BY organization_id ORDER BY organization_id <= $1, organization_id"
        );
        let mut turns = VecDeque::new();
        for (organization, due) in query_rows::<(String, i64)>(database, &sql, [self.last.as_str().into()]).await? {
            match Timestamp::from_millisecond(due) {
                Ok(due) if due > now => self.next_due = Some(self.next_due.map_or(due, |next| next.min(due))),
                _ => turns.push_back(organization),
            }
        }
        self.semaphores.retain(|_, semaphore| semaphore.available_permits() < CONCURRENT_EACH);
        let mut claimed = Vec::new();
        while claimed.len() < limit
            && let Some(organization) = turns.pop_front()
        {
            let semaphore = self.semaphores.entry(organization.clone());
            let semaphore = semaphore.or_insert_with(|| Arc::new(Semaphore::new(CONCURRENT_EACH)));
            let Ok(permit) = Arc::clone(semaphore).try_acquire_owned() else { continue };
            match lease::acquire::<T>(database, &organization, &self.worker, now).await {
                Ok(Some(row)) => {
                    claimed.push((row, permit));
                    self.last.clone_from(&organization);
                    turns.push_back(organization);
                }
                Ok(None) => {}
                // What is leased is processed. The next claim says what fails.
                Err(_) if !claimed.is_empty() => break,
                Err(error) => return Err(error),
            }
        }
        Ok(claimed)
    }
}

impl<T, R, F> Job for RoundRobinJob<T, R>
where
    T: Leasable,
    R: Fn(AppState, T::Model) -> F,
    F: Future<Output = ()> + Send + 'static,
{
    type Entity = T;
    type Task = (T::Model, OwnedSemaphorePermit);

    async fn claim(&mut self, running: usize) -> Result<Vec<Self::Task>, DbErr> {
        self.next_due = None;
        let limit = self.total.saturating_sub(running);
        if limit == 0 {
            return Ok(Vec::new());
        }
        let database = self.app.databases.jobs.clone();
        // On SQLite a writer that has announced a row is waited for.
        with_write_lock(&database, self.claim_in_turn(&database, limit)).await
    }

    fn next_due(&self) -> Option<Timestamp> {
        self.next_due
    }

    fn run(&self, (row, permit): Self::Task) -> impl Future<Output = ()> + Send + 'static {
        let run = (self.run)(self.app.clone(), row);
        async move {
            run.await;
            drop(permit);
        }
    }
}
