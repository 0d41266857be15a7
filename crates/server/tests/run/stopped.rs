//! Runs that a person stops: each item ends once, what was asked is collected, and the run finishes.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use answerdeck_api::ModelCode;
use answerdeck_database::entity::{answer, organization, run};
use answerdeck_database::execute;
use answerdeck_engine::{EngineFailure, EngineLimits, FailureClass};
use answerdeck_server::run::{slices, stopping};
use futures_util::future::join_all;
use jiff::SignedDuration;
use sea_orm::{ColumnTrait, DatabaseConnection, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};

use super::paid_once::spend;
use crate::harness::engines::{ProviderEngine, claude, engines, reply};
use crate::harness::fake_providers::FakeProviders;
use crate::harness::process::Organization;
use crate::harness::runs::{
    assert_charged_once, assert_counts_agree, calls_in_progress, end_leases, run_body, succeeded,
};
use crate::harness::{Account, Backend, TestServer, until};
use crate::on_both;

const STOPPED: &str = "STOPPED";
const UNKNOWN: &str = "OUTCOME_UNKNOWN";

async fn stop(server: &TestServer, account: &Account, run: &str) -> Value {
    server.post(account, &format!("/v1/platform/runs/{run}/stop"), json!({})).await.ok()
}

/// The number of items that have failed for this reason.
async fn failed(database: &DatabaseConnection, code: &str) -> usize {
    let rows = answer::Entity::find().filter(answer::Column::FailureCode.eq(code));
    usize::try_from(rows.count(database).await.unwrap()).unwrap()
}

/// Checks the only run of a database, which has finished: every item has ended once, and each success was charged once. Returns
/// how many succeeded and failed.
async fn assert_ended_once(database: &DatabaseConnection) -> (usize, usize) {
    let run = run::Entity::find().one(database).await.unwrap().unwrap();
    assert_eq!((run.status, run.unstarted_count, run.finished_at.is_some()), (run::Status::Finished, 0, true));
    let rows = assert_charged_once(database).await;
    let with = |status| rows.iter().filter(|row| row.status == status).count();
    let (succeeded, failed) = (with(answer::Status::Success), with(answer::Status::Failed));
    let counts = [run.total_count, run.success_count, run.failed_count].map(|count| usize::try_from(count).unwrap());
    assert_eq!([rows.len(), succeeded, failed], counts);
    assert!(rows.iter().all(|row| row.ended_at.is_some() && row.lease_owner.is_none()));
    let organization = organization::Entity::find_by_id(&run.organization_id).one(database).await.unwrap().unwrap();
    assert_eq!(organization.balance, 1_000 * (1_000 - i64::try_from(succeeded).unwrap()));
    assert_eq!(calls_in_progress(database).await, 0);
    (succeeded, failed)
}

