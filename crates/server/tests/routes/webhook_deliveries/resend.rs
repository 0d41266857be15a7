use serde_json::{Value, json};

use crate::harness::receiver::{DELIVERIES, Receiver};
use crate::on_both;

on_both! {
    async fn a_delivery_can_be_sent_again(server, account, other) {
        let (server, receiver) = (server.delivering().await, Receiver::start(200).await);
        let webhook = server.webhook_of_runs(&account, &receiver.url()).await;
        server.test_webhook(&account, &webhook).await;
        let first = server.until_attempted(&account, &webhook, 1).await;
        let resend = format!("{DELIVERIES}/{}/resend", first["id"].as_str().unwrap());
        let pending = server.post(&account, &resend, Value::Null).await.ok();
        assert_eq!((&pending["status"], &pending["attempts"], pending.get("responseStatus")), (&json!("PENDING"), &json!(0), None));
        let next: jiff::Timestamp = pending["nextAttemptAt"].as_str().unwrap().parse().unwrap();
        assert_eq!(next, server.clock.now());
        let received = receiver.until_received(2).await;
        assert_eq!((received[0].header("webhook-id"), &received[0].body), (received[1].header("webhook-id"), &received[1].body));
        let refused = server.post(&other, &resend, Value::Null).await;
        assert_eq!(refused.refusal(), (404, "WEBHOOK_DELIVERY_NOT_FOUND".to_owned()));
    }
}
