use serde_json::json;

use super::URL;
use crate::harness::receiver::WEBHOOKS;
use crate::on_both;

on_both! {
    async fn an_update_changes_only_what_it_names(server, account) {
        let id = server.webhook_of_runs(&account, URL).await;
        let before = server.listed_webhook(&account, &id).await;
        let path = format!("{WEBHOOKS}/{id}");
        assert_eq!(server.patch(&account, &path, json!({})).await.ok(), before);
        for (field, value) in [
            ("url", json!("https://hooks.example/b")),
            ("format", json!("SLACK")),
            ("language", json!("en")),
            ("eventTypes", json!(["site_analysis.finished"])),
        ] {
            let mut expected = server.listed_webhook(&account, &id).await;
            expected[field] = value.clone();
            assert_eq!(server.patch(&account, &path, json!({ field: value })).await.ok(), expected);
            assert_eq!(server.listed_webhook(&account, &id).await, expected);
        }
    }

    async fn a_webhook_of_another_organization_stays_as_it_is(server, owner, other) {
        let id = server.webhook_of_runs(&owner, URL).await;
        let refused = server.patch(&other, &format!("{WEBHOOKS}/{id}"), json!({ "enabled": false })).await;
        assert_eq!(refused.refusal(), (404, "WEBHOOK_NOT_FOUND".to_owned()));
        assert_eq!(server.listed_webhook(&owner, &id).await["enabled"], true);
    }
}
