use serde_json::json;

use crate::on_both;

on_both! {
    async fn create_brand_creates_a_brand_and_returns_its_id(server: TestServer) {
        let account = server.account().await;
        let create = json!({ "name": "누리오", "synonyms": ["Nurio"], "websites": ["https://누리오.example/ko"] });
        let created = server.post(&account, "/v1/platform/brands", create).await.ok();
        let id = created["id"].as_str().unwrap();
        let brand = server.get(&account, &format!("/v1/platform/brands/{id}")).await.ok();
        assert_eq!(
            brand,
            json!({
                "id": id,
                "name": "누리오",
                "synonyms": ["Nurio"],
                "websites": ["https://누리오.example/ko"],
                "createdAt": brand["createdAt"],
            })
        );
        assert!(brand["createdAt"].as_str().unwrap().starts_with("2026-11-20T09:00:0"));
    }

    async fn create_brand_accepts_values_at_the_upper_bounds(server: TestServer) {
        let account = server.account().await;
        let create = json!({
            "name": "가".repeat(100),
            "description": "나".repeat(1_000),
            "synonyms": vec!["다".repeat(100); 50],
            "websites": vec![format!("https://a.example/{}", "라".repeat(2_030)); 20],
        });
        let created = server.post(&account, "/v1/platform/brands", create.clone()).await.ok();
        let brand = server.get(&account, &format!("/v1/platform/brands/{}", created["id"].as_str().unwrap())).await.ok();
        for field in ["name", "description", "synonyms", "websites"] {
            assert_eq!(brand[field], create[field], "{field}");
        }
    }
}
