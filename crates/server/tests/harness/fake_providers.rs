//! A server that answers as OpenAI and Anthropic document it, and counts what they would bill.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::process::ServerProcess;

/// How long the fake takes to accept a question.
const ACCEPTANCE: Duration = Duration::from_millis(30);

/// How many questions to CLAUDE are in progress at the same time. It has no tasks.
pub const CLAUDE_MAX_CONCURRENCY: u32 = 4;

/// The fake providers. They end with the test.
#[derive(Clone)]
pub struct FakeProviders {
    pub url: String,
    questions: Arc<Questions>,
    answer_delay: Duration,
}

#[derive(Default)]
struct Questions {
    /// How often each prompt was asked, by provider.
    asked: Mutex<BTreeMap<(&'static str, String), u32>>,
    tasks: Mutex<HashSet<String>>,
    count: watch::Sender<usize>,
}

impl FakeProviders {
    /// Starts the fake providers. An answer without a task takes `answer_delay`.
    pub async fn start(answer_delay: Duration) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let fake = Self { url, questions: Arc::default(), answer_delay };
        let router = Router::new()
            .route("/v1/responses", post(openai_ask))
            .route("/v1/responses/{task}", get(openai_collect))
            .route("/v1/messages", post(anthropic_ask))
            .with_state(fake.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        fake
    }

    /// Starts a server whose CHATGPT and CLAUDE are these providers.
    pub fn start_server(&self, database_url: &str) -> ServerProcess {
        let engines = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&engines, self.engines()).unwrap();
        ServerProcess::start(database_url, &["--engines", engines.path().to_str().unwrap()])
    }

    fn engines(&self) -> String {
        let route = |model: &str, provider: &str, max_concurrency: u32| {
            format!(
                "[{model}]\nprovider = \"{provider}\"\nmodel = \"a-model\"\nkey = \"a-key\"\nurl = \"{}\"\n\
                 max-concurrency = {max_concurrency}\nspend-per-day = 1000.0\nestimated-cost = 0.02\n",
                self.url
            )
        };
        route("CHATGPT", "openai", 20) + &route("CLAUDE", "anthropic", CLAUDE_MAX_CONCURRENCY)
    }

    /// How often each prompt was asked, by provider.
    pub fn asked(&self) -> BTreeMap<(&'static str, String), u32> {
        self.questions.asked.lock().unwrap().clone()
    }

    /// Waits until this many more questions were asked.
    pub async fn until_asked(&self, more: usize) {
        let mut count = self.questions.count.subscribe();
        let enough = *count.borrow_and_update() + more;
        count.wait_for(|count| *count >= enough).await.unwrap();
    }

    fn count(&self, provider: &'static str, prompt: &Value) {
        let key = (provider, prompt.as_str().unwrap().to_owned());
        *self.questions.asked.lock().unwrap().entry(key).or_insert(0) += 1;
        self.questions.count.send_modify(|count| *count += 1);
    }
}

async fn openai_ask(State(fake): State<FakeProviders>, Json(body): Json<Value>) -> Json<Value> {
    fake.count("openai", &body["input"]);
    tokio::time::sleep(ACCEPTANCE).await;
    let mut tasks = fake.questions.tasks.lock().unwrap();
    let id = format!("resp_{}", tasks.len());
    tasks.insert(id.clone());
    Json(json!({ "id": id, "object": "response", "status": "queued", "output": [] }))
}

async fn openai_collect(State(fake): State<FakeProviders>, Path(task): Path<String>) -> Json<Value> {
    assert!(fake.questions.tasks.lock().unwrap().contains(&task));
    let part = json!({ "type": "output_text", "text": "Nurio fits small ears.", "annotations": [] });
    let message = json!({ "type": "message", "role": "assistant", "status": "completed", "content": [part] });
    Json(json!({ "id": task, "object": "response", "status": "completed", "output": [message] }))
}

async fn anthropic_ask(State(fake): State<FakeProviders>, Json(body): Json<Value>) -> Json<Value> {
    fake.count("anthropic", &body["messages"][0]["content"]);
    tokio::time::sleep(fake.answer_delay).await;
    let text = json!({ "type": "text", "text": "Nurio fits small ears." });
    Json(json!({ "id": "msg_1", "type": "message", "role": "assistant", "stop_reason": "end_turn", "content": [text] }))
}
