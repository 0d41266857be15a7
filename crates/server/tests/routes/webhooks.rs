//! The resource of webhooks. What they receive is in `crate::webhooks`.

use answerdeck_api::limits::WEBHOOKS_MAX;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::harness::receiver::{DELIVERIES, WEBHOOKS};
use crate::{on_both, on_sqlite};

const URL: &str = "https://hooks.example/a?b=c";

on_both! {
    async fn webhooks_of_the_organization_are_listed_newest_first(server, account, other) {
        let ids = [server.webhook_of_runs(&account, URL).await, server.webhook_of_runs(&account, URL).await];
        server.webhook_of_runs(&other, URL).await;
        let [first, rest] = server.two_pages(&account, &format!("{WEBHOOKS}?limit=1")).await;
        assert_eq!((&first["webhooks"][0]["id"], first["webhooks"].as_array().unwrap().len()), (&json!(ids[1]), 1));
        let cursor = first["nextCursor"].as_str().unwrap();
        assert_eq!((&rest["webhooks"][0]["id"], &rest["nextCursor"]), (&json!(ids[0]), &json!(null)));
        let foreign = server.get(&other, &format!("{WEBHOOKS}?cursor={cursor}")).await;
        assert_eq!(foreign.refusal(), (400, "COMMON_INVALID_CURSOR".to_owned()));
    }

    async fn an_organization_has_at_most_ten_webhooks(server, account, other) {
        let body = json!({ "url": URL, "eventTypes": ["run.finished"] });
        for _ in 2..WEBHOOKS_MAX {
            server.webhook(&account, body.clone()).await;
        }
        let replies = join_all((0..3).map(|_| server.post(&account, WEBHOOKS, body.clone()))).await;
        let refused: Vec<_> = replies.iter().filter(|reply| !reply.status.is_success()).collect();
        assert_eq!(refused.len(), 1);
        assert_eq!(refused[0].refusal(), (409, "WEBHOOK_LIMIT_EXCEEDED".to_owned()));
        server.webhook(&other, body).await;
    }

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

    async fn a_deleted_webhook_takes_its_deliveries_with_it(server, account) {
        let id = server.webhook_of_runs(&account, URL).await;
        server.test_webhook(&account, &id).await;
        assert_eq!(server.delete(&account, &format!("{WEBHOOKS}/{id}")).await.status, 204);
        assert_eq!(server.get(&account, WEBHOOKS).await.ok()["webhooks"], json!([]));
        assert_eq!(server.get(&account, DELIVERIES).await.ok()["deliveries"], json!([]));
    }
}

on_sqlite! {
    async fn a_private_ip_address_or_localhost_is_refused_unless_the_operator_allows_it(server, account) {
        let id = server.webhook_of_runs(&account, URL).await;
        let allowing = server.allowing_private_addresses().await;
        for host in ["127.0.0.1", "localhost", "10.0.0.7:8080", "[::1]", "[::ffff:192.168.0.7]", "2130706433", "169.254.169.254"] {
            let url = format!("http://{host}/");
            let created = server.post(&account, WEBHOOKS, json!({ "url": url, "eventTypes": ["run.finished"] })).await;
            let changed = server.patch(&account, &format!("{WEBHOOKS}/{id}"), json!({ "url": url })).await;
            for refused in [created, changed] {
                assert_eq!(refused.refusal(), (400, "COMMON_VALIDATION".to_owned()), "{url}");
                assert_eq!(refused.json()["details"], json!(["url: must be a public address"]), "{url}");
            }
            allowing.patch(&account, &format!("{WEBHOOKS}/{id}"), json!({ "url": url })).await.ok();
        }
    }

    async fn a_new_webhook_shows_its_secret_once(server, account) {
        let body = json!({ "url": URL, "eventTypes": ["site_analysis.finished", "run.finished", "run.finished"] });
        let (id, secret) = server.webhook(&account, body).await;
        assert!(secret.starts_with("whsec_") && secret.len() == 50, "{secret}");
        let listed = server.get(&account, WEBHOOKS).await;
        let expected = json!({
            "id": id, "url": URL, "format": "STANDARD", "language": "ko", "enabled": true,
            "eventTypes": ["run.finished", "site_analysis.finished"], "createdAt": listed.ok()["webhooks"][0]["createdAt"],
        });
        assert_eq!(listed.ok()["webhooks"], json!([expected]));
        assert!(!listed.text.contains("whsec_"));
    }

    async fn a_test_is_a_delivery_whatever_types_the_webhook_has(server, account) {
        let id = server.webhook_of_runs(&account, URL).await;
        let delivery = server.test_webhook(&account, &id).await;
        let body: Value = serde_json::from_str(delivery["requestBody"].as_str().unwrap()).unwrap();
        assert_eq!((&body["type"], &body["data"]), (&json!("webhook.test"), &json!({ "webhookID": id })));
        assert_eq!((&delivery["eventType"], &delivery["status"]), (&json!("webhook.test"), &json!("PENDING")));
        assert_eq!((&delivery["webhookID"], &delivery["attempts"]), (&json!(id), &json!(0)));
        assert_eq!(server.last_delivery(&account, &id).await, delivery);
    }
}
