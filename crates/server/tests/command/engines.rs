//! `answerdeck engines check` and `serve --engines`, with a scripted model server and a scripted SearXNG.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use answerdeck_server::demo::ORGANIZATION_ID;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use super::Folder;
use crate::harness::process::{Organization, ServerProcess};
use crate::harness::{serve, until};

/// A model server and SearXNG at one address, and a provider at `/search.json` that refuses its key.
struct Providers {
    requests: Arc<AtomicUsize>,
    /// Whether the model server refuses its key.
    refuses: Arc<AtomicBool>,
}

impl Providers {
    /// Starts them, and returns a folder with an engines file: a model of each kind.
    async fn start() -> (Self, Folder) {
        let requests = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&requests);
        let refuses = Arc::new(AtomicBool::new(false));
        let is_refused = Arc::clone(&refuses);
        let chat = move |request: Json<Value>| {
            let is_refused = is_refused.load(Ordering::Relaxed);
            async move { if is_refused { Err(StatusCode::UNAUTHORIZED) } else { Ok(complete(request).await) } }
        };
        let router = Router::new()
            .route("/v1/chat/completions", post(chat))
            .route(
                "/search",
                get(|| async { Json(json!({"results": [{"url": "https://a.example/x", "title": "A"}]})) }),
            )
            .route("/search.json", get(|| async { (StatusCode::UNAUTHORIZED, Json(json!({"error": "No such key."}))) }))
            .layer(axum::middleware::map_request(move |request: axum::extract::Request| {
                counter.fetch_add(1, Ordering::Relaxed);
                async { request }
            }));
        let address = format!("http://{}", serve(router).await);
        let toml = format!(
            r#"
            [GOOGLE_AI]
            provider = "serpapi"
            url = "{address}"
            key-env = "SERPAPI_KEY"
            spend-per-day = 1

            [CLAUDE]
            provider = "compatible"
            model = "small"
            url = "{address}/v1"
            search-url = "{address}/"

            [CHATGPT]
            provider = "stand-in"
            "#
        );
        let folder = Folder::new();
        folder.write("engines.toml", toml);
        (Self { requests, refuses }, folder)
    }
}

