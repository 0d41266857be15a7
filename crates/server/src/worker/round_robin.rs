//! Processing the rows of organizations in turn, a few of each at a time, so that none waits for the others.

use std::collections::VecDeque;
use std::marker::PhantomData;

use answerdeck_database::{query_rows, with_write_lock};
use sea_orm::{DatabaseConnection, DbErr};

use super::lease::{self, Leasable, RENEWAL_INTERVAL};
use super::{Job, Running, RunningRow};
use crate::state::AppState;

/// The rows of one organization that are processed at the same time. The others can use the rest of the total.
const CONCURRENT_EACH: usize = 2;

/// Processes the rows of `T` by `run`, and renews their leases meanwhile. Organizations take turns, however many rows they have.
pub(crate) struct RoundRobinJob<T, R> {
    app: AppState,
    worker: String,
    /// The rows that are processed at the same time.
    total: usize,
    run: R,
    /// The organization that was served last.
    last: String,
    table: PhantomData<T>,
}

impl<T: Leasable, R> RoundRobinJob<T, R> {
    /// Creates the job. `worker` owns the leases of its rows.
    pub(crate) fn new(app: &AppState, worker: &str, total: usize, run: R) -> Self {
        Self { app: app.clone(), worker: worker.to_owned(), total, run, last: String::new(), table: PhantomData }
    }

    /// Leases a row of each organization that has a free row and fewer than [`CONCURRENT_EACH`] in progress, then the next of each.
    async fn claim_in_turn(
        &mut self,
        database: &DatabaseConnection,
        running: &Running,
    ) -> Result<Vec<T::Model>, DbErr> {
        let (table, unfinished, now) = (T::TABLE, T::UNFINISHED, self.app.clock.now());
        let sql = format!(
            "SELECT organization_id FROM {table} WHERE {unfinished} AND (lease_until IS NULL OR lease_until <= $2) \
             GROUP BY organization_id ORDER BY organization_id <= $1, organization_id"
        );
        let values = [self.last.as_str().into(), now.as_millisecond().into()];
        let mut turns: VecDeque<_> = query_rows::<String>(database, &sql, values).await?.into();
        let mut claimed = Vec::new();
        while running.len() + claimed.len() < self.total
            && let Some(organization) = turns.pop_front()
        {
            let in_progress = running.values().map(|row| row.group.as_str());
            let in_progress = in_progress.chain(claimed.iter().map(|row| T::ids(row).1));
            if in_progress.filter(|other| *other == organization).count() >= CONCURRENT_EACH {
                continue;
            }
            match lease::acquire::<T>(database, &organization, &self.worker, now).await {
                Ok(Some(row)) => {
                    claimed.push(row);
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
    F: Future<Output = Result<(), DbErr>> + Send + 'static,
{
    type Entity = T;
    type Task = T::Model;

    /// The rows of an organization share its limit.
    fn row(&self, row: &T::Model) -> RunningRow {
        let (id, organization) = T::ids(row);
        RunningRow { id: id.to_owned(), group: organization.to_owned() }
    }

    async fn claim(&mut self, running: &Running) -> Result<Vec<T::Model>, DbErr> {
        if running.len() >= self.total {
            return Ok(Vec::new());
        }
        let database = self.app.databases.jobs.clone();
        // On SQLite a writer that has announced a row is waited for.
        with_write_lock(&database, self.claim_in_turn(&database, running)).await
    }

    fn run(&self, row: T::Model) -> impl Future<Output = ()> + Send + 'static {
        let (app, worker, id) = (self.app.clone(), self.worker.clone(), T::ids(&row).0.to_owned());
        let work = (self.run)(app.clone(), row);
        async move {
            if let Some(Err(error)) = lease::renew_while::<T, _>(&app, &id, &worker, RENEWAL_INTERVAL, work).await {
                tracing::error!(id, %error, "work on a row of {} is interrupted until its lease expires", T::TABLE);
            }
        }
    }
}
