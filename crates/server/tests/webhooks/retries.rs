//! Deliveries that fail.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::receiver::{DELIVERIES, Receiver, WEBHOOKS, is_at_rest};
use crate::harness::until;
use crate::{on_both, on_sqlite};

/// The shortest time until each further attempt, in seconds.
const DELAYS: [i64; 7] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/// The time until the next attempt, in seconds.
fn delay(delivery: &Value) -> i64 {
    let time = |name: &str| delivery[name].as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
    time("nextAttemptAt").duration_since(time("attemptedAt")).as_secs()
}

on_both! {
    async fn a_receiver_that_fails_for_a_day_gets_eight_attempts_and_is_disabled(server, account) {
        let (server, receiver) = (server.delivering().await, Receiver::start(500).await);
        let failing = server.webhook_of_runs(&account, &receiver.url()).await;
        receiver.respond(500, "out of order\0");
        server.finish_run(&account).await;
        for (attempt, shortest) in (1..).zip(DELAYS) {
            let delivery = server.until_attempted(&account, &failing, attempt).await;
            assert_eq!((&delivery["status"], &delivery["failure"]), (&json!("PENDING"), &json!("STATUS")));
            assert_eq!((&delivery["responseStatus"], &delivery["responseBody"]), (&json!(500), &json!("out of order\u{fffd}")));
            let delay = delay(&delivery);
            assert!((shortest..=shortest + shortest / 5).contains(&delay), "{attempt}: {delay}");
            server.pass(SignedDuration::from_secs(delay + 1));
        }
        let delivery = server.until_attempted(&account, &failing, 8).await;
        assert_eq!((&delivery["status"], delivery.get("nextAttemptAt")), (&json!("FAILED"), None));
        let ids: std::collections::HashSet<_> =
            receiver.received().iter().map(|received| received.header("webhook-id").to_owned()).collect();
        assert_eq!((receiver.received().len(), ids.len()), (8, 1));
        let webhook = server.listed_webhook(&account, &failing).await;
        assert_eq!((&webhook["enabled"], &webhook["disabledReason"]), (&json!(false), &json!("FAILING")));
        assert!(webhook["disabledAt"].is_string());
        // No event reaches it any more, until a person enables it.
        server.finish_run(&account).await;
        assert_eq!(server.last_delivery(&account, &failing).await["id"], delivery["id"]);
        let refused = server.post(&account, &format!("{WEBHOOKS}/{failing}/test"), Value::Null).await;
        assert_eq!(refused.refusal(), (409, "WEBHOOK_DISABLED".to_owned()));
        let resend = format!("{DELIVERIES}/{}/resend", delivery["id"].as_str().unwrap());
        assert_eq!(server.post(&account, &resend, Value::Null).await.refusal(), (409, "WEBHOOK_DISABLED".to_owned()));
        receiver.respond(204, "");
        let enabled = server.patch(&account, &format!("{WEBHOOKS}/{failing}"), json!({ "enabled": true })).await.ok();
        assert_eq!((&enabled["enabled"], enabled.get("disabledReason"), enabled.get("disabledAt")), (&json!(true), None, None));
        server.post(&account, &resend, Value::Null).await.ok();
        let sent = server.until_attempted(&account, &failing, 1).await;
        assert_eq!((&sent["id"], &sent["status"]), (&delivery["id"], &json!("SUCCEEDED")));
    }

    async fn a_webhook_that_accepts_other_events_stays_enabled_when_one_fails_for_a_day(server, account) {
        let (server, receiver) = (server.delivering().await, Receiver::start(500).await);
        let webhook = server.webhook_of_runs(&account, &receiver.url()).await;
        server.finish_run(&account).await;
        let failing = server.until_attempted(&account, &webhook, 1).await;
        receiver.refuse(&failing);
        receiver.respond(200, "");
        server.finish_run(&account).await;
        server.until_attempted(&account, &webhook, 1).await;
        let find = async || {
            let list = server.get(&account, &format!("{DELIVERIES}?webhookID={webhook}")).await.ok();
            list["deliveries"].as_array().unwrap().iter().find(|delivery| delivery["id"] == failing["id"]).unwrap().clone()
        };
        for attempt in 2..=8 {
            server.pass(SignedDuration::from_hours(12));
            // An attempt that goes on would take its next time from the clock that the next step advances.
            until(async || {
                let delivery = find().await;
                delivery["attempts"] == attempt && is_at_rest(&delivery)
            })
            .await;
        }
        assert_eq!(find().await["status"], "FAILED");
        assert_eq!(server.listed_webhook(&account, &webhook).await["enabled"], true);
    }

    async fn status_410_disables_a_webhook_at_once_with_what_waits_for_it(server, account) {
        let (server, receiver) = (server.delivering().await, Receiver::start(500).await);
        let webhook = server.webhook_of_runs(&account, &receiver.url()).await;
        server.finish_run(&account).await;
        let waiting = server.until_attempted(&account, &webhook, 1).await;
        receiver.refuse(&waiting);
        receiver.respond(410, "");
        server.finish_run(&account).await;
        let gone = server.until_attempted(&account, &webhook, 1).await;
        assert_eq!((&gone["status"], &gone["responseStatus"]), (&json!("FAILED"), &json!(410)));
        let list = server.get(&account, &format!("{DELIVERIES}?webhookID={webhook}")).await.ok();
        let ended = &list["deliveries"][1];
        assert_eq!((&ended["id"], &ended["status"], &ended["failure"]), (&waiting["id"], &json!("FAILED"), &json!("DISABLED")));
        let listed = server.listed_webhook(&account, &webhook).await;
        assert_eq!((&listed["enabled"], &listed["disabledReason"]), (&json!(false), &json!("GONE")));
    }

    async fn a_person_who_disables_a_webhook_ends_what_waits_for_it(server, account) {
        let (server, receiver) = (server.delivering().await, Receiver::start(500).await);
        let webhook = server.webhook_of_runs(&account, &receiver.url()).await;
        server.finish_run(&account).await;
        server.until_attempted(&account, &webhook, 1).await;
        let listed = server.patch(&account, &format!("{WEBHOOKS}/{webhook}"), json!({ "enabled": false })).await.ok();
        assert_eq!((&listed["enabled"], listed.get("disabledReason")), (&json!(false), None));
        let ended = server.last_delivery(&account, &webhook).await;
        assert_eq!((&ended["status"], &ended["failure"]), (&json!("FAILED"), &json!("DISABLED")));
    }
}

on_sqlite! {
    async fn a_receiver_that_recovers_gets_the_delivery(server, account) {
        let (server, receiver) = (server.delivering().await, Receiver::start(503).await);
        let webhook = server.webhook_of_runs(&account, &receiver.url()).await;
        server.finish_run(&account).await;
        server.until_attempted(&account, &webhook, 1).await;
        receiver.respond(200, "ok");
        server.pass(SignedDuration::from_secs(7));
        let delivery = server.until_attempted(&account, &webhook, 2).await;
        assert_eq!((&delivery["status"], &delivery["responseBody"], delivery.get("failure")), (&json!("SUCCEEDED"), &json!("ok"), None));
        let received = receiver.received();
        assert_eq!((received[0].header("webhook-id"), &received[0].body), (received[1].header("webhook-id"), &received[1].body));
        assert_ne!(received[0].header("webhook-timestamp"), received[1].header("webhook-timestamp"));
    }
}
