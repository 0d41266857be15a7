use answerdeck_server::schedule::due::start_due;
use serde_json::json;

use crate::on_both;

const ENTRIES: &str = "/v1beta/platform/schedule-entries";

on_both! {
    async fn list_schedule_entries_returns_those_of_one_schedule_or_of_all(server, account, other) {
        let prompts = server.prompts(&account, &["A?"]).await;
        let theirs = server.schedule_prompts(&other, &["A?"]).await;
        let ids = [server.daily_schedule(&account, &prompts).await, server.daily_schedule(&account, &prompts).await];
        server.advance_to("2026-11-21T00:00:01Z");
        start_due(&server.app).await.unwrap();
        let [all, rest] = server.two_pages(&account, &format!("{ENTRIES}?limit=1")).await;
        let cursor = all["nextCursor"].as_str().unwrap();
        let mut found = [&all, &rest].map(|page| page["entries"][0]["scheduleID"].as_str().unwrap().to_owned());
        found.sort();
        assert_eq!((found, &rest["nextCursor"]), (ids.clone(), &json!(null)));
        assert_eq!(server.entries(&account, &ids[0]).await.len(), 1);
        let reply = server.get(&account, &format!("{ENTRIES}?scheduleID={}&cursor={cursor}", ids[0])).await;
        assert_eq!(reply.refusal(), (400, "COMMON_INVALID_CURSOR".to_owned()));
        let not_found = (404, "SCHEDULE_NOT_FOUND".to_owned());
        assert_eq!(server.get(&account, &format!("{ENTRIES}?scheduleID={theirs}")).await.refusal(), not_found);
    }
}
