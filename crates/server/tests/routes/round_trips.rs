//! How often a request waits for PostgreSQL.

use serde_json::{Value, json};

use crate::harness::postgres::migrated_database;
use crate::harness::postgres_proxy::PostgresProxy;
use crate::harness::{Backend, TestServer};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_read_takes_two_round_trips_to_the_database() {
    let proxy = PostgresProxy::start(&migrated_database().await).await;
    let server = TestServer::start(Backend::Sqlite).await.with_database(proxy.url.clone()).await;
    let account = server.account().await;
    let set = server.prompt_set(&account, "Set").await;
    let mut fewest = usize::MAX;
    // The first reads open connections and prepare statements.
    for _ in 0..50 {
        let before = proxy.round_trips();
        server.get(&account, &format!("/v1/platform/prompt-sets/{set}")).await.ok();
        fewest = fewest.min(proxy.round_trips() - before);
    }
    assert_eq!(fewest, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn prompts_of_many_sets_take_fewer_round_trips_than_sets() {
    let proxy = PostgresProxy::start(&migrated_database().await).await;
    let server = TestServer::start(Backend::Sqlite).await.with_database(proxy.url.clone()).await;
    let account = server.account().await;
    let mut prompts = Vec::<Value>::new();
    for number in 0..20 {
        let set = server.prompt_set(&account, &format!("Set {number}")).await;
        prompts.push(json!({ "content": "A", "promptSetID": set }));
    }
    let mut fewest = usize::MAX;
    // The first requests open connections and prepare statements.
    for _ in 0..10 {
        let before = proxy.round_trips();
        server.post(&account, "/v1/platform/prompts/bulk", json!({ "prompts": prompts })).await.ok();
        fewest = fewest.min(proxy.round_trips() - before);
    }
    assert!(fewest < prompts.len(), "{fewest}");
}
