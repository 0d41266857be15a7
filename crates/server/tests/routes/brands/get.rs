use crate::on_sqlite;

on_sqlite! {
    async fn a_brand_of_another_organization_is_not_found(server, owner, other) {
        let id = server.brand(&owner, "Ours").await;
        let foreign = server.get(&other, &format!("/v1/platform/brands/{id}")).await;
        let unknown = server.get(&other, "/v1/platform/brands/zzzzzzzzzzzzzzzzzzzzzz").await;
        assert_eq!(foreign.refusal(), (404, "USER_BRAND_NOT_FOUND".to_owned()));
        assert_eq!(foreign.text, unknown.text);
    }
}
