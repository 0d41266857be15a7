//! `/health` and `/metrics` while the database fails.

use serde_json::{Value, json};

use crate::harness::process::{Organization, ServerProcess};
use crate::harness::small_disk::SmallDisk;
use crate::harness::{hold_connection, sqlite, until_some};
use crate::on_both;

async fn health(server: &ServerProcess, path: &str) -> (u16, Value) {
    let reply = server.request("", path, None).await.unwrap();
    (reply.status.as_u16(), reply.json())
}

/// Waits until `/health/ready` has this status.
pub(super) async fn until_ready_is(server: &ServerProcess, status: u16) -> Value {
    until_some(async || {
        let (found, body) = health(server, "/health/ready").await;
        (found == status).then_some(body)
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_is_unavailable_while_a_disk_is_full_even_without_writes() {
    let Some(disk) = SmallDisk::mount(20) else { return println!("skipped") };
    let url = sqlite::url(disk.path());
    Organization::create(&url, 1).await;
    let server = ServerProcess::start(&url, &[]);
    disk.fill();
    let (status, body) = health(&server, "/health/ready").await;
    assert_eq!((status, &body["status"], &body["writable"]), (503, &json!("unavailable"), &json!(false)));
    assert_eq!(body["reason"], "disk full");
    assert_eq!((health(&server, "/health").await.0, health(&server, "/health/live").await.0), (503, 200));
    disk.free();
    assert_eq!(until_ready_is(&server, 200).await["writable"], true);
}

on_both! {
    async fn health_and_prometheus_respond_while_the_database_does_not(server) {
        let hold = async || hold_connection(&server.app.databases.monitoring).await;
        let held = (hold().await, hold().await);
        let reply = server.get_public("/health/ready").await;
        assert_eq!((reply.status.as_u16(), &reply.json()["writable"]), (503, &json!(false)));
        assert_eq!(server.get_public("/health/live").await.status, 200);
        let text = server.scrape().await;
        assert!(text.contains("answerdeck_database_up 0\n") && text.contains("answerdeck_requests_total"), "{text}");
        assert!(text.contains("answerdeck_database_writable 0\n"), "{text}");
        assert!(!text.contains("answerdeck_pending_items"), "{text}");
        drop(held);
        let is_up = |text: &String| text.contains("answerdeck_database_up 1\n");
        let text = until_some(async || Some(server.scrape().await).filter(is_up)).await;
        assert!(text.contains("answerdeck_pending_items 0\n"), "{text}");
        assert!(text.contains("answerdeck_database_writable 1\n"), "{text}");
    }
}
