use serde_json::json;

use super::URL;
use crate::harness::receiver::{DELIVERIES, WEBHOOKS};
use crate::on_both;

on_both! {
    async fn a_deleted_webhook_takes_its_deliveries_with_it(server, account, other) {
        let id = server.webhook_of_runs(&account, URL).await;
        server.test_webhook(&account, &id).await;
        let (path, unknown) = (format!("{WEBHOOKS}/{id}"), (404, "WEBHOOK_NOT_FOUND".to_owned()));
        assert_eq!(server.delete(&other, &path).await.refusal(), unknown);
        assert_eq!(server.delete(&account, &path).await.status, 204);
        assert_eq!(server.get(&account, WEBHOOKS).await.ok()["webhooks"], json!([]));
        assert_eq!(server.get(&account, DELIVERIES).await.ok()["deliveries"], json!([]));
        assert_eq!(server.delete(&account, &path).await.refusal(), unknown);
    }
}
