use serde_json::json;

use crate::on_sqlite;

on_sqlite! {
    async fn create_prompt_adds_a_prompt_to_a_set(server, account) {
        let set = server.prompt_set(&account, "무선 이어폰").await;
        let id = server.prompt(&account, &set, "통화 품질이 좋은 무선 이어폰은?").await;
        let prompt = server.get(&account, &format!("/v1/platform/prompts/{id}")).await.ok();
        assert_eq!((&prompt["id"], &prompt["promptSetID"]), (&json!(id), &json!(set)));
        assert_eq!(prompt["content"], "통화 품질이 좋은 무선 이어폰은?");
        assert_eq!(server.get(&account, &format!("/v1/platform/prompt-sets/{set}")).await.ok()["promptCount"], 1);
    }
}
