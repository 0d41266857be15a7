//! A server process that is killed many times during a run.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use answerdeck_server::database::entity::{answer, credit_entry, organization, run};
use reqwest::StatusCode;
use sea_orm::{DatabaseConnection, EntityTrait};
use serde_json::{Value, json};

use crate::harness::Reply;
use crate::harness::runs::assert_counts_agree;

const KILLS: i64 = 20;
const CREDITS: i64 = 1_000;

fn answerdeck(database: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_answerdeck"));
    command.args(arguments).args(["--database", database]).stderr(Stdio::null());
    command
}

fn first_line_of(database: &str, arguments: &[&str]) -> String {
    let output = answerdeck(database, arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap().lines().next().unwrap_or_default().to_owned()
}

/// A server process. It is killed when it is dropped.
struct ServerProcess {
    child: Child,
    url: String,
}

impl ServerProcess {
    fn start(database: &str) -> Self {
        let mut child = answerdeck(database, &["serve", "--listen", "127.0.0.1:0", "--item-pause", "30"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let url = lines.find_map(|line| line.unwrap().strip_prefix("Address: ").map(str::to_owned)).unwrap();
        Self { child, url }
    }

    async fn send(&self, key: &str, path: &str, body: Option<&Value>) -> Value {
        let http = reqwest::Client::new();
        loop {
            let address = format!("{}/api{path}", self.url);
            let request = body.map_or_else(|| http.get(&address), |body| http.post(&address).json(body));
            let reply = Reply::of(request.header("API-Key", key).send().await.unwrap()).await;
            if reply.status != StatusCode::TOO_MANY_REQUESTS {
                return reply.ok();
            }
        }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Waits until `count` items are complete.
async fn wait_for_items(database: &DatabaseConnection, run_id: &str, count: i64) {
    let wait = async {
        loop {
            let run = run::Entity::find_by_id(run_id).one(database).await.unwrap().unwrap();
            if run.success_count + run.failed_count >= count.min(run.total_count) {
                return;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(120), wait).await.expect("the run progresses");
}

fn demo_prompts(set: &str) -> Value {
    let texts = [
        "Which earbuds fit small ears?",
        "Best running shoes for wide feet?",
        "콤부차 스코비 보관법?",
        "캡슐 커피 머신 비교해 줘",
    ];
    let prompts: Vec<_> =
        texts.iter().cycle().take(40).map(|text| json!({ "content": text, "promptSetID": set })).collect();
    json!({ "prompts": prompts })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_survives_twenty_kills_and_every_answer_is_charged_once() {
    let folder = tempfile::tempdir().unwrap();
    let database_url = format!("sqlite://{}", Path::new(folder.path()).join("answerdeck.db").display());
    answerdeck_server::database::migrate(&database_url).await.unwrap();
    let organization = first_line_of(&database_url, &["organization", "create", "--name", "Nurio"]);
    let key = first_line_of(&database_url, &["key", "create", "--organization", &organization]);
    first_line_of(&database_url, &["credits", "add", "--organization", &organization, &CREDITS.to_string()]);
    let database = answerdeck_server::database::connect(&database_url).await.unwrap();

    let mut server = ServerProcess::start(&database_url);
    let set = server.send(&key, "/v1/platform/prompt-sets", Some(&json!({ "name": "Set" }))).await;
    let set = set["id"].as_str().unwrap();
    server.send(&key, "/v1/platform/prompts/bulk", Some(&demo_prompts(set))).await;
    let models = ["CHATGPT", "GOOGLE_AI", "PERPLEXITY", "GEMINI", "NAVER_AI_TAB", "CLAUDE"];
    let body = json!({ "promptSetID": set, "models": models, "repeatCount": 2 });
    let run_id = server.send(&key, "/v1/platform/runs", Some(&body)).await["id"].as_str().unwrap().to_owned();

    // Killed immediately, after one more item, after two more, and so on, to hit different stages of an item.
    let mut completed = 0;
    for kill in 0..KILLS {
        wait_for_items(&database, &run_id, completed + kill).await;
        drop(server);
        let row = run::Entity::find_by_id(&run_id).one(&database).await.unwrap().unwrap();
        completed = row.success_count + row.failed_count;
        assert_eq!(row.status, run::Status::Running, "the run is unfinished after all {KILLS} kills");
        server = ServerProcess::start(&database_url);
    }
    wait_for_items(&database, &run_id, i64::MAX).await;

    let run = server.send(&key, &format!("/v1/platform/runs/{run_id}"), None).await;
    assert_counts_agree(&run);
    assert_eq!((&run["status"], &run["finishedCount"]), (&json!("FINISHED"), &json!(480)));
    assert_eq!((&run["successCount"], &run["failedCount"]), (&json!(360), &json!(120)));
    let balance = server.send(&key, "/v1beta/platform/credits/me", None).await["balance"].as_f64().unwrap();
    assert!((balance - 640.0).abs() < f64::EPSILON, "{balance}");
    let mut charged: Vec<_> = credit_entry::Entity::find().all(&database).await.unwrap();
    charged.retain(|entry| entry.answer_id.is_some());
    let mut charged: Vec<_> = charged.into_iter().filter_map(|entry| entry.answer_id).collect();
    charged.sort();
    let mut succeeded: Vec<_> = answer::Entity::find().all(&database).await.unwrap();
    succeeded.retain(|row| row.status == answer::Status::Success);
    let mut succeeded: Vec<_> = succeeded.into_iter().map(|row| row.id).collect();
    succeeded.sort();
    assert_eq!(charged, succeeded);
    let row = organization::Entity::find_by_id(&organization).one(&database).await.unwrap().unwrap();
    assert_eq!(row.balance, 640_000);
}
