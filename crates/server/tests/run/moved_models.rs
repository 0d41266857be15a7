//! Models that move to another engine, or have none for some time, while a provider works on their questions.

use std::sync::Arc;

use answerdeck_api::ModelCode;
use answerdeck_database::entity::answer;
use answerdeck_engine::{EngineFailure, EngineLimits, Engines, FailureClass};
use answerdeck_server::run::stopping;
use jiff::SignedDuration;
use sea_orm::EntityTrait;
use serde_json::json;

use super::paid_once::{open_calls, priced, spend};
use crate::harness::engines::{ProviderEngine, claude, engines, reply};
use crate::harness::runs::{calls_in_progress, run_body};
use crate::{on_both, on_sqlite};

on_both! {
    async fn the_calls_of_a_model_that_moves_to_another_engine_end_and_keep_no_credit(server, account) {
        let prompts = server.prompts(&account, &["A?", "B?"]).await;
        let free = Arc::new(ProviderEngine::answering().free());
        let mut ended = 0;
        for engines in [server.app.engines(), claude(&free)] {
            let id = server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
            open_calls(&server, 2).await;
            let jobs = server.work_with(engines).await;
            assert_eq!(server.finished_run(&account, &id).await["failedCount"], 2);
            // An aborted worker could still claim answers of the next run.
            jobs.shut_down().await;
            ended += 2;
            let rows = answer::Entity::find().all(&server.app.database).await.unwrap();
            assert!(rows.iter().all(|row| row.failure_code.as_deref() == Some("OUTCOME_UNKNOWN")), "{rows:?}");
            assert!(rows.iter().all(|row| row.route.as_deref() == Some("API")), "{rows:?}");
            assert_eq!((rows.len(), calls_in_progress(&server.app.database).await), (ended, 0));
            // The provider may bill both.
            assert_eq!(spend(&server).await, 20_000 * i64::try_from(ended).unwrap());
        }
        assert!(free.asked().is_empty());

        // No credit is left for a call that ended: with two credits, two questions are asked at a time.
        server.set_balance(&account, 2_000).await;
        let id = server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
        let paid = Arc::new(ProviderEngine::answering().closed());
        server.work_with(priced(&paid)).await;
        paid.until_waiting(2).await;
        paid.open();
        assert_eq!(server.finished_run(&account, &id).await["successCount"], 2);
    }

    async fn the_calls_of_a_model_without_an_engine_are_collected_when_it_has_one(server, account) {
        let prompts = server.prompts(&account, &["A?", "B?"]).await;
        let id = server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
        open_calls(&server, 2).await;
        let of_other = server.submit(&account, run_body(&prompts, &["GEMINI"])).await;
        let other = Arc::new(ProviderEngine::answering());
        let gemini = engines(vec![(ModelCode::Gemini, &other, EngineLimits::default())]);
        let jobs = server.work_with(gemini).await;
        assert_eq!(server.finished_run(&account, &of_other).await["successCount"], 2);
        jobs.shut_down().await;
        assert_eq!(calls_in_progress(&server.app.database).await, 2);
        let collecting = Arc::new(ProviderEngine::accepting(|_| Ok(Some(reply()))));
        server.work_with(priced(&collecting)).await;
        assert_eq!(server.finished_run(&account, &id).await["successCount"], 2);
        assert!(collecting.asked().is_empty());
    }

    async fn the_calls_of_a_stopped_run_without_an_engine_end_as_unknown_after_15_minutes(server, account) {
        let id = server.submit_prompts(&account, &["A?", "B?"], &["CLAUDE"]).await;
        open_calls(&server, 2).await;
        server.post(&account, &format!("/v1/platform/runs/{id}/stop"), json!({})).await.ok();
        let without = server.second_app(Engines::default());
        assert!(!stopping::end_slices(&without).await.unwrap());
        assert_eq!(calls_in_progress(&server.app.database).await, 2);
        server.clock.advance(SignedDuration::from_mins(16));
        stopping::end_slices(&without).await.unwrap();
        let run = server.get(&account, &format!("/v1/platform/runs/{id}")).await.ok();
        assert_eq!((&run["status"], &run["answers"][0]["failure"]["code"]), (&json!("FINISHED"), &json!("OUTCOME_UNKNOWN")));
        assert_eq!(spend(&server).await, 40_000);
    }
}

on_sqlite! {
    async fn an_accepted_question_whose_answer_is_refused_keeps_its_estimate(server, account) {
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        let refused = |_: &str| Err(EngineFailure::reported(FailureClass::BadRequest, "400", "No such view."));
        server.work_with(priced(&Arc::new(ProviderEngine::accepting(refused)))).await;
        let run = server.finished_run(&account, &id).await;
        let failure = &run["answers"][0]["failure"];
        assert_eq!((&failure["code"], &failure["providerMessage"]), (&json!("PROVIDER_ERROR"), &json!("No such view.")));
        assert_eq!(spend(&server).await, 20_000);
    }
}
