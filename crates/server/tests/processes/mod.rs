//! Several processes on one PostgreSQL.

mod pooler;

use std::collections::{BTreeMap, BTreeSet};

use answerdeck_database::entity::answer;
use futures_util::future::join_all;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::json;

use crate::harness::process::{Organization, ServerProcess, lines_of};
use crate::harness::runs::{assert_charged_once, end_leases};
use crate::harness::{postgres, until, until_some};

const ORGANIZATION: &str = "/api/v1/platform/organizations/me";
/// A worker needs the public URL for its links.
const WORKER: [&str; 5] = ["--demo", "--role", "worker", "--public-url", "https://deck.example"];
/// Items that a worker holds at a time.
const MAX_CONCURRENCY: usize = 4;

/// Submits a run of this many prompts and three models, and returns its path.
async fn submit(server: &ServerProcess, key: &str, prompts: usize, repeats: usize) -> String {
    let set = server.prompt_set(key, prompts).await;
    let models = ["CHATGPT", "GEMINI", "CLAUDE"];
    server.submit(key, json!({ "promptSetID": set, "models": models, "repeatCount": repeats })).await
}

async fn until_finished(server: &ServerProcess, key: &str, run: &str) {
    until(async || server.send(key, run, None).await["status"] == "FINISHED").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_api_processes_and_two_workers_share_limits_keys_and_runs() {
    let url = postgres::migrated_database().await;
    let Organization { key, key_id, .. } = Organization::create(&url, 1_000).await;
    Organization::create_demo(&url).await;
    let apis = ["api", "api"].map(|role| ServerProcess::start(&url, &["--demo", "--role", role]));
    let workers = [(); 2].map(|()| ServerProcess::start(&url, &[&WORKER[..], &["--item-pause", "0"]].concat()));
    let status = async |server: &ServerProcess, path| server.request(&key, path, None).await.unwrap().status.as_u16();
    for worker in &workers {
        assert_eq!((status(worker, "/health").await, status(worker, ORGANIZATION).await), (200, 404));
    }

    let run = submit(&apis[0], &key, 40, 3).await;
    until_finished(&apis[1], &key, &run).await;
    let database = answerdeck_database::connect(&url).await.unwrap();
    let answers = assert_charged_once(&database).await;
    assert!(answers.len() == 360 && answers.iter().all(|row| row.attempts == 1));

    // Each window admits ten requests, and each of them is another one of the ten.
    let requests = (0..60).map(|number| apis[number % 2].request(&key, ORGANIZATION, None));
    let mut windows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for reply in join_all(requests).await {
        let reply = reply.unwrap();
        let header = |name: &str| reply.headers[name].to_str().unwrap().to_owned();
        if reply.status == 200 {
            windows.entry(header("x-ratelimit-reset")).or_default().push(header("x-ratelimit-remaining"));
        }
    }
    for remaining in windows.values() {
        assert_eq!(remaining.iter().collect::<BTreeSet<_>>().len(), remaining.len(), "{windows:?}");
    }

    lines_of(&url, &["key", "revoke", &key_id]);
    for api in &apis {
        assert_eq!(status(api, ORGANIZATION).await, 401);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_is_killed_leaves_its_items_to_the_other() {
    let url = postgres::migrated_database().await;
    let Organization { key, .. } = Organization::create(&url, 1_000).await;
    Organization::create_demo(&url).await;
    let worker = |pause| ServerProcess::start(&url, &[&WORKER[..], &["--item-pause", pause]].concat());
    let api = ServerProcess::start(&url, &["--demo", "--role", "api"]);
    // So slow that it holds its first items for the rest of the test.
    let slow = worker("65535");
    let run = submit(&api, &key, 10, 1).await;
    let database = answerdeck_database::connect(&url).await.unwrap();
    let until_held = async |pending: usize| {
        until_some(async || {
            let rows = answer::Entity::find().filter(answer::Column::Status.eq(answer::Status::Queued));
            let rows = rows.all(&database).await.unwrap();
            let held = answer::Entity::find().filter(answer::Column::LeaseUntil.is_not_null());
            let held = held.all(&database).await.unwrap();
            (rows.len() == pending && held.len() == MAX_CONCURRENCY)
                .then(|| held.into_iter().map(|row| row.id).collect::<BTreeSet<_>>())
        })
        .await
    };
    let held = until_held(30).await;
    let _quick = worker("0");
    assert_eq!(until_held(MAX_CONCURRENCY).await, held, "only the items of the slow worker remain");

    slow.kill();
    end_leases(&database).await;
    until_finished(&api, &key, &run).await;
    let answers = assert_charged_once(&database).await;
    assert_eq!(answers.len(), 30);
    for row in answers {
        assert_eq!(row.attempts, if held.contains(&row.id) { 2 } else { 1 }, "{row:?}");
    }
}
