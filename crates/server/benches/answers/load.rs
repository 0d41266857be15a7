//! Requests per second of a server process over the network.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use answerdeck_server::clock::Clock;
use answerdeck_server::organization::account::{create_key, create_organization};
use axum::body::Body;
use axum::http::Request;
use axum::http::header::HOST;
use http_body_util::BodyExt;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::process::{MEMORY_MAX, Server};
use super::{Bench, history, milliseconds, open_app, percentiles};

/// Each may send 10 requests per second.
const ORGANIZATIONS: usize = 1_000;
const ANSWERS: usize = 20;
const CONNECTIONS: usize = 16;
const DURATION: Duration = Duration::from_secs(5);

/// An organization of the load.
pub(crate) struct Account {
    key: String,
    answer: String,
}

/// A read: its name, and its path after that of the platform API.
pub(crate) type Read = (&'static str, fn(&Account) -> String);

/// The reads of the load.
pub(crate) const READS: [Read; 4] = [
    ("an answer", |account| format!("answers/{}", account.answer)),
    ("20 answers", |_| "answers".to_owned()),
    ("runs", |_| "runs".to_owned()),
    ("top 20 domains", |_| "statistics/source-domains".to_owned()),
];

/// Prints requests per second and response times.
pub(crate) async fn measure(bench: &Bench) -> bool {
    let accounts = create_accounts(&bench.url, &bench.clock).await;
    let server = Server::start(&bench.url, &[]);
    println!("\nLoad: {CONNECTIONS} connections, {ORGANIZATIONS} organizations");
    println!("{:24} {:>10} {:>8} {:>8}", "", "per second", "p50 ms", "p99 ms");
    for (name, path) in READS {
        let (per_second, times) = send(&[&server], &accounts, path).await;
        let (median, p99) = percentiles(times);
        println!("{name:24} {per_second:10.0} {:8.2} {:8.2}", milliseconds(median), milliseconds(p99));
    }
    server.print_memory("after the load").anonymous < MEMORY_MAX
}

/// Creates the organizations of the load, whose answers have the times of `clock`.
pub(crate) async fn create_accounts(url: &str, clock: &Clock) -> Arc<Vec<Account>> {
    let app = open_app(url, &Clock::system()).await;
    let history_app = open_app(url, clock).await;
    let mut accounts = Vec::with_capacity(ORGANIZATIONS);
    for _ in 0..ORGANIZATIONS {
        let id = create_organization(&app, "Load", "KR").await.unwrap().to_string();
        let key = create_key(&app, &app.database, &id, None).await.unwrap().secret;
        let answer = history::fill(&history_app, &id, ANSWERS).await.answers.remove(0);
        accounts.push(Account { key, answer });
    }
    app.database.clone().close().await.unwrap();
    history_app.database.clone().close().await.unwrap();
    Arc::new(accounts)
}

/// Reads from the servers in turn. Returns the responses per second, and the response times.
pub(crate) async fn send(
    servers: &[&Server],
    accounts: &Arc<Vec<Account>>,
    path: fn(&Account) -> String,
) -> (f64, Vec<Duration>) {
    let next = Arc::new(AtomicUsize::new(0));
    let deadline = Instant::now() + DURATION;
    let connections: Vec<_> = (0..CONNECTIONS)
        .map(|connection| {
            let address = servers[connection % servers.len()].address.clone();
            let (accounts, next) = (Arc::clone(accounts), Arc::clone(&next));
            tokio::spawn(async move {
                let mut connection = connect(&address).await;
                let mut times = Vec::new();
                while Instant::now() < deadline {
                    let account = &accounts[next.fetch_add(1, Ordering::Relaxed) % ORGANIZATIONS];
                    let request = Request::get(format!("/api/v1/platform/{}", path(account)))
                        .header(HOST, "127.0.0.1")
                        .header("API-Key", &account.key)
                        .body(Body::empty())
                        .unwrap();
                    let started = Instant::now();
                    let response = connection.send_request(request).await.unwrap();
                    let status = response.status();
                    let body = response.into_body().collect().await.unwrap().to_bytes();
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
    (times.len() as f64 / DURATION.as_secs_f64(), times)
}

/// Opens a connection. Load on the same machine should leave the processors to the server, so this uses no client with
/// a pool, redirects and compression.
pub(crate) async fn connect(address: &str) -> SendRequest<Body> {
    let stream = TcpStream::connect(address.trim_start_matches("http://")).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let (sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    sender
}
