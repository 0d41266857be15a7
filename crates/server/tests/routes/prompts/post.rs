use serde_json::json;

use crate::on_both;

on_both! {
    async fn create_prompt_adds_a_prompt_to_a_set(server, account) {
        let set = server.prompt_set(&account, "무선 이어폰").await;
        let id = server.prompt(&account, &set, "통화 품질이 좋은 무선 이어폰은?").await;
        let prompt = server.get(&account, &format!("/v1/platform/prompts/{id}")).await.ok();
        assert_eq!((&prompt["id"], &prompt["promptSetID"]), (&json!(id), &json!(set)));
        assert_eq!(prompt["content"], "통화 품질이 좋은 무선 이어폰은?");
        assert_eq!(server.get(&account, &format!("/v1/platform/prompt-sets/{set}")).await.ok()["promptCount"], 1);
    }

    async fn a_prompt_set_of_another_organization_is_not_found(server, owner, other) {
        let set = server.prompt_set(&owner, "Ours").await;
        let foreign = server.post(&other, "/v1/platform/prompts", json!({ "content": "x", "promptSetID": set })).await;
        let id = "zzzzzzzzzzzzzzzzzzzzzz";
        let unknown = json!({ "content": "x", "promptSetID": id });
        let unknown = server.post(&other, "/v1/platform/prompts", unknown).await;
        assert_eq!(foreign.refusal(), (404, "PROMPT_SET_NOT_FOUND".to_owned()));
        assert_eq!(foreign.text.replace(&set, id), unknown.text);
    }
}
