use crate::on_both;

on_both! {
    async fn delete_prompt_set_succeeds_once(server, account) {
        let path = format!("/v1/platform/prompt-sets/{}", server.prompt_set(&account, "Gone").await);
        assert_eq!(server.delete(&account, &path).await.status.as_u16(), 204);
        assert_eq!(server.delete(&account, &path).await.refusal(), (404, "PROMPT_SET_NOT_FOUND".to_owned()));
    }
}
