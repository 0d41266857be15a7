use serde_json::{Value, json};

use crate::on_both;

fn prompts(set: &str, count: usize) -> Value {
    let prompts: Vec<Value> =
        (0..count).map(|number| json!({ "content": format!("Prompt {number}"), "promptSetID": set })).collect();
    json!({ "prompts": prompts })
}

on_both! {
    async fn create_prompts_returns_ids_in_the_order_of_the_request(server, account) {
        let (one, two) = (server.prompt_set(&account, "One").await, server.prompt_set(&account, "Two").await);
        let body = json!({ "prompts": [
            { "content": "A", "promptSetID": one }, { "content": "B", "promptSetID": two }, { "content": "C", "promptSetID": one },
        ] });
        let ids = server.post(&account, "/v1/platform/prompts/bulk", body).await.ok()["ids"].clone();
        for (id, content) in ids.as_array().unwrap().iter().zip(["A", "B", "C"]) {
            let prompt = server.get(&account, &format!("/v1/platform/prompts/{}", id.as_str().unwrap())).await.ok();
            assert_eq!(prompt["content"], content);
        }
        let list = server.get(&account, &format!("/v1/platform/prompts?promptSetID={one}")).await.ok();
        let listed: Vec<&str> =
            list["prompts"].as_array().unwrap().iter().map(|prompt| prompt["content"].as_str().unwrap()).collect();
        assert_eq!(listed, ["C", "A"]);
    }

    async fn each_set_without_room_is_named(server, account) {
        let [one, two] = [server.large_set(&account, 10).await, server.large_set(&account, 10).await];
        let body = json!({ "prompts": [{ "content": "A", "promptSetID": two }, { "content": "B", "promptSetID": one }] });
        let refused = server.post(&account, "/v1/platform/prompts/bulk", body).await;
        let detail = |index: u8| format!("prompts[{index}].promptSetID: the set has room for 0 more prompts");
        assert_eq!(refused.json()["details"], json!([detail(1), detail(0)]));
    }

    async fn concurrent_requests_cannot_exceed_1000_prompts_in_a_set(server, account) {
        let set = server.prompt_set(&account, "Full").await;
        for _ in 0..9 {
            server.post(&account, "/v1/platform/prompts/bulk", prompts(&set, 100)).await.ok();
        }
        let body = prompts(&set, 30);
        let replies = futures_util::future::join_all(
            (0..8).map(|_| server.post(&account, "/v1/platform/prompts/bulk", body.clone())),
        )
        .await;
        let created = replies.iter().filter(|reply| reply.status.is_success()).count();
        let refused = replies.iter().filter(|reply| reply.refusal() == (409, "PROMPT_SET_PROMPT_LIMIT_EXCEEDED".to_owned()));
        let details = json!(["prompts[0].promptSetID: the set has room for 10 more prompts"]);
        assert!(refused.clone().all(|reply| reply.json()["details"] == details));
        assert_eq!((created, refused.count()), (3, 5));
        assert_eq!(server.get(&account, &format!("/v1/platform/prompt-sets/{set}")).await.ok()["promptCount"], 990);
    }
}
