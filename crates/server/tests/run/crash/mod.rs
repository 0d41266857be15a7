//! Servers that are interrupted many times under load: nothing that was acknowledged is lost, a write that is sent again with its
//! idempotency key happens once, nothing is charged twice, and statistics count what is stored.

mod failing_disk;
mod failing_postgres;
mod kills;

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

use answerdeck_api::header::{IDEMPOTENCY_KEY, IDEMPOTENT_REPLAYED};
use answerdeck_database::entity::{prompt, prompt_set, run};
use futures_util::future::join_all;
use reqwest::header::{HeaderMap, HeaderName};
use sea_orm::{ColumnTrait, DatabaseConnection, DbBackend, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::recount::assert_statistics_are_a_recount;
use crate::harness::process::{Organization, ServerProcess, answerdeck, lines_of};
use crate::harness::runs::{assert_charged_once, assert_counts_agree, end_leases};
use crate::harness::{Reply, sqlite, until_some};

/// Credits of an organization: more than its runs between two interruptions cost.
const CREDITS_PER_INTERRUPTION: i64 = 1_000;
/// Before each request of a client.
const PAUSE: Duration = Duration::from_millis(40);
/// How long after a response an interruption comes at most: the load is at another request then.
const DELAY_MAX_MICROSECONDS: u64 = 40_000;

/// Moments of interruptions: pseudo-random, so that a seed repeats them.
struct Moments(u64);

impl Moments {
    /// The moments of the seed in `ANSWERDECK_SEED`, or of another seed each time. Prints the seed.
    fn of_environment() -> Self {
        let seed = std::env::var("ANSWERDECK_SEED");
        let seed = seed.map_or_else(|_| RandomState::new().hash_one(0), |seed| seed.parse().unwrap());
        println!("ANSWERDECK_SEED={seed}");
        Self(seed)
    }

    /// The next number below `end`, by SplitMix64.
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) % end
    }
}

/// What the server acknowledged.
#[derive(Default)]
struct Acknowledged {
    sets: BTreeSet<String>,
    prompts: BTreeSet<String>,
    runs: BTreeSet<String>,
    /// Writes that had happened already when they were sent again.
    replayed: u32,
}

/// What a client has received.
#[derive(Debug, Default, Clone, Copy)]
struct Received {
    responses: u32,
    /// Those that ask it to send the request again later.
    refusals: u32,
}

/// What a test does to its servers.
struct Interruptions {
    count: u32,
    database_url: String,
    /// Clients, each with an organization.
    clients: usize,
    /// The prompt sets with prompts that a client creates for each run.
    sets_per_run: usize,
    /// Characters of a prompt.
    prompt_length: usize,
    /// Whether a connection to the database may be lost during a commit.
    has_lost_connections: bool,
    /// Variables of the environment of the servers.
    environment: Vec<(&'static str, String)>,
}

impl Interruptions {
    fn start_server(&self) -> Arc<ServerProcess> {
        let options = ["--listen", "127.0.0.1:0", "--item-pause", "20", "--rate-limit", "1000"];
        let mut command = answerdeck(&self.database_url, &["serve", "--demo"]);
        command.args(options);
        command.envs(self.environment.iter().cloned());
        Arc::new(ServerProcess::spawn(command))
    }
}

/// The running server, and what each client has received.
struct Target {
    server: watch::Sender<Option<Arc<ServerProcess>>>,
    received: watch::Sender<Vec<Received>>,
    has_lost_connections: bool,
}

impl Target {
    /// Sends a request to the running server. `None` if it was killed before its response was complete, or refused it.
    async fn send(
        &self,
        client: usize,
        key: &str,
        path: &str,
        body: Option<&Value>,
        headers: &HeaderMap,
    ) -> Option<Reply> {
        let mut servers = self.server.subscribe();
        let server = Arc::clone(servers.wait_for(Option::is_some).await.unwrap().as_ref().unwrap());
        let reply = server.request_with(key, path, body, headers.clone()).await.ok()?;
        let is_in_progress = reply.refusal() == (409, "IDEMPOTENCY_KEY_IN_PROGRESS".to_owned());
        let is_refused = match reply.status.as_u16() {
            409 => is_in_progress,
            503 => {
                assert!(reply.headers.contains_key("retry-after"), "{}", reply.text);
                true
            }
            500 => self.has_lost_connections,
            _ => false,
        };
        self.received.send_modify(|received| {
            received[client].responses += 1;
            received[client].refusals += u32::from(is_refused && !is_in_progress);
        });
        (!is_refused).then_some(reply)
    }

