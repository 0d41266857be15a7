//! Leasing the rows of organizations in turn, a few of each at a time, so that none waits for the others.

use std::collections::HashMap;
use std::sync::Arc;

use answerdeck_database::{statement, with_write_lock};
use jiff::Timestamp;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::lease::{self, Leasable};
use crate::state::AppState;

/// Organizations take turns, however many rows they have.
pub(crate) struct RoundRobin {
    /// The owner of the leases.
    worker: String,
    /// The rows of an organization that are processed at the same time.
    each: usize,
    /// The organization that was served last.
    last: String,
    /// The semaphore of each organization whose rows are processed.
    semaphores: HashMap<String, Arc<Semaphore>>,
}

impl RoundRobin {
    pub(crate) fn new(worker: String, each: usize) -> Self {
        Self { worker, each, last: String::new(), semaphores: HashMap::new() }
    }

    pub(crate) fn worker(&self) -> &str {
        &self.worker
    }

    /// Leases a row of the next organization that has a free row and a free permit. Returns it with the permit.
    pub(crate) async fn claim<T: Leasable>(
        &mut self,
        app: &AppState,
    ) -> Result<Vec<(T::Model, OwnedSemaphorePermit)>, DbErr> {
        let (database, now) = (&app.jobs_database, app.clock.now());
        // On SQLite a writer that has announced a row is waited for.
        let claimed = with_write_lock(database, self.claim_locked::<T>(database, now)).await?;
        Ok(claimed.into_iter().collect())
    }

    async fn claim_locked<T: Leasable>(
        &mut self,
        database: &DatabaseConnection,
        now: Timestamp,
    ) -> Result<Option<(T::Model, OwnedSemaphorePermit)>, DbErr> {
        let (table, column, unfinished) = (T::TABLE, T::GROUP_COLUMN, T::UNFINISHED);
        let sql = format!(
            "SELECT {column} FROM {table} WHERE {unfinished} AND (lease_until IS NULL OR lease_until <= $2) \
             GROUP BY {column} ORDER BY {column} <= $1, {column}"
        );
        let sql = statement(database, &sql, [self.last.as_str().into(), now.as_millisecond().into()]);
        let rows = database.query_all_raw(sql).await?;
        self.semaphores.retain(|_, semaphore| semaphore.available_permits() < self.each);
        for row in rows {
            let organization: String = row.try_get_by_index(0)?;
            let semaphore = self.semaphores.get(&organization).map(Arc::clone);
            let semaphore = semaphore.unwrap_or_else(|| Arc::new(Semaphore::new(self.each)));
            let Ok(permit) = Arc::clone(&semaphore).try_acquire_owned() else { continue };
            if let Some(row) = lease::acquire::<T>(database, &organization, &self.worker, now).await? {
                self.semaphores.insert(organization.clone(), semaphore);
                self.last = organization;
                return Ok(Some((row, permit)));
            }
        }
        Ok(None)
    }
}
