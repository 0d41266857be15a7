use serde_json::json;

use crate::on_both;

on_both! {
    async fn update_prompt_changes_the_content_and_its_search_index(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let path = format!("/v1/platform/prompts/{}", server.prompt(&account, &set, "Before").await);
        let prompt = server.patch(&account, &path, json!({ "content": "After" })).await.ok();
        assert_eq!((&prompt["content"], &prompt["promptSetID"]), (&json!("After"), &json!(set)));
        assert_eq!(server.patch(&account, &path, json!({})).await.ok()["content"], "After");
        let count = async |text| {
            let list = server.get(&account, &format!("/v1/platform/prompts?contentContains={text}")).await.ok();
            list["prompts"].as_array().unwrap().len()
        };
        assert_eq!((count("before").await, count("after").await), (0, 1));
    }
}
