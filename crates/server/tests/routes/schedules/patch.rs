use jiff::SignedDuration;
use serde_json::json;

use crate::{on_both, on_sqlite};

on_both! {
    async fn update_schedule_changes_what_it_names_and_keeps_the_rest(server, account) {
        let prompts = server.prompts(&account, &["A?"]).await;
        let id = server.daily_schedule(&account, &prompts).await;
        let path = format!("/v1beta/platform/schedules/{id}");
        let before = server.schedule_of(&account, &id).await;
        let renamed = server.patch(&account, &path, json!({ "name": "Other", "monthlyBudget": 70 })).await.ok();
        let mut expected = before.clone();
        (expected["name"], expected["monthlyBudget"]) = (json!("Other"), json!(70));
        assert_eq!(renamed, expected);
        let weekly = json!({ "frequency": "WEEKLY", "weekday": "SUNDAY", "time": "10:00", "timeZone": "America/New_York" });
        let changed = server.patch(&account, &path, json!({ "recurrence": weekly, "monthlyBudget": null })).await.ok();
        assert_eq!(changed["recurrence"], weekly);
        assert_eq!((&changed["nextDueAt"], changed.get("monthlyBudget")), (&json!("2026-11-22T15:00:00.000Z"), None));
        let run = json!({ "promptIDs": prompts, "models": ["GEMINI"], "region": "US", "repeatCount": 3 });
        assert_eq!(server.patch(&account, &path, json!({ "run": run })).await.ok()["run"], run);
        assert_eq!(server.patch(&account, &path, json!({})).await.ok(), server.schedule_of(&account, &id).await);
    }
}

on_sqlite! {
    async fn a_new_recurrence_must_be_due_once_more(server, account) {
        let prompts = server.prompts(&account, &["A?"]).await;
        let path = format!("/v1beta/platform/schedules/{}", server.daily_schedule(&account, &prompts).await);
        let until = |date: &str| {
            json!({ "recurrence": { "frequency": "DAILY", "time": "09:00", "timeZone": "UTC", "untilDate": date }, "paused": true })
        };
        let refused = server.patch(&account, &path, until("2026-11-19")).await;
        assert_eq!(refused.refusal(), (400, "COMMON_VALIDATION".to_owned()));
        assert_eq!(refused.json()["details"], json!(["recurrence.untilDate: there is no due time until then"]));
        server.patch(&account, &path, until("2026-11-21")).await.ok();
        // What was due for the last time can still be changed.
        server.clock.advance(SignedDuration::from_hours(72));
        let mut renamed = until("2026-11-21");
        renamed["name"] = json!("Other");
        assert_eq!(server.patch(&account, &path, renamed).await.ok()["name"], "Other");
    }

    async fn a_schedule_of_another_organization_is_unknown(server, account, other) {
        let theirs = server.prompts(&other, &["A?"]).await;
        let path = format!("/v1beta/platform/schedules/{}", server.daily_schedule(&other, &theirs).await);
        let not_found = (404, "SCHEDULE_NOT_FOUND".to_owned());
        assert_eq!(server.patch(&account, &path, json!({ "paused": true })).await.refusal(), not_found);
        let own = server.prompts(&account, &["A?"]).await;
        let own = format!("/v1beta/platform/schedules/{}", server.daily_schedule(&account, &own).await);
        let run = json!({ "promptIDs": theirs, "models": ["CLAUDE"] });
        assert_eq!(server.patch(&account, &own, json!({ "run": run })).await.refusal(), (404, "PROMPT_NOT_FOUND".to_owned()));
    }
}
