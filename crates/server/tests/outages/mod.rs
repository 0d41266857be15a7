//! An unreachable, full or read-only database: errors say so, no change is left incomplete, and work continues by
//! itself.

mod clickhouse;
mod health;
mod replica;
mod transactions;

use std::process::Stdio;

use answerdeck_database::entity::prompt;
use answerdeck_database::failure::reason;
use answerdeck_database::probe;
use futures_util::future::join_all;
use sea_orm::sqlx::{Connection, PgConnection};
use sea_orm::{ConnectionTrait, DatabaseConnection, EntityTrait, PaginatorTrait};
use serde_json::{Value, json};
use throwaway_postgres::{Cluster, Settings};

use crate::harness::postgres::migrated_database;
use crate::harness::postgres_proxy::PostgresProxy;
use crate::harness::process::{Organization, ServerProcess, answerdeck, lines_of};
use crate::harness::runs::end_leases;
use crate::harness::{Backend, Reply, TestServer, hold_connection, sqlite, until, until_some};
use health::until_ready_is;

const PROMPTS: &str = "/api/v1/platform/prompts";
const BULK: &str = "/api/v1/platform/prompts/bulk";

async fn set(server: &ServerProcess, key: &str) -> Value {
    server.send(key, "/api/v1/platform/prompt-sets", Some(&json!({ "name": "Set" }))).await["id"].take()
}

/// A hundred prompts of the maximum length.
fn large_prompts(set: &Value) -> Value {
    let prompt = json!({ "content": "누".repeat(1_000), "promptSetID": set });
    json!({ "prompts": vec![prompt; 100] })
}

/// Sends requests until one succeeds.
async fn until_it_succeeds(server: &ServerProcess, key: &str, path: &str, body: Option<&Value>) -> Value {
    until_some(async || {
        let reply = server.request(key, path, body).await.unwrap();
        (reply.status == 200).then(|| reply.json())
    })
    .await
}

