//! Questions to paid engines: their stored state, and recovery after a process ended while a provider worked.

use std::sync::Arc;

use answerdeck_api::ModelCode;
use answerdeck_database::entity::{answer, answer_response};
use answerdeck_database::{execute, query_row};
use answerdeck_engine::{AskOutcome, EngineFailure, EngineLimits, FailureClass, Reply};
use answerdeck_server::jobs::Jobs;
use answerdeck_server::organization::deletion::delete_organization;
use answerdeck_server::run::collect_settings::CollectSettings;
use answerdeck_server::run::deletion;
use answerdeck_server::worker::lease::{self, LEASE};
use jiff::SignedDuration;
use reqwest::header;
use sea_orm::{ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};

use crate::harness::engines::{ProviderEngine, claude, engines, reply};
use crate::harness::runs::{NO_PAUSE, calls_in_progress, run_body};
use crate::harness::{Reply as Response, TestServer, until};
use crate::{on_both, on_sqlite};

const PROMPTS: [&str; 4] = ["A?", "B?", "C?", "D?"];

async fn rows(server: &TestServer) -> Vec<answer::Model> {
    answer::Entity::find().all(&server.app.database).await.unwrap()
}

/// The stored spend of all days, in millionths of a US dollar.
pub(super) async fn spend(server: &TestServer) -> i64 {
    let sql = "SELECT CAST(coalesce(sum(micro_dollars), 0) AS bigint) FROM engine_spend";
    query_row(&server.app.database, sql, []).await.unwrap().unwrap()
}

pub(super) fn priced(engine: &Arc<ProviderEngine>) -> answerdeck_engine::Engines {
    engines(vec![(ModelCode::Claude, engine, EngineLimits { estimated_cost: 20_000, ..EngineLimits::default() })])
}

/// Kills a process when a paid engine has accepted this many of its questions. Its leases have expired then.
pub(super) async fn open_calls(server: &TestServer, count: u64) -> Arc<ProviderEngine> {
    let engine = Arc::new(ProviderEngine::accepting(|_| Ok(None)));
    let jobs = server.work_with(priced(&engine)).await;
    let accepted = answer::Entity::find().filter(answer::Column::Status.eq(answer::Status::Accepted));
    until(async || accepted.clone().count(&server.app.database).await.unwrap() == count).await;
    jobs.kill().await;
    server.expire_leases();
    engine
}

