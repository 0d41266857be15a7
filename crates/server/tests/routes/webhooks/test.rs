use serde_json::{Value, json};

use super::URL;
use crate::harness::receiver::WEBHOOKS;
use crate::on_both;

on_both! {
    async fn a_test_is_a_delivery_whatever_types_the_webhook_has(server, account, other) {
        let id = server.webhook_of_runs(&account, URL).await;
        let delivery = server.test_webhook(&account, &id).await;
        let body: Value = serde_json::from_str(delivery["requestBody"].as_str().unwrap()).unwrap();
        assert_eq!((&body["type"], &body["data"]), (&json!("webhook.test"), &json!({ "webhookID": id })));
        assert_eq!((&delivery["eventType"], &delivery["status"]), (&json!("webhook.test"), &json!("PENDING")));
        assert_eq!((&delivery["webhookID"], &delivery["attempts"]), (&json!(id), &json!(0)));
        assert_eq!(server.last_delivery(&account, &id).await, delivery);
        let refused = server.post(&other, &format!("{WEBHOOKS}/{id}/test"), Value::Null).await;
        assert_eq!(refused.refusal(), (404, "WEBHOOK_NOT_FOUND".to_owned()));
    }
}
