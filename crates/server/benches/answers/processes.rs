//! One and two processes of each role on one PostgreSQL, which waits for no disk.

use std::time::{Duration, Instant};

use answerdeck_database::entity::{organization, run};
use answerdeck_server::clock::Clock;
use answerdeck_server::organization::account::{create_key, create_organization};
use sea_orm::prelude::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use super::history::MODELS;
use super::load::{READS, create_accounts, send};
use super::process::Server;
use super::{milliseconds, open_app, percentiles, throwaway_postgres_url};

const PROMPTS: usize = 50;
const REPEATS: usize = 5;
/// The time between two reads of a run.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Prints requests per second of API processes, and items per second of workers.
pub(crate) async fn measure() {
    let url = throwaway_postgres_url();
    let clock = Clock::manual("2026-08-01T00:00:00Z".parse().unwrap());
    let accounts = create_accounts(&url, &clock).await;
    println!("\nProcesses on one PostgreSQL: per second, p50 ms, p99 ms");
    println!("{:24} {:>24} {:>24}", "", "one process", "two processes");
    for (name, path) in READS {
        print!("{name:24}");
        for count in [1, 2] {
            let servers: Vec<Server> = (0..count).map(|_| Server::start(&url, &["--role", "api"])).collect();
            let (per_second, times) = send(&servers.iter().collect::<Vec<_>>(), &accounts, path).await;
            let (median, p99) = percentiles(times);
            print!(" {per_second:8.0} {:7.2} {:7.2}", milliseconds(median), milliseconds(p99));
        }
        println!();
    }
    print!("{:24}", "items of a run");
    for count in [1, 2] {
        print!(" {:24.0}", items_per_second(&url, count).await);
    }
    println!();
}

/// Runs workers until they have finished a run.
async fn items_per_second(url: &str, workers: usize) -> f64 {
    let app = open_app(url, &Clock::system()).await;
    let id = create_organization(&app, "Workers", "KR").await.unwrap().to_string();
    let key = create_key(&app, &app.database, &id, None).await.unwrap().secret;
    let items = PROMPTS * MODELS.len() * REPEATS;
    organization::Entity::update_many()
        .col_expr(organization::Column::Balance, Expr::value(100_000 * items as i64))
        .filter(organization::Column::Id.eq(&id))
        .exec(&app.database)
        .await
        .unwrap();
    let api = Server::start(url, &["--role", "api"]);
    let set = post(&api, &key, "prompt-sets", json!({ "name": "Workers" })).await["id"].take();
    let prompt = |number| json!({ "content": format!("Which earbuds fit small ears, {number}?"), "promptSetID": set });
    let prompts: Vec<Value> = (0..PROMPTS).map(prompt).collect();
    post(&api, &key, "prompts/bulk", json!({ "prompts": prompts })).await;
    let options = ["--role", "worker", "--public-url", "https://deck.example", "--item-pause", "0"];
    let _workers: Vec<Server> = (0..workers).map(|_| Server::start(url, &options)).collect();
    let body = json!({ "promptSetID": set, "models": MODELS, "repeatCount": REPEATS });
    let started = Instant::now();
    let run = post(&api, &key, "runs", body).await;
    let run = run["id"].as_str().unwrap();
    while run::Entity::find_by_id(run).one(&app.database).await.unwrap().unwrap().status == run::Status::Running {
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    let elapsed = started.elapsed();
    app.database.clone().close().await.unwrap();
    items as f64 / elapsed.as_secs_f64()
}

async fn post(server: &Server, key: &str, path: &str, body: Value) -> Value {
    let request = reqwest::Client::new().post(format!("{}/api/v1/platform/{path}", server.address));
    send_request(request.header("API-Key", key).json(&body)).await
}

/// Sends a request to a process, and returns the body of the response.
pub(crate) async fn send_request(request: reqwest::RequestBuilder) -> Value {
    let response = request.send().await.unwrap();
    let status = response.status();
    let body = response.text().await.unwrap();
    assert!(status.is_success(), "{status} {body}");
    serde_json::from_str(&body).unwrap()
}
