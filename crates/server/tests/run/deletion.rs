//! Deleting runs with their answers.

use std::collections::{BTreeMap, BTreeSet};

use answerdeck_database::entity::{credit_entry, name, run};
use answerdeck_server::jobs::Jobs;
use answerdeck_server::run::{deletion, retention};
use answerdeck_server::{Config, backfill};
use jiff::SignedDuration;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};

use crate::harness::runs::{NO_PAUSE, assert_balances, run_body, succeeded};
use crate::harness::{Account, TestServer, until};
use crate::on_both;

/// The tables that have rows of a run.
const OF_RUNS: [&str; 6] = ["answers", "answer_texts", "answer_sources", "answer_fanouts", "runs", "run_prompts"];

/// What is stored of runs, and the names of their answers.
async fn stored(server: &TestServer, account: &Account) -> (BTreeMap<String, Vec<String>>, BTreeSet<String>) {
    let mut dump = server.dump().await;
    dump.retain(|table, _| OF_RUNS.contains(&table.as_str()));
    let names = name::Entity::find().filter(name::Column::OrganizationId.eq(&account.organization_id));
    let names = names.all(&server.app.database).await.unwrap().into_iter();
    (dump, names.map(|row| row.name).filter(|name| !name.is_empty()).collect())
}

/// What the API counts.
async fn statistics(server: &TestServer, account: &Account) -> Vec<Value> {
    let mut statistics = Vec::new();
    for path in ["source-domains", "source-urls", "fanouts", "tokens"] {
        statistics.push(server.get(account, &format!("/v1/platform/statistics/{path}?limit=100")).await.ok());
    }
    statistics.push(server.get(account, "/v1/platform/answers/count?searchTerms=a").await.ok());
    statistics
}

async fn delete(server: &TestServer, run: &str) -> bool {
    deletion::delete(&server.app, run).await.unwrap()
}

on_both! {
    async fn a_deleted_run_is_removed_completely_and_other_answers_count_as_before(server, account) {
        server.start_jobs().await;
        let kept = server.prompts(&account, &["Which earbuds fit small ears?"]).await;
        let set = server.large_set(&account, 1).await;
        server.complete_run(&account, run_body(&kept, &["CLAUDE", "CHATGPT", "PERPLEXITY"])).await;
        let (before, counted) = (stored(&server, &account).await, statistics(&server, &account).await);

        // More answers than a part of the columns has.
        let body = json!({ "promptSetID": set, "models": ["CLAUDE", "CHATGPT", "GEMINI"] });
        let run = server.complete_run(&account, body.clone()).await;
        let balance = server.balance(&account).await;
        assert_ne!(statistics(&server, &account).await, counted);
        assert!(delete(&server, &run).await);
        assert_eq!(stored(&server, &account).await, before);
        assert_eq!(statistics(&server, &account).await, counted);
        let gone = server.get(&account, &format!("/v1/platform/runs/{run}")).await;
        assert_eq!(gone.refusal(), (404, "TASK_GENERATION_RUN_NOT_FOUND".to_owned()));
        assert!(!delete(&server, &run).await);
        assert!((server.balance(&account).await - balance).abs() < f64::EPSILON);

        // The same names are found again, and a rebuild of tokens finds each answer in its place.
        let again = server.complete_run(&account, body).await;
        let recounted = statistics(&server, &account).await;
        server.app.statistics.begin_token_backfill(false).await.unwrap();
        while backfill::backfill_tokens(&server.app).await.unwrap().is_some() {}
        assert_eq!(statistics(&server, &account).await, recounted);
        assert!(delete(&server, &again).await);
        assert_eq!(stored(&server, &account).await, before);
        assert_eq!(statistics(&server, &account).await, counted);
    }

    async fn a_run_is_deleted_while_workers_process_it(server, account) {
        let set = server.large_set(&account, 1).await;
        let before = stored(&server, &account).await;
        let body = json!({ "promptSetID": set, "models": ["CLAUDE", "CHATGPT"], "repeatCount": 5 });
        let run = server.submit(&account, body).await;
        server.start_jobs().await;
        until(async || succeeded(&server.app.database).await >= 20).await;
        assert!(delete(&server, &run).await);
        // Another run, after which the workers have ended the items that they held.
        let next = server.prompts(&account, &["콤부차 스코비 보관법?"]).await;
        let next = server.complete_run(&account, run_body(&next, &["CLAUDE"])).await;
        assert!(delete(&server, &next).await);
        assert_eq!(stored(&server, &account).await, before);
        let entries = credit_entry::Entity::find().all(&server.app.database).await.unwrap();
        assert_balances(&server.app.database, &entries).await;
    }

    async fn runs_are_deleted_some_time_after_their_end(server, account) {
        server.start_jobs().await;
        let prompts = server.prompts(&account, &["Which earbuds fit small ears?"]).await;
        server.complete_run(&account, run_body(&prompts, &["CLAUDE"])).await;
        let day = SignedDuration::from_hours(24);
        server.clock.advance(day * 20);
        let recent = server.complete_run(&account, run_body(&prompts, &["CLAUDE"])).await;
        server.clock.advance(day * 20);
        let delete_old = async || retention::delete_old(&server.app, day * 30).await.unwrap();
        assert_eq!((delete_old().await, delete_old().await), (1, 0));
        let runs = server.get(&account, "/v1/platform/runs").await.ok();
        assert_eq!(runs["runs"].as_array().unwrap().iter().map(|run| &run["id"]).collect::<Vec<_>>(), [&json!(recent)]);
        let answers = server.get(&account, "/v1/platform/answers").await.ok();
        assert!(answers["answers"].as_array().unwrap().iter().all(|answer| answer["runID"] == json!(recent)));
    }

    async fn a_process_that_shuts_down_deletes_no_more_runs(server, account) {
        let config = Config { keep_runs: Some(SignedDuration::ZERO), ..server.app.config.clone() };
        let server = server.with_config(config).await;
        server.finish_run(&account).await;
        server.clock.advance(SignedDuration::from_secs(1));
        server.app.shutdown.cancel();
        Jobs::new(server.app.clone(), NO_PAUSE).await.unwrap().run().await;
        assert_eq!(run::Entity::find().count(&server.app.database).await.unwrap(), 1);
    }
}
