use crate::on_sqlite;

on_sqlite! {
    async fn a_prompt_set_of_another_organization_is_not_found(server, owner, other) {
        let id = server.prompt_set(&owner, "Ours").await;
        let foreign = server.get(&other, &format!("/v1/platform/prompt-sets/{id}")).await;
        let unknown = server.get(&other, "/v1/platform/prompt-sets/zzzzzzzzzzzzzzzzzzzzzz").await;
        assert_eq!(foreign.refusal(), (404, "PROMPT_SET_NOT_FOUND".to_owned()));
        assert_eq!(foreign.text, unknown.text);
    }
}
