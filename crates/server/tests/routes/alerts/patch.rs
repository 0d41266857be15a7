//! `PATCH /v1beta/platform/alerts/{alertID}`

use serde_json::json;

use super::ALERTS;
use crate::on_both;

on_both! {
    async fn an_alert_is_acknowledged_and_new_again(server, account, other) {
        let path = format!("{ALERTS}/{}", server.alert(&account, Default::default()).await);
        let first = server.patch(&account, &path, json!({ "state": "ACKNOWLEDGED" })).await.ok();
        assert_eq!(first["state"], "ACKNOWLEDGED");
        assert!(first["acknowledgedAt"].is_string());
        // A second person changes nothing.
        assert_eq!(server.patch(&account, &path, json!({ "state": "ACKNOWLEDGED" })).await.ok(), first);
        assert_eq!(server.patch(&account, &path, json!({})).await.ok(), first);
        let again = server.patch(&account, &path, json!({ "state": "NEW" })).await.ok();
        assert_eq!((&again["state"], again.get("acknowledgedAt")), (&json!("NEW"), None));
        assert_eq!(server.patch(&account, &path, json!({ "state": "OLD" })).await.refusal(), (400, "COMMON_VALIDATION".to_owned()));
        assert_eq!(server.patch(&other, &path, json!({ "state": "NEW" })).await.refusal(), (404, "ALERT_NOT_FOUND".to_owned()));
    }
}
