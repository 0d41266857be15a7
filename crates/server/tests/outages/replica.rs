//! Counts of a server with a replica of PostgreSQL: they are exact, and the primary answers while the replica is late or away.

use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};

use answerdeck_database::query_row;
use sea_orm::{ConnectionTrait, Database, DatabaseConnection};
use throwaway_postgres::{Cluster, Settings};

use crate::harness::process::{Organization, ServerProcess, answerdeck};
use crate::harness::{Account, AnswerRow, Backend, TestServer, hold_connection, sqlite, until};

const DOMAINS: &str = "/v1/platform/statistics/source-domains";
const PAUSED: &str = "SELECT pg_get_wal_replay_pause_state() = 'paused'";
const WAITS_FOR_LOCK: &str = "SELECT EXISTS (SELECT FROM pg_stat_activity \
    WHERE wait_event_type = 'Lock' AND application_name LIKE 'answerdeck %')";

struct Replicated {
    primary: DatabaseConnection,
    replica: DatabaseConnection,
    replica_cluster: Cluster,
    server: TestServer,
    account: Account,
    stored: AtomicU64,
}

impl Replicated {
    /// Starts a server with a primary, and a replica with these options.
    async fn start(options: &str) -> Self {
        let cluster = Cluster::start(Settings::default()).unwrap();
        let replica_cluster = cluster.start_replica(options).unwrap();
        let [primary_url, replica_url] =
            [&cluster, &replica_cluster].map(|cluster| format!("{}/postgres", cluster.url));
        let server = TestServer::start(Backend::Sqlite).await.with_database(primary_url.clone()).await;
        let server = server.with_replica(&replica_url).await;
        let account = server.account().await;
        let primary = Database::connect(primary_url).await.unwrap();
        let replica = Database::connect(replica_url).await.unwrap();
        Self { primary, replica, replica_cluster, server, account, stored: AtomicU64::new(0) }
    }

    /// Counts the citations of all answers.
    async fn count(&self) {
        let ranking = self.server.get(&self.account, DOMAINS).await.ok();
        assert_eq!(ranking["totalCitations"], self.stored.load(Ordering::SeqCst));
    }

    /// Stores an answer with a citation, and counts.
    async fn store_and_count(&self) {
        let sources = &[("https://a.example/1", Some("a.example"))];
        self.server.answer(&self.account, AnswerRow { sources, ..AnswerRow::default() }).await;
        self.stored.fetch_add(1, Ordering::SeqCst);
        self.count().await;
    }

    /// The number of counts with this outcome.
    async fn reads(&self, outcome: &str) -> u64 {
        let (text, name) =
            (self.server.scrape().await, format!("answerdeck_replica_reads_total{{outcome=\"{outcome}\"}} "));
        text.lines().find_map(|line| line.strip_prefix(&name)).unwrap().parse().unwrap()
    }

    /// Stores and counts until another count has this outcome.
    async fn store_until_one_more_is(&self, outcome: &str) {
        let before = self.reads(outcome).await;
        until(async || {
            self.store_and_count().await;
            self.reads(outcome).await > before
        })
        .await;
    }
}

async fn is_true(database: &DatabaseConnection, sql: &str) -> bool {
    query_row(database, sql, []).await.unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_count_is_exact_while_the_replica_is_late_or_away() {
    let replicated = Replicated::start("").await;
    replicated.store_until_one_more_is("answered").await;

    replicated.replica.execute_unprepared("SELECT pg_wal_replay_pause()").await.unwrap();
    until(async || is_true(&replicated.replica, PAUSED).await).await;
    let answered = replicated.reads("answered").await;
    replicated.store_until_one_more_is("late").await;
    assert_eq!(replicated.reads("answered").await, answered);
    let text = replicated.server.scrape().await;
    let lag = text.lines().find_map(|line| line.strip_prefix("answerdeck_database_lag_bytes{pool=\"replica\"} "));
    assert!(lag.unwrap().parse::<u64>().unwrap() > 0, "{text}");
    replicated.replica.execute_unprepared("SELECT pg_wal_replay_resume()").await.unwrap();
    replicated.store_until_one_more_is("answered").await;

    replicated.replica_cluster.crash().unwrap();
    replicated.store_until_one_more_is("unavailable").await;
    let text = replicated.server.scrape().await;
    assert!(!text.contains("answerdeck_database_lag_bytes{"), "{text}");
    replicated.replica_cluster.start_server().unwrap();
    replicated.store_until_one_more_is("answered").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_primary_answers_a_count_that_the_replica_cancels() {
    // The replica ends reads that conflict with what it replays at once.
    let replicated = Replicated::start("-c max_standby_streaming_delay=0").await;
    replicated.store_until_one_more_is("answered").await;
    let (primary, replica) = (&replicated.primary, &replicated.replica);
    until(async || {
        let unavailable = replicated.reads("unavailable").await;
        // The replica replays the lock. A count has read `domain_types` before it waits for it.
        let lock = hold_connection(primary).await;
        lock.execute_unprepared("LOCK TABLE names IN ACCESS EXCLUSIVE MODE").await.unwrap();
        // A commit sends the lock, too.
        replicated.server.account().await;
        let conflict = async {
            until(async || is_true(replica, WAITS_FOR_LOCK).await || is_true(primary, WAITS_FOR_LOCK).await).await;
            if is_true(replica, WAITS_FOR_LOCK).await {
                let sql = "BEGIN; LOCK TABLE domain_types IN ACCESS EXCLUSIVE MODE; COMMIT";
                primary.execute_unprepared(sql).await.unwrap();
            }
            lock.rollback().await.unwrap();
        };
        tokio::join!(replicated.count(), conflict);
        replicated.reads("unavailable").await > unavailable
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_starts_with_a_replica_of_its_database_or_while_it_is_away() {
    let cluster = Cluster::start(Settings::default()).unwrap();
    let url = format!("{}/postgres", cluster.url);
    let Organization { key, .. } = Organization::create(&url, 1).await;
    let folder = tempfile::tempdir().unwrap();
    let sqlite = sqlite::url(folder.path());
    let of_option = "error: --statistics-database: ";
    for (database, replica, start, reason) in [
        (&sqlite, &url, of_option, "only PostgreSQL has replicas"),
        (&url, &sqlite, "error: invalid value for '--statistics-database <URL>': ", "only PostgreSQL has replicas"),
        (&url, &url, of_option, "this is no streaming replica of the database: make one with pg_basebackup"),
    ] {
        let mut serve = answerdeck(database, &["serve", "--listen", "127.0.0.1:0", "--statistics-database", replica]);
        let output = serve.stderr(Stdio::piped()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains(start) && error.contains(reason), "{error}");
    }
    let server = ServerProcess::start(&url, &["--statistics-database", "postgres://answerdeck@127.0.0.1:1/postgres"]);
    let log = server.log();
    let warning = log.lines().find(|line| line.contains("until the replica can be reached")).unwrap();
    assert!(warning.contains(" WARN ") && warning.contains("127.0.0.1") && !log.contains(" ERROR "), "{log}");
    assert_eq!(server.send(&key, &format!("/api{DOMAINS}"), None).await["totalCitations"], 0);
}
