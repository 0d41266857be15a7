use serde_json::json;

use crate::on_sqlite;

on_sqlite! {
    async fn list_regions_returns_every_country_once_ordered_by_code(server, account) {
        let list = server.get(&account, "/v1/platform/regions").await.ok();
        let codes: Vec<&str> =
            list["regions"].as_array().unwrap().iter().map(|region| region["code"].as_str().unwrap()).collect();
        assert_eq!(codes.len(), 249);
        assert!(codes.windows(2).all(|pair| pair[0] < pair[1]));
        let korea = codes.iter().position(|code| *code == "KR").unwrap();
        assert_eq!(list["regions"][korea], json!({ "code": "KR", "name": "Korea (Republic of)" }));
    }
}
