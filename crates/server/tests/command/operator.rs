//! What the log tells the operator, and what the operator lists then.

use axum::Router;
use axum::http::StatusCode;
use axum::routing::post;
use serde_json::json;
use tokio::sync::mpsc;

use super::Folder;
use crate::harness::process::Organization;
use crate::harness::{self, until};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn items_of_a_model_that_the_engines_file_lost_wait_and_are_listed() {
    let folder = Folder::new();
    let write = |model: &str| {
        folder.write("engines.toml", format!("[{model}]\nprovider = \"stand-in\""));
    };
    write("CLAUDE");
    let organization = Organization::create(&folder.url(), 2).await;
    let server = folder.serve(&["--engines", "engines.toml", "--item-pause", "60000"]);
    let set = server.prompt_set(&organization.key, 2).await;
    let run = server.submit(&organization.key, json!({ "promptSetID": set, "models": ["CLAUDE"] })).await;
    let run = run.rsplit('/').next().unwrap();
    server.kill();

    let (_, log) = folder.serve(&[]).stop();
    assert!(log.contains("2 waiting items are for models without an engine: CLAUDE."), "{log}");
    let unfinished = || folder.lines(&["run", "list", "--unfinished"]);
    let listed = unfinished();
    let fields: Vec<&str> = listed[0].split('\t').collect();
    assert_eq!((listed.len(), fields[0], fields[1]), (1, run, organization.id.as_str()));
    assert_eq!(fields[3..], ["", "2", "Set"]);
    assert_eq!(folder.lines(&["run", "list", "--organization", &organization.id]), listed);
    let unknown = folder.error(&["run", "list", "--organization", "nobody"]);
    assert_eq!(unknown, "error: organization nobody not found\n");
    write("GEMINI");
    let engines = folder.lines(&["engines", "list", "engines.toml"]);
    assert_eq!(engines, ["GEMINI\tSTAND_IN\tstand-in\t\t", "CLAUDE\t\t\tNO_ENGINE\t"]);

    write("CLAUDE");
    let server = folder.serve(&["--engines", "engines.toml", "--item-pause", "0"]);
    until(async || unfinished().is_empty()).await;
    let finished = folder.lines(&["run", "list"]).remove(0);
    assert!(finished.starts_with(run) && finished.ends_with("Z\t0\tSet"), "{finished}");
    let (_, log) = server.stop();
    assert!(!log.contains("without an engine"), "{log}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_says_once_that_a_webhook_begins_to_fail() {
    let folder = Folder::new();
    let (sender, mut attempts) = mpsc::unbounded_channel();
    let receive = move || {
        sender.send(()).unwrap();
        async { StatusCode::BAD_GATEWAY }
    };
    let address = harness::serve(Router::new().route("/", post(receive))).await;
    let organization = Organization::create(&folder.url(), 1).await;
    let server = folder.serve(&["--allow-private-sites"]);
    let body = json!({ "url": format!("http://{address}/"), "eventTypes": ["webhook.test"] });
    let webhook = server.send(&organization.key, "/api/v1beta/platform/webhooks", Some(&body)).await;
    let id = webhook["id"].as_str().unwrap();
    for _ in 0..2 {
        let test = format!("/api/v1beta/platform/webhooks/{id}/test");
        server.send(&organization.key, &test, Some(&json!(null))).await;
        attempts.recv().await.unwrap();
    }
    let (_, log) = server.stop();
    let lines: Vec<&str> = log.lines().filter(|line| line.contains("a webhook begins to fail")).collect();
    let [line] = lines[..] else { panic!("{log}") };
    assert!([id, &organization.id, "status=502"].iter().all(|part| line.contains(part)), "{line}");
}