on_both! {
    async fn a_large_run_ends_in_slices(server, account) {
        let set = server.large_set(&account, 10).await;
        let models = ["CHATGPT", "GOOGLE_OVERVIEW", "GOOGLE_AI", "PERPLEXITY", "GEMINI", "NAVER_AI_BRIEFING", "NAVER_AI_TAB", "CLAUDE"];
        let id = server.submit(&account, json!({ "promptSetID": set, "models": models })).await;
        stop(&server, &account, &id).await;
        let mut slices = 0;
        while stopping::end_slices(&server.app).await.unwrap() {
            slices += 1;
            let rows = answer::Entity::find().count(&server.app.database).await.unwrap();
            assert!(rows <= u64::from(slices::SLICE) * (slices + 1), "{rows} rows after {slices} slices");
        }
        assert_eq!(slices, 15);
        assert_eq!(assert_ended_once(&server.app.database).await, (0, 8_000));
        assert_eq!(failed(&server.app.database, STOPPED).await, 8_000);
        let run = server.get(&account, &format!("/v1/platform/runs/{id}")).await.ok();
        assert_counts_agree(&run);
    }

    async fn a_stopped_run_that_fails_to_end_holds_up_no_other(server, account) {
        let set = server.large_set(&account, 6).await;
        let mut runs = Vec::new();
        for _ in 0..2 {
            let id = server.submit(&account, json!({ "promptSetID": set, "models": ["CLAUDE"] })).await;
            stop(&server, &account, &id).await;
            runs.push(id);
        }
        let database = &server.app.database;
        execute(database, "UPDATE runs SET models = '{}' WHERE id = $1", [runs[0].as_str().into()]).await.unwrap();
        while let Ok(true) = stopping::end_slices(&server.app).await {}
        assert!(stopping::end_slices(&server.app).await.is_err());
        let other = run::Entity::find_by_id(&runs[1]).one(database).await.unwrap().unwrap();
        assert_eq!(other.status, run::Status::Finished);
    }

    async fn a_run_that_is_stopped_while_its_slices_are_inserted_ends_each_item_once(server, account) {
        let set = server.large_set(&account, 2).await;
        let body = json!({ "promptSetID": set, "models": ["CLAUDE", "GEMINI"], "repeatCount": 10 });
        let id = server.submit(&account, body).await;
        let (app, now) = (&server.app, server.clock.now());
        let starts = async {
            for _ in 0..20 {
                slices::start_next(app, &id, now).await.unwrap();
            }
        };
        let ends = async {
            stop(&server, &account, &id).await;
            while stopping::end_slices(app).await.unwrap() {}
        };
        tokio::join!(starts, ends);
        while stopping::end_slices(app).await.unwrap() {}
        assert_eq!(assert_ended_once(&server.app.database).await, (0, 4_000));
    }

    async fn a_run_that_is_stopped_again_and_again_while_it_completes_adds_up(server, account) {
        let contents: Vec<String> = (0..60).map(|number| format!("Which earbuds {number}?")).collect();
        let prompts = server.prompts(&account, &contents.iter().map(String::as_str).collect::<Vec<_>>()).await;
        let id = server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
        server.start_jobs().await;
        until(async || succeeded(&server.app.database).await >= 5).await;
        let stops = join_all((0..4).map(|_| stop(&server, &account, &id))).await;
        let times: BTreeSet<String> = stops.iter().map(|run| run["stoppedAt"].to_string()).collect();
        assert_eq!(times.len(), 1, "{times:?}");
        server.finished_run(&account, &id).await;
        let (succeeded, failed_items) = assert_ended_once(&server.app.database).await;
        assert_eq!((succeeded >= 5, succeeded + failed_items), (true, 60));
    }

    async fn a_run_whose_last_item_completes_while_it_is_stopped_finishes(server, account) {
        let engine = Arc::new(ProviderEngine::answering().closed());
        let server = server.with_engines(claude(&engine)).await;
        let prompts = server.prompts(&account, &["A?"]).await;
        server.start_jobs().await;
        for _ in 0..5 {
            let id = server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
            engine.until_waiting(1).await;
            let open = async { engine.open() };
            tokio::join!(open, stop(&server, &account, &id));
            let run = server.finished_run(&account, &id).await;
            assert_eq!(run["successCount"], 1);
            engine.close();
        }
    }

    async fn an_item_that_waits_for_another_attempt_ends(server, account) {
        let engine = Arc::new(ProviderEngine::new(|_| Err(EngineFailure::new(FailureClass::ProviderDown, "maintenance"))));
        let server = server.with_engines(claude(&engine)).await;
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        server.start_jobs().await;
        let waits = async || {
            let row = answer::Entity::find().one(&server.app.database).await.unwrap().unwrap();
            row.attempts == 1 && row.lease_owner.is_none() && row.lease_until.is_some()
        };
        until(waits).await;
        stop(&server, &account, &id).await;
        let run = server.finished_run(&account, &id).await;
        assert_eq!(run["answers"][0]["failure"]["message"], "The run was stopped before the model answered.");
        assert_eq!(assert_ended_once(&server.app.database).await, (0, 1));
        assert_eq!((failed(&server.app.database, STOPPED).await, engine.asked().values().sum::<u32>()), (1, 1));
    }

    async fn items_of_a_stopped_engine_end_at_once(server, account) {
        let refused = Arc::new(ProviderEngine::new(|_| Err(FailureClass::Credentials.into())));
        let server = server.with_engines(claude(&refused)).await;
        let set = server.large_set(&account, 6).await;
        let id = server.submit(&account, json!({ "promptSetID": set, "models": ["CLAUDE"] })).await;
        server.start_jobs().await;
        server.until_engines_are_stopped(1).await;
        stop(&server, &account, &id).await;
        server.finished_run(&account, &id).await;
        assert_eq!(assert_ended_once(&server.app.database).await, (0, 600));
        assert_eq!(failed(&server.app.database, STOPPED).await, 600);
    }

    async fn a_call_whose_engine_is_stopped_is_collected_when_the_engine_works_again(server) {
        let is_refused = Arc::new(AtomicBool::new(true));
        let refuses = Arc::clone(&is_refused);
        let engine = Arc::new(ProviderEngine::accepting(move |_| match refuses.load(Ordering::Relaxed) {
            true => Err(FailureClass::Credentials.into()),
            false => Ok(Some(reply())),
        }));
        let served = || engines(vec![(ModelCode::Claude, &engine, EngineLimits { max_concurrency: 1, ..EngineLimits::default() })]);
        let account = server.account().await;
        let id = server.submit_prompts(&account, &["A?", "B?"], &["CLAUDE"]).await;
        let jobs = server.work_with(served()).await;
        server.until_engines_are_stopped(1).await;
        stop(&server, &account, &id).await;
        // On SQLite, no process is notified by another one.
        jobs.app.wake_jobs();
        until(async || failed(&server.app.database, STOPPED).await == 1).await;
        jobs.shut_down().await;
        let run = server.get(&account, &format!("/v1/platform/runs/{id}")).await.ok();
        assert_eq!((&run["status"], &run["runningCount"]), (&json!("RUNNING"), &json!(1)));
        is_refused.store(false, Ordering::Relaxed);
        // The next process tries the engine again.
        server.work_with(served()).await;
        server.finished_run(&account, &id).await;
        assert_eq!(assert_ended_once(&server.app.database).await, (1, 1));
        assert_eq!(engine.asked().values().sum::<u32>(), 1);
    }

    async fn a_call_whose_engine_stays_stopped_ends_as_unknown_after_15_minutes(server, account) {
        let engine = Arc::new(ProviderEngine::accepting(|_| Err(FailureClass::Credentials.into())));
        let limits = EngineLimits { estimated_cost: 20_000, ..EngineLimits::default() };
        let server = server.with_engines(engines(vec![(ModelCode::Claude, &engine, limits)])).await;
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        server.start_jobs().await;
        server.until_engines_are_stopped(1).await;
        stop(&server, &account, &id).await;
        while stopping::end_slices(&server.app).await.unwrap() {}
        assert_eq!(calls_in_progress(&server.app.database).await, 1);
        let run = server.get(&account, &format!("/v1/platform/runs/{id}")).await.ok();
        assert_eq!(run["status"], "RUNNING");
        server.clock.advance(SignedDuration::from_mins(16));
        server.finished_run_later(&account, &id).await;
        assert_eq!(assert_ended_once(&server.app.database).await, (0, 1));
        // The estimate stays: the provider may bill it.
        assert_eq!((failed(&server.app.database, UNKNOWN).await, spend(&server).await), (1, 20_000));
    }

    async fn the_next_process_ends_what_a_killed_one_left_of_a_stopped_run(server, account) {
        let set = server.large_set(&account, 9).await;
        let id = server.submit(&account, json!({ "promptSetID": set, "models": ["CLAUDE"] })).await;
        let first = Arc::new(ProviderEngine::accepting(|_| Ok(None)));
        let jobs = server.work_with(claude(&first)).await;
        first.until_polled(4).await;
        jobs.kill().await;
        stop(&server, &account, &id).await;
        // A process that is killed between two slices.
        assert!(stopping::end_slices(&server.app).await.unwrap());
        server.expire_leases();
        let second = Arc::new(ProviderEngine::accepting(|_| Ok(Some(reply()))));
        server.work_with(claude(&second)).await;
        server.finished_run(&account, &id).await;
        let asked = first.asked().len();
        let (succeeded, failed_items) = assert_ended_once(&server.app.database).await;
        // The first process may have been killed before it asked a question that it had stored as asked, and before it
        // stored that one was accepted.
        let unknown = failed(&server.app.database, UNKNOWN).await;
        assert!(succeeded <= asked && asked <= succeeded + unknown, "{succeeded} of {asked}, {unknown} unknown");
        assert_eq!(succeeded + failed_items, 900);
        assert_eq!(second.asked().len(), 0);
    }

    async fn a_killed_server_ends_a_stopped_run_when_it_is_back(server) {
        assert_survives_kills(&server.database_url).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_on_postgresql_end_each_item_of_a_stopped_run_once() {
    let server = TestServer::start(Backend::Postgres).await;
    let account = server.account().await;
    let set = server.large_set(&account, 10).await;
    let id = server.submit(&account, json!({ "promptSetID": set, "models": ["CLAUDE"], "repeatCount": 5 })).await;
    let engine = Arc::new(ProviderEngine::answering());
    server.work_with(claude(&engine)).await;
    server.work_with(claude(&engine)).await;
    until(async || succeeded(&server.app.database).await >= 20).await;
    stop(&server, &account, &id).await;
    // Not through the API: each request advances the clock, and the leases would expire.
    let is_finished = async || {
        run::Entity::find_by_id(&id).one(&server.app.database).await.unwrap().unwrap().status == run::Status::Finished
    };
    until(is_finished).await;
    let (succeeded, failed_items) = assert_ended_once(&server.app.database).await;
    assert_eq!((succeeded >= 20, succeeded + failed_items), (true, 5_000));
    assert_eq!(engine.asked().values().sum::<u32>() as usize, succeeded);
    assert_eq!(failed(&server.app.database, STOPPED).await, failed_items);
}

/// Stops a run of 2,000 items of two providers, then kills the server at once, and again between two slices.
async fn assert_survives_kills(database_url: &str) {
    let providers = FakeProviders::start(Duration::from_millis(400)).await;
    let organization = Organization::create(database_url, 1_000).await;
    let database = answerdeck_database::connect(database_url).await.unwrap();
    let server = providers.start_server(database_url);
    let set = server.prompt_set(&organization.key, 100).await;
    let body = json!({ "promptSetID": set, "models": ["CHATGPT", "CLAUDE"], "repeatCount": 10 });
    let path = server.submit(&organization.key, body).await;
    providers.until_asked(30).await;
    let stopped = server.send(&organization.key, &format!("{path}/stop"), Some(&json!({}))).await;
    server.kill();
    let asked = providers.asked();
    let row = async || run::Entity::find().one(&database).await.unwrap().unwrap();
    assert!(row().await.stopped_at.is_some(), "{stopped}");

    for is_last in [false, true] {
        end_leases(&database).await;
        let unstarted = row().await.unstarted_count;
        let server = providers.start_server(database_url);
        until(async || {
            let row = row().await;
            row.status == run::Status::Finished || (!is_last && row.unstarted_count < unstarted)
        })
        .await;
        server.kill();
    }
    let (succeeded, failed_items) = assert_ended_once(&database).await;
    assert_eq!(providers.asked(), asked, "a stopped run asks nothing more");
    assert!(succeeded as u32 <= asked.values().sum(), "{succeeded} of {asked:?}");
    assert_eq!(
        (succeeded + failed_items, failed(&database, STOPPED).await + failed(&database, UNKNOWN).await),
        (2_000, failed_items)
    );
}
