use serde_json::{Value, json};

use crate::harness::receiver::DELIVERIES;
use crate::on_both;

const URL: &str = "https://hooks.example/a";

on_both! {
    async fn deliveries_are_listed_newest_first_of_one_webhook_or_of_all(server, account) {
        let (one, two) = (server.webhook_of_runs(&account, URL).await, server.webhook_of_runs(&account, URL).await);
        let mut expected = Vec::new();
        for webhook in [&one, &two, &one] {
            expected.insert(0, server.test_webhook(&account, webhook).await);
        }
        let all = server.get(&account, DELIVERIES).await.ok();
        assert_eq!((&all["deliveries"], &all["nextCursor"]), (&json!(expected), &Value::Null));
        expected.remove(1);
        let first = server.get(&account, &format!("{DELIVERIES}?webhookID={one}&limit=1")).await.ok();
        let cursor = first["nextCursor"].as_str().unwrap();
        let rest = server.get(&account, &format!("{DELIVERIES}?webhookID={one}&cursor={cursor}")).await.ok();
        assert_eq!((&first["deliveries"][0], &rest["deliveries"]), (&expected[0], &json!([expected[1]])));
        let other_list = server.get(&account, &format!("{DELIVERIES}?webhookID={two}&cursor={cursor}")).await;
        assert_eq!(other_list.refusal(), (400, "COMMON_INVALID_CURSOR".to_owned()));
    }

    async fn deliveries_of_another_organization_are_unknown(server, owner, other) {
        let id = server.webhook_of_runs(&owner, URL).await;
        server.test_webhook(&owner, &id).await;
        let refused = server.get(&other, &format!("{DELIVERIES}?webhookID={id}")).await;
        assert_eq!(refused.refusal(), (404, "WEBHOOK_NOT_FOUND".to_owned()));
        assert_eq!(server.get(&other, DELIVERIES).await.ok()["deliveries"], json!([]));
    }
}
