//! The resource of webhooks. What they receive is in `crate::webhooks`.

use answerdeck_api::limits::WEBHOOKS_MAX;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::harness::receiver::{DELIVERIES, WEBHOOKS};
use crate::on_both;

const URL: &str = "https://hooks.example/a?b=c";

on_both! {
    async fn a_webhook_shows_its_secret_only_when_it_is_created_and_rotated(server: TestServer) {
        let account = server.account().await;
        let body = json!({ "url": URL, "eventTypes": ["site_analysis.finished", "run.finished", "run.finished"] });
        let (id, secret) = server.webhook(&account, body).await;
        assert!(secret.starts_with("whsec_") && secret.len() == 50, "{secret}");
        let listed = server.get(&account, WEBHOOKS).await;
        let expected = json!({
            "id": id, "url": URL, "format": "STANDARD", "language": "ko", "enabled": true,
            "eventTypes": ["run.finished", "site_analysis.finished"], "createdAt": listed.ok()["webhooks"][0]["createdAt"],
        });
        assert_eq!(listed.ok()["webhooks"], json!([expected]));
        let rotated = server.post(&account, &format!("{WEBHOOKS}/{id}/secret"), Value::Null).await.ok();
        assert!(rotated["id"] == id && rotated["secret"] != secret, "{rotated}");
        assert!(!server.get(&account, WEBHOOKS).await.text.contains("whsec_"));
    }

    async fn an_update_changes_only_what_it_names(server: TestServer) {
        let account = server.account().await;
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

    async fn a_deleted_webhook_takes_its_deliveries_with_it(server: TestServer) {
        let account = server.account().await;
        let id = server.webhook_of_runs(&account, URL).await;
        server.test_webhook(&account, &id).await;
        assert_eq!(server.delete(&account, &format!("{WEBHOOKS}/{id}")).await.status, 204);
        assert_eq!(server.get(&account, WEBHOOKS).await.ok()["webhooks"], json!([]));
        assert_eq!(server.get(&account, DELIVERIES).await.ok()["deliveries"], json!([]));
        let again = server.delete(&account, &format!("{WEBHOOKS}/{id}")).await;
        assert_eq!(again.refusal(), (404, "WEBHOOK_NOT_FOUND".to_owned()));
    }

    async fn webhooks_of_another_organization_are_unknown(server: TestServer) {
        let (owner, other) = (server.account().await, server.account().await);
        let id = server.webhook_of_runs(&owner, URL).await;
        server.test_webhook(&owner, &id).await;
        let (path, unknown) = (format!("{WEBHOOKS}/{id}"), (404, "WEBHOOK_NOT_FOUND".to_owned()));
        assert_eq!(server.patch(&other, &path, json!({ "enabled": false })).await.refusal(), unknown);
        assert_eq!(server.delete(&other, &path).await.refusal(), unknown);
        assert_eq!(server.post(&other, &format!("{path}/secret"), Value::Null).await.refusal(), unknown);
        assert_eq!(server.post(&other, &format!("{path}/test"), Value::Null).await.refusal(), unknown);
        assert_eq!(server.get(&other, &format!("{DELIVERIES}?webhookID={id}")).await.refusal(), unknown);
        assert_eq!(server.get(&other, DELIVERIES).await.ok()["deliveries"], json!([]));
        assert_eq!(server.get(&other, WEBHOOKS).await.ok()["webhooks"], json!([]));
        assert_eq!(server.listed_webhook(&owner, &id).await["enabled"], true);
    }

    async fn an_organization_has_at_most_ten_webhooks(server: TestServer) {
        let (account, other) = (server.account().await, server.account().await);
        let body = json!({ "url": URL, "eventTypes": ["run.finished"] });
        let replies = join_all((0..=WEBHOOKS_MAX).map(|_| server.post(&account, WEBHOOKS, body.clone()))).await;
        let refused: Vec<_> = replies.iter().filter(|reply| !reply.status.is_success()).collect();
        assert_eq!(refused.len(), 1);
        assert_eq!(refused[0].refusal(), (409, "WEBHOOK_LIMIT_EXCEEDED".to_owned()));
        server.webhook(&other, body).await;
    }

    async fn deliveries_are_listed_newest_first_of_one_webhook_or_of_all(server: TestServer) {
        let account = server.account().await;
        let (one, two) = (server.webhook_of_runs(&account, URL).await, server.webhook_of_runs(&account, URL).await);
        let mut expected = Vec::new();
        for webhook in [&one, &two, &one] {
            expected.insert(0, server.test_webhook(&account, webhook).await);
        }
        let all = server.get(&account, DELIVERIES).await.ok();
        assert_eq!((&all["deliveries"], &all["nextCursor"]), (&json!(expected), &Value::Null));
        expected.remove(1);
        let of_one = server.get(&account, &format!("{DELIVERIES}?webhookID={one}")).await.ok();
        assert_eq!(of_one["deliveries"], json!(expected));
        let body: Value = serde_json::from_str(expected[0]["requestBody"].as_str().unwrap()).unwrap();
        assert_eq!((&body["type"], &expected[0]["eventType"]), (&json!("webhook.test"), &json!("webhook.test")));
        assert_eq!((&expected[0]["status"], &expected[0]["attempts"]), (&json!("PENDING"), &json!(0)));
    }
}
