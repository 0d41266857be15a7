//! Clients of one organization that share its rate limit.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::{Account, Reply, TestServer};
use crate::on_both;

const CALLS: usize = 40;

/// Creates prompts as a tab of the console does: a refused request is sent again in the next second.
async fn as_a_tab(server: &TestServer, account: &Account, set: &str, name: &str) {
    for number in 0..CALLS {
        let body = json!({ "content": format!("{name} {number}"), "promptSetID": set });
        loop {
            let request = server.http.post(format!("{}/api/v1/platform/prompts", server.url)).json(&body);
            let reply = Reply::of(request.header("API-Key", &account.key)).await;
            if reply.status == 201 || reply.status == 200 {
                break;
            }
            assert_eq!(reply.refusal().0, 429, "{}", reply.text);
            server.clock.advance(SignedDuration::from_secs(1));
        }
    }
}

/// Adds prompts as the client of a model does: a refused call is sent again in the next second.
async fn as_a_model(server: &TestServer, account: &Account, set: &str) {
    for number in 0..CALLS {
        let arguments = json!({ "promptSetID": set, "contents": [format!("model {number}")] });
        let call = json!({ "name": "add_prompts", "arguments": arguments });
        loop {
            let result: Value = server.mcp_result(account, "tools/call", call.clone()).await;
            if result["isError"] == false {
                break;
            }
            let text = result["content"][0]["text"].as_str().unwrap();
            assert!(text.contains("PLATFORM_RATE_LIMIT_EXCEEDED") && text.contains("Try again in 1 s."), "{text}");
            server.clock.advance(SignedDuration::from_secs(1));
        }
    }
}

on_both! {
    async fn two_tabs_and_a_client_of_a_model_finish_their_calls_and_lose_none(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        tokio::join!(
            as_a_tab(&server, &account, &set, "first"),
            as_a_tab(&server, &account, &set, "second"),
            as_a_model(&server, &account, &set),
        );
        server.clock.advance(SignedDuration::from_secs(1));
        let path = format!("/v1/platform/prompts?promptSetID={set}&limit=100");
        let prompts = server.list(&account, &path, "prompts").await;
        let contents: BTreeSet<&str> = prompts.iter().map(|prompt| prompt["content"].as_str().unwrap()).collect();
        assert_eq!(contents.len(), 3 * CALLS);
    }
}
