use answerdeck_server::run::deletion;
use answerdeck_server::schedule::due::start_due;
use serde_json::json;

use crate::on_both;

on_both! {
    async fn get_schedule_has_its_last_entry_with_the_run_until_that_is_deleted_for_its_organization(server, account, other) {
        let id = server.schedule_prompts(&account, &["A?"]).await;
        let foreign = server.get(&other, &format!("/v1beta/platform/schedules/{id}")).await;
        assert_eq!(foreign.refusal(), (404, "SCHEDULE_NOT_FOUND".to_owned()));
        assert_eq!(server.schedule_of(&account, &id).await.get("lastEntry"), None);
        server.advance_to("2026-11-21T00:00:01Z");
        start_due(&server.app).await.unwrap();
        let last = server.schedule_of(&account, &id).await["lastEntry"].clone();
        let run = last["runID"].as_str().unwrap();
        assert_eq!((&last["outcome"], &last["run"]["totalCount"]), (&json!("STARTED"), &json!(1)));
        deletion::delete(&server.app, run).await.unwrap();
        let last = server.schedule_of(&account, &id).await["lastEntry"].clone();
        assert_eq!((&last["runID"], last.get("run")), (&json!(run), None));
    }
}
