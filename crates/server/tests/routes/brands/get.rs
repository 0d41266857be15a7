use crate::on_both;

on_both! {
    async fn answers_another_organizations_brand_like_an_unknown_one(server: TestServer) {
        let (owner, other) = (server.account().await, server.account().await);
        let id = server.brand(&owner, "Ours").await;
        let theirs = server.get(&other, &format!("/v1/platform/brands/{id}")).await;
        let unknown = server.get(&other, "/v1/platform/brands/zzzzzzzzzzzzzzzzzzzzzz").await;
        assert_eq!(theirs.refusal(), (404, "USER_BRAND_NOT_FOUND".to_owned()));
        assert_eq!(theirs.text, unknown.text);
    }

    async fn rejects_an_id_of_malformed_shape(server: TestServer) {
        let account = server.account().await;
        let reply = server.get(&account, "/v1/platform/brands/short").await;
        assert_eq!(reply.refusal(), (400, "COMMON_BINDING".to_owned()));
        assert!(reply.json()["details"][0].as_str().unwrap().starts_with("PLATFORM_INVALID_ID"));
    }
}
