//! Many clients that call tools at a steady rate.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Client, Outcome};
use super::process::{MEMORY_MAX, Server};
use super::{ANSWERS, Account, milliseconds};

pub(crate) const ORGANIZATIONS: usize = 20;
const CLIENTS: usize = 200;
/// Calls of all clients in a second.
const CALLS_PER_SECOND: usize = 20;
/// Calls of one client. They take 10 seconds each round.
const ROUNDS: usize = 3;
const P99_MAX: Duration = Duration::from_millis(100);

/// The tools, one after the other.
fn tools(account: &Account) -> [(&'static str, Value); 7] {
    [
        ("get_organization", json!({})),
        ("list_answers", json!({ "limit": 20 })),
        ("get_answer", json!({ "answerID": account.answer })),
        ("measure_brands", json!({})),
        ("rank_source_domains", json!({})),
        ("rank_fanouts", json!({})),
        ("rank_tokens", json!({})),
    ]
}

/// Prints the response times of each tool, and the memory.
pub(crate) async fn measure(server: &Server, accounts: Vec<Account>) -> bool {
    println!(
        "Tools: {CLIENTS} clients of {ORGANIZATIONS} organizations with {ANSWERS} answers each, {CALLS_PER_SECOND} calls a second; p99 below {P99_MAX:?}"
    );
    let accounts = Arc::new(accounts);
    let mut connected = Vec::with_capacity(CLIENTS);
    for number in 0..CLIENTS {
        let organization = number % ORGANIZATIONS;
        let client = Client::new(&server.address, &accounts[organization].key, u8::try_from(organization).unwrap());
        client.connect().await;
        connected.push(client);
    }
    let mut passed = server.print_memory("with all clients connected").anonymous < MEMORY_MAX;
    let start = Instant::now();
    let clients = connected.into_iter().enumerate().map(|(number, client)| {
        let accounts = Arc::clone(&accounts);
        tokio::spawn(async move {
            let tools = tools(&accounts[number % ORGANIZATIONS]);
            let mut times = Vec::with_capacity(ROUNDS);
            for round in 0..ROUNDS {
                let due = Duration::from_secs_f64((round * CLIENTS + number) as f64 / CALLS_PER_SECOND as f64);
                tokio::time::sleep_until((start + due).into()).await;
                let index = (number + round) % tools.len();
                let (name, arguments) = &tools[index];
                let started = Instant::now();
                let outcome = client.call(name, arguments).await;
                assert!(matches!(outcome, Outcome::Done), "{name} was refused");
                times.push((index, started.elapsed()));
            }
            times
        })
    });
    let clients: Vec<_> = clients.collect();
    let mut times = Vec::with_capacity(CLIENTS * ROUNDS);
    for client in clients {
        times.extend(client.await.unwrap());
    }
    println!("{:24} {:>6} {:>8} {:>8} {:>8}", "", "calls", "p50 ms", "p99 ms", "max ms");
    for (index, (name, _)) in tools(&accounts[0]).iter().enumerate() {
        print_times(name, times.iter().filter(|(tool, _)| *tool == index).map(|(_, time)| *time).collect());
    }
    passed &= print_times("all", times.into_iter().map(|(_, time)| time).collect()) < P99_MAX;
    passed & (server.print_memory("after the calls").anonymous < MEMORY_MAX)
}

/// Prints a row and returns the 99th percentile.
fn print_times(name: &str, mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    let (median, p99, longest) = (milliseconds(at(50)), milliseconds(at(99)), milliseconds(at(100)));
    println!("{name:24} {:>6} {median:8.2} {p99:8.2} {longest:8.2}", times.len());
    at(99)
}
