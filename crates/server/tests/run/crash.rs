//! Servers that are killed many times under load: nothing that was acknowledged is lost, a write that is sent again with its
//! idempotency key happens once, nothing is charged twice, and statistics count what is stored.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

use answerdeck_api::header::{IDEMPOTENCY_KEY, IDEMPOTENT_REPLAYED};
use answerdeck_server::database::entity::{answer, credit_entry, organization, prompt, prompt_set, run};
use reqwest::header::{HeaderMap, HeaderName};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, EntityTrait, Statement};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::recount::assert_statistics_are_a_recount;
use crate::harness::Reply;
use crate::harness::process::{Organization, ServerProcess};
use crate::harness::runs::assert_counts_agree;

/// Kills of a test, unless `ANSWERDECK_KILLS` has another number.
const KILLS: u32 = 50;
/// Credits of an organization: more than its runs between two kills cost.
const CREDITS_PER_KILL: i64 = 100;
/// Below the rate limit of an organization.
const PAUSE: Duration = Duration::from_millis(110);
/// How long after a response a kill comes at most: the load is at another request then.
const DELAY_MAX_MICROSECONDS: u64 = 110_000;

fn kills() -> u32 {
    std::env::var("ANSWERDECK_KILLS").map_or(KILLS, |kills| kills.parse().unwrap())
}

/// Moments of kills: pseudo-random, so that a seed repeats them.
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

/// What the server acknowledged. All writes were sent until they were.
#[derive(Default)]
struct Acknowledged {
    sets: BTreeSet<String>,
    prompts: BTreeSet<String>,
    runs: BTreeSet<String>,
    /// Writes that had happened already when they were sent again.
    replayed: u32,
}

/// The running server, and how many responses all clients have had.
struct Target {
    server: watch::Sender<Option<Arc<ServerProcess>>>,
    responses: watch::Sender<u32>,
    /// Whether the database is briefly unreachable in this test.
    has_outages: bool,
}

impl Target {
    /// Sends a request to the running server. `None` if it was killed before its response was complete, or was too busy.
    async fn send(&self, key: &str, path: &str, body: Option<&Value>, headers: &HeaderMap) -> Option<Reply> {
        let mut servers = self.server.subscribe();
        let server = Arc::clone(servers.wait_for(Option::is_some).await.unwrap().as_ref().unwrap());
        let reply = server.request_with(key, path, body, headers.clone()).await.ok()?;
        self.responses.send_modify(|responses| *responses += 1);
        let is_refused = match reply.status.as_u16() {
            409 => reply.refusal().1 == "IDEMPOTENCY_KEY_IN_PROGRESS",
            429 | 503 => true,
            500 => self.has_outages,
            _ => false,
        };
        (!is_refused).then_some(reply)
    }

    /// Waits for this many more responses.
    async fn responses(&self, more: u32) {
        let mut responses = self.responses.subscribe();
        let enough = *responses.borrow_and_update() + more;
        let wait = responses.wait_for(|responses| *responses >= enough);
        tokio::time::timeout(Duration::from_secs(60), wait).await.expect("the server responds").unwrap();
    }
}

