use serde_json::json;

use super::URL;
use crate::harness::receiver::WEBHOOKS;
use crate::on_both;

on_both! {
    async fn webhooks_of_the_organization_are_listed_newest_first(server, account, other) {
        let ids = [server.webhook_of_runs(&account, URL).await, server.webhook_of_runs(&account, URL).await];
        server.webhook_of_runs(&other, URL).await;
        let first = server.get(&account, &format!("{WEBHOOKS}?limit=1")).await.ok();
        assert_eq!((&first["webhooks"][0]["id"], first["webhooks"].as_array().unwrap().len()), (&json!(ids[1]), 1));
        let cursor = first["nextCursor"].as_str().unwrap();
        let rest = server.get(&account, &format!("{WEBHOOKS}?cursor={cursor}")).await.ok();
        assert_eq!((&rest["webhooks"][0]["id"], &rest["nextCursor"]), (&json!(ids[0]), &json!(null)));
        let foreign = server.get(&other, &format!("{WEBHOOKS}?cursor={cursor}")).await;
        assert_eq!(foreign.refusal(), (400, "COMMON_INVALID_CURSOR".to_owned()));
    }
}
