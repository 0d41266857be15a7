use answerdeck_database::begin;
use answerdeck_database::entity::{prompt, run_estimate, schedule};
use sea_orm::{EntityTrait, PaginatorTrait, QuerySelect};
use serde_json::{Value, json};

use crate::{on_both, on_sqlite};

const ESTIMATE: &str = "/v1beta/platform/schedules/estimate";

on_both! {
    async fn estimate_schedule_says_what_a_week_costs_and_how_long_the_balance_lasts(server, account) {
        let prompts = server.prompts(&account, &["A?", "B?"]).await;
        let run = json!({ "promptIDs": prompts, "models": ["CLAUDE", "GEMINI"], "repeatCount": 5 });
        let estimate = async |frequency: &str, budget: Value| {
            let recurrence = json!({ "frequency": frequency, "time": "09:00", "timeZone": "Asia/Seoul" });
            let mut body = json!({ "run": run, "recurrence": recurrence });
            if budget.is_number() {
                body["monthlyBudget"] = budget;
            }
            server.post(&account, ESTIMATE, body).await.ok()
        };
        assert_eq!(estimate("WEEKDAYS", Value::Null).await, json!({
            "promptCount": 2, "itemCount": 20, "creditsPerRun": 20.0, "creditsPerWeek": 100.0, "balance": 1_000.0, "weeksCovered": 10,
            "dueTimes": ["2026-11-23T00:00:00.000Z", "2026-11-24T00:00:00.000Z", "2026-11-25T00:00:00.000Z"],
        }));
        assert_eq!(estimate("DAILY", Value::Null).await["creditsPerWeek"], 140.0);
        assert_eq!(estimate("WEEKLY", Value::Null).await["weeksCovered"], 50);
        // In thousandths: 20 × 84 ÷ 365.2425.
        assert_eq!(estimate("MONTHLY", Value::Null).await["creditsPerWeek"], 4.6);
        // A budget of 90 credits pays four runs a month.
        let limited = estimate("DAILY", json!(90)).await;
        assert_eq!((&limited["budgetedRuns"], &limited["creditsPerWeek"]), (&json!(4), &json!(18.399)));
        let none = estimate("DAILY", json!(19)).await;
        assert_eq!((&none["budgetedRuns"], &none["creditsPerWeek"], none.get("weeksCovered")), (&json!(0), &json!(0.0), None));
        assert_eq!(schedule::Entity::find().count(&server.app.database).await.unwrap(), 0);
        assert_eq!(run_estimate::Entity::find().count(&server.app.database).await.unwrap(), 0);
    }

    async fn estimate_schedule_waits_for_no_write(server, account) {
        let prompts = server.prompts(&account, &["A?"]).await;
        let write = begin(&server.app.database).await.unwrap();
        prompt::Entity::find().lock_exclusive().all(&*write).await.unwrap();
        let recurrence = json!({ "frequency": "DAILY", "time": "09:00", "timeZone": "Asia/Seoul" });
        let body = json!({ "run": { "promptIDs": prompts, "models": ["CLAUDE"] }, "recurrence": recurrence });
        assert_eq!(server.post(&account, ESTIMATE, body).await.ok()["promptCount"], 1);
        write.rollback().await.unwrap();
    }
}

on_sqlite! {
    async fn estimate_schedule_takes_the_body_of_a_creation(server, account) {
        let run = json!({ "promptIDs": server.prompts(&account, &["A?"]).await, "models": ["CLAUDE"] });
        let recurrence = json!({ "frequency": "DAILY", "time": "09:00", "timeZone": "Asia/Seoul" });
        let create = json!({ "name": "Daily", "run": run, "recurrence": recurrence, "monthlyBudget": 40 });
        assert_eq!(server.post(&account, ESTIMATE, create.clone()).await.ok()["budgetedRuns"], 40);
        server.post(&account, "/v1beta/platform/schedules", create).await.ok();
    }

    async fn the_runs_of_a_schedule_that_ends_within_a_week_are_counted(server, account) {
        let run = json!({ "promptIDs": server.prompts(&account, &["A?"]).await, "models": ["CLAUDE"], "repeatCount": 10 });
        // It is due first on Monday, 2026-11-23.
        for (frequency, until, budget, credits, weeks) in [
            ("WEEKDAYS", "2026-11-23", 1_000, 10.0, Value::Null),
            ("WEEKLY", "2026-11-29", 1_000, 10.0, Value::Null),
            ("WEEKLY", "2026-11-30", 1_000, 10.0, json!(100)),
            ("WEEKDAYS", "2026-11-29", 1_000, 50.0, Value::Null),
            ("WEEKDAYS", "2026-11-29", 30, 30.0, Value::Null),
            ("WEEKDAYS", "2026-11-30", 1_000, 50.0, json!(20)),
        ] {
            let recurrence = json!({ "frequency": frequency, "time": "09:00", "timeZone": "Asia/Seoul", "untilDate": until });
            let body = json!({ "run": run, "recurrence": recurrence, "monthlyBudget": budget });
            let estimate = server.post(&account, ESTIMATE, body).await.ok();
            let weeks_covered = estimate.get("weeksCovered").cloned().unwrap_or_default();
            assert_eq!((&estimate["creditsPerWeek"], weeks_covered), (&json!(credits), weeks), "{frequency} {until} {budget}");
        }
    }

    async fn a_schedule_that_is_never_due_is_rejected(server, account) {
        let run = json!({ "promptIDs": server.prompts(&account, &["A?"]).await, "models": ["CLAUDE"] });
        let recurrence = json!({ "frequency": "WEEKLY", "time": "09:00", "timeZone": "Asia/Seoul", "untilDate": "2026-11-22" });
        let body = json!({ "name": "Never", "run": run, "recurrence": recurrence });
        for path in [ESTIMATE, "/v1beta/platform/schedules"] {
            let never = server.post(&account, path, body.clone()).await;
            assert_eq!(never.json()["details"], json!(["recurrence.untilDate: there is no due time until then"]), "{path}");
        }
    }
}
