use std::time::Duration;

use answerdeck_database::begin;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::{on_both, on_sqlite};

const SCHEDULES: &str = "/v1beta/platform/schedules";

fn recurrence() -> Value {
    json!({ "frequency": "DAILY", "time": "09:00", "timeZone": "asia/seoul" })
}

on_both! {
    async fn create_schedule_stores_it_with_its_defaults_and_its_next_due_time(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let run = json!({ "promptSetID": set, "models": ["CLAUDE"] });
        let monthly = json!({ "frequency": "MONTHLY", "weekday": "FRIDAY", "time": "9:00", "timeZone": "asia/seoul", "untilDate": "2027-01-31" });
        let id = server.schedule(&account, json!({ "name": "매월", "run": run, "recurrence": monthly, "monthlyBudget": 500 })).await;
        let mut schedule = server.schedule_of(&account, &id).await;
        schedule["createdAt"].take();
        assert_eq!(schedule, json!({
            "id": id, "name": "매월", "run": { "promptSetID": set, "models": ["CLAUDE"], "region": "KR", "repeatCount": 1 },
            "promptSetName": "Set",
            "recurrence": { "frequency": "MONTHLY", "dayOfMonth": 1, "time": "09:00", "timeZone": "Asia/Seoul", "untilDate": "2027-01-31" },
            "monthlyBudget": 500, "paused": false, "nextDueAt": "2026-12-01T00:00:00.000Z", "spentThisMonth": 0.0, "createdAt": null,
        }));
    }

    async fn an_organization_has_at_most_50_schedules(server, account, other) {
        let set = server.prompt_set(&account, "Set").await;
        let body = json!({ "name": "S", "run": { "promptSetID": set, "models": ["CLAUDE"] }, "recurrence": recurrence() });
        for _ in 0..50 {
            server.schedule(&account, body.clone()).await;
        }
        let reply = server.post(&account, SCHEDULES, body).await;
        assert_eq!(reply.json()["details"], json!(["schedules: an organization has at most 50"]));
        server.schedule_prompts(&other, &["A?"]).await;
    }
}

on_sqlite! {
    async fn a_schedule_that_waited_for_another_write_is_not_due_in_the_past(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let soon = json!({ "frequency": "DAILY", "time": "09:01", "timeZone": "UTC" });
        let body = json!({ "name": "S", "run": { "promptSetID": set, "models": ["CLAUDE"] }, "recurrence": soon });
        let write = begin(&server.app.database).await.unwrap();
        let pass = async {
            // The request is checked meanwhile, and waits.
            tokio::time::sleep(Duration::from_millis(100)).await;
            server.clock.advance(SignedDuration::from_mins(2));
            write.rollback().await.unwrap();
        };
        let (id, ()) = tokio::join!(server.schedule(&account, body), pass);
        assert_eq!(server.schedule_of(&account, &id).await["nextDueAt"], "2026-11-21T09:01:00.000Z");
    }

    async fn every_mistake_of_a_schedule_is_told_at_once(server, account) {
        let prompts = server.prompts(&account, &["A?"]).await;
        let schedule = format!("{SCHEDULES}/{}", server.daily_schedule(&account, &prompts).await);
        let run = json!({ "promptIDs": prompts, "models": ["ALEXA"], "region": "XX", "repeatCount": 11 });
        let recurrence = json!({
            "frequency": "HOURLY", "time": "25:00", "timeZone": "Mars", "fromDate": "2026-02-30", "untilDate": "tomorrow"
        });
        let body = json!({ "name": " ", "run": run, "recurrence": recurrence, "monthlyBudget": 0 });
        for reply in [
            server.post(&account, SCHEDULES, body.clone()).await,
            server.post(&account, &format!("{SCHEDULES}/estimate"), body.clone()).await,
            server.patch(&account, &schedule, body).await,
        ] {
            assert_eq!(reply.refusal(), (400, "COMMON_VALIDATION".to_owned()));
            let details: Vec<String> = serde_json::from_value(reply.json()["details"].clone()).unwrap();
            let fields: Vec<&str> = details.iter().map(|detail| detail.split(": ").next().unwrap()).collect();
            assert_eq!(fields, [
                "monthlyBudget", "name", "recurrence.time", "recurrence.untilDate", "run.repeatCount",
                "recurrence.frequency", "recurrence.timeZone", "recurrence.fromDate", "run.region", "run.models[0]",
            ]);
        }
    }

    async fn create_schedule_rejects_what_no_run_could_ask(server, account, other) {
        let theirs = server.prompt_set(&other, "Theirs").await;
        let set = server.prompt_set(&account, "Set").await;
        for (run, refusal) in [
            (json!({ "promptSetID": theirs, "models": ["CLAUDE"] }), (404, "PROMPT_SET_NOT_FOUND", "run.promptSetID: ")),
            (json!({ "promptIDs": ["0".repeat(22)], "models": ["CLAUDE"] }), (404, "PROMPT_NOT_FOUND", "run.promptIDs[0]: ")),
            (json!({ "promptSetID": set, "models": ["ALEXA"] }), (400, "MODEL_NOT_SUPPORTED", "run.models[0]: ")),
            (json!({ "promptSetID": set, "models": [] }), (400, "COMMON_VALIDATION", "run.models: ")),
            (json!({ "promptSetID": set, "models": ["CLAUDE"], "region": "XX" }), (400, "COMMON_VALIDATION", "run.region: ")),
            (json!({ "models": ["CLAUDE"] }), (400, "COMMON_VALIDATION", "run.promptIDs: ")),
        ] {
            for path in [SCHEDULES.to_owned(), format!("{SCHEDULES}/estimate")] {
                let mut body = json!({ "run": run, "recurrence": recurrence() });
                if path == SCHEDULES {
                    body["name"] = json!("S");
                }
                let reply = server.post(&account, &path, body).await;
                assert_eq!(reply.refusal(), (refusal.0, refusal.1.to_owned()), "{path}: {run}");
                let detail = reply.json()["details"][0].clone();
                assert!(detail.as_str().unwrap().starts_with(refusal.2), "{path}: {detail}");
            }
        }
    }
}
