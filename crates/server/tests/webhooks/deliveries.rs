//! Receivers that nobody should trust, and workers that die.

use std::net::SocketAddr;

use answerdeck_database::entity::webhook_delivery;
use answerdeck_database::execute;
use answerdeck_server::worker::lease;
use serde_json::{Value, json};

use crate::harness::client_site::ClientSite;
use crate::harness::receiver::{DELIVERIES, Receiver};
use crate::harness::{Account, Backend, TestServer, until};
use crate::{on_both, on_sqlite};

/// Sends a test to an address, and returns its delivery after the first attempt.
async fn tested(server: &TestServer, account: &Account, url: &str) -> Value {
    // Webhooks may have been stored when private addresses were allowed.
    let webhook = server.allowing_private_addresses().await.webhook_of_runs(account, url).await;
    server.test_webhook(account, &webhook).await;
    server.until_attempted(account, &webhook, 1).await
}

on_both! {
    async fn the_beginning_of_a_long_response_is_kept(server, account) {
        let (server, receiver) = (server.delivering().await, Receiver::start(200).await);
        receiver.respond(200, [b"<script>\xff".as_slice(), &[b'a'; 100_000]].concat());
        let delivery = tested(&server, &account, &receiver.url()).await;
        let body = delivery["responseBody"].as_str().unwrap();
        assert_eq!((&delivery["status"], body.chars().count()), (&json!("SUCCEEDED"), 4_096));
        assert!(body.starts_with("<script>\u{fffd}aaa"), "{body}");
    }

    async fn receivers_of_one_organization_that_do_not_respond_do_not_stop_another(server, busy, other) {
        let (server, slow, quick) = (server.delivering().await, Receiver::holding().await, Receiver::start(200).await);
        for _ in 0..10 {
            let webhook = server.webhook_of_runs(&busy, &slow.url()).await;
            for _ in 0..4 {
                server.test_webhook(&busy, &webhook).await;
            }
        }
        slow.until_received(2).await;
        assert_eq!(tested(&server, &other, &quick.url()).await["status"], "SUCCEEDED");
        assert_eq!(slow.received().len(), 2);
    }

    async fn a_claim_takes_a_delivery_of_each_organization_then_the_next_of_each(server, one, two, three) {
        let (server, slow) = (server.allowing_private_addresses().await, Receiver::holding().await);
        let accounts = [&one, &two, &three];
        for account in accounts {
            let webhook = server.webhook_of_runs(account, &slow.url()).await;
            for _ in 0..3 {
                server.test_webhook(account, &webhook).await;
            }
        }
        let server = server.delivering().await;
        slow.until_received(6).await;
        let statements = server.statements.lock().unwrap().clone();
        // The organization of each lease, or `None` where those with free deliveries are read.
        let steps = statements.into_iter().filter_map(|statement| match statement.sql.as_str() {
            sql if sql.starts_with("SELECT organization_id FROM webhook_deliveries WHERE status = 'PENDING'") => Some(None),
            sql if sql.starts_with("UPDATE webhook_deliveries SET attempts") => Some(Some(statement.values?.0.swap_remove(2))),
            _ => None,
        });
        let turns = accounts.map(|account| Some(sea_orm::Value::from(account.organization_id.as_str())));
        assert_eq!(steps.take(7).collect::<Vec<_>>(), [&[None][..], &turns, &turns].concat());
        assert_eq!(slow.received().len(), 6);
    }

    async fn a_delivery_whose_worker_died_is_attempted_again_with_its_id(server, account) {
        let (server, receiver) = (server.allowing_private_addresses().await, Receiver::start(200).await);
        let webhook = server.webhook_of_runs(&account, &receiver.url()).await;
        let delivery = server.test_webhook(&account, &webhook).await;
        let (database, organization) = (&server.app.database, &account.organization_id);
        let leased = lease::acquire::<webhook_delivery::Entity>(database, organization, "dead", server.clock.now()).await;
        assert_eq!(delivery["id"], leased.unwrap().unwrap().id);
        server.expire_leases();
        let server = server.delivering().await;
        let received = receiver.until_received(1).await;
        assert_eq!(received[0].header("webhook-id"), delivery["id"]);
        assert_eq!(server.until_attempted(&account, &webhook, 2).await["status"], "SUCCEEDED");
    }

    async fn a_delivery_that_ends_each_of_its_workers_is_given_up(server, account) {
        let (server, receiver) = (server.allowing_private_addresses().await, Receiver::start(200).await);
        let webhook = server.webhook_of_runs(&account, &receiver.url()).await;
        server.test_webhook(&account, &webhook).await;
        execute(&server.app.database, "UPDATE webhook_deliveries SET attempts = 16", []).await.unwrap();
        let server = server.delivering().await;
        let delivery = server.until_attempted(&account, &webhook, 17).await;
        assert_eq!((&delivery["status"], &delivery["failure"]), (&json!("FAILED"), &json!("UNREACHABLE")));
        assert_eq!(receiver.received().len(), 0);
    }
}

