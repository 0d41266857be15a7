use serde_json::json;

use crate::on_both;

on_both! {
    async fn update_brand_changes_only_given_fields(server, account) {
        let create = json!({
            "name": "Nurio",
            "description": "Earbuds",
            "synonyms": ["누리오", "Air 2"],
            "websites": ["https://nurio.example"],
        });
        let created = server.post(&account, "/v1/platform/brands", create).await.ok();
        let path = format!("/v1/platform/brands/{}", created["id"].as_str().unwrap());
        let before = server.get(&account, &path).await.ok();
        assert_eq!(server.patch(&account, &path, json!({})).await.ok(), before);

        let brand = server.patch(&account, &path, json!({ "synonyms": ["에어 2"] })).await.ok();
        assert_eq!((&brand["synonyms"], &brand["websites"]), (&json!(["에어 2"]), &before["websites"]));
        assert_eq!((&brand["name"], &brand["description"]), (&before["name"], &before["description"]));

        let conditions = json!({ "caseSensitive": true, "excludedPhrases": ["nurio island"] });
        let brand = server.patch(&account, &path, conditions.clone()).await.ok();
        for field in ["caseSensitive", "excludedPhrases"] {
            assert_eq!((&brand[field], &before[field]), (&conditions[field], &json!(null)));
        }
        assert_eq!(brand["synonyms"], json!(["에어 2"]));

        let change = json!({
            "name": "누리오", "description": null, "synonyms": [], "caseSensitive": false, "excludedPhrases": [], "websites": []
        });
        let brand = server.patch(&account, &path, change).await.ok();
        assert_eq!(
            brand,
            json!({ "id": before["id"], "name": "누리오", "synonyms": [], "websites": [], "createdAt": before["createdAt"] })
        );
        assert_eq!(server.get(&account, &path).await.ok(), brand);
    }
}
