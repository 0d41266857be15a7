use serde_json::json;

use crate::on_both;

on_both! {
    async fn create_prompt_set_creates_an_empty_set(server, account) {
        let id = server.prompt_set(&account, "무선 이어폰").await;
        let set = server.get(&account, &format!("/v1/platform/prompt-sets/{id}")).await.ok();
        assert_eq!(set["name"], "무선 이어폰");
        assert_eq!(set["description"], json!(null));
        assert_eq!(set["promptCount"], 0);
    }
}
