//! Why items fail, as organizations see it.

use std::sync::Arc;

use answerdeck_api::FailureCode;
use answerdeck_engine::{EngineFailure, FailureAction, FailureClass};
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::paid_once::{priced, spend};
use crate::harness::Reply;
use crate::harness::engines::{ProviderEngine, claude};
use crate::harness::runs::calls_in_progress;
use crate::{on_both, on_sqlite};

/// What a hostile provider says.
const HOSTILE: &str = "<b>no</b>\r\n\u{1b}[31m\0";

on_both! {
    async fn every_failure_has_a_code_a_sentence_and_what_its_provider_said(server) {
        let failing: Vec<FailureClass> =
            FailureClass::ALL.into_iter().filter(|class| class.action() == FailureAction::Fail).collect();
        let engine = Arc::new(ProviderEngine::new(|query| {
            let class = FailureClass::ALL.into_iter().find(|class| class.name() == query).unwrap();
            let words = format!("{HOSTILE}{}", "가".repeat(1_000));
            Err(EngineFailure::reported(class, "418", &words))
        }));
        let server = server.with_engines(priced(&engine)).await;
        let account = server.account().await;
        let names: Vec<&str> = failing.iter().map(|class| class.name()).collect();
        let id = server.submit_prompts(&account, &names, &["CLAUDE"]).await;
        let run = server.collected_run(&account, &id).await;
        let said = format!("<b>no</b> [31m {}…", "가".repeat(500 - 16));
        let check = |entry: &Value| {
            let query = entry["query"].as_str().unwrap();
            let class = failing.iter().find(|class| class.name() == query).unwrap();
            let failure = &entry["failure"];
            assert_eq!(failure["code"], class.code().as_str(), "{failure}");
            assert!(failure["message"].as_str().unwrap().ends_with('.'), "{failure}");
            assert_eq!((&failure["providerStatus"], &failure["providerMessage"]), (&json!("418"), &json!(said)));
        };
        let answers = server.answers_of(&account, &id).await;
        assert_eq!((run["answers"].as_array().unwrap().len(), answers.len()), (failing.len(), failing.len()));
        run["answers"].as_array().unwrap().iter().chain(&answers).for_each(check);
        // It costs what the provider may bill.
        assert!(engine.asked().values().all(|times| *times == 1), "{:?}", engine.asked());
        let billed = failing.iter().filter(|class| class.may_be_billed()).count() as i64;
        assert_eq!((spend(&server).await, calls_in_progress(&server.app.database).await), (billed * 20_000, 0));
        assert!((server.balance(&account).await - 1_000.0).abs() < f64::EPSILON);

        let lines = server.export(&account).await;
        let exported: Vec<&Value> = lines.iter().filter(|line| line["type"] == "answer").collect();
        assert_eq!(exported.len(), failing.len());
        exported.into_iter().for_each(check);
    }
}

on_sqlite! {
    async fn the_sentence_of_a_failure_is_in_the_language_of_the_request(server, account) {
        let server = server.with_engines(claude(&Arc::new(ProviderEngine::new(|_| Err(FailureClass::NoAnswer.into()))))).await;
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        server.collected_run(&account, &id).await;
        let answer = server.answers_of(&account, &id).await.remove(0);
        let one = format!("/v1/platform/answers/{}", answer["id"].as_str().unwrap());
        for (path, pointer) in [
            (one, "/failure"),
            (format!("/v1/platform/runs/{id}"), "/answers/0/failure"),
            ("/v1/platform/answers".to_owned(), "/answers/0/failure"),
        ] {
            for (language, message) in
                [("ko", "이 프롬프트에는 AI 답변이 없어요."), ("en", "The provider has no AI answer to this prompt.")]
            {
                server.clock.advance(SignedDuration::from_secs(1));
                let request = server.http.get(format!("{}/api{path}", server.url)).header("API-Key", &account.key);
                let reply = Reply::of(request.header("Accept-Language", language)).await;
                let failure = json!({ "code": FailureCode::NoAiAnswer, "message": message });
                assert_eq!(reply.ok().pointer(pointer), Some(&failure), "{path}");
                let vary = reply.headers.get_all("vary").iter().any(|value| value == "accept-language");
                assert!(vary, "{path}: {:?}", reply.headers);
            }
        }
    }

    async fn only_a_failed_item_has_a_failure(server, account) {
        let server = server.with_engines(claude(&Arc::new(ProviderEngine::answering()))).await;
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        let pending = server.get(&account, &format!("/v1/platform/runs/{id}")).await.ok();
        assert!(pending["answers"][0].get("failure").is_none());
        assert!(server.collected_run(&account, &id).await["answers"][0].get("failure").is_none());
        assert!(server.answers_of(&account, &id).await[0].get("failure").is_none());
    }
}
