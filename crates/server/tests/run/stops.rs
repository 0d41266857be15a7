//! Engines that stop: their items wait, and other models continue.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use answerdeck_api::ModelCode;
use answerdeck_database::entity::{answer, engine_stop};
use answerdeck_engine::{AskOutcome, EngineFailure, EngineLimits, FailureClass};
use jiff::SignedDuration;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::json;

use crate::harness::engines::{ProviderEngine, claude, engines, reply};
use crate::harness::process::answerdeck;
use crate::harness::runs::calls_in_progress;
use crate::harness::{TestServer, until};
use crate::{on_both, on_sqlite};

async fn succeeded(server: &TestServer, model: &str) -> u64 {
    let of_model = answer::Entity::find().filter(answer::Column::Model.eq(model));
    let succeeded = of_model.filter(answer::Column::Status.eq(answer::Status::Success));
    succeeded.count(&server.app.database).await.unwrap()
}

on_both! {
    async fn refused_credentials_stop_one_engine_and_lose_no_item(server) {
        let is_refused = Arc::new(AtomicBool::new(true));
        let refuses = Arc::clone(&is_refused);
        let refused = Arc::new(ProviderEngine::new(move |_| match refuses.load(Ordering::Relaxed) {
            true => Err(EngineFailure::new(FailureClass::Credentials, "invalid key")),
            false => Ok(AskOutcome::Answered(reply())),
        }));
        let other = Arc::new(ProviderEngine::answering());
        let limits = EngineLimits { estimated_cost: 20_000, ..EngineLimits::default() };
        let both = engines(vec![(ModelCode::Claude, &refused, limits), (ModelCode::Gemini, &other, limits)]);
        let server = server.with_engines(both).await;
        let account = server.account().await;
        let id = server.submit_prompts(&account, &["A?", "B?", "C?", "D?", "E?", "F?"], &["CLAUDE", "GEMINI"]).await;
        server.start_jobs().await;
        let stop = async || engine_stop::Entity::find_by_id("CLAUDE").one(&server.app.database).await.unwrap();
        let asked = || refused.asked().values().sum::<u32>();
        until(async || succeeded(&server, "GEMINI").await == 6 && stop().await.is_some()).await;
        let waits = async || {
            let rows = answer::Entity::find().filter(answer::Column::Model.eq("CLAUDE")).all(&server.app.database).await.unwrap();
            let calls = calls_in_progress(&server.app.database).await;
            calls == 0 && rows.iter().all(|row| row.status == answer::Status::Queued && row.attempts == 0 && row.lease_owner.is_none())
        };
        until(waits).await;
        let first = asked();
        assert!((1..=4).contains(&first), "{first}");
        let since = server.clock.now();
        let models = server.get(&account, "/v1/platform/models").await.ok();
        assert_eq!((&models["models"][0]["stop"], models["models"][1].get("stop")), (&json!("CREDENTIALS"), None));
        let engines = server.get_public("/health").await.ok()["engines"].clone();
        assert_eq!((&engines[0]["route"], &engines[0]["stop"]["reason"], engines[1].get("stop")), (&json!("API"), &json!("CREDENTIALS"), None));

        // One item tries the engine when the stop has passed, and the next wait is twice as long.
        server.pass(SignedDuration::from_mins(15));
        until(async || stop().await.unwrap().failures == 2).await;
        until(waits).await;
        assert_eq!(asked(), first + 1);
        let until_ms = stop().await.unwrap().until - since.as_millisecond();
        assert!((45..47).contains(&(until_ms / 60_000)), "{until_ms}");

        is_refused.store(false, Ordering::Relaxed);
        server.pass(SignedDuration::from_mins(31));
        let run = server.finished_run(&account, &id).await;
        assert_eq!((&run["successCount"], stop().await), (&json!(12), None));
        assert!(server.get(&account, "/v1/platform/models").await.ok()["models"][0].get("stop").is_none());
    }

    async fn the_limit_of_a_day_stops_an_engine_until_the_next_day(server, account) {
        let engine = Arc::new(ProviderEngine::answering());
        // Each answer is estimated at 20,000 and costs 12,000: after three of them a fourth could cost too much.
        let limits = EngineLimits { max_concurrency: 1, spend_per_day: Some(50_000), estimated_cost: 20_000 };
        let server = server.with_engines(engines(vec![(ModelCode::Claude, &engine, limits)])).await;
        let id = server.submit_prompts(&account, &["A?", "B?", "C?", "D?", "E?"], &["CLAUDE"]).await;
        server.start_jobs().await;
        let stop = async || engine_stop::Entity::find_by_id("CLAUDE").one(&server.app.database).await.unwrap();
        until(async || stop().await.is_some()).await;
        assert_eq!((engine.asked().len(), succeeded(&server, "CLAUDE").await), (3, 3));
        assert_eq!(server.get(&account, "/v1/platform/models").await.ok()["models"][0]["stop"], "SPEND_LIMIT");
        let midnight = "2026-11-21T00:00:00Z".parse::<jiff::Timestamp>().unwrap();
        assert_eq!(stop().await.unwrap().until, midnight.as_millisecond());
        server.pass(midnight.duration_since(server.clock.now()));
        assert!(server.get(&account, "/v1/platform/models").await.ok()["models"][0].get("stop").is_none());
        assert_eq!(server.finished_run(&account, &id).await["successCount"], 5);
        assert_eq!(engine.asked().into_values().collect::<Vec<_>>(), [1; 5]);
    }

    async fn an_operator_resumes_a_stopped_engine_while_servers_run(server, account) {
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        let is_unpaid = Arc::new(AtomicBool::new(true));
        let unpaid = Arc::clone(&is_unpaid);
        let engine = Arc::new(ProviderEngine::new(move |_| match unpaid.load(Ordering::Relaxed) {
            true => Err(FailureClass::Billing.into()),
            false => Ok(AskOutcome::Answered(reply())),
        }));
        let resume = || answerdeck(&server.database_url, &["engines", "resume", "CLAUDE"]).status().unwrap().success();
        assert!(!resume(), "it is not stopped");
        server.work_with(claude(&engine)).await;
        server.until_engines_are_stopped(1).await;
        is_unpaid.store(false, Ordering::Relaxed);
        assert!(resume());
        assert_eq!(server.finished_run(&account, &id).await["successCount"], 1);
    }

    async fn a_server_that_starts_tries_a_stopped_engine_again(server, account) {
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        let refused = Arc::new(ProviderEngine::new(|_| Err(FailureClass::Billing.into())));
        let jobs = server.work_with(claude(&refused)).await;
        server.until_engines_are_stopped(1).await;
        jobs.shut_down().await;
        let answering = Arc::new(ProviderEngine::answering());
        server.work_with(claude(&answering)).await;
        assert_eq!(server.finished_run(&account, &id).await["successCount"], 1);
        server.until_engines_are_stopped(0).await;
    }
}

on_sqlite! {
    async fn a_model_that_its_provider_does_not_offer_stops_the_engine_and_loses_no_item(server, account) {
        let unknown = |_: &str| Err(EngineFailure::reported(FailureClass::ModelUnavailable, "404", "no such model"));
        let engine = Arc::new(ProviderEngine::new(unknown));
        let server = server.with_engines(claude(&engine)).await;
        let id = server.submit_prompts(&account, &["A?", "B?"], &["CLAUDE"]).await;
        server.start_jobs().await;
        server.until_engines_are_stopped(1).await;
        assert_eq!(server.get(&account, "/v1/platform/models").await.ok()["models"][0]["stop"], "MODEL_UNAVAILABLE");
        let run = server.get(&account, &format!("/v1/platform/runs/{id}")).await.ok();
        assert_eq!((&run["status"], &run["failedCount"]), (&json!("RUNNING"), &json!(0)));
    }
}
