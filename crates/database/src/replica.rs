//! A streaming replica of PostgreSQL, for reads that see everything that was committed before they began.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbErr};
use tokio::time::{sleep, timeout};

use super::availability::Reachability;
use super::{STATEMENT_TIMEOUT, pool, query_row, snapshot, warn_without_time_limit};

/// How long a read waits for the replica.
const PATIENCE: Duration = Duration::from_millis(500);
/// The pause between two looks at what the replica has replayed.
const LOOK_PAUSE: Duration = Duration::from_millis(5);
/// How often the replica is tested during a read: a host that has lost its power closes no connection.
const TEST_PAUSE: Duration = Duration::from_secs(5);

/// Names a database. Its replicas have the same name, and no other database has it.
const NAME: &str = "concat((SELECT system_identifier FROM pg_control_system()), ' ', current_database())";
/// The end of the log that has every acknowledged commit. A commit is acknowledged after its log was flushed, and only with
/// `synchronous_commit = off` before. The log that was inserted is longer, but a replica gets what was flushed, and what running
/// transactions have inserted may not be flushed for long.
const LOG_END: &str = "CAST(CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() \
    ELSE pg_current_wal_flush_lsn() END AS text)";

/// A replica. Clones share it.
#[derive(Debug, Clone)]
pub struct Replica(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    database: DatabaseConnection,
    reachability: Reachability,
    answered: AtomicU64,
    late: AtomicU64,
    unavailable: AtomicU64,
}

impl Replica {
    /// Connects to the replica at `url`. One that cannot be reached is used as soon as it can. Fails if the server can be reached and is
    /// no replica of the primary.
    pub async fn connect(url: &str, primary: &DatabaseConnection) -> Result<Self, DbErr> {
        // Two for requests, one each for alerts and digests, and one for `/metrics`.
        let mut options = pool::options_for(url, "replica", 5, STATEMENT_TIMEOUT);
        options.connect_lazy(true);
        let (database, reachability) = (Database::connect(options).await?, Reachability::of_replica());
        if reachability.test(&database).await {
            lag(&database, &log_end(primary).await?).await?;
            warn_without_time_limit(&database).await?;
        }
        let [answered, late, unavailable] = [0; 3].map(AtomicU64::new);
        Ok(Self(Arc::new(Shared { database, reachability, answered, late, unavailable })))
    }

    pub(super) fn database(&self) -> &DatabaseConnection {
        &self.0.database
    }

    /// Opens a snapshot that has everything that the primary has committed. `None` if the primary must answer.
    pub async fn snapshot(&self, primary: &DatabaseConnection) -> Option<DatabaseTransaction> {
        if self.0.reachability.is_lost().await {
            increment(&self.0.unavailable);
            return None;
        }
        // A primary that fails says why when it is asked.
        let end = log_end(primary).await.ok()?;
        match timeout(PATIENCE, self.snapshot_since(&end)).await {
            Ok(Ok(snapshot)) => return Some(snapshot),
            Ok(Err(error)) => self.count_failure(&error).await,
            Err(_) => increment(if self.is_reached().await { &self.0.late } else { &self.0.unavailable }),
        }
        None
    }

    /// Opens a snapshot when the replica has replayed the log to this end.
    async fn snapshot_since(&self, end: &(String, String)) -> Result<DatabaseTransaction, DbErr> {
        let transaction = snapshot(&self.0.database).await?;
        loop {
            let missing = lag(&transaction, end).await?;
            // The snapshot is older than this look. The next one is taken on the same connection, because several replicas may share
            // an address.
            transaction.execute_unprepared("ROLLBACK; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
            if missing <= 0 {
                return Ok(transaction);
            }
            sleep(LOOK_PAUSE).await;
        }
    }

    /// Reads from a snapshot. `None` if the replica is lost meanwhile.
    pub async fn unless_lost<T>(&self, read: impl Future<Output = T>) -> Option<T> {
        let mut read = pin!(read);
        loop {
            if let Ok(result) = timeout(TEST_PAUSE, read.as_mut()).await {
                return Some(result);
            }
            if !self.is_reached().await {
                increment(&self.0.unavailable);
                return None;
            }
        }
    }

    /// Counts a read that the replica has answered.
    pub fn count_answer(&self) {
        increment(&self.0.answered);
    }

    /// Counts a read that the primary answers because the replica has failed, such as by a conflict with what it replays.
    pub async fn count_failure(&self, error: &DbErr) {
        if self.is_reached().await {
            tracing::warn!(%error, "the replica failed: the primary answers");
        }
        increment(&self.0.unavailable);
    }

    /// The number of reads by outcome.
    pub fn reads(&self) -> [(&'static str, u64); 3] {
        let Shared { answered, late, unavailable, .. } = &*self.0;
        [("answered", answered), ("late", late), ("unavailable", unavailable)]
            .map(|(outcome, count)| (outcome, count.load(Ordering::Relaxed)))
    }

    /// How many bytes of log it has not replayed. `None` if that cannot be found out in time.
    pub async fn lag(&self, primary: &DatabaseConnection) -> Option<i64> {
        let measured = async {
            match self.0.reachability.is_lost().await {
                true => None,
                false => lag(&self.0.database, &log_end(primary).await.ok()?).await.ok(),
            }
        };
        timeout(PATIENCE, measured).await.ok().flatten().map(|bytes| bytes.max(0))
    }

    async fn is_reached(&self) -> bool {
        self.0.reachability.test(&self.0.database).await
    }
}

fn increment(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

async fn log_end(primary: &DatabaseConnection) -> Result<(String, String), DbErr> {
    let end = query_row(primary, &format!("SELECT {NAME}, {LOG_END}"), []).await?;
    end.ok_or_else(|| DbErr::RecordNotFound("the end of the log".to_owned()))
}

/// How many bytes of the log to this end a replica has not replayed.
async fn lag(replica: &impl ConnectionTrait, (name, end): &(String, String)) -> Result<i64, DbErr> {
    let sql = format!(
        "SELECT CASE WHEN pg_is_in_recovery() AND {NAME} = $1 \
         THEN CAST(pg_wal_lsn_diff(CAST($2 AS pg_lsn), pg_last_wal_replay_lsn()) AS bigint) END"
    );
    let lag = query_row::<Option<i64>>(replica, &sql, [name.as_str().into(), end.as_str().into()]).await?;
    lag.flatten().ok_or_else(|| {
        let reason = "this is no streaming replica of the database: make one with pg_basebackup --write-recovery-conf, or leave \
            the option out";
        DbErr::Custom(reason.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_read_ends_when_the_replica_is_lost_and_else_takes_as_long_as_it_needs() {
        let primary = Database::connect("sqlite::memory:").await.unwrap();
        let lost = Replica::connect("postgres://answerdeck@127.0.0.1:1/postgres", &primary).await.unwrap();
        let [answered, late, unavailable] = [0; 3].map(AtomicU64::new);
        // SQLite is never lost.
        let (database, reachability) = (primary, Reachability::default());
        let reached = Replica(Arc::new(Shared { database, reachability, answered, late, unavailable }));
        tokio::time::pause();
        assert_eq!(lost.unless_lost(std::future::pending::<()>()).await, None);
        assert_eq!(reached.unless_lost(sleep(3 * TEST_PAUSE)).await, Some(()));
        assert_eq!([lost, reached].map(|replica| replica.reads()[2]), [("unavailable", 1), ("unavailable", 0)]);
    }
}
