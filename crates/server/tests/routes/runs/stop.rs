use std::sync::Arc;

use answerdeck_database::entity::answer;
use jiff::SignedDuration;
use sea_orm::EntityTrait;
use serde_json::{Value, json};

use crate::harness::engines::{ProviderEngine, claude};
use crate::harness::runs::{assert_counts_agree, calls_in_progress, run_body};
use crate::harness::{Account, Reply, TestServer};
use crate::{on_both, on_sqlite};

const RUNS: &str = "/v1/platform/runs";

async fn stop(server: &TestServer, account: &Account, run: &str) -> Reply {
    server.post(account, &format!("{RUNS}/{run}/stop"), json!({})).await
}

on_both! {
    async fn stop_run_ends_items_that_were_not_asked_without_cost(server, account) {
        let id = server.submit_prompts(&account, &["A?", "B?"], &["CLAUDE", "GEMINI"]).await;
        let stopped = stop(&server, &account, &id).await.ok();
        assert_counts_agree(&stopped);
        assert!(stopped["stoppedAt"].is_string() && stopped.get("answers").is_none(), "{stopped}");
        assert_eq!((&stopped["id"], &stopped["totalCount"]), (&json!(id), &json!(4)));
        let run = server.collected_run(&account, &id).await;
        assert_eq!((&run["successCount"], &run["failedCount"], &run["stoppedAt"]), (&json!(0), &json!(4), &stopped["stoppedAt"]));
        let listed = server.get(&account, RUNS).await.ok();
        assert_eq!((&listed["runs"][0]["status"], &listed["runs"][0]["stoppedAt"]), (&json!("FINISHED"), &stopped["stoppedAt"]));
        assert!((server.balance(&account).await - 1_000.0).abs() < f64::EPSILON);
    }

    async fn a_stopped_run_collects_and_charges_what_was_asked(server, account) {
        let engine = Arc::new(ProviderEngine::answering().closed());
        let server = server.with_engines(claude(&engine)).await;
        let set = server.large_set(&account, 1).await;
        let id = server.submit(&account, json!({ "promptSetID": set, "models": ["CLAUDE"], "repeatCount": 10 })).await;
        server.start_jobs().await;
        engine.until_waiting(4).await;
        stop(&server, &account, &id).await.ok();
        let waits_for_the_provider = async {
            loop {
                let run = server.get(&account, &format!("{RUNS}/{id}")).await.ok();
                assert_counts_agree(&run);
                if run["failedCount"] == 996 {
                    return run;
                }
            }
        };
        let run = tokio::time::timeout(std::time::Duration::from_secs(60), waits_for_the_provider).await.unwrap();
        assert_eq!((&run["status"], &run["runningCount"]), (&json!("RUNNING"), &json!(4)));
        engine.open();
        let run = server.finished_run(&account, &id).await;
        assert_eq!((&run["successCount"], &run["failedCount"], &run["providerCost"]), (&json!(4), &json!(996), &json!(0.048)));
        assert_eq!(engine.asked().values().sum::<u32>(), 4);
        assert!((server.balance(&account).await - 996.0).abs() < f64::EPSILON);
        assert_eq!(calls_in_progress(&server.app.database).await, 0);
        let rows = answer::Entity::find().all(&server.app.database).await.unwrap();
        assert_eq!((rows.len(), rows.iter().filter(|row| row.status == answer::Status::Success).count()), (1_000, 4));

        // It counts as any other finished run.
        let count = server.get(&account, &format!("/v1/platform/answers/count?runID={id}&searchTerms=Nurio")).await.ok();
        assert_eq!(count["count"], 4);
        let listed: Vec<Value> = server.answers_of(&account, &id).await;
        assert_eq!((listed.len(), listed.iter().filter(|answer| answer["status"] == "SUCCESS").count()), (1_000, 4));
    }
}

on_sqlite! {
    async fn stop_run_answers_a_stopped_and_a_finished_run_as_it_is(server, account) {
        let prompts = server.prompts(&account, &["A?"]).await;
        let stopped = server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
        let first = stop(&server, &account, &stopped).await.ok();
        server.clock.advance(SignedDuration::from_mins(1));
        assert_eq!(stop(&server, &account, &stopped).await.ok(), first);

        server.start_jobs().await;
        let finished = server.complete_run(&account, run_body(&prompts, &["CLAUDE"])).await;
        server.finished_run(&account, &stopped).await;
        let listed = server.get(&account, RUNS).await.ok();
        for (run, listed) in [(&finished, &listed["runs"][0]), (&stopped, &listed["runs"][1])] {
            assert_eq!(stop(&server, &account, run).await.ok(), *listed);
        }
        assert!(listed["runs"][0].get("stoppedAt").is_none());
    }

    async fn stop_run_treats_a_run_of_another_organization_as_an_unknown_one(server, owner, other) {
        let id = server.submit_prompts(&owner, &["A?"], &["CLAUDE"]).await;
        let foreign = stop(&server, &other, &id).await;
        let unknown = stop(&server, &other, "zzzzzzzzzzzzzzzzzzzzzz").await;
        assert_eq!(foreign.refusal(), (404, "TASK_GENERATION_RUN_NOT_FOUND".to_owned()));
        assert_eq!(foreign.text, unknown.text);
        let run = server.get(&owner, &format!("{RUNS}/{id}")).await.ok();
        assert_eq!((&run["status"], run.get("stoppedAt")), (&json!("RUNNING"), None));
    }
}