on_both! {
    async fn an_answer_of_a_provider_has_its_route_its_cost_and_its_response(server, account, other) {
        let server = server.with_engines(claude(&Arc::new(ProviderEngine::answering()))).await;
        let id = server.submit_prompts(&account, &["A?", "B?"], &["CLAUDE"]).await;
        let run = server.collected_run(&account, &id).await;
        let listed = server.get(&account, "/v1/platform/runs").await.ok();
        assert_eq!((&run["providerCost"], &listed["runs"][0]["providerCost"]), (&json!(0.024), &json!(0.024)));
        assert_eq!((spend(&server).await, calls_in_progress(&server.app.database).await), (24_000, 0));

        let answer = &server.answers_of(&account, &id).await[0];
        assert_eq!((&answer["route"], &answer["status"]), (&json!("API"), &json!("SUCCESS")));
        let path = format!("/v1/platform/answers/{}/markdown", answer["id"].as_str().unwrap());
        let read = async |key: &str, accept: &str| {
            server.clock.advance(SignedDuration::from_secs(1));
            let request = server.http.get(format!("{}/api{path}", server.url)).header("API-Key", key);
            Response::of(request.header(header::ACCEPT, accept)).await
        };
        let raw = read(&account.key, "application/json").await;
        assert_eq!(raw.ok(), json!({ "output": "Nurio fits small ears." }));
        for (name, value) in [
            ("content-type", "application/json"),
            ("content-security-policy", "default-src 'none'; sandbox"),
            ("x-content-type-options", "nosniff"),
            ("cache-control", "no-store"),
            ("vary", "accept"),
        ] {
            assert_eq!(raw.headers[name], value, "{name}");
        }
        for accept in ["*/*", "text/markdown", "text/html, application/json;q=0.9", "application/json;q=0"] {
            assert_eq!(read(&account.key, accept).await.text, "Nurio fits small ears.", "{accept}");
        }
        assert_eq!(read(&other.key, "application/json").await.refusal(), (404, "ANSWER_NOT_FOUND".to_owned()));
    }

    async fn the_next_process_collects_the_answers_of_a_killed_one(server, account) {
        let id = server.submit_prompts(&account, &PROMPTS, &["CLAUDE"]).await;
        let first = open_calls(&server, 4).await;
        assert_eq!(spend(&server).await, 80_000);
        let second = Arc::new(ProviderEngine::accepting(|_| Ok(Some(reply()))));
        server.work_with(priced(&second)).await;
        let run = server.finished_run(&account, &id).await;
        assert_eq!((&run["successCount"], &run["providerCost"]), (&json!(4), &json!(0.048)));
        assert_eq!((first.asked().into_values().collect::<Vec<_>>(), second.asked().len()), (vec![1; 4], 0));
        assert_eq!(spend(&server).await, 48_000);
    }

    async fn a_process_that_shuts_down_leaves_accepted_questions_to_the_next(server, account) {
        let id = server.submit_prompts(&account, &PROMPTS, &["CLAUDE"]).await;
        let first = Arc::new(ProviderEngine::accepting(|_| Ok(None)));
        let jobs = server.work_with(priced(&first)).await;
        first.until_polled(4).await;
        jobs.shut_down().await;
        assert!(rows(&server).await.iter().all(|row| row.lease_owner.is_none() && row.attempts == 0));
        let second = Arc::new(ProviderEngine::accepting(|_| Ok(Some(reply()))));
        server.work_with(priced(&second)).await;
        assert_eq!(server.finished_run(&account, &id).await["successCount"], 4);
        assert_eq!((first.asked().len() + second.asked().len(), spend(&server).await), (4, 48_000));
    }

    async fn a_question_with_an_unknown_outcome_fails_and_is_not_sent_again(server, account) {
        let id = server.submit_prompts(&account, &PROMPTS, &["CLAUDE"]).await;
        let first = Arc::new(ProviderEngine::answering().closed());
        let jobs = server.work_with(priced(&first)).await;
        first.until_waiting(4).await;
        jobs.kill().await;
        server.expire_leases();
        let second = Arc::new(ProviderEngine::answering());
        server.work_with(priced(&second)).await;
        assert_eq!(server.finished_run(&account, &id).await["failedCount"], 4);
        assert!(rows(&server).await.iter().all(|row| row.failure_code.as_deref() == Some("OUTCOME_UNKNOWN")));
        assert_eq!((second.asked().len(), spend(&server).await), (0, 80_000));
        assert!((server.balance(&account).await - 1_000.0).abs() < f64::EPSILON);
    }

    async fn a_question_that_costs_nothing_is_asked_again_after_a_crash(server, account) {
        let id = server.submit_prompts(&account, &PROMPTS, &["CLAUDE"]).await;
        let first = Arc::new(ProviderEngine::answering().free().closed());
        let jobs = server.work_with(claude(&first)).await;
        first.until_waiting(4).await;
        jobs.kill().await;
        server.expire_leases();
        let second = Arc::new(ProviderEngine::answering().free());
        server.work_with(claude(&second)).await;
        assert_eq!(server.finished_run(&account, &id).await["successCount"], 4);
        assert_eq!(second.asked().len(), 4);
        assert!(rows(&server).await.iter().all(|row| row.attempts == 2));
        assert!((server.balance(&account).await - 996.0).abs() < f64::EPSILON);
    }

    async fn a_transient_failure_is_retried_at_most_five_times(server, account) {
        let id = server.submit_prompts(&account, &["rate limited twice", "down"], &["CLAUDE"]).await;
        let times = std::sync::atomic::AtomicU32::new(0);
        let engine = Arc::new(ProviderEngine::new(move |query| {
            if query == "down" {
                return Err(FailureClass::ProviderDown.into());
            }
            if times.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 2 {
                let pause = Some(std::time::Duration::from_secs(20));
                return Err(EngineFailure::from(FailureClass::RateLimited).retry_after(pause));
            }
            Ok(AskOutcome::Answered(reply()))
        }));
        server.app.set_engines(priced(&engine));
        server.start_jobs().await;
        let run = server.finished_run_later(&account, &id).await;
        assert_eq!((&run["successCount"], &run["failedCount"]), (&json!(1), &json!(1)));
        assert_eq!(engine.asked().into_values().collect::<Vec<_>>(), [5, 3]);
        assert_eq!(spend(&server).await, 12_000);
    }

    async fn a_lease_is_renewed_while_a_provider_works(server, account) {
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        let engine = Arc::new(ProviderEngine::answering().closed());
        let app = server.second_app(priced(&engine));
        let settings = CollectSettings { renewal_interval: std::time::Duration::from_millis(5), ..NO_PAUSE };
        tokio::spawn(Jobs::new(app, settings).await.unwrap().run());
        engine.until_waiting(1).await;
        for _ in 0..3 {
            let before = rows(&server).await[0].lease_until;
            server.clock.advance(LEASE - SignedDuration::from_secs(10));
            until(async || rows(&server).await[0].lease_until > before).await;
        }
        let now = server.clock.now();
        let taken = lease::acquire::<answer::Entity>(&server.app.database, &account.organization_id, "other", now).await;
        assert!(taken.unwrap().is_none());
        engine.open();
        assert_eq!(server.finished_run(&account, &id).await["successCount"], 1);
        assert_eq!(rows(&server).await[0].attempts, 1);
    }

    async fn a_worker_keeps_an_item_whose_lease_has_expired_without_the_database(server, account) {
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        let engine = Arc::new(ProviderEngine::answering().closed());
        let jobs = server.work_with(priced(&engine)).await;
        engine.until_waiting(1).await;
        let expired = rows(&server).await[0].lease_until;
        server.expire_leases();
        jobs.app.wake_jobs();
        until(async || rows(&server).await[0].lease_until != expired).await;
        engine.open();
        assert_eq!(server.finished_run(&account, &id).await["successCount"], 1);
    }

    async fn an_accepted_question_is_polled_for_although_its_provider_fails_an_hour_later(server, account) {
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        open_calls(&server, 1).await;
        server.clock.advance(SignedDuration::from_hours(1));
        let polls = std::sync::atomic::AtomicU32::new(0);
        let second = Arc::new(ProviderEngine::accepting(move |_| {
            match polls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
                0 => Err(FailureClass::RateLimited.into()),
                _ => Ok(Some(reply())),
            }
        }));
        server.work_with(priced(&second)).await;
        assert_eq!(server.finished_run(&account, &id).await["successCount"], 1);
    }

    async fn an_accepted_question_that_ends_each_of_its_workers_is_given_up(server, account) {
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        open_calls(&server, 1).await;
        execute(&server.app.database, "UPDATE answers SET attempts = 10", []).await.unwrap();
        server.work_with(priced(&Arc::new(ProviderEngine::accepting(|_| Ok(Some(reply())))))).await;
        assert_eq!(server.finished_run(&account, &id).await["answers"][0]["failure"]["code"], "OUTCOME_UNKNOWN");
        assert_eq!(spend(&server).await, 20_000);
    }

    async fn an_answer_that_the_database_refuses_fails_at_once(server, account) {
        let database = &server.app.database;
        if database.get_database_backend() == DbBackend::Sqlite {
            let sql = "CREATE TRIGGER refusal BEFORE INSERT ON answer_texts BEGIN SELECT RAISE(ABORT, 'refused'); END";
            database.execute_unprepared(sql).await.unwrap();
        }
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        // PostgreSQL stores no U+0000.
        let answered = |_: &str| Ok(AskOutcome::Answered(Reply { content: "\0".to_owned(), ..reply() }));
        server.work_with(priced(&Arc::new(ProviderEngine::new(answered)))).await;
        assert_eq!(server.finished_run(&account, &id).await["answers"][0]["failure"]["code"], "SERVER_ERROR");
        assert_eq!(spend(&server).await, 12_000, "what the provider billed");
    }

    async fn no_more_questions_are_paid_than_the_organization_can_pay(server, account) {
        let prompts = server.prompts(&account, &PROMPTS).await;
        server.set_balance(&account, 2_500).await;
        let id = server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
        let engine = Arc::new(ProviderEngine::answering().closed());
        server.work_with(priced(&engine)).await;
        engine.until_waiting(2).await;
        // The others are not even claimed.
        let rows = rows(&server).await;
        assert_eq!(rows.iter().filter(|row| row.lease_until.is_none() && row.attempts == 0).count(), 2);
        engine.open();
        let run = server.finished_run(&account, &id).await;
        assert_eq!((&run["successCount"], &run["failedCount"], engine.asked().len()), (&json!(2), &json!(2), 2));
    }

    async fn the_responses_of_providers_end_with_their_run_and_their_organization(server) {
        let server = server.with_engines(priced(&Arc::new(ProviderEngine::answering()))).await;
        server.start_jobs().await;
        let account = server.account().await;
        let prompts = server.prompts(&account, &PROMPTS).await;
        let mut runs = Vec::new();
        for _ in 0..2 {
            let run = server.complete_run(&account, run_body(&prompts, &["CLAUDE"])).await;
            runs.push(run);
        }
        let count = async || answer_response::Entity::find().count(&server.app.database).await.unwrap();
        assert_eq!(count().await, 8);
        assert!(deletion::delete(&server.app, &runs[0]).await.unwrap());
        assert_eq!(count().await, 4);
        let exported = server.export(&account).await;
        let answers: Vec<&Value> = exported.iter().filter(|line| line["type"] == "answer").collect();
        assert_eq!(answers.len(), 4);
        for answer in answers {
            let of_provider = (&answer["route"], &answer["providerCost"], &answer["providerResponse"]);
            assert_eq!(of_provider, (&json!("API"), &json!(0.012), &json!(r#"{"output":"Nurio fits small ears."}"#)));
        }
        assert!(delete_organization(&server.app, &account.organization_id).await.unwrap());
        assert_eq!(count().await, 0);
    }
}

on_sqlite! {
    async fn a_prompt_that_is_too_long_for_a_model_refuses_the_run(server, account) {
        let engine = Arc::new(ProviderEngine::answering().accepting_prompts_of(5));
        let server = server.with_engines(claude(&engine)).await;
        let prompts = server.prompts(&account, &["다섯 글자", "여섯 글자다"]).await;
        let reply = server.post(&account, "/v1/platform/runs", run_body(&prompts, &["CLAUDE"])).await;
        assert_eq!(reply.refusal(), (400, "RUN_PROMPT_TOO_LONG".to_owned()));
        let detail = format!("models: CLAUDE accepts prompts of at most 5 characters; the prompt {} has 6", prompts[1]);
        assert_eq!(reply.json()["details"], json!([detail]));
        let estimate = server.tool_failure(&account, "estimate_run", run_body(&prompts, &["CLAUDE"])).await;
        assert!(estimate.contains("RUN_PROMPT_TOO_LONG") && estimate.contains(&prompts[1]), "{estimate}");
        server.submit(&account, run_body(&prompts[..1], &["CLAUDE"])).await;
        assert_eq!(server.get(&account, "/v1/platform/runs").await.ok()["runs"].as_array().unwrap().len(), 1);
    }

    async fn an_answer_whose_cost_is_not_stated_costs_its_estimate_and_a_run_without_stated_costs_shows_none(server, account) {
        let engine = ProviderEngine::new(|_| Ok(AskOutcome::Answered(Reply { cost: None, ..reply() })));
        let server = server.with_engines(priced(&Arc::new(engine))).await;
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        assert!(server.collected_run(&account, &id).await.get("providerCost").is_none());
        assert_eq!(spend(&server).await, 20_000);
    }

    async fn an_answer_of_a_stand_in_has_neither_a_cost_nor_a_response(server, account) {
        let id = server.submit_prompts(&account, &["Which earbuds fit small ears?"], &["CLAUDE"]).await;
        let run = server.collected_run(&account, &id).await;
        assert!(run.get("providerCost").is_none(), "{run}");
        let answer = &server.answers_of(&account, &id).await[0];
        assert_eq!(answer["route"], "STAND_IN");
        let address = format!("{}/api/v1/platform/answers/{}/markdown", server.url, answer["id"].as_str().unwrap());
        server.clock.advance(SignedDuration::from_secs(1));
        let request = server.http.get(address).header("API-Key", &account.key).header(header::ACCEPT, "application/json");
        let refused = Response::of(request).await;
        assert_eq!(refused.refusal(), (404, "ANSWER_NOT_FOUND".to_owned()));
        assert!(refused.json()["details"][0].as_str().unwrap().starts_with("Accept: "), "{}", refused.text);
    }

    async fn a_process_that_shuts_down_waits_for_answers_that_are_paid_for(server, account) {
        let id = server.submit_prompts(&account, &PROMPTS, &["CLAUDE"]).await;
        let engine = Arc::new(ProviderEngine::answering().closed());
        let jobs = server.work_with(priced(&engine)).await;
        engine.until_waiting(4).await;
        jobs.app.shutdown.cancel();
        engine.open();
        jobs.shut_down().await;
        let run = server.get(&account, &format!("/v1/platform/runs/{id}")).await.ok();
        assert_eq!((&run["status"], &run["successCount"], spend(&server).await), (&json!("FINISHED"), &json!(4), 48_000));
    }

    async fn a_provider_that_never_answers_times_out_after_a_quarter_of_an_hour(server, account) {
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        let engine = Arc::new(ProviderEngine::accepting(|_| Ok(None)));
        server.work_with(priced(&engine)).await;
        engine.until_polled(2).await;
        server.clock.advance(SignedDuration::from_mins(15));
        assert_eq!(server.finished_run(&account, &id).await["failedCount"], 1);
        assert_eq!((engine.asked().len(), spend(&server).await), (1, 20_000));
    }
}
