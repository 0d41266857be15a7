//! Several processes on one PostgreSQL.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use answerdeck_server::database::entity::{answer, credit_entry};
use futures_util::future::join_all;
use sea_orm::EntityTrait;
use serde_json::{Value, json};

use crate::harness::postgres;
use crate::harness::process::{Organization, ServerProcess, lines_of};

const ME: &str = "/api/v1/platform/organizations/me";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_api_processes_and_two_workers_share_limits_keys_and_runs() {
    let url = postgres::fresh_database().await;
    let Organization { key, key_id, .. } = Organization::create(&url, 1_000);
    let apis = ["api", "api"].map(|role| ServerProcess::start(&url, &["--role", role]));
    let workers = ["worker", "worker"].map(|role| ServerProcess::start(&url, &["--role", role, "--item-pause", "0"]));
    let status = async |server: &ServerProcess, path| server.request(&key, path, None).await.unwrap().status.as_u16();
    for worker in &workers {
        assert_eq!((status(worker, "/health").await, status(worker, ME).await), (200, 404));
    }

    let prompts: Vec<Value> = (0..40).map(|number| json!(format!("Which earbuds fit small ears, {number}?"))).collect();
    let set = apis[0].send(&key, "/api/v1/platform/prompt-sets", Some(&json!({ "name": "Set" }))).await;
    let prompts: Vec<Value> =
        prompts.iter().map(|content| json!({ "content": content, "promptSetID": set["id"] })).collect();
    apis[1].send(&key, "/api/v1/platform/prompts/bulk", Some(&json!({ "prompts": prompts }))).await;
    let run = json!({ "promptSetID": set["id"], "models": ["CHATGPT", "GEMINI", "CLAUDE"], "repeatCount": 3 });
    let run = apis[0].send(&key, "/api/v1/platform/runs", Some(&run)).await;
    let path = format!("/api/v1/platform/runs/{}", run["id"].as_str().unwrap());
    let finished = async { while apis[1].send(&key, &path, None).await["status"] != "FINISHED" {} };
    tokio::time::timeout(Duration::from_secs(120), finished).await.expect("the run finishes");

    let database = answerdeck_server::database::connect(&url).await.unwrap();
    let answers = answer::Entity::find().all(&database).await.unwrap();
    assert!(answers.len() == 360 && answers.iter().all(|row| row.attempts == 1));
    let succeeded: BTreeSet<String> =
        answers.into_iter().filter(|row| row.status == answer::Status::Success).map(|row| row.id).collect();
    let entries = credit_entry::Entity::find().all(&database).await.unwrap();
    let charged: Vec<String> = entries.into_iter().filter_map(|entry| entry.answer_id).collect();
    assert_eq!((charged.len(), BTreeSet::from_iter(charged)), (succeeded.len(), succeeded));

    // Each window admits ten requests, and each of them is another one of the ten.
    let requests = (0..60).map(|number| apis[number % 2].request(&key, ME, None));
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
        assert_eq!(status(api, ME).await, 401);
    }
}
