//! Stand-ins that an engines file names: their answers cost nothing.

use std::sync::Arc;

use answerdeck_api::ModelCode;
use answerdeck_database::entity::credit_entry;
use answerdeck_engine::corpus::Corpus;
use answerdeck_engine::{EngineLimits, Engines, config};
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::json;

use crate::harness::engines::{ProviderEngine, engines};
use crate::harness::runs::run_body;
use crate::harness::{Account, TestServer};
use crate::on_both;

const QUESTIONS: [&str; 2] = ["Which earbuds fit small ears?", "Which espresso machine for beginners?"];

/// CLAUDE as a free stand-in, and GEMINI by a provider.
fn mixed(server: &TestServer) -> Engines {
    let corpus = Arc::new(Corpus::shipped(server.clock.now()).unwrap());
    let file = config::engines("CLAUDE = { provider = \"stand-in\" }", &|_| None, &corpus).unwrap();
    let engine = Arc::new(ProviderEngine::answering());
    let gemini = engines(vec![(ModelCode::Gemini, &engine, EngineLimits::default())]);
    Engines::new(file.iter().chain(gemini.iter()).cloned().collect())
}

/// The credit entries, without the one of the account's start.
async fn charges(server: &TestServer) -> u64 {
    credit_entry::Entity::find().count(&server.app.database).await.unwrap() - 1
}

async fn started(server: TestServer) -> (TestServer, Account, Vec<String>) {
    let engines = mixed(&server);
    let server = server.with_engines(engines).await;
    let account = server.account().await;
    let prompts = server.prompts(&account, &QUESTIONS).await;
    server.start_jobs().await;
    (server, account, prompts)
}

on_both! {
    async fn an_organization_without_credits_can_ask_a_free_model_only(server) {
        let (server, account, prompts) = started(server).await;
        server.set_balance(&account, 0).await;
        let id = server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
        assert_eq!(server.finished_run(&account, &id).await["successCount"], 2);
        assert_eq!(charges(&server).await, 0);
        for models in [&["GEMINI"][..], &["CLAUDE", "GEMINI"]] {
            let refused = server.post(&account, "/v1/platform/runs", run_body(&prompts, models)).await.refusal();
            assert_eq!(refused, (402, "INSUFFICIENT_CREDITS".to_owned()));
        }
    }

    async fn a_run_of_free_and_paid_models_costs_what_the_paid_ones_cost(server) {
        let (server, account, prompts) = started(server).await;
        let models = server.get(&account, "/v1/platform/models").await.ok();
        assert_eq!((&models["models"][0]["answerPrice"], &models["models"][1]["answerPrice"]), (&json!(0), &json!(1)));
        let body = json!({ "promptIDs": prompts, "models": ["CLAUDE", "GEMINI"], "repeatCount": 3 });
        let estimate = server.tool(&account, "estimate_run", body.clone()).await;
        assert_eq!((&estimate["data"]["itemCount"], &estimate["data"]["credits"]), (&json!(12), &json!(6.0)));
        let free = server.tool(&account, "estimate_run", run_body(&prompts, &["CLAUDE"])).await;
        assert_eq!((&free["data"]["credits"], &free["data"]["isCovered"]), (&json!(0.0), &json!(true)));
        let id = server.submit(&account, body).await;
        let run = server.finished_run(&account, &id).await;
        assert_eq!((&run["successCount"], &run["credits"]), (&json!(12), &json!(6.0)));
        assert_eq!(charges(&server).await, 6);
        assert!((server.balance(&account).await - 994.0).abs() < f64::EPSILON);
    }
}
