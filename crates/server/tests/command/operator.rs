//! What the log tells the operator, and what the operator lists then.

use std::path::Path;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::post;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use super::reloads::until;
use super::{Server, error_of, lines_of};

/// An organization with an API key.
pub(super) struct Organization {
    pub(super) id: String,
    pub(super) key: String,
}

impl Organization {
    pub(super) fn create(folder: &Path) -> Self {
        let id = lines_of(folder, &["organization", "create", "--name", "Nurio"]).remove(0);
        let key = lines_of(folder, &["key", "create", "--organization", &id]).remove(0);
        Self { id, key }
    }

    async fn post(&self, server: &Server, path: &str, body: Value) -> Value {
        let request = reqwest::Client::new().post(format!("{}/api/{path}", server.url)).header("api-key", &self.key);
        request.json(&body).send().await.unwrap().error_for_status().unwrap().json().await.unwrap()
    }

    /// Starts a run of two items, and returns its id.
    pub(super) async fn submit(&self, server: &Server, model: &str) -> String {
        let set = self.post(server, "v1/platform/prompt-sets", json!({ "name": "Earbuds" })).await["id"].clone();
        for content in ["Best earbuds?", "Which earbuds fit small ears?"] {
            self.post(server, "v1/platform/prompts", json!({ "content": content, "promptSetID": set })).await;
        }
        let run = self.post(server, "v1/platform/runs", json!({ "promptSetID": set, "models": [model] })).await;
        run["id"].as_str().unwrap().to_owned()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn items_of_a_model_that_the_engines_file_lost_wait_and_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let write = |model: &str| {
        std::fs::write(folder.join("engines.toml"), format!("[{model}]\nprovider = \"stand-in\"")).unwrap();
    };
    write("CLAUDE");
    let mut server = Server::start(folder, &["--engines", "engines.toml", "--item-pause", "60000"]);
    let organization = Organization::create(folder);
    let run = organization.submit(&server, "CLAUDE").await;
    server.child.kill().unwrap();
    server.child.wait().unwrap();

    let (_, log) = Server::start(folder, &[]).stop();
    assert!(log.contains("2 waiting items are for models without an engine: CLAUDE."), "{log}");
    let unfinished = || lines_of(folder, &["run", "list", "--unfinished"]);
    let listed = unfinished();
    let fields: Vec<&str> = listed[0].split('\t').collect();
    assert_eq!((listed.len(), fields[0], fields[1]), (1, run.as_str(), organization.id.as_str()));
    assert_eq!(fields[3..], ["", "2", "Earbuds"]);
    assert_eq!(lines_of(folder, &["run", "list", "--organization", &organization.id]), listed);
    let unknown = error_of(folder, &["run", "list", "--organization", "nobody"]);
    assert_eq!(unknown, "error: organization nobody not found\n");
    write("GEMINI");
    let engines = lines_of(folder, &["engines", "list", "engines.toml"]);
    assert_eq!(engines, ["GEMINI\tSTAND_IN\tstand-in\t\t", "CLAUDE\t\t\tNO_ENGINE\t"]);

    write("CLAUDE");
    let server = Server::start(folder, &["--engines", "engines.toml", "--item-pause", "0"]);
    until(async || unfinished().is_empty()).await;
    let finished = lines_of(folder, &["run", "list"]).remove(0);
    assert!(finished.starts_with(&run) && finished.ends_with("Z\t0\tEarbuds"), "{finished}");
    let (_, log) = server.stop();
    assert!(!log.contains("without an engine"), "{log}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_says_once_that_a_webhook_begins_to_fail() {
    let folder = tempfile::tempdir().unwrap();
    let (sender, mut attempts) = mpsc::unbounded_channel();
    let receive = move || {
        sender.send(()).unwrap();
        async { StatusCode::BAD_GATEWAY }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async { axum::serve(listener, Router::new().route("/", post(receive))).await.unwrap() });
    let server = Server::start(folder.path(), &["--allow-private-sites"]);
    let organization = Organization::create(folder.path());
    let body = json!({ "url": format!("http://{address}/"), "eventTypes": ["webhook.test"] });
    let webhook = organization.post(&server, "v1beta/platform/webhooks", body).await;
    let id = webhook["id"].as_str().unwrap();
    for _ in 0..2 {
        organization.post(&server, &format!("v1beta/platform/webhooks/{id}/test"), Value::Null).await;
        attempts.recv().await.unwrap();
    }
    let (_, log) = server.stop();
    let lines: Vec<&str> = log.lines().filter(|line| line.contains("a webhook begins to fail")).collect();
    let [line] = lines[..] else { panic!("{log}") };
    assert!([id, &organization.id, "status=502"].iter().all(|part| line.contains(part)), "{line}");
}
