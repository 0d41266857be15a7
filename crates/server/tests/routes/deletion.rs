//! Deleting, which works the same for every resource.

use serde_json::json;

use crate::on_both;

on_both! {
    async fn a_resource_is_deleted_once_and_by_its_organization(server, account, other) {
        let set = server.prompt_set(&account, "Set").await;
        let prompts = [server.prompt(&account, &set, "A?").await];
        for (path, id, code) in [
            ("v1beta/platform/schedules", server.daily_schedule(&account, &prompts).await, "SCHEDULE_NOT_FOUND"),
            ("v1/platform/prompts", prompts[0].clone(), "PROMPT_NOT_FOUND"),
            ("v1/platform/prompt-sets", set, "PROMPT_SET_NOT_FOUND"),
            ("v1/platform/brands", server.brand(&account, "Nurio").await, "USER_BRAND_NOT_FOUND"),
            ("v1beta/platform/alert-rules", server.alert_rule(&account, json!({ "metric": "BRAND_LEAD" })).await, "ALERT_RULE_NOT_FOUND"),
            ("v1beta/platform/webhooks", server.webhook_of_runs(&account, "https://hooks.example").await, "WEBHOOK_NOT_FOUND"),
            ("v1beta/platform/saved-views", server.saved_view(&account, "Weekly", "/runs").await, "SAVED_VIEW_NOT_FOUND"),
        ] {
            let (path, unknown) = (format!("/{path}/{id}"), (404, code.to_owned()));
            assert_eq!(server.delete(&other, &path).await.refusal(), unknown);
            assert_eq!(server.delete(&account, &path).await.status, 204, "{path}");
            assert_eq!(server.delete(&account, &path).await.refusal(), unknown);
        }
    }
}
