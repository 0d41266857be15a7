use serde_json::json;

use crate::on_sqlite;

on_sqlite! {
    async fn google_suggestions_are_longer_keywords_ordered_by_volume(server, account) {
        let path = "/v1beta/platform/keywords/google/suggestions?keyword=무선 이어폰";
        let reply = server.get(&account, path).await.ok();
        assert_eq!((&reply["keyword"], &reply["countryCode"]), (&json!("무선 이어폰"), &json!("KR")));
        assert_eq!(reply["metrics"]["searchVolume"], 90_500);
        let suggested = reply["suggestedKeywords"].as_array().unwrap();
        assert_eq!(suggested[0]["keyword"], "무선 이어폰 추천");
        assert!(suggested.iter().all(|item| item["keyword"].as_str().unwrap().contains("무선 이어폰")));
        assert!(suggested.iter().all(|item| item["keyword"] != "무선 이어폰"));
        let volumes: Vec<u64> = suggested.iter().map(|item| item["metrics"]["searchVolume"].as_u64().unwrap()).collect();
        assert!(volumes.is_sorted_by(|one, other| one >= other) && volumes.len() > 4, "{volumes:?}");

        let few = server.get(&account, &format!("{path}&limit=2")).await.ok();
        assert_eq!(few["suggestedKeywords"].as_array().unwrap(), &suggested[..2]);
    }
}