/// Creates prompt sets with prompts, and runs of them, and reads statistics, until it is aborted.
async fn load(target: Arc<Target>, organization: Arc<Organization>, acknowledged: Arc<std::sync::Mutex<Acknowledged>>) {
    let send = async |path: &str, body: Option<&Value>, headers: &HeaderMap| {
        tokio::time::sleep(PAUSE).await;
        target.send(&organization.key, &format!("/api/v1/platform/{path}"), body, headers).await
    };
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
        let prompts = prompts.map(|content| json!({ "content": content, "promptSetID": set }));
        let prompts = write(format!("prompts-{number}"), "prompts/bulk", json!({ "prompts": prompts })).await;
        acknowledged.lock().unwrap().prompts.extend(prompts["ids"].as_array().unwrap().iter().map(text));
        let run = json!({ "promptSetID": set, "models": ["CLAUDE", "CHATGPT"], "repeatCount": 2 });
        let run = write(format!("run-{number}"), "runs", run).await;
        acknowledged.lock().unwrap().runs.insert(text(&run["id"]));
        send("statistics/tokens", None, &HeaderMap::new()).await;
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// Kills or interrupts the server at random moments of the load, then checks what it stored. `interrupt` gets the number of the
/// interruption, and returns whether the server process is to be killed too.
async fn assert_survives_interruptions(database_url: &str, has_outages: bool, interrupt: impl Fn(u32) -> bool) {
    let mut moments = Moments::of_environment();
    let credits = CREDITS_PER_KILL * i64::from(kills());
    let organizations: Vec<_> = (0..2).map(|_| Arc::new(Organization::create(database_url, credits))).collect();
    let target = Arc::new(Target { server: watch::Sender::new(None), responses: watch::Sender::new(0), has_outages });
    let acknowledged: Arc<std::sync::Mutex<Acknowledged>> = Arc::default();
    let clients: Vec<_> = organizations
        .iter()
        .map(|organization| {
            tokio::spawn(load(Arc::clone(&target), Arc::clone(organization), Arc::clone(&acknowledged)))
        })
        .collect();
    let start = || Some(Arc::new(ServerProcess::start(database_url, &["--item-pause", "20"])));
    target.server.send_replace(start());
    for kill in 0..kills() {
        // Immediately or after some responses, and then at a random moment of the server's work.
        target.responses(u32::try_from(moments.below(6)).unwrap()).await;
        tokio::time::sleep(Duration::from_micros(moments.below(DELAY_MAX_MICROSECONDS))).await;
        if interrupt(kill) {
            // A client still has the process while it waits for a response.
            let server = target.server.send_replace(None).unwrap();
            server.kill();
            target.server.send_replace(start());
        }
    }
    target.responses(10).await;
    for client in clients {
        client.abort();
        // A client that did not get what it expected has panicked.
        assert!(client.await.unwrap_err().is_cancelled());
    }
    target.server.send_replace(None).unwrap().kill();

    let database = answerdeck_server::database::connect(database_url).await.unwrap();
    // As if the leases of the killed processes had ended.
    database.execute_unprepared("UPDATE answers SET lease_until = 0 WHERE lease_until IS NOT NULL").await.unwrap();
    let last = start().unwrap();
    let all_finished = async {
        while run::Entity::find().all(&database).await.unwrap().iter().any(|run| run.status == run::Status::Running) {}
    };
    tokio::time::timeout(Duration::from_secs(120), all_finished).await.expect("the runs finish");
    let acknowledged = std::mem::take(&mut *acknowledged.lock().unwrap());
    check(&database, &last, &organizations, &acknowledged).await;
    assert_statistics_are_a_recount(&database, database_url, &last, &organizations).await;
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
        assert!(surplus <= in_progress * organizations.len(), "{surplus} more were written than sent");
    };
    let sets = prompt_set::Entity::find().all(database).await.unwrap();
    let names: BTreeSet<_> = sets.iter().map(|row| (&row.organization_id, &row.name)).collect();
    assert_eq!(names.len(), sets.len(), "a prompt set was created twice");
    assert_written_once(&acknowledged.sets, sets.into_iter().map(|row| row.id).collect(), 1);
    let prompts = prompt::Entity::find().all(database).await.unwrap();
    assert_written_once(&acknowledged.prompts, prompts.into_iter().map(|row| row.id).collect(), 3);
    let runs = run::Entity::find().all(database).await.unwrap();
    assert_written_once(&acknowledged.runs, runs.iter().map(|row| row.id.clone()).collect(), 1);
    println!("{} writes had happened when they were sent again", acknowledged.replayed);
    for row in &runs {
        let owner = organizations.iter().find(|organization| organization.id == row.organization_id).unwrap();
        let run = server.send(&owner.key, &format!("/api/v1/platform/runs/{}", row.id), None).await;
        assert_counts_agree(&run);
        assert_eq!((&run["status"], &run["totalCount"]), (&json!("FINISHED"), &json!(12)));
    }
    let answers = answer::Entity::find().all(database).await.unwrap();
    let succeeded: BTreeSet<String> =
        answers.into_iter().filter(|row| row.status == answer::Status::Success).map(|row| row.id).collect();
    let entries = credit_entry::Entity::find().all(database).await.unwrap();
    let charged: Vec<String> = entries.iter().filter_map(|entry| entry.answer_id.clone()).collect();
    assert_eq!((charged.len(), BTreeSet::from_iter(charged)), (succeeded.len(), succeeded));
    for row in organization::Entity::find().all(database).await.unwrap() {
        let entries = entries.iter().filter(|entry| entry.organization_id == row.id);
        assert_eq!(row.balance, entries.map(|entry| entry.amount).sum::<i64>());
    }
    if database.get_database_backend() == DbBackend::Sqlite {
        let check = Statement::from_string(DbBackend::Sqlite, "PRAGMA integrity_check");
        let row = database.query_one_raw(check).await.unwrap().unwrap();
        assert_eq!(row.try_get::<String>("", "integrity_check").unwrap(), "ok");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_on_sqlite_loses_nothing_and_charges_once() {
    let folder = tempfile::tempdir().unwrap();
    assert_survives_interruptions(
        &format!("sqlite://{}", folder.path().join("answerdeck.db").display()),
        false,
        |_| true,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_and_a_crashed_postgresql_lose_nothing_and_charge_once() {
    let cluster = throwaway_postgres::Cluster::start(None).unwrap();
    let interrupt = |number| {
        if number % 2 == 0 {
            return true;
        }
        cluster.crash().unwrap();
        cluster.start_server().unwrap();
        false
    };
    assert_survives_interruptions(&format!("{}/postgres", cluster.url), true, interrupt).await;
}
