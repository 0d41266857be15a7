//! What happens at a due time, and why.

use std::sync::Arc;

use answerdeck_api::{ModelCode, ModelRoute};
use answerdeck_database::entity::{engine_stop, run, schedule};
use answerdeck_engine::{Engines, ServedModel};
use answerdeck_server::schedule::due::start_due;
use answerdeck_server::schedule::pause::{pause_all, resume_all};
use sea_orm::{EntityTrait, IntoActiveModel};
use serde_json::{Value, json};

use crate::harness::engines::{ProviderEngine, claude};
use crate::harness::receiver::Receiver;
use crate::harness::{Account, TestServer, until};
use crate::{on_both, on_sqlite};

/// Lets a schedule be due, and returns its entry.
async fn due(server: &TestServer, account: &Account, id: &str) -> Value {
    due_with(server, account, id, server.app.engines()).await
}

async fn due_with(server: &TestServer, account: &Account, id: &str, engines: Engines) -> Value {
    server.set_due(id, server.clock.now()).await;
    assert_eq!(start_due(&server.second_app(engines)).await.unwrap(), 1);
    server.entries(account, id).await.remove(0)
}

fn skipped(entry: &Value) -> (&str, &str) {
    assert_eq!(entry.get("runID"), None, "{entry}");
    (entry["outcome"].as_str().unwrap(), entry["skipReason"].as_str().unwrap())
}

