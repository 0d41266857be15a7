use std::sync::Arc;

use answerdeck_api::ModelCode;
use answerdeck_database::entity::answer;
use answerdeck_engine::{AskOutcome, EngineLimits, Engines, FailureClass};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::json;

use crate::harness::engines::{ProviderEngine, claude, engines, reply};
use crate::harness::runs::run_body;
use crate::harness::until;
use crate::{on_both, on_sqlite};

on_both! {
    async fn items_of_a_model_without_an_engine_wait_for_one(server, account) {
        let id = server.submit_prompts(&account, &["A?", "B?"], &["CLAUDE", "GEMINI"]).await;
        let engine = Arc::new(ProviderEngine::answering());
        let gemini = engines(vec![(ModelCode::Gemini, &engine, EngineLimits::default())]);
        let jobs = server.work_with(gemini).await;
        until(async || server.get(&account, &format!("/v1/platform/runs/{id}")).await.ok()["successCount"] == 2).await;
        jobs.shut_down().await;
        let of_claude = answer::Entity::find().filter(answer::Column::Model.eq("CLAUDE"));
        let waiting = of_claude.all(&server.app.database).await.unwrap();
        assert!(waiting.iter().all(|row| row.status == answer::Status::Queued && row.attempts == 0), "{waiting:?}");
        server.work_with(claude(&engine)).await;
        assert_eq!(server.finished_run(&account, &id).await["successCount"], 4);
    }

    async fn a_run_of_a_model_without_an_engine_can_be_stopped(server, account) {
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        server.post(&account, &format!("/v1/platform/runs/{id}/stop"), json!({})).await.ok();
        server.work_with(Engines::default()).await;
        assert_eq!(server.finished_run(&account, &id).await["answers"][0]["failure"]["code"], "STOPPED");
    }
}

on_sqlite! {
    async fn an_item_whose_engine_keeps_failing_fails_and_blocks_no_other(server, account) {
        let prompts = server.prompts(&account, &["panic", "error", "fine"]).await;
        let id = server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
        let engine = ProviderEngine::new(|query| match query {
            "panic" => panic!("as asked"),
            "error" => Err(FailureClass::ProviderDown.into()),
            _ => Ok(AskOutcome::Answered(reply())),
        });
        server.app.set_engines(claude(&Arc::new(engine.free())));
        server.start_jobs().await;
        let run = server.finished_run_later(&account, &id).await;
        assert_eq!((&run["successCount"], &run["failedCount"]), (&1.into(), &2.into()));
        let mut rows = answer::Entity::find().all(&server.app.database).await.unwrap();
        rows.sort_by_key(|row| prompts.iter().position(|prompt| *prompt == row.prompt_id));
        let ends: Vec<_> = rows.iter().map(|row| (row.attempts, row.failure_code.as_deref())).collect();
        assert_eq!(ends, [(5, Some("SERVER_ERROR")), (5, Some("PROVIDER_ERROR")), (1, None)]);
    }
}
