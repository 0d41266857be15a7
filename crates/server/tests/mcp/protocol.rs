//! The revisions of the protocol on one endpoint.

use serde_json::{Value, json};

use crate::harness::Reply;
use crate::harness::mcp::{NEWEST, WITH_INITIALIZE, body, sent};
use crate::on_sqlite;

/// The status and the code of a JSON-RPC error.
fn error(reply: &Reply) -> (u16, i64) {
    (reply.status.as_u16(), reply.json()["error"]["code"].as_i64().unwrap_or_default())
}

on_sqlite! {
    async fn a_client_of_the_newest_revision_discovers_and_lists_without_a_session(server, account) {
        let found = server.mcp_result(&account, "server/discover", json!({})).await;
        let versions = found["supportedVersions"].as_array().unwrap();
        assert!(versions.contains(&json!(NEWEST)) && versions.contains(&json!(WITH_INITIALIZE)), "{found}");
        assert!(found["capabilities"]["tools"].is_object() && found["capabilities"]["prompts"].is_object());
        for (method, params) in [
            ("tools/list", json!({})),
            ("tools/call", json!({ "name": "get_organization", "arguments": {} })),
            ("prompts/list", json!({})),
            ("prompts/get", json!({ "name": "weekly_digest" })),
        ] {
            let result = server.mcp_result(&account, method, params).await;
            assert_eq!((&result["_meta"], found["_meta"].is_object()), (&found["_meta"], true), "{method}");
        }
        for (method, list) in [("tools/list", "tools"), ("prompts/list", "prompts")] {
            let first = server.mcp_result(&account, method, json!({})).await;
            assert_eq!(first, server.mcp_result(&account, method, json!({})).await, "the order never changes");
            assert_eq!((&first["resultType"], &first["cacheScope"]), (&json!("complete"), &json!("public")));
            assert!(first["ttlMs"].as_u64().unwrap() > 0 && first.get("nextCursor").is_none());
            let names: Vec<&str> = first[list].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap()).collect();
            assert!(names.is_sorted() && !names.is_empty(), "{names:?}");
        }
    }

    async fn a_client_of_an_earlier_revision_initializes_and_calls(server, account) {
        for version in [WITH_INITIALIZE, "2025-06-18", "2025-03-26"] {
            let rpc = |method: &str, params: Value| json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
            let hello = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
            let reply = sent(server.mcp(&rpc("initialize", hello)), &account).await;
            assert_eq!(reply.ok()["result"]["protocolVersion"], version);
            assert!(!reply.headers.contains_key("mcp-session-id"));
            let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
            let reply = sent(server.mcp(&initialized).header("MCP-Protocol-Version", version), &account).await;
            assert_eq!((reply.status.as_u16(), reply.text.as_str()), (202, ""));
            let call = rpc("tools/call", json!({ "name": "get_organization", "arguments": {} }));
            let reply = sent(server.mcp(&call).header("MCP-Protocol-Version", version), &account).await;
            let result = &reply.ok()["result"];
            assert_eq!(result["structuredContent"]["data"]["name"], "Nurio");
            assert!(result.get("resultType").is_none() && result.get("_meta").is_none(), "{result}");
        }
    }

    async fn wrong_headers_versions_methods_and_names_are_errors_of_the_protocol(server, account) {
        let call = json!({ "name": "get_organization", "arguments": {} });
        let with = |method: &str, name: &str, body: &Value| {
            let request = server.mcp(body).header("MCP-Protocol-Version", NEWEST).header("Mcp-Method", method);
            request.header("Mcp-Name", name)
        };
        let valid = body("tools/call", call.clone());
        assert_eq!(sent(with("tools/call", "get_organization", &valid), &account).await.status, 200);
        for (method, name) in [("tools/list", "get_organization"), ("tools/call", "get_run")] {
            assert_eq!(error(&sent(with(method, name, &valid), &account).await), (400, -32020), "{method} {name}");
        }
        let mut unknown = valid.clone();
        unknown["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2030-01-01");
        let request = server.mcp(&unknown).header("MCP-Protocol-Version", "2030-01-01").header("Mcp-Method", "tools/call");
        assert_eq!(error(&sent(request.header("Mcp-Name", "get_organization"), &account).await), (400, -32022));
        for (method, params) in [
            ("tools/erase", json!({})),
            ("logging/setLevel", json!({ "level": "info" })),
            ("completion/complete", json!({
                "ref": { "type": "ref/prompt", "name": "weekly_digest" }, "argument": { "name": "promptSetID", "value": "" },
            })),
            ("resources/list", json!({})),
            ("resources/templates/list", json!({})),
            ("resources/read", json!({ "name": "brands" })),
            ("resources/read", json!({ "name": "brands", "uri": "brands" })),
        ] {
            let reply = sent(server.mcp_request(method, params), &account).await;
            assert_eq!(error(&reply), (404, -32601), "{method} {}", reply.text);
            let message = format!("unknown method {method:?}; there are tools and prompts, and no resources");
            assert_eq!(reply.json()["error"]["message"], message);
        }
        for (method, params, message) in [
            ("tools/call", json!({ "name": "erase", "arguments": {} }), "unknown tool \"erase\"; tools/list has the names"),
            ("prompts/get", json!({ "name": "erase" }), "unknown prompt \"erase\"; prompts/list has the names"),
            ("prompts/get", json!({ "name": "compare_models" }), "promptID: is required"),
            ("tools/list", json!({ "cursor": "x" }), "the list has no further page"),
        ] {
            let reply = sent(server.mcp_request(method, params), &account).await;
            assert_eq!(error(&reply).1, -32602, "{method} {}", reply.text);
            assert_eq!(reply.json()["error"]["message"], message);
        }
    }

    async fn every_prompt_can_be_read(server, account) {
        for (name, arguments) in [
            ("weekly_digest", json!({})),
            ("compare_models", json!({ "promptID": "0000000000000000prompt" })),
            ("sources_to_win", json!({ "brand": "Nurio" })),
        ] {
            let prompt = server.mcp_result(&account, "prompts/get", json!({ "name": name, "arguments": arguments })).await;
            assert_eq!(prompt["messages"][0]["role"], "user");
            assert!(prompt["messages"][0]["content"]["text"].as_str().unwrap().len() > 100);
        }
    }
}
