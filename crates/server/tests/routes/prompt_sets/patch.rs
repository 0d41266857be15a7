use serde_json::json;

use crate::on_both;

on_both! {
    async fn update_prompt_set_changes_given_fields_and_null_clears_the_description(server, account) {
        let path = format!("/v1/platform/prompt-sets/{}", server.prompt_set(&account, "Before").await);
        let set = server.patch(&account, &path, json!({ "description": "For spring" })).await.ok();
        assert_eq!((&set["name"], &set["description"]), (&json!("Before"), &json!("For spring")));
        let set = server.patch(&account, &path, json!({ "name": "After", "description": null })).await.ok();
        assert_eq!((&set["name"], &set["description"]), (&json!("After"), &json!(null)));
        assert_eq!(server.patch(&account, &path, json!({ "name": null })).await.refusal().1, "COMMON_BINDING");
        assert_eq!(server.patch(&account, &path, json!({ "nmae": "x" })).await.refusal().1, "COMMON_BINDING");
    }
}