on_sqlite! {
    async fn a_redirect_is_not_followed(server, account) {
        let (server, receiver) = (server.delivering().await, Receiver::start(307).await);
        let delivery = tested(&server, &account, &receiver.url()).await;
        assert_eq!((&delivery["failure"], &delivery["responseStatus"]), (&json!("REDIRECT"), &json!(307)));
        let paths: Vec<_> = receiver.received().into_iter().map(|received| received.path).collect();
        assert_eq!(paths, ["/hook"]);
    }

    async fn a_receiver_that_is_dead_or_lies_about_its_certificate_fails(server, account) {
        let server = server.delivering().await;
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let dead = format!("http://{}/", listener.local_addr().unwrap());
        drop(listener);
        assert_eq!(tested(&server, &account, &dead).await["failure"], "UNREACHABLE");
        // Nobody trusts who signed its certificate.
        let site = ClientSite::start("http://127.0.0.1/").await;
        assert_eq!(tested(&server, &account, &site.client_id).await["failure"], "CERTIFICATE");
        let unknown = "https://receiver.invalid/";
        assert_eq!(tested(&server, &account, unknown).await["failure"], "UNKNOWN_HOST");
        assert_eq!(site.requests(), 0);
    }

    async fn a_private_address_gets_no_request_however_it_is_written(server) {
        server.start_jobs().await;
        let (account, receiver) = (server.account().await, Receiver::start(200).await);
        let port = receiver.address.port();
        for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "169.254.169.254"] {
            let delivery = tested(&server, &account, &format!("http://{host}:{port}/")).await;
            assert_eq!((&delivery["failure"], delivery.get("responseStatus")), (&json!("PRIVATE_ADDRESS"), None), "{host}");
        }
        assert_eq!(receiver.received().len(), 0);
    }

    async fn a_server_that_may_visit_its_own_address_sends_no_event_there(server) {
        let own: SocketAddr = server.url.strip_prefix("http://").unwrap().parse().unwrap();
        let server = server.allowing_site(own).await;
        server.start_jobs().await;
        let account = server.account().await;
        assert_eq!(tested(&server, &account, &format!("http://{own}/")).await["failure"], "PRIVATE_ADDRESS");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_send_each_delivery_once() {
    let server = TestServer::start(Backend::Postgres).await.allowing_private_addresses().await;
    let receiver = Receiver::start(200).await;
    let account = server.account().await;
    let webhook = server.webhook_of_runs(&account, &receiver.url()).await;
    for _ in 0..20 {
        server.test_webhook(&account, &webhook).await;
    }
    let (one, two) = tokio::join!(server.second_server(), server.second_server());
    tokio::join!(one.start_jobs(), two.start_jobs());
    let pending = async || {
        let list = one.get(&account, &format!("{DELIVERIES}?webhookID={webhook}&limit=100")).await.ok();
        list["deliveries"].as_array().unwrap().iter().filter(|delivery| delivery["status"] == "PENDING").count()
    };
    until(async || pending().await == 0).await;
    let mut ids: Vec<_> = receiver.received().iter().map(|received| received.header("webhook-id").to_owned()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!((ids.len(), receiver.received().len()), (20, 20));
}