    /// Waits until this is true of what the clients have received since now.
    async fn until(&self, mut is_enough: impl FnMut(&[Received]) -> bool) {
        let mut received = self.received.subscribe();
        let before = received.borrow_and_update().clone();
        let since = |now: &Vec<Received>| -> Vec<Received> {
            let pairs = now.iter().zip(&before);
            pairs
                .map(|(now, before)| Received {
                    responses: now.responses - before.responses,
                    refusals: now.refusals - before.refusals,
                })
                .collect()
        };
        let wait = received.wait_for(|received| is_enough(&since(received)));
        tokio::time::timeout(Duration::from_secs(60), wait).await.expect("the server responds").unwrap();
    }

    /// Waits for this many more responses.
    async fn responses(&self, more: u32) {
        self.until(|received| received.iter().map(|of_client| of_client.responses).sum::<u32>() >= more).await;
    }

    /// Waits for this many more refusals.
    async fn refusals(&self, more: u32) {
        self.until(|received| received.iter().map(|of_client| of_client.refusals).sum::<u32>() >= more).await;
    }

    /// Waits until requests of each client have succeeded.
    async fn successes(&self) {
        self.until(|received| received.iter().all(|of_client| of_client.responses >= of_client.refusals + 3)).await;
    }

    async fn assert_not_ready(&self) {
        let server = self.server.borrow().clone().unwrap();
        assert_eq!(server.request("", "/health/ready", None).await.unwrap().status, 503);
    }

