//! The deliveries of webhooks. How they are sent is in `crate::webhooks`.

use serde_json::{Value, json};

use crate::harness::receiver::{DELIVERIES, Receiver};
use crate::on_both;

const URL: &str = "https://hooks.example/a";

on_both! {
    async fn deliveries_are_listed_newest_first_of_one_webhook_or_of_all(server, account, other) {
        let (one, two) = (server.webhook_of_runs(&account, URL).await, server.webhook_of_runs(&account, URL).await);
        let mut expected = Vec::new();
        for webhook in [&one, &two, &one] {
            expected.insert(0, server.test_webhook(&account, webhook).await);
        }
        let all = server.get(&account, DELIVERIES).await.ok();
        assert_eq!((&all["deliveries"], &all["nextCursor"]), (&json!(expected), &Value::Null));
        assert_eq!(server.get(&other, DELIVERIES).await.ok()["deliveries"], json!([]));
        expected.remove(1);
        let [first, rest] = server.two_pages(&account, &format!("{DELIVERIES}?webhookID={one}&limit=1")).await;
        let cursor = first["nextCursor"].as_str().unwrap();
        assert_eq!((&first["deliveries"][0], &rest["deliveries"]), (&expected[0], &json!([expected[1]])));
        let other_list = server.get(&account, &format!("{DELIVERIES}?webhookID={two}&cursor={cursor}")).await;
        assert_eq!(other_list.refusal(), (400, "COMMON_INVALID_CURSOR".to_owned()));
    }

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
