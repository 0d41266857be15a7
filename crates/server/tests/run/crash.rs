//! Servers that are killed many times under load: nothing that was acknowledged is lost, and nothing is charged twice.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use answerdeck_server::database::entity::{answer, credit_entry, organization, prompt_set, run};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, EntityTrait, Statement};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::harness::process::{Organization, ServerProcess};
use crate::harness::runs::assert_counts_agree;

/// Kills of a test, unless `ANSWERDECK_KILLS` has another number.
const KILLS: u32 = 25;
/// Credits of an organization: more than its runs between two kills cost.
const CREDITS_PER_KILL: i64 = 100;
/// Below the rate limit of an organization.
const PAUSE: Duration = Duration::from_millis(110);

fn kills() -> u32 {
    std::env::var("ANSWERDECK_KILLS").map_or(KILLS, |kills| kills.parse().unwrap())
}

/// What the server acknowledged.
#[derive(Default)]
struct Acknowledged {
    sets: BTreeSet<String>,
    runs: BTreeSet<String>,
}

/// The running server, and how many responses all clients have had.
struct Target {
    server: watch::Sender<Option<Arc<ServerProcess>>>,
    responses: watch::Sender<u32>,
}

impl Target {
    /// Sends a request to the running server. `None` if it was killed before its response was complete, or was too busy.
    async fn send(&self, key: &str, path: &str, body: Option<&Value>) -> Option<Value> {
        let mut servers = self.server.subscribe();
        let server = Arc::clone(servers.wait_for(Option::is_some).await.unwrap().as_ref().unwrap());
        let reply = server.request(key, path, body).await.ok()?;
        self.responses.send_modify(|responses| *responses += 1);
        // The database is away for a moment in some of these tests.
        let is_refused = matches!(reply.status.as_u16(), 429 | 500 | 503);
        (!is_refused).then(|| reply.ok())
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
    let send = async |path: &str, body: Option<Value>| {
        tokio::time::sleep(PAUSE).await;
        let reply = target.send(&organization.key, &format!("/api/v1/platform/{path}"), body.as_ref()).await?;
        Some(reply["id"].as_str().unwrap_or_default().to_owned())
    };
    for number in 0.. {
        let Some(set) = send("prompt-sets", Some(json!({ "name": format!("Set {number}") }))).await else { continue };
        acknowledged.lock().unwrap().sets.insert(set.clone());
        let prompts = ["Which earbuds fit small ears?", "Best running shoes?", "콤부차 스코비 보관법?"];
        let prompts = prompts.map(|content| json!({ "content": content, "promptSetID": set }));
        if send("prompts/bulk", Some(json!({ "prompts": prompts }))).await.is_none() {
            continue;
        }
        let run = json!({ "promptSetID": set, "models": ["CLAUDE", "CHATGPT"], "repeatCount": 2 });
        if let Some(run) = send("runs", Some(run)).await {
            acknowledged.lock().unwrap().runs.insert(run);
        }
        send("statistics/tokens", None).await;
    }
}

/// Kills or interrupts the server at moments of the load that differ each time, then checks what it stored. `interrupt` gets
/// the number of the interruption, and returns whether the server process is to be killed too.
async fn survives(database_url: &str, interrupt: impl Fn(u32) -> bool) {
    let credits = CREDITS_PER_KILL * i64::from(kills());
    let organizations: Vec<_> = (0..2).map(|_| Arc::new(Organization::create(database_url, credits))).collect();
    let target = Arc::new(Target { server: watch::Sender::new(None), responses: watch::Sender::new(0) });
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
        // Immediately, or after some responses: another stage of the work each time.
        target.responses(kill * 7 % 6).await;
        if interrupt(kill) {
            // A client still has the process while it waits for a response.
            let server = target.server.send_replace(None).unwrap();
            server.kill();
            target.server.send_replace(start());
        }
    }
    target.responses(10).await;
    for client in &clients {
        client.abort();
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
}

async fn check(
    database: &DatabaseConnection,
    server: &ServerProcess,
    organizations: &[Arc<Organization>],
    acknowledged: &Acknowledged,
) {
    let stored: BTreeSet<String> =
        prompt_set::Entity::find().all(database).await.unwrap().into_iter().map(|row| row.id).collect();
    assert!(acknowledged.sets.is_subset(&stored), "a prompt set is lost");
    let runs = run::Entity::find().all(database).await.unwrap();
    let stored: BTreeSet<String> = runs.iter().map(|row| row.id.clone()).collect();
    assert!(!acknowledged.runs.is_empty() && acknowledged.runs.is_subset(&stored), "a run is lost");
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
    survives(&format!("sqlite://{}", folder.path().join("answerdeck.db").display()), |_| true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_and_a_crashed_postgresql_lose_nothing_and_charge_once() {
    let cluster = throwaway_postgres::Cluster::start(None).unwrap();
    let interrupt = |number| {
        if number % 2 == 0 {
            return true;
        }
        cluster.crash().unwrap();
        cluster.start_again().unwrap();
        false
    };
    survives(&format!("{}/postgres", cluster.url), interrupt).await;
}
