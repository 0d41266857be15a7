//! The headers that sign a delivery.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use jiff::SignedDuration;
use serde_json::{Value, json};
use sha2::Sha256;

use crate::harness::receiver::{Received, Receiver, WEBHOOKS};
use crate::{on_both, on_sqlite};

/// The signature of a request with a secret.
///
/// Source: Standard Webhooks 1.0.0, Signature scheme.
fn signature(secret: &str, received: &Received) -> String {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let mut hmac = <Hmac<Sha256> as Mac>::new_from_slice(&key).unwrap();
    let [id, timestamp] = ["webhook-id", "webhook-timestamp"].map(|name| received.header(name));
    hmac.update(format!("{id}.{timestamp}.{}", received.body).as_bytes());
    format!("v1,{}", STANDARD.encode(hmac.finalize().into_bytes()))
}

on_both! {
    async fn the_replaced_secret_signs_too_for_a_day(server, account) {
        let (server, receiver) = (server.delivering().await, Receiver::start(204).await);
        let (id, old) = server.webhook(&account, json!({ "url": receiver.url(), "eventTypes": ["run.finished"] })).await;
        let rotated = server.post(&account, &format!("{WEBHOOKS}/{id}/secret"), Value::Null).await.ok();
        let new = rotated["secret"].as_str().unwrap().to_owned();
        assert!(rotated["id"] == id && new != old && new.len() == old.len(), "{rotated}");
        server.test_webhook(&account, &id).await;
        let received = receiver.until_received(1).await.pop().unwrap();
        let both = format!("{} {}", signature(&new, &received), signature(&old, &received));
        assert_eq!(received.header("webhook-signature"), both);
        server.clock.advance(SignedDuration::from_hours(24));
        server.test_webhook(&account, &id).await;
        let received = receiver.until_received(2).await.pop().unwrap();
        assert_eq!(received.header("webhook-signature"), signature(&new, &received));
    }
}

on_sqlite! {
    async fn a_delivery_is_signed_with_the_secret_that_was_shown(server, account) {
        let (server, receiver) = (server.delivering().await, Receiver::start(204).await);
        let (id, secret) = server.webhook(&account, json!({ "url": receiver.url(), "eventTypes": ["run.finished"] })).await;
        let delivery = server.test_webhook(&account, &id).await;
        let received = receiver.until_received(1).await.pop().unwrap();
        assert_eq!(received.header("webhook-id"), delivery["id"]);
        let seconds: i64 = received.header("webhook-timestamp").parse().unwrap();
        assert!((seconds - server.clock.now().as_second()).abs() < 300);
        assert_eq!(received.header("webhook-signature"), signature(&secret, &received));
        assert_eq!(received.json()["data"], json!({ "webhookID": id }));
    }
}
