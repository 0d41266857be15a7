//! Servers that are killed while providers work: no question is sent twice, and no item is lost.

use std::time::Duration;

use answerdeck_database::entity::{answer, run};
use sea_orm::EntityTrait;
use serde_json::json;

use crate::harness::fake_providers::{CLAUDE_MAX_CONCURRENCY, FakeProviders};
use crate::harness::process::Organization;
use crate::harness::runs::{assert_charged_once, assert_counts_agree, calls_in_progress, end_leases};
use crate::on_both;

/// Kills of a test, unless `ANSWERDECK_KILLS` has another number.
const KILLS: usize = 3;
const PROMPTS: usize = 100;
/// So long that most kills find answers in progress.
const ANSWER_DELAY: Duration = Duration::from_millis(400);
const UNKNOWN: &str = "OUTCOME_UNKNOWN";

/// Kills the server at random moments of 200 items, half of them with a provider that works in tasks. Then checks the requests to
/// the providers and the stored answers.
async fn assert_survives_kills(database_url: &str) {
    let kills = std::env::var("ANSWERDECK_KILLS").map_or(KILLS, |kills| kills.parse().unwrap());
    let providers = FakeProviders::start(ANSWER_DELAY).await;
    let organization = Organization::create(database_url, 1_000).await;
    let database = answerdeck_database::connect(database_url).await.unwrap();
    let mut server = providers.start_server(database_url);
    let set = server.prompt_set(&organization.key, PROMPTS).await;
    let run = json!({ "promptSetID": set, "models": ["CHATGPT", "CLAUDE"] });
    let path = server.submit(&organization.key, run).await;

    for kill in 0..kills {
        // At once, or after some questions: another stage of the work each time.
        let asked = tokio::time::timeout(Duration::from_secs(60), providers.until_asked(kill * 5 % 9));
        asked.await.expect("questions are asked");
        server.kill();
        end_leases(&database).await;
        server = providers.start_server(database_url);
    }
    let is_running = async || run::Entity::find().all(&database).await.unwrap()[0].status == run::Status::Running;
    let finished = async {
        while is_running().await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(240), finished).await.expect("the run finishes");

    let asked = providers.asked();
    assert!(asked.values().all(|times| *times == 1), "paid twice: {asked:?}");
    let run = server.send(&organization.key, &path, None).await;
    assert_counts_agree(&run);
    assert_eq!(run["totalCount"], 2 * PROMPTS);
    let answers = assert_charged_once(&database).await;
    let (succeeded, failed): (Vec<_>, Vec<_>) =
        answers.iter().partition(|answer| answer.status == answer::Status::Success);
    assert!(failed.iter().all(|answer| answer.failure_code.as_deref() == Some(UNKNOWN)), "{failed:?}");
    // Not more than were in progress at each kill: at CLAUDE, or not accepted yet.
    assert!(failed.len() <= (CLAUDE_MAX_CONCURRENCY as usize + 20) * kills, "{} of {}", failed.len(), answers.len());
    println!(
        "{:?}: {kills} kills; {} questions, each asked once; {} answers, {} with an unknown outcome",
        database.get_database_backend(),
        asked.len(),
        succeeded.len(),
        failed.len()
    );
    assert_eq!(calls_in_progress(&database).await, 0);
}

on_both! {
    async fn a_killed_server_pays_for_no_answer_twice(server) {
        assert_survives_kills(&server.database_url).await;
    }
}
