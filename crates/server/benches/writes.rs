//! How many writes a second a server takes over HTTP, without an idempotency key and with one: of one prompt, the cheapest write,
//! and of a hundred prompts. Both take turns, so that they meet the same load of the machine. Both databases wait for the disk, as
//! they do in production.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::Instant;

use answerdeck_api::header::IDEMPOTENCY_KEY;
use answerdeck_api::limits::{PROMPT_BULK_MAX, PROMPTS_PER_SET_MAX};
use answerdeck_database::Databases;
use answerdeck_server::clock::Clock;
use answerdeck_server::connections::{self, ConnectionLimits};
use answerdeck_server::organization::account::{create_key, create_organization};
use answerdeck_server::random::Random;
use answerdeck_server::{AppState, Config};
use futures_util::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};
use throwaway_postgres::{Cluster, Settings};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// Organizations that write at the same time.
const ORGANIZATIONS: usize = 4;
const TURNS: usize = 25;

/// Requests that create prompts.
#[derive(Clone, Copy)]
struct Write {
    path: &'static str,
    /// Prompts of a request.
    prompts: usize,
    /// Requests of an organization in a turn.
    requests: usize,
}

const WRITES: [Write; 2] = [
    Write { path: "prompts", prompts: 1, requests: 100 },
    Write { path: "prompts/bulk", prompts: PROMPT_BULK_MAX, requests: PROMPTS_PER_SET_MAX / PROMPT_BULK_MAX },
];

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = format!("sqlite://{}", folder.path().join("answerdeck.db").display());
    let postgres = Cluster::start(Settings { options: "-c fsync=on", ..Settings::default() }).unwrap();
    let postgres = format!("{}/postgres", postgres.url);
    println!("\nWrites a second: median and least of {TURNS} turns");
    println!("{:12} {:>10} {:>16} {:>16} {:>8}", "", "prompts", "without a key", "with a key", "ratio");
    for (name, url) in [("PostgreSQL", postgres), ("SQLite", sqlite)] {
        measure(name, &url).await;
    }
}

async fn measure(name: &str, url: &str) {
    let databases = Databases::connect(url).await.unwrap();
    let clock = Clock::manual("2026-08-01T00:00:00Z".parse().unwrap());
    let config = Config { public_url: "http://localhost".to_owned(), ..Default::default() };
    let app = AppState::new(config, databases, clock, Random::system(), Default::default());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/api/v1/platform", listener.local_addr().unwrap());
    let router = answerdeck_server::router::router(&app);
    let (limits, shutdown) = (ConnectionLimits::default(), CancellationToken::new());
    tokio::spawn(connections::serve(listener, router, limits, Vec::new(), shutdown));
    // An error says that there is a provider of cryptography.
    let _ = tokio_rustls::rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::builder().tls_certs_only([]).build().unwrap();
    let mut clients = Vec::new();
    for _ in 0..ORGANIZATIONS {
        let organization = create_organization(&app, "Bench", "KR").await.unwrap().to_string();
        let key = create_key(&app, &app.database, &organization, None).await.unwrap().secret;
        clients.push(Client { app: app.clone(), http: http.clone(), url: url.clone(), key });
    }
    for write in WRITES {
        let (mut without, mut with) = (Vec::new(), Vec::new());
        for _ in 0..TURNS {
            for (is_keyed, speeds) in [(false, &mut without), (true, &mut with)] {
                let sets = join_all(clients.iter().map(Client::create_set)).await;
                let started = Instant::now();
                join_all(clients.iter().zip(&sets).map(|(client, set)| client.fill(set, write, is_keyed))).await;
                speeds.push((ORGANIZATIONS * write.requests) as f64 / started.elapsed().as_secs_f64());
            }
        }
        let ([without, least_without], [with, least_with]) = (median_and_least(without), median_and_least(with));
        let prompts = write.prompts;
        println!(
            "{name:12} {prompts:>10} {without:8.0} {least_without:7.0} {with:8.0} {least_with:7.0} {:8.3}",
            with / without
        );
    }
}

fn median_and_least(mut speeds: Vec<f64>) -> [f64; 2] {
    speeds.sort_by(f64::total_cmp);
    [speeds[TURNS / 2], speeds[0]]
}

/// A client of the API.
struct Client {
    app: AppState,
    http: reqwest::Client,
    url: String,
    key: String,
}

impl Client {
    async fn create_set(&self) -> String {
        let set = self.post("prompt-sets", &json!({ "name": "Set" }), None).await;
        set["id"].as_str().unwrap().to_owned()
    }

    async fn fill(&self, set: &str, write: Write, is_keyed: bool) {
        for request in 0..write.requests {
            let prompt =
                |number| json!({ "content": format!("Which earbuds fit small ears, {number}?"), "promptSetID": set });
            let body = match write.prompts {
                1 => prompt(request),
                count => json!({ "prompts": (0..count).map(|at| prompt(request * count + at)).collect::<Vec<_>>() }),
            };
            let idempotency_key = is_keyed.then(|| format!("{set}-{request}"));
            self.post(write.path, &body, idempotency_key.as_deref()).await;
        }
    }

    async fn post(&self, path: &str, body: &Value, idempotency_key: Option<&str>) -> Value {
        self.app.clock.advance(SignedDuration::from_millis(101));
        let mut request = self.http.post(format!("{}/{path}", self.url)).header("API-Key", &self.key).json(body);
        if let Some(key) = idempotency_key {
            request = request.header(IDEMPOTENCY_KEY, key);
        }
        let response = request.send().await.unwrap();
        let status = response.status();
        let body = response.bytes().await.unwrap();
        assert!(status.is_success(), "{path}: {status} {}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).unwrap()
    }
}
