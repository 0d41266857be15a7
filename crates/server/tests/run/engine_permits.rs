//! How many questions each engine gets at the same time, and how many connections waiting items hold.

use std::collections::BTreeSet;
use std::sync::Arc;

use answerdeck_api::ModelCode;
use answerdeck_engine::EngineLimits;
use sea_orm::DbBackend;
use serde_json::json;

use crate::harness::engines::{ProviderEngine, engines};
use crate::harness::runs::{run_body, succeeded};
use crate::harness::{TestServer, until};
use crate::on_both;

fn limits(max_concurrency: usize) -> EngineLimits {
    EngineLimits { max_concurrency, ..EngineLimits::default() }
}

/// The connections that tasks hold. On PostgreSQL another connection listens for new work.
fn busy_connections(server: &TestServer) -> usize {
    let database = &server.app.databases.jobs;
    match database.get_database_backend() {
        DbBackend::Postgres => {
            let pool = database.get_postgres_connection_pool();
            (pool.size() as usize).saturating_sub(pool.num_idle()).saturating_sub(1)
        }
        _ => {
            let pool = database.get_sqlite_connection_pool();
            (pool.size() as usize).saturating_sub(pool.num_idle())
        }
    }
}

on_both! {
    async fn each_engine_has_its_limit_and_organizations_share_it(server, one, other) {
        let (claude, gemini) = (Arc::new(ProviderEngine::answering().closed()), Arc::new(ProviderEngine::answering().closed()));
        let both = vec![(ModelCode::Claude, &claude, limits(4)), (ModelCode::Gemini, &gemini, limits(2))];
        let server = server.with_engines(engines(both)).await;
        let mut runs = Vec::new();
        for (account, prompts) in [(&one, ["A1", "A2", "A3", "A4", "A5", "A6"]), (&other, ["B1", "B2", "B3", "B4", "B5", "B6"])] {
            let prompts = server.prompts(account, &prompts).await;
            runs.push((account, server.submit(account, run_body(&prompts, &["CLAUDE", "GEMINI"])).await));
        }
        server.start_jobs().await;
        claude.until_waiting(4).await;
        gemini.until_waiting(2).await;
        let organizations: BTreeSet<char> = claude.asked().keys().filter_map(|prompt| prompt.chars().next()).collect();
        assert_eq!(organizations, BTreeSet::from(['A', 'B']));
        claude.open();
        gemini.open();
        for (account, run) in runs {
            assert_eq!(server.finished_run(account, &run).await["successCount"], 12);
        }
        assert_eq!((claude.most_waiting(), gemini.most_waiting()), (4, 2));
    }

    async fn a_slow_engine_does_not_block_the_items_of_others(server, account) {
        let (slow, fast) = (Arc::new(ProviderEngine::answering().closed()), Arc::new(ProviderEngine::answering()));
        let both = vec![(ModelCode::Claude, &slow, limits(1)), (ModelCode::Gemini, &fast, limits(4))];
        let server = server.with_engines(engines(both)).await;
        let set = server.large_set(&account, 3).await;
        let body = json!({ "promptSetID": set, "models": ["CLAUDE", "GEMINI"], "repeatCount": 4 });
        server.submit(&account, body).await;
        server.start_jobs().await;
        // More than are left when a slice is full of items of the slow engine.
        until(async || succeeded(&server.app.database).await >= 900).await;
        assert_eq!(slow.asked().values().sum::<u32>(), 1);
    }

    async fn questions_to_an_engine_that_was_removed_do_not_delay_those_to_others(server, account) {
        let (removed, added) = (Arc::new(ProviderEngine::answering().closed()), Arc::new(ProviderEngine::answering()));
        let server = server.with_engines(engines(vec![(ModelCode::Claude, &removed, limits(6))])).await;
        let prompts = server.prompts(&account, &["A1", "A2", "A3", "A4", "A5", "A6"]).await;
        server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
        server.start_jobs().await;
        removed.until_waiting(6).await;
        // With the four of the stand-ins, there are now fewer permits than questions that wait.
        server.app.set_engines(engines(vec![(ModelCode::Gemini, &added, limits(1))]));
        let run = server.submit(&account, run_body(&prompts, &["GEMINI"])).await;
        assert_eq!(server.finished_run(&account, &run).await["successCount"], 6);
        assert_eq!((removed.asked().len(), added.most_waiting()), (6, 1));
    }

    async fn four_hundred_items_that_wait_for_providers_hold_no_connection(server) {
        let slow: Vec<Arc<ProviderEngine>> =
            ModelCode::ALL.iter().map(|_| Arc::new(ProviderEngine::answering().closed())).collect();
        let served = ModelCode::ALL.iter().cloned().zip(&slow).map(|(model, engine)| (model, engine, limits(50)));
        let server = server.with_engines(engines(served.collect())).await;
        let account = server.account().await;
        let set = server.large_set(&account, 1).await;
        let id = server.submit(&account, json!({ "promptSetID": set, "models": ModelCode::ALL })).await;
        server.start_jobs().await;
        for engine in &slow {
            engine.until_waiting(50).await;
        }
        until(async || busy_connections(&server) == 0).await;
        for engine in &slow {
            engine.open();
        }
        assert_eq!(server.finished_run(&account, &id).await["successCount"], 800);
        assert!(slow.iter().all(|engine| engine.most_waiting() == 50 && engine.asked().values().all(|times| *times == 1)));
    }
}