async fn complete(Json(request): Json<Value>) -> Json<Value> {
    let instructions = request["messages"][0]["content"].as_str().unwrap();
    let text =
        if instructions.contains("queries") { r#"{"queries": ["descale"]}"# } else { "Every month\n\u{1b}[31m[1]." };
    Json(json!({"choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]}))
}

/// Runs `engines check`. Returns whether it succeeded, its lines without the times, and its error.
async fn check(folder: &Folder, arguments: &[&str]) -> (bool, Vec<Vec<String>>, String) {
    let mut command = folder.command(&["engines", "check", "engines.toml"]);
    command.args(arguments).env("SERPAPI_KEY", "key-1");
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let cells = |line: &str| {
        line.split('\t').enumerate().filter(|(place, _)| *place != 2).map(|(_, cell)| cell.to_owned()).collect()
    };
    (output.status.success(), lines.lines().map(cells).collect(), String::from_utf8(output.stderr).unwrap())
}

#[tokio::test]
async fn a_check_prints_the_answer_or_the_failure_of_each_engine() {
    let (_providers, folder) = Providers::start().await;
    let (success, lines, error) = check(&folder, &["--question", "무선 이어폰 추천", "--region", "kr"]).await;
    assert_eq!((success, error.as_str()), (false, "error: 1 of 3 models gave no answer\n"));
    assert_eq!(lines[0], ["The providers of GOOGLE_AI bill their answers."]);
    let stand_in: Vec<&str> = lines[1].iter().map(String::as_str).collect();
    assert!(
        matches!(stand_in[..], ["CHATGPT", "STAND_IN", _, _, "free", beginning] if !beginning.is_empty()),
        "{stand_in:?}"
    );
    let refused = "the provider refused the credentials: 401: No such key.";
    assert_eq!(lines[2], ["GOOGLE_AI", "SURFACE", "failed", "cost unknown", refused]);
    assert_eq!(lines[3], ["CLAUDE", "API", "1 sources", "1 fan-outs", "free", "Every month [31m[1]."]);
    assert_eq!(lines.len(), 4);
}

#[tokio::test]
async fn a_check_of_one_model_asks_no_other() {
    let (providers, folder) = Providers::start().await;
    let (success, lines, error) = check(&folder, &["--model", "claude"]).await;
    assert_eq!((success, lines.len(), error.as_str()), (true, 1, ""));
    assert_eq!(providers.requests.load(Ordering::Relaxed), 3);
    let (success, lines, error) = check(&folder, &["--model", "GEMINI"]).await;
    assert_eq!((success, lines.len(), error.as_str()), (false, 0, "error: engines.toml has no model GEMINI\n"));
    let (success, lines, error) = check(&folder, &["--region", "Korea"]).await;
    assert_eq!((success, lines.len(), error.as_str()), (false, 0, "error: Korea is not a country of ISO 3166-1\n"));
}

#[test]
fn an_invalid_file_is_named_with_its_error() {
    let folder = Folder::new();
    folder.write("wrong.toml", "[CLAUDE]\nprovider = \"openai\"");
    let mistake = "wrong.toml: line 2: CLAUDE: provider: choose anthropic or compatible or stand-in\n";
    for command in ["check", "list"] {
        assert_eq!(folder.error(&["engines", command, "wrong.toml"]), format!("error: {mistake}"));
    }
    assert_eq!(folder.error(&["serve", "--engines", "wrong.toml"]), format!("error: --engines: {mistake}"));
    assert!(!folder.file("answerdeck.db").exists());
    let missing = folder.error(&["serve", "--engines", "none.toml"]);
    assert!(missing.starts_with("error: --engines: none.toml: No such file"), "{missing}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_serves_the_models_of_its_file_and_stand_ins_answer_the_demo() {
    let (providers, folder) = Providers::start().await;
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--demo"]);
    command.env("ANSWERDECK_ENGINES", "engines.toml").env("SERPAPI_KEY", "key-1");
    let server = ServerProcess::spawn(command);
    let key = folder.lines(&["key", "create", "--organization", ORGANIZATION_ID]).remove(0);
    let models = server.send(&key, "/api/v1/platform/models", None).await;
    let models: Vec<_> = models["models"]
        .as_array()
        .unwrap()
        .iter()
        .map(|model| (&model["code"], &model["name"], &model["route"]))
        .collect();
    assert_eq!(
        json!(models),
        json!([
            ["CHATGPT", "ChatGPT (local corpus)", "STAND_IN"],
            ["GOOGLE_AI", "Google AI Mode", "SURFACE"],
            ["CLAUDE", "Claude (small, self-hosted)", "API"],
        ])
    );
    let answers = server.send(&key, "/api/v1/platform/answers", None).await;
    assert!(answers["answers"].as_array().unwrap().iter().all(|answer| answer["route"] == "STAND_IN"), "{answers}");
    assert!(!answers["answers"].as_array().unwrap().is_empty());
    assert_eq!(providers.requests.load(Ordering::Relaxed), 0);
    let (success, log) = server.stop();
    assert!(success && !log.contains("key-1"), "{log}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_says_how_to_resume_a_stopped_engine_and_that_it_works_again() {
    let (providers, folder) = Providers::start().await;
    providers.refuses.store(true, Ordering::Relaxed);
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--engines", "engines.toml"]);
    command.env("SERPAPI_KEY", "key-1");
    let Organization { key, .. } = Organization::create(&folder.url(), 10).await;
    let server = ServerProcess::spawn(command);
    let set = server.prompt_set(&key, 2).await;
    server.submit(&key, json!({ "promptSetID": set, "models": ["CLAUDE"] })).await;
    let logged = |text: &str| server.log().contains(text);
    until(async || logged("run `answerdeck engines resume CLAUDE`")).await;
    providers.refuses.store(false, Ordering::Relaxed);
    assert_eq!(folder.lines(&["engines", "resume", "CLAUDE"]), ["CLAUDE"]);
    until(async || logged("the engine works again")).await;
    assert!(server.stop().0);
}

#[tokio::test]
async fn an_engine_at_its_daily_limit_is_listed_and_not_resumed() {
    let folder = Folder::migrated();
    let toml = "[CLAUDE]\nprovider = \"anthropic\"\nmodel = \"m\"\nspend-per-day = 1\nkey-env = \"UNSET\"";
    folder.write("engines.toml", toml);
    let database = answerdeck_database::connect(&folder.url()).await.unwrap();
    // Until the year 9999.
    let stop = "INSERT INTO engine_stops VALUES ('CLAUDE', 'SPEND_LIMIT', 0, 253370764800000, 1)";
    database.execute_unprepared(stop).await.unwrap();
    let listed = folder.lines(&["engines", "list", "engines.toml"]);
    assert_eq!(listed, ["CLAUDE\tAPI\tanthropic\tSPEND_LIMIT\t1970-01-01T00:00:00.000Z"]);
    let limit = "the engine of CLAUDE has reached its limit of the day";
    let remedy = "raise spend-per-day, then `answerdeck engines reload`";
    assert_eq!(folder.error(&["engines", "resume", "CLAUDE"]), format!("error: {limit}: {remedy}\n"));
}
