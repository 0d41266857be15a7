use crate::on_both;

on_both! {
    async fn delete_brand_succeeds_once(server, account) {
        let path = format!("/v1/platform/brands/{}", server.brand(&account, "Gone").await);
        assert_eq!(server.delete(&account, &path).await.status.as_u16(), 204);
        assert_eq!(server.delete(&account, &path).await.refusal(), (404, "USER_BRAND_NOT_FOUND".to_owned()));
    }
}
