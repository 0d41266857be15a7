//! `GET /v1beta/platform/alerts`

use answerdeck_api::{AlertFinding, AlertKind};
use serde_json::{Value, json};

use super::ALERTS;
use crate::on_both;

fn ids(list: &Value) -> Vec<String> {
    list["alerts"].as_array().unwrap().iter().map(|alert| alert["id"].as_str().unwrap().to_owned()).collect()
}

on_both! {
    async fn alerts_are_listed_newest_first_by_state(server, account, other) {
        let finding = AlertFinding { kind: AlertKind::EngineOutage, ..AlertFinding::default() };
        let mut all = Vec::new();
        for _ in 0..3 {
            all.insert(0, server.alert(&account, finding.clone()).await);
        }
        server.patch(&account, &format!("{ALERTS}/{}", all[1]), json!({ "state": "ACKNOWLEDGED" })).await.ok();
        let list = async |query: &str| server.get(&account, &format!("{ALERTS}?{query}")).await.ok();
        assert_eq!(ids(&list("").await), all);
        assert_eq!(ids(&list("state=NEW").await), [all[0].clone(), all[2].clone()]);
        assert_eq!(ids(&list("state=ACKNOWLEDGED").await), [all[1].clone()]);
        let page = list("state=NEW&limit=1").await;
        let cursor = page["nextCursor"].as_str().unwrap();
        assert_eq!(ids(&list(&format!("state=NEW&limit=1&cursor={cursor}")).await), [all[2].clone()]);
        assert_eq!(server.get(&account, &format!("{ALERTS}?cursor={cursor}")).await.refusal(), (400, "COMMON_INVALID_CURSOR".to_owned()));
        assert_eq!(server.get(&other, &format!("{ALERTS}?state=NEW&cursor={cursor}")).await.refusal(), (400, "COMMON_INVALID_CURSOR".to_owned()));
        assert_eq!(ids(&server.get(&other, ALERTS).await.ok()), Vec::<String>::new());
        assert_eq!(server.get(&account, &format!("{ALERTS}?state=OLD")).await.refusal(), (400, "COMMON_VALIDATION".to_owned()));
    }
}
