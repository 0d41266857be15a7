//! How many requests a second the server answers over the network, as a process of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use answerdeck_server::account::{create_key, create_organization};
use answerdeck_server::clock::Clock;

use super::process::{MEMORY_MAX, Server};
use super::{Bench, app_over, history, milliseconds, quantiles};

/// Each may ask 10 times a second.
const ORGANIZATIONS: usize = 1_000;
const ANSWERS: usize = 20;
const CONNECTIONS: usize = 16;
const TIME: Duration = Duration::from_secs(5);

struct Account {
    key: String,
    answer: String,
}

/// Prints requests a second, and how long they take.
pub(crate) async fn measure(bench: &Bench) -> bool {
    let app = app_over(&bench.url, &Clock::wall()).await;
    let filling = app_over(&bench.url, &bench.clock).await;
    let mut accounts = Vec::with_capacity(ORGANIZATIONS);
    for _ in 0..ORGANIZATIONS {
        let id = create_organization(&app, &app.database, "Load", "KR").await.unwrap().to_string();
        let key = create_key(&app, &app.database, &id).await.unwrap().secret;
        let answer = history::fill(&filling, &id, ANSWERS).await.answers.remove(0);
        accounts.push(Account { key, answer });
    }
    app.database.clone().close().await.unwrap();
    filling.database.clone().close().await.unwrap();
    let accounts = Arc::new(accounts);
    let server = Server::start(&bench.url, &[]);
    println!("\nLoad: {CONNECTIONS} connections of another process, {ORGANIZATIONS} organizations");
    println!("{:24} {:>10} {:>8} {:>8}", "", "a second", "p50 ms", "p99 ms");
    for (name, path) in [
        ("an answer", (|account| format!("answers/{}", account.answer)) as fn(&Account) -> String),
        ("20 answers", |_| "answers".to_owned()),
        ("runs", |_| "runs".to_owned()),
        ("the 20 first domains", |_| "statistics/source-domains".to_owned()),
    ] {
        let times = send(&server, &accounts, path).await;
        let a_second = times.len() as f64 / TIME.as_secs_f64();
        let (median, worst) = quantiles(times);
        println!("{name:24} {a_second:10.0} {:8.2} {:8.2}", milliseconds(median), milliseconds(worst));
    }
    server.weigh("after that").own < MEMORY_MAX
}

async fn send(server: &Server, accounts: &Arc<Vec<Account>>, path: fn(&Account) -> String) -> Vec<Duration> {
    let next = Arc::new(AtomicUsize::new(0));
    let ends = Instant::now() + TIME;
    let connections: Vec<_> = (0..CONNECTIONS)
        .map(|_| {
            let (accounts, next, address) = (Arc::clone(accounts), Arc::clone(&next), server.address.clone());
            tokio::spawn(async move {
                let client = reqwest::Client::new();
                let mut times = Vec::new();
                while Instant::now() < ends {
                    let account = &accounts[next.fetch_add(1, Ordering::Relaxed) % ORGANIZATIONS];
                    let url = format!("{address}/api/v1/platform/{}", path(account));
                    let started = Instant::now();
                    let response = client.get(url).header("API-Key", &account.key).send().await.unwrap();
                    let status = response.status();
                    let body = response.bytes().await.unwrap();
                    assert!(status.is_success(), "{status} {}", String::from_utf8_lossy(&body));
                    times.push(started.elapsed());
                }
                times
            })
        })
        .collect();
    let mut times = Vec::new();
    for connection in connections {
        times.extend(connection.await.unwrap());
    }
    times
}
