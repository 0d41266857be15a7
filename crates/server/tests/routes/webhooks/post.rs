use answerdeck_api::limits::WEBHOOKS_MAX;
use futures_util::future::join_all;
use serde_json::json;

use super::URL;
use crate::harness::receiver::WEBHOOKS;
use crate::{on_both, on_sqlite};

on_both! {
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
}

on_sqlite! {
    async fn a_private_ip_address_is_refused_unless_the_operator_allows_it(server, account) {
        let id = server.webhook_of_runs(&account, URL).await;
        let allowing = server.with_private_webhooks().await;
        for host in ["127.0.0.1", "10.0.0.7:8080", "[::1]", "[::ffff:192.168.0.7]", "2130706433", "169.254.169.254"] {
            let url = format!("http://{host}/");
            let created = server.post(&account, WEBHOOKS, json!({ "url": url, "eventTypes": ["run.finished"] })).await;
            let changed = server.patch(&account, &format!("{WEBHOOKS}/{id}"), json!({ "url": url })).await;
            for refused in [created, changed] {
                assert_eq!(refused.refusal(), (400, "COMMON_VALIDATION".to_owned()), "{url}");
                let detail = refused.json()["details"][0].as_str().unwrap().to_owned();
                assert!(detail.starts_with("url: must be a public address") && detail.contains("--allow-private-sites"), "{detail}");
            }
            allowing.patch(&account, &format!("{WEBHOOKS}/{id}"), json!({ "url": url })).await.ok();
        }
    }
}
