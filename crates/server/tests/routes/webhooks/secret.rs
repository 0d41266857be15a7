use serde_json::{Value, json};

use super::URL;
use crate::harness::receiver::WEBHOOKS;
use crate::on_both;

on_both! {
    async fn a_rotation_shows_another_secret(server, account, other) {
        let (id, secret) = server.webhook(&account, json!({ "url": URL, "eventTypes": ["run.finished"] })).await;
        let path = format!("{WEBHOOKS}/{id}/secret");
        let rotated = server.post(&account, &path, Value::Null).await.ok();
        assert!(rotated["id"] == id && rotated["secret"] != secret, "{rotated}");
        assert_eq!(rotated["secret"].as_str().unwrap().len(), secret.len());
        let refused = server.post(&other, &path, Value::Null).await;
        assert_eq!(refused.refusal(), (404, "WEBHOOK_NOT_FOUND".to_owned()));
    }
}
