use std::sync::Arc;

use answerdeck_api::{ModelCode, ModelRoute};
use answerdeck_database::entity::answer;
use answerdeck_engine::{
    AnswerEngine, AskOutcome, EngineFailure, EngineRequest, Engines, FailureClass, Reply, ServedModel,
};
use answerdeck_server::jobs::Jobs;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sea_orm::EntityTrait;

use crate::harness::runs::{NO_PAUSE, run_body};
use crate::on_both;

/// Panics, fails or answers, depending on the question.
struct ScriptedEngine;

impl AnswerEngine for ScriptedEngine {
    fn ask<'a>(&'a self, question: &'a EngineRequest) -> BoxFuture<'a, Result<AskOutcome, EngineFailure>> {
        async move {
            match question.query.as_str() {
                "panic" => panic!("as asked"),
                "error" => Err(EngineFailure::new(FailureClass::ProviderDown, "as asked")),
                _ => Ok(AskOutcome::Answered(Reply { content: "Fine".to_owned(), ..Reply::default() })),
            }
        }
        .boxed()
    }
}

on_both! {
    async fn an_item_whose_engine_keeps_failing_fails_and_blocks_no_other(server, account) {
        let prompts = server.prompts(&account, &["panic", "error", "fine"]).await;
        let id = server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
        let served = ServedModel { code: ModelCode::Claude, name: "Scripted".to_owned(), route: ModelRoute::StandIn, credits: 1, engine: Arc::new(ScriptedEngine) };
        tokio::spawn(Jobs::new(server.second_app(Engines::new(vec![served])), NO_PAUSE).await.unwrap().run());
        let run = server.finished_run_later(&account, &id).await;
        assert_eq!((&run["successCount"], &run["failedCount"]), (&1.into(), &2.into()));
        let mut rows = answer::Entity::find().all(&server.app.database).await.unwrap();
        rows.sort_by_key(|row| prompts.iter().position(|prompt| *prompt == row.prompt_id));
        let ends: Vec<_> = rows.iter().map(|row| (row.attempts, row.failure_code.as_deref())).collect();
        assert_eq!(ends, [(5, Some("SERVER_ERROR")), (5, Some("PROVIDER_ERROR")), (1, None)]);
    }

    async fn items_of_a_model_without_an_engine_fail(server, account) {
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        tokio::spawn(Jobs::new(server.second_app(Engines::default()), NO_PAUSE).await.unwrap().run());
        assert_eq!(server.finished_run(&account, &id).await["failedCount"], 1);
    }
}
