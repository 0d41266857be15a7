//! Ends the statements of work whose caller has stopped waiting, and of work that takes too long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sea_orm::ConnectOptions;
use sea_orm::sqlx::{self, SqliteConnection};

use super::pool::outside_transactions;

/// The number of SQLite instructions between two checks: a few microseconds.
const INSTRUCTIONS_PER_CHECK: i32 = 10_000;

tokio::task_local! {
    /// Whether the caller of this task has stopped waiting.
    static IS_CANCELLED: Arc<AtomicBool>;
}

/// Sets the flag when it is dropped.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs work to its end, even if the caller stops waiting: then SQLite ends its statement with an error at once, and
/// PostgreSQL by its timeout. The work keeps everything that it holds until then.
pub async fn run<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> T {
    let is_cancelled = Arc::new(AtomicBool::new(false));
    let _guard = CancelOnDrop(Arc::clone(&is_cancelled));
    match tokio::spawn(IS_CANCELLED.scope(is_cancelled, work)).await {
        Ok(value) => value,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}

/// Limits the time of statements on new connections to SQLite, from the moment that a task gets the connection. Also ends them
/// when the caller of that task has stopped waiting.
pub(super) fn limit_on_sqlite(options: &mut ConnectOptions, timeout: Duration) {
    options.map_sqlx_sqlite_pool_opts(move |options| {
        outside_transactions(options)
            .after_connect(move |connection, _| Box::pin(set_deadline(connection, timeout)))
            .before_acquire(move |connection, _| {
                Box::pin(async move {
                    set_deadline(connection, timeout).await?;
                    Ok(true)
                })
            })
    });
}

/// Sets the deadline of the next statements of a connection. Runs in the task that asks for the connection.
async fn set_deadline(connection: &mut SqliteConnection, timeout: Duration) -> Result<(), sqlx::Error> {
    let is_cancelled = IS_CANCELLED.try_with(Arc::clone).unwrap_or_default();
    let deadline = Instant::now() + timeout;
    let may_continue = move || !is_cancelled.load(Ordering::Relaxed) && Instant::now() < deadline;
    connection.lock_handle().await?.set_progress_handler(INSTRUCTIONS_PER_CHECK, may_continue);
    Ok(())
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use sea_orm::{ConnectionTrait, DbErr};

    use super::*;
    use crate::{Databases, statement};

    const ENDLESS: &str = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n";

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_abandoned_statement_frees_its_connection() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        let database = Databases::connect(&url).await.unwrap().heavy_reads;
        let query = |sql: &'static str| {
            let database = database.clone();
            async move { database.query_one_raw(statement(&database, sql, [])).await.map(drop) }
        };
        let (ended, mut ends) = tokio::sync::mpsc::unbounded_channel();
        // More than there are connections.
        for _ in 0..10 {
            let (ended, endless) = (ended.clone(), query(ENDLESS));
            let mut abandoned = Box::pin(run(async move { ended.send(endless.await).unwrap() }));
            assert_eq!((&mut abandoned).now_or_never(), None);
        }
        for _ in 0..10 {
            let end: Result<(), DbErr> = ends.recv().await.unwrap();
            assert!(end.unwrap_err().to_string().contains("interrupted"));
        }
        run(query("SELECT 1")).await.unwrap();
    }
}
