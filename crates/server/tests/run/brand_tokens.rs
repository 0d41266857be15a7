//! The names of brands as tokens of answers.

use std::sync::Arc;

use answerdeck_engine::{AskOutcome, Reply};
use serde_json::json;

use crate::harness::engines::{ProviderEngine, claude};
use crate::harness::runs::run_body;
use crate::on_sqlite;

const CONTENT: &str = "Nurio Air 2 beats metadata in battery life. 타브린까지는 이어폰.";

on_sqlite! {
    async fn the_name_of_a_brand_is_one_token_of_the_answers_after_it(server, account) {
        let reply = || Reply { content: CONTENT.to_owned(), ..Reply::default() };
        let engine = ProviderEngine::new(move |_| Ok(AskOutcome::Answered(reply())));
        server.app.set_engines(claude(&Arc::new(engine.free())));
        server.start_jobs().await;
        let prompts = server.prompts(&account, &["Which earbuds?"]).await;
        let names = async |synonyms: &[&str], brand: Option<&str>| {
            match brand {
                Some(id) => server.patch(&account, &format!("/v1/platform/brands/{id}"), json!({ "synonyms": synonyms })).await.ok(),
                None => server.post(&account, "/v1/platform/brands", json!({ "name": "Meta", "synonyms": synonyms, "websites": [] })).await.ok(),
            }
        };
        let tokens = async || {
            let run = server.complete_run(&account, run_body(&prompts, &["CLAUDE"])).await;
            let ranked = server.get(&account, &format!("/v1/platform/statistics/tokens?limit=100&runID={run}")).await.ok();
            let tokens = ranked["tokens"].as_array().unwrap().iter().map(|token| token["token"].as_str().unwrap().to_owned());
            (run, tokens.collect::<Vec<_>>())
        };
        let (first, before) = tokens().await;
        assert!(before.contains(&"nurio".to_owned()) && before.contains(&"air 2".to_owned()), "{before:?}");

        let brand = names(&["Nurio  Air 2", "타브린"], None).await["id"].as_str().unwrap().to_owned();
        let (_, with_brand) = tokens().await;
        assert_eq!(with_brand, ["battery", "life", "metadata", "nurio air 2", "이어폰", "타브린"]);

        // The name of a later brand inside a longer one counts, too.
        names(&["Nurio Air 2", "nurio"], Some(&brand)).await;
        let (_, with_both) = tokens().await;
        assert!(with_both.contains(&"nurio".to_owned()) && with_both.contains(&"nurio air 2".to_owned()), "{with_both:?}");
        assert!(!with_both.contains(&"air 2".to_owned()), "{with_both:?}");

        let ranked = server.get(&account, &format!("/v1/platform/statistics/tokens?limit=100&runID={first}")).await.ok();
        let kept: Vec<&str> = ranked["tokens"].as_array().unwrap().iter().map(|token| token["token"].as_str().unwrap()).collect();
        assert_eq!(kept, before);
    }
}
