use serde_json::json;

use crate::on_both;

on_both! {
    async fn get_organization_returns_the_organization_of_the_api_key(server: TestServer) {
        let (account, _other) = (server.account().await, server.account().await);
        let organization = server.get(&account, "/v1/platform/organizations/me").await.ok();
        assert_eq!(
            organization,
            json!({
                "id": account.organization_id,
                "name": "Nurio",
                "region": "KR",
                "createdAt": "2026-11-20T09:00:00.000Z",
                "websites": ["https://nurio.example"],
            })
        );
    }
}
