use serde_json::json;

use crate::on_sqlite;

on_sqlite! {
    async fn google_related_keywords_with_hidden_volumes_come_last(server, account) {
        let path = "/v1beta/platform/keywords/google/related?keyword=누리오&limit=100";
        let reply = server.get(&account, path).await.ok();
        let related = reply["relatedKeywords"].as_array().unwrap();
        assert_eq!(related[0]["keyword"], "wireless earbuds");
        assert!(related.iter().all(|item| item["keyword"] != "누리오"));
        assert_eq!(related.last().unwrap()["metrics"]["searchVolume"], json!(null));

        let unknown = server.get(&account, "/v1beta/platform/keywords/google/related?keyword=아무도").await.ok();
        assert_eq!((&unknown["metrics"], &unknown["relatedKeywords"]), (&json!(null), &json!([])));
    }
}
