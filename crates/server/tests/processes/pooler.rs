//! Processes that connect through PgBouncer, which gives each transaction one of its few connections.

use answerdeck_database::query_row;
use futures_util::future::join_all;
use sea_orm::sqlx::postgres::PgListener;
use sea_orm::sqlx::{Connection, PgConnection, query_scalar};
use throwaway_postgres::{Cluster, Settings};

use super::{ORGANIZATION, WORKER, submit, until_finished};
use crate::harness::pgbouncer::{CONNECTIONS, Pgbouncer};
use crate::harness::process::{Organization, ServerProcess, lines_of};
use crate::harness::runs::assert_charged_once;
use crate::harness::until;

fn worker(database: &str) -> ServerProcess {
    ServerProcess::start(database, &[&WORKER[..], &["--item-pause", "0"]].concat())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_share_the_connections_of_a_pooler() {
    let cluster = Cluster::start(Settings::default()).unwrap();
    let Some(pooler) = Pgbouncer::start(&cluster).await else { return };
    let Organization { key, .. } = Organization::create(&pooler.url, 1_000).await;
    Organization::create_demo(&pooler.url).await;
    let apis = ["api", "api"].map(|role| ServerProcess::start(&pooler.url, &["--demo", "--role", role]));
    let pooled_worker = worker(&pooler.url);
    let run = submit(&apis[0], &key, 40, 1).await;
    let requests = (0..60).map(|number| apis[number % 2].request(&key, ORGANIZATION, None));
    for reply in join_all(requests).await {
        let status = reply.unwrap().status.as_u16();
        assert!([200, 429].contains(&status), "{status}");
    }
    lines_of(&pooler.url, &["migrate"]);
    until_finished(&apis[1], &key, &run).await;
    assert!(pooled_worker.log().contains("a pooler announces no new work"), "{}", pooled_worker.log());

    let url = format!("{}/postgres", cluster.url);
    let others =
        "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
    let mut direct = PgConnection::connect(&url).await.unwrap();
    let connections: i64 = query_scalar(others).fetch_one(&mut direct).await.unwrap();
    assert!(connections <= i64::from(CONNECTIONS), "{connections}");
    let database = answerdeck_database::connect(&url).await.unwrap();
    assert_eq!(assert_charged_once(&database).await.len(), 120);

    // A worker beside the pooler listens, and a request through the pooler wakes it.
    drop(pooled_worker);
    let direct_worker = worker(&url);
    let listening = format!("{others} AND query LIKE 'LISTEN%answerdeck_work%'");
    until(async || query_row::<i64>(&database, &listening, []).await.unwrap().unwrap() == 1).await;
    let mut listener = PgListener::connect_with(database.get_postgres_connection_pool()).await.unwrap();
    listener.listen("answerdeck_work").await.unwrap();
    let run = submit(&apis[0], &key, 1, 1).await;
    assert_eq!(listener.recv().await.unwrap().payload(), "run_items");
    until_finished(&apis[1], &key, &run).await;
    assert_eq!(assert_charged_once(&database).await.len(), 123);
    for server in apis.iter().chain([&direct_worker]) {
        let log = server.log();
        assert!(!log.contains(" ERROR ") && !log.contains("no time limit"), "{log}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_behind_a_pooler_recovers_from_an_outage_of_postgresql() {
    let cluster = Cluster::start(Settings::default()).unwrap();
    let Some(pooler) = Pgbouncer::start(&cluster).await else { return };
    let Organization { key, .. } = Organization::create(&pooler.url, 1).await;
    let server = ServerProcess::start(&pooler.url, &[]);
    let status = async |path| server.request(&key, path, None).await.unwrap().status.as_u16();
    cluster.crash().unwrap();
    assert_eq!((status("/health/live").await, status("/health/ready").await), (200, 503));
    let refused = server.request(&key, ORGANIZATION, None).await.unwrap();
    assert_eq!((refused.status.as_u16(), refused.headers.contains_key("retry-after")), (503, true), "{}", refused.text);
    assert_eq!(refused.json()["message"], "The database cannot be reached");
    cluster.start_server().unwrap();
    until(async || status(ORGANIZATION).await == 200).await;
    until(async || status("/health/ready").await == 200).await;
}