/// Checks that a response is a clear refusal, after which a client may try again.
fn assert_unavailable(reply: &Reply) {
    assert_eq!(reply.status, 503, "{}", reply.text);
    assert!(reply.headers.contains_key("retry-after") && reply.json()["requestID"].is_string(), "{}", reply.text);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_recovers_from_an_outage_of_postgresql() {
    let cluster = Cluster::start(Settings::default()).unwrap();
    let url = format!("{}/postgres", cluster.url);
    let Organization { key, .. } = Organization::create(&url, 1_000).await;
    let server = ServerProcess::start(&url, &["--item-pause", "30"]);
    let set = server.prompt_set(&key, 20).await;
    let run = server.submit(&key, json!({ "promptSetID": set, "models": ["CLAUDE", "CHATGPT"] })).await;

    cluster.crash().unwrap();
    let status = async |path| server.request("", path, None).await.unwrap().status.as_u16();
    assert_eq!((status("/health/live").await, status("/health/ready").await), (200, 503));
    let refused = server.request(&key, PROMPTS, None).await.unwrap();
    assert_unavailable(&refused);
    assert_eq!(refused.json()["message"], "The database cannot be reached");
    let prompt = json!({ "content": "Lost?", "promptSetID": set });
    assert_unavailable(&server.request(&key, PROMPTS, Some(&prompt)).await.unwrap());
    let log = server.log();
    assert!(!log.contains("it is tried again") && !log.contains("could not be leased"), "{log}");
    cluster.start_server().unwrap();

    let listed = until_it_succeeds(&server, &key, &format!("{PROMPTS}?limit=100"), None).await;
    assert_eq!(listed["prompts"].as_array().unwrap().len(), 20);
    until(async || status("/health/ready").await == 200).await;
    until(async || server.log().contains("the database can be reached again")).await;
    let log = server.log();
    let reasons: Vec<&str> =
        log.lines().filter(|line| line.contains("the database cannot be reached error=")).collect();
    let whys = ["Connection refused", "Connection reset", "shutting down"];
    assert!(matches!(reasons[..], [only] if whys.iter().any(|why| only.contains(why))), "{reasons:?}");
    // Those of the items that could not be completed meanwhile.
    let database = answerdeck_database::connect(&url).await.unwrap();
    end_leases(&database).await;
    until(async || server.send(&key, &run, None).await["status"] == "FINISHED").await;
}

#[tokio::test]
async fn the_error_of_a_postgresql_without_free_connections_names_the_remedy() {
    let cluster = Cluster::start(Settings { options: "-c max_connections=5", ..Settings::default() }).unwrap();
    let url = format!("{}/postgres", cluster.url);
    let mut held = Vec::new();
    while let Ok(connection) = PgConnection::connect(&url).await {
        held.push(connection);
    }
    let error = reason(&probe(&url).await.unwrap_err());
    assert_eq!(error, "sorry, too many clients already: raise its max_connections, of which each process needs 24");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_connection_is_unavailable_unless_it_was_lost_during_a_commit() {
    let proxy = PostgresProxy::start(&migrated_database().await).await;
    let server = TestServer::start(Backend::Sqlite).await.with_database(proxy.url.clone()).await;
    let account = server.account().await;
    let set = server.prompt_set(&account, "Set").await;
    let prompt = json!({ "content": "Stored?", "promptSetID": set });
    let create = async |prompt| server.post(&account, "/v1/platform/prompts", prompt).await;
    proxy.cut_at(Some("BEGIN"));
    assert_unavailable(&create(prompt.clone()).await);
    proxy.cut_at(Some("COMMIT"));
    let unknown = create(prompt.clone()).await;
    assert_eq!(
        (unknown.status.as_u16(), unknown.headers.contains_key("retry-after")),
        (500, false),
        "{}",
        unknown.text
    );
    proxy.cut_at(None);
    create(prompt).await.ok();
    let listed = server.get(&account, "/v1/platform/prompts").await.ok();
    assert_eq!(listed["prompts"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_to_a_read_only_postgresql_database_and_its_health_are_unavailable() {
    let cluster = Cluster::start(Settings::default()).unwrap();
    let url = format!("{}/postgres", cluster.url);
    let Organization { key, .. } = Organization::create(&url, 1).await;
    let database = answerdeck_database::connect(&url).await.unwrap();
    let server = ServerProcess::start(&url, &[]);
    let set = set(&server, &key).await;
    for sql in ["ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()"] {
        database.execute_unprepared(sql).await.unwrap();
    }
    let health = until_ready_is(&server, 503).await;
    assert_eq!((&health["writable"], &health["reason"]), (&json!(false), &json!("read-only")), "before any write");
    let prompt = json!({ "content": "Stored?", "promptSetID": set });
    let mut stored = 1;
    // Connections apply the change one after the other.
    let refused = loop {
        let reply = server.request(&key, PROMPTS, Some(&prompt)).await.unwrap();
        match reply.status.as_u16() {
            200 => stored += 1,
            429 => {}
            _ => break reply,
        }
    };
    assert_unavailable(&refused);
    for sql in ["ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()"] {
        database.execute_unprepared(sql).await.unwrap();
    }
    assert_eq!(until_ready_is(&server, 200).await["writable"], true);
    until_it_succeeds(&server, &key, PROMPTS, Some(&prompt)).await;
    assert_eq!(prompt::Entity::find().count(&database).await.unwrap(), stored);
}

/// Lets each connection to a SQLite database only read, or write again.
async fn set_query_only(database: &DatabaseConnection, is_on: bool) {
    let connections = database.get_sqlite_connection_pool().options().get_max_connections();
    // All at the same time, so that each is another one.
    let transactions = join_all((0..connections).map(|_| hold_connection(database))).await;
    for transaction in transactions {
        transaction.execute_unprepared(&format!("PRAGMA query_only = {is_on}")).await.unwrap();
        transaction.rollback().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_to_a_read_only_sqlite_database_are_unavailable_and_reads_work() {
    let server = TestServer::start(Backend::Sqlite).await;
    let account = server.account().await;
    let set = server.prompt_set(&account, "Set").await;
    let prompt = json!({ "content": "Stored?", "promptSetID": set });
    // SQLite refuses writes as it does for a read-only file.
    set_query_only(&server.app.database, true).await;
    assert_unavailable(&server.post(&account, "/v1/platform/prompts", prompt.clone()).await);
    assert_unavailable(&server.delete(&account, &format!("/v1/platform/prompt-sets/{set}")).await);
    let text = server.scrape().await;
    assert!(text.contains("answerdeck_database_up 1\n") && text.contains("answerdeck_database_writable 0\n"), "{text}");
    assert_eq!(server.get(&account, "/v1/platform/prompts").await.ok()["prompts"], json!([]));
    assert_eq!(server.get(&account, "/v1/platform/prompt-sets").await.ok()["promptSets"][0]["id"], json!(set));
    set_query_only(&server.app.database, false).await;
    server.post(&account, "/v1/platform/prompts", prompt).await.ok();
    assert_eq!(prompt::Entity::find().count(&server.app.database).await.unwrap(), 1);
}

#[test]
fn a_server_does_not_start_with_a_read_only_sqlite_database() {
    let folder = tempfile::tempdir().unwrap();
    let url = sqlite::url(folder.path());
    lines_of(&url, &["migrate"]);
    let mut serve = answerdeck(&format!("{url}?mode=ro"), &["serve", "--listen", "127.0.0.1:0"]);
    let output = serve.stderr(Stdio::piped()).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    let remedy = "attempt to write a readonly database: run it as the user of the server, without mode=ro, and let that \
        user write to the folder, too\n";
    assert!(!output.status.success() && error.ends_with(remedy), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_on_a_full_disk_stores_nothing_partially_and_still_reads() {
    let folder = tempfile::tempdir().unwrap();
    let url = sqlite::url(folder.path());
    let Organization { key, .. } = Organization::create(&url, 1).await;
    let server = ServerProcess::start_with_small_files(&url, 3_000_000);
    let set = set(&server, &key).await;
    let prompts = large_prompts(&set);
    let mut stored = 0;
    let refused = loop {
        let reply = server.request(&key, BULK, Some(&prompts)).await.unwrap();
        match reply.status.as_u16() {
            200 => stored += 100,
            429 => {}
            _ => break reply,
        }
        assert!(stored < 10_000, "the files have no limit");
    };
    assert_unavailable(&refused);
    assert_eq!(server.request("", "/health/ready", None).await.unwrap().status, 503);
    let listed = server.send(&key, &format!("{PROMPTS}?limit=1"), None).await;
    assert_eq!(listed["prompts"].as_array().unwrap().len(), usize::from(stored > 0));
    server.allow_files();
    until_it_succeeds(&server, &key, BULK, Some(&prompts)).await;
    let database = answerdeck_database::connect(&url).await.unwrap();
    assert_eq!(prompt::Entity::find().count(&database).await.unwrap(), stored + 100);
}
