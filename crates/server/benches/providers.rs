//! What waiting for slow providers costs the server: 8 routes with 50 questions at a time each, to a provider that
//! takes a minute for an answer. Prints the memory of the server, the connections to its database that are in use, and
//! how long a request takes meanwhile. The provider is another process.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use answerdeck_api::{ModelCode, ModelRoute};
use answerdeck_database::Databases;
use answerdeck_database::entity::{answer, organization, run};
use answerdeck_engine::provider::ModelApiOptions;
use answerdeck_engine::provider::anthropic::Anthropic;
use answerdeck_engine::{EngineLimits, Engines, ServedModel};
use answerdeck_server::clock::Clock;
use answerdeck_server::jobs::Jobs;
use answerdeck_server::organization::account::{create_key, create_organization};
use answerdeck_server::random::Random;
use answerdeck_server::run::collect_settings::CollectSettings;
use answerdeck_server::{AppState, Config};
use axum::body::Body;
use axum::http::{Request, header};
use axum::routing::post;
use axum::{Json, Router};
use sea_orm::prelude::Expr;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};
use tower::ServiceExt;

const MAX_CONCURRENCY: usize = 50;
const ANSWER_DELAY: Duration = Duration::from_secs(60);
/// The variable that makes this program the provider.
const PROVIDER: &str = "ANSWERDECK_BENCH_PROVIDER";

#[tokio::main]
async fn main() {
    if std::env::var_os(PROVIDER).is_some() {
        return provide().await;
    }
    let (_provider, url) = start_provider();
    let folder = tempfile::tempdir().unwrap();
    let database_url = format!("sqlite://{}", folder.path().join("answerdeck.db").display());
    answerdeck_database::migrate(&database_url).await.unwrap();
    let databases = Databases::connect(&database_url).await.unwrap();
    let config = Config { public_url: "http://localhost".to_owned(), ..Default::default() };
    let app = AppState::new(config, databases, Clock::system(), Random::system(), engines(&url));
    let organization = create_organization(&app, "Bench", "KR").await.unwrap().to_string();
    let key = create_key(&app, &app.database, &organization, None).await.unwrap().secret;
    let balance =
        organization::Entity::update_many().col_expr(organization::Column::Balance, Expr::value(i64::MAX / 2));
    balance.exec(&app.database).await.unwrap();
    let router = answerdeck_server::router::router(&app);
    let post = async |path: &str, body: Value| send(&router, &key, path, Some(body)).await;
    let set = post("prompt-sets", json!({ "name": "Set" })).await;
    let prompt = |number| json!({ "content": format!("Which earbuds {number}?"), "promptSetID": set["id"] });
    post("prompts/bulk", json!({ "prompts": (0..MAX_CONCURRENCY).map(prompt).collect::<Vec<_>>() })).await;

    let before = memory();
    tokio::spawn(Jobs::new(app.clone(), CollectSettings::default()).await.unwrap().run());
    let started = Instant::now();
    post("runs", json!({ "promptSetID": set["id"], "models": ModelCode::ALL })).await;
    let leased = || answer::Entity::find().filter(answer::Column::LeaseOwner.is_not_null()).count(&app.database);
    let items = (MAX_CONCURRENCY * ModelCode::ALL.len()) as u64;
    while leased().await.unwrap() < items {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let all_asked = started.elapsed();
    let (mut busy, mut most_memory, mut slowest, mut most_leased) = (Vec::new(), 0, Duration::ZERO, 0);
    while run::Entity::find().one(&app.database).await.unwrap().unwrap().status == run::Status::Running {
        tokio::time::sleep(Duration::from_millis(200)).await;
        if started.elapsed() < ANSWER_DELAY {
            let pool = app.databases.jobs.get_sqlite_connection_pool();
            busy.push(pool.size() as usize - pool.num_idle());
            let request = Instant::now();
            send(&router, &key, "models", None).await;
            slowest = slowest.max(request.elapsed());
        }
        most_leased = most_leased.max(leased().await.unwrap());
        most_memory = most_memory.max(memory());
    }
    let row = run::Entity::find().one(&app.database).await.unwrap().unwrap();
    busy.sort_unstable();
    // All leases are renewed at about the same time, so some looks find connections in use.
    let (usually_busy, most_busy) = (busy[busy.len() / 2], busy[busy.len() - 1]);
    println!(
        "\n{items} questions at a time, {} s each: all asked after {:.1} s, all stored after {:.1} s ({} answers)\n\
         memory {} MB before, {} MB at most; leases {most_leased}; connections in use while waiting: usually \
         {usually_busy}, at most {most_busy}; \
         slowest request while waiting {} ms",
        ANSWER_DELAY.as_secs(),
        all_asked.as_secs_f64(),
        started.elapsed().as_secs_f64(),
        row.success_count,
        before / 1_024,
        most_memory / 1_024,
        slowest.as_millis()
    );
    assert_eq!((row.success_count.unsigned_abs(), usually_busy), (items, 0));
}

fn engines(url: &str) -> Engines {
    let served = |code: &ModelCode| {
        let options =
            ModelApiOptions { url: Some(url.parse().unwrap()), model: "a-model".to_owned(), key: "a-key".to_owned() };
        let engine = Arc::new(Anthropic::new(options).unwrap());
        let limits = EngineLimits {
            max_concurrency: MAX_CONCURRENCY,
            spend_per_day: Some(1_000_000_000),
            estimated_cost: 20_000,
        };
        let (name, route) = (code.to_string(), ModelRoute::Api);
        ServedModel { code: code.clone(), name, route, price: 1, is_paid: true, limits, engine }
    };
    Engines::new(ModelCode::ALL.iter().map(served).collect())
}

/// Sends a request to the API without the network, and waits for the next window of its rate limit before.
async fn send(router: &Router, key: &str, path: &str, body: Option<Value>) -> Value {
    let request = Request::builder().uri(format!("/api/v1/platform/{path}")).header("API-Key", key);
    let request = match body {
        Some(body) => {
            request.method("POST").header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_string()))
        }
        None => request.body(Body::empty()),
    };
    let response = router.clone().oneshot(request.unwrap()).await.unwrap();
    let status = response.status();
    let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    assert!(status.is_success(), "{path}: {status} {}", String::from_utf8_lossy(&body));
    serde_json::from_slice(&body).unwrap()
}

/// The resident memory of this process, in KiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// A process that ends with this one.
struct Provider(Child);

impl Drop for Provider {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start_provider() -> (Provider, String) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let mut child = command.env(PROVIDER, "1").stdout(Stdio::piped()).spawn().unwrap();
    let mut url = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
    (Provider(child), url.trim().to_owned())
}

/// Answers every question after a minute, with a text and sources of the usual size.
async fn provide() {
    let answer = async || {
        tokio::time::sleep(ANSWER_DELAY).await;
        let citation = |number: u32| json!({ "type": "web_search_result_location", "url": format!("https://a.example/{number}"), "title": "A" });
        let text = json!({ "type": "text", "text": "Nurio fits small ears. ".repeat(100), "citations": (0..10).map(citation).collect::<Vec<_>>() });
        Json(
            json!({ "id": "msg_1", "type": "message", "role": "assistant", "stop_reason": "end_turn", "content": [text] }),
        )
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("http://{}/v1", listener.local_addr().unwrap());
    axum::serve(listener, Router::new().route("/v1/messages", post(answer))).await.unwrap();
}
