//! Two tabs of the console and a client of the endpoint, which share the rate limit of one organization.

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use serde_json::json;

use super::client::{Client, Outcome};
use super::process::Server;
use super::{Account, milliseconds};

const CALLS: usize = 100;
/// Calls of one client at a time.
const MAX_CONCURRENCY: usize = 4;
const TOTAL_MAX: Duration = Duration::from_secs(40);
/// How much longer than the mean a call may wait.
const EXCESS_MAX: Duration = Duration::from_secs(5);

#[derive(Debug, Clone, Copy)]
enum Kind {
    Tab,
    Model,
}

/// Prints how long the calls of each wait for their result.
pub(crate) async fn measure(server: &Server, account: &Account) -> bool {
    println!(
        "\nSharing: {CALLS} calls each at 10 a second; all within {TOTAL_MAX:?}, none {EXCESS_MAX:?} over the mean"
    );
    let start = Instant::now();
    let (first, second, model) = tokio::join!(
        calls(server, account, Kind::Tab),
        calls(server, account, Kind::Tab),
        calls(server, account, Kind::Model)
    );
    let total = start.elapsed();
    println!("{:24} {:>8} {:>8} {:>8}", "", "done s", "mean ms", "max ms");
    let mut all = Vec::new();
    for (name, (done, waits)) in [("a tab", first), ("another tab", second), ("a model's client", model)] {
        let (mean, longest) = mean_and_max(&waits);
        println!("{name:24} {:8.1} {:8.0} {:8.0}", done.as_secs_f64(), milliseconds(mean), milliseconds(longest));
        all.extend(waits);
    }
    let (mean, longest) = mean_and_max(&all);
    total < TOTAL_MAX && longest < mean + EXCESS_MAX && all.len() == 3 * CALLS
}

/// Returns when the last call was done, and how long each took with its repetitions.
async fn calls(server: &Server, account: &Account, kind: Kind) -> (Duration, Vec<Duration>) {
    let client = &Client::new(&server.address, &account.key, 0);
    let start = Instant::now();
    let waits = futures_util::stream::iter(0..CALLS).map(|_| async move {
        let asked = Instant::now();
        loop {
            let outcome = match kind {
                Kind::Tab => client.get("runs").await,
                Kind::Model => client.call("list_runs", &json!({})).await,
            };
            match outcome {
                Outcome::Done => return asked.elapsed(),
                Outcome::Refused(wait) => tokio::time::sleep(wait).await,
            }
        }
    });
    let waits = waits.buffer_unordered(MAX_CONCURRENCY).collect().await;
    (start.elapsed(), waits)
}

fn mean_and_max(waits: &[Duration]) -> (Duration, Duration) {
    let count = u32::try_from(waits.len()).unwrap();
    (waits.iter().sum::<Duration>() / count, waits.iter().copied().max().unwrap())
}
