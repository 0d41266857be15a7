//! Due times that pass while no server looks for them.

use answerdeck_database::entity::{run, schedule_entry};
use answerdeck_server::schedule::due::start_due;
use jiff::SignedDuration;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};

use crate::{on_both, on_sqlite};

/// The due time, the outcome and the number of due times of an entry.
fn summary(entry: &Value) -> (&str, &str, Option<u64>) {
    (entry["dueAt"].as_str().unwrap(), entry["outcome"].as_str().unwrap(), entry["missedCount"].as_u64())
}

on_both! {
    async fn after_a_downtime_one_run_catches_up_and_the_other_due_times_were_missed(server, account) {
        let id = server.schedule_prompts(&account, &["A?"]).await;
        server.advance_to("2026-11-27T02:00:00Z");
        start_due(&server.app).await.unwrap();
        let entries = server.entries(&account, &id).await;
        let expected = [("2026-11-27T00:00:00.000Z", "CAUGHT_UP", None), ("2026-11-21T00:00:00.000Z", "MISSED", Some(6))];
        assert_eq!(entries.iter().map(summary).collect::<Vec<_>>(), expected);
        assert_eq!(entries[0]["handledAt"], "2026-11-27T02:00:00.000Z");
        let run = server.get(&account, &format!("/v1/platform/runs/{}", entries[0]["runID"].as_str().unwrap())).await.ok();
        let expected = (&json!(id), &json!("Daily"), &json!("RUNNING"));
        assert_eq!((&run["scheduleID"], &run["name"], &run["status"]), expected, "it has the name of its schedule");
        let schedule = server.schedule_of(&account, &id).await;
        assert_eq!(schedule["nextDueAt"], "2026-11-28T00:00:00.000Z");
        assert_eq!(start_due(&server.app).await.unwrap(), 0);
    }

    async fn the_newest_400_entries_are_kept(server, account) {
        let id = server.schedule_prompts(&account, &["A?"]).await;
        let entry = |days_ago: i64| {
            let due_at = server.clock.now() - SignedDuration::from_hours(24 * days_ago);
            let row = schedule_entry::Model {
                id: server.app.random.id(due_at),
                organization_id: account.organization_id.clone(),
                schedule_id: id.clone(),
                due_at: due_at.as_millisecond(),
                handled_at: due_at.as_millisecond(),
                outcome: "SKIPPED".to_owned(),
                skip_reason: Some("NO_CREDITS".to_owned()),
                missed_count: None,
                run_id: None,
                credits: None,
                missing_models: json!([]),
                stopped_models: json!([]),
            };
            row.into_active_model()
        };
        schedule_entry::Entity::insert_many((1..=405).map(entry)).exec_without_returning(&server.app.database).await.unwrap();
        server.advance_to("2026-11-21T00:00:01Z");
        start_due(&server.app).await.unwrap();
        let entries = server.entries(&account, &id).await;
        assert_eq!((entries.len(), &entries[0]["outcome"]), (400, &json!("STARTED")));
        server.delete(&account, &format!("/v1beta/platform/schedules/{id}")).await;
        assert_eq!(schedule_entry::Entity::find().count(&server.app.database).await.unwrap(), 0);
        let of_schedule = run::Entity::find().filter(run::Column::ScheduleId.eq(id));
        assert_eq!(of_schedule.count(&server.app.database).await.unwrap(), 1, "its run stays");
    }
}

on_sqlite! {
    async fn a_run_that_starts_a_few_minutes_after_its_due_time_is_not_late(server, account) {
        let id = server.schedule_prompts(&account, &["A?"]).await;
        for (time, outcome) in [("2026-11-21T00:05:00Z", "STARTED"), ("2026-11-22T00:05:01Z", "CAUGHT_UP")] {
            server.advance_to(time);
            start_due(&server.app).await.unwrap();
            assert_eq!(server.entries(&account, &id).await[0]["outcome"], outcome, "{time}");
        }
    }

    async fn a_change_of_a_schedule_that_is_due_does_not_lose_the_due_time(server, account) {
        let id = server.schedule_prompts(&account, &["A?"]).await;
        server.advance_to("2026-11-21T00:00:01Z");
        let recurrence = json!({ "frequency": "WEEKLY", "weekday": "FRIDAY", "time": "18:00", "timeZone": "Asia/Seoul" });
        server.patch(&account, &format!("/v1beta/platform/schedules/{id}"), json!({ "recurrence": recurrence })).await.ok();
        start_due(&server.app).await.unwrap();
        let entries = server.entries(&account, &id).await;
        assert_eq!(summary(&entries[0]), ("2026-11-21T00:00:00.000Z", "STARTED", None));
        assert_eq!(server.schedule_of(&account, &id).await["nextDueAt"], "2026-11-27T09:00:00.000Z");
    }

    async fn a_paused_schedule_is_not_due_and_nothing_is_caught_up(server, account) {
        let id = server.schedule_prompts(&account, &["A?"]).await;
        let path = format!("/v1beta/platform/schedules/{id}");
        let paused = server.patch(&account, &path, json!({ "paused": true })).await.ok();
        assert_eq!((&paused["paused"], paused.get("nextDueAt")), (&json!(true), None));
        server.advance_to("2026-11-24T03:00:00Z");
        assert_eq!(start_due(&server.app).await.unwrap(), 0);
        let resumed = server.patch(&account, &path, json!({ "paused": false })).await.ok();
        assert_eq!(resumed["nextDueAt"], "2026-11-25T00:00:00.000Z");
        assert_eq!(server.entries(&account, &id).await, [] as [Value; 0]);
    }
}