on_both! {
    async fn a_schedule_without_credits_or_budget_is_skipped(server, account) {
        let id = server.schedule_prompts(&account, &["A?", "B?"]).await;
        let path = format!("/v1beta/platform/schedules/{id}");
        server.set_balance(&account, 0).await;
        assert_eq!(skipped(&due(&server, &account, &id).await), ("SKIPPED", "NO_CREDITS"));
        server.set_balance(&account, 1_000_000).await;
        server.patch(&account, &path, json!({ "monthlyBudget": 1 })).await.ok();
        assert_eq!(skipped(&due(&server, &account, &id).await), ("SKIPPED", "BUDGET_REACHED"));
        // What an unfinished run may still cost counts.
        server.patch(&account, &path, json!({ "monthlyBudget": 3 })).await.ok();
        assert_eq!(due(&server, &account, &id).await["outcome"], "STARTED");
        assert_eq!(skipped(&due(&server, &account, &id).await), ("SKIPPED", "BUDGET_REACHED"));
        server.patch(&account, &path, json!({ "monthlyBudget": 4 })).await.ok();
        let entry = due(&server, &account, &id).await;
        assert_eq!(server.schedule_of(&account, &id).await["spentThisMonth"], 0.0);
        let jobs = server.work_with(claude(&Arc::new(ProviderEngine::answering()))).await;
        server.finished_run(&account, entry["runID"].as_str().unwrap()).await;
        let first = server.entries(&account, &id).await.into_iter().rfind(|entry| entry["runID"].is_string()).unwrap();
        server.finished_run(&account, first["runID"].as_str().unwrap()).await;
        jobs.kill().await;
        let schedule = server.schedule_of(&account, &id).await;
        assert_eq!((&schedule["spentThisMonth"], &schedule["lastEntry"]["run"]["successCount"]), (&json!(4.0), &json!(2)));
        assert_eq!(skipped(&due(&server, &account, &id).await), ("SKIPPED", "BUDGET_REACHED"));
        // A month begins in the time zone of the schedule.
        server.advance_to("2026-11-30T15:00:00Z");
        assert_eq!(server.schedule_of(&account, &id).await["spentThisMonth"], 0.0);
        assert_eq!(due(&server, &account, &id).await["outcome"], "STARTED");
    }

    async fn a_late_run_counts_in_the_month_in_which_it_started(server, account) {
        let id = server.schedule_prompts(&account, &["A?"]).await;
        server.patch(&account, &format!("/v1beta/platform/schedules/{id}"), json!({ "monthlyBudget": 1 })).await.ok();
        // It was due in November. In Seoul, December has begun.
        server.advance_to("2026-11-30T15:30:00Z");
        assert_eq!(start_due(&server.app).await.unwrap(), 1);
        let entry = server.entries(&account, &id).await.remove(0);
        assert_eq!((&entry["dueAt"], &entry["outcome"]), (&json!("2026-11-30T00:00:00.000Z"), &json!("CAUGHT_UP")));
        let jobs = server.work_with(claude(&Arc::new(ProviderEngine::answering()))).await;
        server.finished_run(&account, entry["runID"].as_str().unwrap()).await;
        jobs.kill().await;
        assert_eq!(server.schedule_of(&account, &id).await["spentThisMonth"], 1.0);
        assert_eq!(skipped(&due(&server, &account, &id).await), ("SKIPPED", "BUDGET_REACHED"));
    }

    async fn schedules_that_fail_hold_up_no_other(server, account) {
        let id = server.schedule_prompts(&account, &["A?"]).await;
        let unreadable = schedule::Entity::find_by_id(&id).one(&server.app.database).await.unwrap().unwrap();
        let due_at = Some(server.clock.now().as_millisecond() - 1);
        let copies = (0..250).map(|_| {
            let id = server.app.random.id(server.clock.now());
            schedule::Model { id, recurrence: json!({}), next_due_at: due_at, ..unreadable.clone() }.into_active_model()
        });
        schedule::Entity::insert_many(copies).exec_without_returning(&server.app.database).await.unwrap();
        assert_eq!(due(&server, &account, &id).await["outcome"], "STARTED");
    }

    async fn prompts_that_are_added_or_deleted_apply_from_the_next_run(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let prompts = [server.prompt(&account, &set, "A?").await, server.prompt(&account, &set, "B?").await];
        let recurrence = json!({ "frequency": "DAILY", "time": "09:00", "timeZone": "UTC" });
        let body = |run: Value| json!({ "name": "S", "run": run, "recurrence": recurrence });
        let of_set = server.schedule(&account, body(json!({ "promptSetID": set, "models": ["CLAUDE"] }))).await;
        let of_prompts = server.schedule(&account, body(json!({ "promptIDs": prompts, "models": ["CLAUDE"] }))).await;
        server.prompt(&account, &set, "C?").await;
        assert_eq!(due(&server, &account, &of_set).await["run"]["promptCount"], 3);
        server.delete(&account, &format!("/v1/platform/prompts/{}", prompts[0])).await;
        assert_eq!(due(&server, &account, &of_set).await["run"]["promptCount"], 2);
        assert_eq!(due(&server, &account, &of_prompts).await["run"]["promptCount"], 1);
        server.delete(&account, &format!("/v1/platform/prompts/{}", prompts[1])).await;
        assert_eq!(skipped(&due(&server, &account, &of_prompts).await), ("SKIPPED", "NO_PROMPTS"));
        assert_eq!(server.schedule_of(&account, &of_set).await["promptSetName"], "Set");
        server.delete(&account, &format!("/v1/platform/prompt-sets/{set}")).await;
        assert_eq!(server.schedule_of(&account, &of_set).await.get("promptSetName"), None);
        assert_eq!(skipped(&due(&server, &account, &of_set).await), ("SKIPPED", "NO_PROMPTS"));
        let empty = server.prompt_set(&account, "Empty").await;
        let of_empty = server.schedule(&account, body(json!({ "promptSetID": empty, "models": ["CLAUDE"] }))).await;
        assert_eq!(skipped(&due(&server, &account, &of_empty).await), ("SKIPPED", "NO_PROMPTS"));
    }

    async fn the_operator_pauses_all_schedules_and_they_and_their_histories_say_so(server, account) {
        let id = server.schedule_prompts(&account, &["A?"]).await;
        let state = async || {
            let listed = server.get(&account, "/v1beta/platform/schedules").await.ok()["schedules"][0].clone();
            assert_eq!(listed, server.schedule_of(&account, &id).await);
            ["paused", "pausedByOperator", "nextDueAt"].map(|field| listed[field].clone())
        };
        for _ in 0..2 {
            pause_all(&server.app.database, server.clock.now()).await.unwrap();
        }
        assert_eq!(state().await, [json!(false), json!(true), Value::Null]);
        assert_eq!(skipped(&due(&server, &account, &id).await), ("SKIPPED", "PAUSED_BY_OPERATOR"));
        let path = format!("/v1beta/platform/schedules/{id}");
        server.patch(&account, &path, json!({ "paused": true })).await.ok();
        assert_eq!(state().await, [json!(true), Value::Null, Value::Null]);
        let resumed = server.patch(&account, &path, json!({ "paused": false })).await.ok();
        assert_eq!((&resumed["pausedByOperator"], resumed.get("nextDueAt")), (&json!(true), None));
        resume_all(&server.app.database).await.unwrap();
        assert_eq!(state().await, [json!(false), Value::Null, json!("2026-11-21T00:00:00.000Z")]);
        assert_eq!(due(&server, &account, &id).await["outcome"], "STARTED");
    }
}