    /// Checks that no request of any client is refused from now on, except those in flight.
    async fn assert_no_refusals(&self) {
        self.until(|received| received.iter().all(|of_client| of_client.responses >= 1)).await;
        self.until(|received| {
            assert!(received.iter().all(|of_client| of_client.refusals == 0), "a write is refused");
            received.iter().all(|of_client| of_client.responses >= 3)
        })
        .await;
    }
}

/// A client that creates prompt sets with prompts, and runs of them, and reads statistics, until it is aborted.
struct Client {
    number: usize,
    organization: Arc<Organization>,
    sets_per_run: usize,
    prompt_length: usize,
}

async fn load(client: Client, target: Arc<Target>, acknowledged: Arc<std::sync::Mutex<Acknowledged>>) {
    let send = async |path: &str, body: Option<&Value>, headers: &HeaderMap| {
        tokio::time::sleep(PAUSE).await;
        let path = format!("/api/v1/platform/{path}");
        target.send(client.number, &client.organization.key, &path, body, headers).await
    };
    // Sends a write until it is acknowledged.
    let write = async |key: String, path: &str, body: Value| {
        let headers = HeaderMap::from_iter([(HeaderName::from_static(IDEMPOTENCY_KEY), key.parse().unwrap())]);
        loop {
            if let Some(reply) = send(path, Some(&body), &headers).await {
                acknowledged.lock().unwrap().replayed += u32::from(reply.headers[IDEMPOTENT_REPLAYED] == "true");
                return reply.ok();
            }
        }
    };
    for number in 0.. {
        let set = write(format!("set-{number}"), "prompt-sets", json!({ "name": format!("Set {number}") })).await;
        let set = text(&set["id"]);
        acknowledged.lock().unwrap().sets.insert(set.clone());
        let prompts = ["Which earbuds fit small ears?", "Best running shoes?", "콤부차 스코비 보관법?"];
        let prompts = prompts.map(|content| {
            let content = format!("{content:?<length$}", length = client.prompt_length);
            json!({ "content": content, "promptSetID": set })
        });
        let prompts = write(format!("prompts-{number}"), "prompts/bulk", json!({ "prompts": prompts })).await;
        acknowledged.lock().unwrap().prompts.extend(prompts["ids"].as_array().unwrap().iter().map(text));
        if number % client.sets_per_run == 0 {
            let run = json!({ "promptSetID": set, "models": ["CLAUDE", "CHATGPT"], "repeatCount": 2 });
            let run = write(format!("run-{number}"), "runs", run).await;
            acknowledged.lock().unwrap().runs.insert(text(&run["id"]));
        }
        send("statistics/tokens", None, &HeaderMap::new()).await;
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// Interrupts the server at random moments of the load, then checks what it stored. `interrupt` gets the number of the
/// interruption, and returns whether the server process is to be killed too.
async fn assert_survives(interruptions: Interruptions, interrupt: impl AsyncFn(&Target, u32) -> bool) {
    let (mut moments, database_url) = (Moments::of_environment(), interruptions.database_url.as_str());
    let credits = CREDITS_PER_INTERRUPTION * i64::from(interruptions.count);
    let organizations = (0..interruptions.clients).map(|_| Organization::create(database_url, credits));
    let organizations: Vec<_> = join_all(organizations).await.into_iter().map(Arc::new).collect();
    Organization::create_demo(database_url).await;
    let target = Arc::new(Target {
        server: watch::Sender::new(None),
        received: watch::Sender::new(vec![Received::default(); interruptions.clients]),
        has_lost_connections: interruptions.has_lost_connections,
    });
    let acknowledged: Arc<std::sync::Mutex<Acknowledged>> = Arc::default();
    let clients = organizations.iter().enumerate().map(|(number, organization)| {
        let organization = Arc::clone(organization);
        let Interruptions { sets_per_run, prompt_length, .. } = interruptions;
        let client = Client { number, organization, sets_per_run, prompt_length };
        tokio::spawn(load(client, Arc::clone(&target), Arc::clone(&acknowledged)))
    });
    let clients: Vec<_> = clients.collect();
    target.server.send_replace(Some(interruptions.start_server()));
    for number in 0..interruptions.count {
        // Immediately or after some responses, and then at a random moment of the server's work.
        target.responses(u32::try_from(moments.below(6)).unwrap()).await;
        tokio::time::sleep(Duration::from_micros(moments.below(DELAY_MAX_MICROSECONDS))).await;
        if interrupt(&target, number).await {
            // A client still has the process while it waits for a response.
            let server = target.server.send_replace(None).unwrap();
            server.kill();
            target.server.send_replace(Some(interruptions.start_server()));
        }
    }
    target.responses(10).await;
    for client in clients {
        client.abort();
        // A client that did not get what it expected has panicked.
        assert!(client.await.unwrap_err().is_cancelled());
    }
    let acknowledged = std::mem::take(&mut *acknowledged.lock().unwrap());
    println!(
        "acknowledged: {} prompt sets, {} prompts, {} runs, {} of them when sent again; refused: {}",
        acknowledged.sets.len(),
        acknowledged.prompts.len(),
        acknowledged.runs.len(),
        acknowledged.replayed,
        target.received.borrow().iter().map(|received| received.refusals).sum::<u32>(),
    );
    // What another process reads while the server runs, and after its end.
    assert_exported(database_url, &organizations, &acknowledged);
    target.server.send_replace(None).unwrap().kill();

    let database = answerdeck_database::connect(database_url).await.unwrap();
    end_leases(&database).await;
    let last = interruptions.start_server();
    let mut unfinished = u64::MAX;
    while unfinished > 0 {
        let running = run::Entity::find().filter(run::Column::Status.eq(run::Status::Running));
        let fewer = async || Some(running.clone().count(&database).await.unwrap()).filter(|count| *count < unfinished);
        unfinished = until_some(fewer).await;
    }
    check(&database, &last, &organizations, &acknowledged).await;
    assert_statistics_are_a_recount(&database, database_url, &last, &organizations).await;
}

fn assert_exported(database_url: &str, organizations: &[Arc<Organization>], acknowledged: &Acknowledged) {
    let mut exported = BTreeSet::new();
    for organization in organizations {
        for line in lines_of(database_url, &["organization", "export", &organization.id]) {
            let line: Value = serde_json::from_str(&line).unwrap();
            exported.extend(line["id"].as_str().map(str::to_owned));
        }
    }
    let Acknowledged { sets, prompts, runs, .. } = acknowledged;
    let lost = |kind: &BTreeSet<String>| kind.difference(&exported).count();
    assert_eq!((lost(sets), lost(prompts), lost(runs)), (0, 0, 0), "acknowledged, but not stored");
}

async fn check(
    database: &DatabaseConnection,
    server: &ServerProcess,
    organizations: &[Arc<Organization>],
    acknowledged: &Acknowledged,
) {
    // Each client may have had one write in progress at the end.
    let assert_written_once = |acknowledged: &BTreeSet<String>, stored: BTreeSet<String>, in_progress: usize| {
        assert!(!acknowledged.is_empty() && acknowledged.is_subset(&stored), "a write is lost");
        let surplus = stored.len() - acknowledged.len();
        assert!(surplus <= in_progress * organizations.len(), "{surplus} were written and not acknowledged");
    };
    let sets = prompt_set::Entity::find().all(database).await.unwrap();
    let names: BTreeSet<_> = sets.iter().map(|row| (&row.organization_id, &row.name)).collect();
    assert_eq!(names.len(), sets.len(), "a prompt set was created twice");
    let ids = sets.iter().map(|row| row.id.clone()).collect();
    assert_written_once(&acknowledged.sets, ids, 1);
    let prompts = prompt::Entity::find().all(database).await.unwrap();
    assert_written_once(&acknowledged.prompts, prompts.into_iter().map(|row| row.id).collect(), 3);
    let runs = run::Entity::find().all(database).await.unwrap();
    assert_written_once(&acknowledged.runs, runs.iter().map(|row| row.id.clone()).collect(), 1);
    for row in &runs {
        let owner = organizations.iter().find(|organization| organization.id == row.organization_id).unwrap();
        let run = server.send(&owner.key, &format!("/api/v1/platform/runs/{}", row.id), None).await;
        assert_counts_agree(&run);
        assert_eq!((&run["status"], &run["totalCount"]), (&json!("FINISHED"), &json!(12)));
    }
    assert_charged_once(database).await;
    if database.get_database_backend() == DbBackend::Sqlite {
        sqlite::assert_intact(database).await;
    }
}
