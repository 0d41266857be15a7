//! Exporting and deleting everything that an organization has.

use std::collections::BTreeMap;

use answerdeck_server::{Config, erasure, export};
use serde_json::{Value, json};

use crate::harness::{Account, TestServer};
use crate::on_both;

const METRICS: &str = "/v1beta/platform/keywords/google/metrics";

/// Gives an organization prompts, a brand, a finished run, a site analysis and a request for keyword data.
async fn fill(server: &TestServer, account: &Account) -> String {
    let prompts = server.prompts(account, &["Which earbuds fit small ears?", "Best earbuds for commuting?"]).await;
    server.post(account, "/v1/platform/brands", json!({ "name": "Nurio", "synonyms": [] })).await.ok();
    let run = server.submit(account, json!({ "promptIDs": prompts, "models": ["CLAUDE", "GEMINI"] })).await;
    server.finished_run(account, &run).await;
    server.submit_analysis(account, json!({ "url": "https://shop.example" })).await;
    server.post(account, METRICS, json!({ "keywords": ["earbuds"] })).await.ok();
    server.tool(account, "estimate_run", json!({ "promptIDs": prompts, "models": ["CLAUDE"] })).await;
    run
}

/// Everything in the database, except the statistics that SQLite keeps for its plans.
async fn dump(server: &TestServer) -> BTreeMap<String, Vec<String>> {
    let mut dump = server.dump().await;
    dump.retain(|table, _| !table.starts_with("sqlite_"));
    dump
}

on_both! {
    async fn a_deletion_leaves_nothing_of_an_organization_and_nothing_else_changes(server: TestServer) {
        let server = server.with_config(Config { keywords_per_day: Some(100), ..server.app.config.clone() }).await;
        let other = server.account().await;
        server.prompts(&other, &["Which earbuds fit small ears?"]).await;
        server.post(&other, METRICS, json!({ "keywords": ["earbuds"] })).await.ok();
        let before = dump(&server).await;
        server.start_jobs().await;
        let account = server.account().await;
        fill(&server, &account).await;
        // A run that workers process meanwhile.
        let set = server.large_set(&account, 1).await;
        let models = ["CLAUDE", "GEMINI", "PERPLEXITY"];
        server.submit(&account, json!({ "promptSetID": set, "models": models, "repeatCount": 3 })).await;
        let erase = async || {
            erasure::erase(&server.app.database, &account.organization_id, server.clock.now()).await.unwrap()
        };
        assert!(erase().await);
        assert_eq!(dump(&server).await, before);
        assert!(!erase().await);
        assert_eq!(server.get(&account, "/v1/platform/prompts").await.status, 401);
    }

    async fn an_export_is_complete_and_has_no_secret(server: TestServer) {
        let (account, other) = (server.account().await, server.account().await);
        server.start_jobs().await;
        fill(&server, &other).await;
        let run = fill(&server, &account).await;
        let mut bytes = Vec::new();
        assert!(export::export(&server.app.database, &account.organization_id, &mut bytes).await.unwrap());
        let text = String::from_utf8(bytes).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let mut counts = BTreeMap::new();
        for line in &lines {
            *counts.entry(line["type"].as_str().unwrap()).or_insert(0) += 1;
        }
        let answers = server.answers_of(&account, &run).await;
        let paid = answers.iter().filter(|answer| answer["status"] == "SUCCESS").count();
        let expected = [
            ("answer", 4),
            ("apiKey", 1),
            ("brand", 1),
            ("creditEntry", 1 + paid),
            ("organization", 1),
            ("prompt", 2),
            ("promptSet", 1),
            ("run", 1),
            ("siteKeywordAnalysis", 1),
        ];
        assert_eq!(counts, BTreeMap::from(expected), "{text}");
        for answer in &answers {
            let line = lines.iter().find(|line| line["type"] == "answer" && line["id"] == answer["id"]).unwrap();
            for field in ["query", "content", "model", "status", "sources", "fanouts", "createdAt"] {
                assert_eq!(line[field], answer[field], "{field}");
            }
        }
        assert!(!text.contains(&account.key) && !text.contains(&answerdeck_server::random::hash(&account.key)));
        let unknown = export::export(&server.app.database, "0000000000000000000org", &mut Vec::new()).await;
        assert!(!unknown.unwrap());
    }
}
