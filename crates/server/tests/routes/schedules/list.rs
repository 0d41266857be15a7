use answerdeck_server::schedule::due::start_due;
use serde_json::json;

use crate::on_both;

const SCHEDULES: &str = "/v1beta/platform/schedules";

on_both! {
    async fn list_schedules_returns_those_of_the_organization_with_their_last_results(server, account, other) {
        let prompts = server.prompts(&account, &["A?"]).await;
        server.schedule_prompts(&other, &["A?"]).await;
        let first = server.daily_schedule(&account, &prompts).await;
        let second = server.daily_schedule(&account, &prompts).await;
        for day in ["2026-11-21T00:00:01Z", "2026-11-22T00:00:01Z"] {
            server.advance_to(day);
            server.set_due(&second, server.clock.now()).await;
            start_due(&server.app).await.unwrap();
        }
        let [newest, page] = server.two_pages(&account, &format!("{SCHEDULES}?limit=1")).await;
        assert_eq!(newest["schedules"][0]["id"], second);
        let schedule = &page["schedules"][0];
        assert_eq!((&schedule["id"], &page["nextCursor"]), (&json!(first), &json!(null)));
        let last = &schedule["lastEntry"];
        assert_eq!((&last["dueAt"], &last["run"]["scheduleID"]), (&json!("2026-11-22T00:00:00.000Z"), &json!(first)));
        assert_eq!(schedule, &server.schedule_of(&account, &first).await);
    }
}