on_sqlite! {
    async fn a_schedule_of_a_free_model_needs_neither_credits_nor_budget(server, account) {
        let id = server.schedule_prompts(&account, &["A?", "B?"]).await;
        server.patch(&account, &format!("/v1beta/platform/schedules/{id}"), json!({ "monthlyBudget": 1 })).await.ok();
        server.set_balance(&account, 0).await;
        let claude = claude(&Arc::new(ProviderEngine::answering()));
        let served = claude.of(&ModelCode::Claude).unwrap().clone();
        let free = ServedModel { route: ModelRoute::StandIn, price: 0, ..served };
        let free = Engines::new(vec![free]);
        assert_eq!(due_with(&server, &account, &id, free).await["outcome"], "STARTED");
    }

    async fn a_schedule_asks_the_models_that_have_an_engine_and_says_which_have_none(server, account) {
        let prompts = server.prompts(&account, &["A?"]).await;
        let run = json!({ "promptIDs": prompts, "models": ["CLAUDE", "GEMINI"] });
        let recurrence = json!({ "frequency": "DAILY", "time": "09:00", "timeZone": "UTC" });
        let id = server.schedule(&account, json!({ "name": "Two", "run": run, "recurrence": recurrence })).await;
        let only_claude = claude(&Arc::new(ProviderEngine::answering()));
        let entry = due_with(&server, &account, &id, only_claude).await;
        assert_eq!((&entry["missingModels"], &entry["run"]["models"]), (&json!(["GEMINI"]), &json!(["CLAUDE"])));
        assert_eq!(skipped(&due_with(&server, &account, &id, Engines::default()).await), ("SKIPPED", "NO_MODEL"));
    }

    async fn a_schedule_with_a_prompt_that_is_too_long_is_skipped(server, account) {
        let id = server.schedule_prompts(&account, &["A longer prompt?"]).await;
        let short = claude(&Arc::new(ProviderEngine::answering().accepting_prompts_of(5)));
        assert_eq!(skipped(&due_with(&server, &account, &id, short).await), ("SKIPPED", "PROMPT_TOO_LONG"));
    }

    async fn a_skipped_due_time_is_delivered_once_and_a_started_run_is_not(server) {
        // Its jobs look for due schedules, too.
        let (server, receiver) = (server.delivering().await, Receiver::start(204).await);
        let account = server.account().await;
        server.webhook(&account, json!({ "url": receiver.url(), "eventTypes": ["schedule.skipped"] })).await;
        let id = server.schedule_prompts(&account, &["A?"]).await;
        for (handled, balance) in [(1, 0), (2, 1_000_000), (3, 0)] {
            server.set_balance(&account, balance).await;
            server.set_due(&id, server.clock.now()).await;
            start_due(&server.app).await.unwrap();
            until(async || server.entries(&account, &id).await.len() == handled).await;
        }
        let received = receiver.until_received(2).await;
        let due_times = server.entries(&account, &id).await.into_iter().filter(|entry| entry["outcome"] == "SKIPPED");
        let mut due_times: Vec<Value> = due_times.map(|entry| entry["dueAt"].clone()).collect();
        due_times.reverse();
        for (delivery, due_at) in received.iter().zip(due_times) {
            let data = json!({ "scheduleID": id, "name": "Daily", "dueAt": due_at, "skipReason": "NO_CREDITS" });
            assert_eq!((&delivery.json()["type"], &delivery.json()["data"]), (&json!("schedule.skipped"), &data));
        }
    }

    async fn a_schedule_with_too_many_unfinished_runs_is_skipped(server, account) {
        let prompts = server.prompts(&account, &["A?"]).await;
        let id = server.daily_schedule(&account, &prompts).await;
        let unfinished = server.submit(&account, json!({ "promptIDs": prompts, "models": ["CLAUDE"] })).await;
        let unfinished = run::Entity::find_by_id(unfinished).one(&server.app.database).await.unwrap().unwrap();
        let copies = (1..1_000).map(|_| run::Model { id: server.app.random.id(server.clock.now()), ..unfinished.clone() }.into_active_model());
        run::Entity::insert_many(copies).exec_without_returning(&server.app.database).await.unwrap();
        assert_eq!(skipped(&due(&server, &account, &id).await), ("SKIPPED", "TOO_MANY_PENDING"));
    }

    async fn a_run_starts_although_its_engine_is_stopped_and_the_history_says_so(server, account) {
        let id = server.schedule_prompts(&account, &["A?"]).await;
        let now = server.clock.now().as_millisecond();
        let stop = engine_stop::Model { model: "CLAUDE".to_owned(), reason: "BILLING".to_owned(), since: now, until: now + 900_000, failures: 1 };
        engine_stop::Entity::insert(stop.into_active_model()).exec_without_returning(&server.app.database).await.unwrap();
        let entry = due(&server, &account, &id).await;
        assert_eq!((&entry["outcome"], &entry["stoppedModels"]), (&json!("STARTED"), &json!(["CLAUDE"])));
    }
}
