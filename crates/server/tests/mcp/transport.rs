//! What clients send over HTTP: media types, paths, numbers, and bodies that cannot be read.

use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::{Method, RequestBuilder};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::harness::mcp::{NEWEST, WITH_INITIALIZE, sent};
use crate::harness::{Reply, TestServer};
use crate::on_sqlite;

/// A POST with these headers and no others.
fn post(server: &TestServer, path: &str, headers: &[(&str, &str)], body: &str) -> RequestBuilder {
    let request = server.http.post(format!("{}{path}", server.url)).body(body.to_owned());
    headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))
}

fn rpc(method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params }).to_string()
}

/// The status, the code and the id of a JSON-RPC error.
fn error(reply: &Reply) -> (u16, i64, Value) {
    let body = reply.json();
    assert!(!body["error"]["message"].as_str().unwrap_or_default().is_empty(), "{}", reply.text);
    (reply.status.as_u16(), body["error"]["code"].as_i64().unwrap_or_default(), body["id"].clone())
}

on_sqlite! {
    async fn a_tool_call_that_fails_in_the_platform_has_the_id_of_its_request(server, account) {
        server.app.database.execute_unprepared("ALTER TABLE brands RENAME TO lost_brands").await.unwrap();
        let request = server.mcp_request("tools/call", json!({ "name": "list_brands", "arguments": {} }));
        let reply = sent(request, &account).await;
        let id = reply.headers["x-request-id"].to_str().unwrap();
        let result = &reply.ok()["result"];
        assert_eq!(result["isError"], true, "{result}");
        assert!(result.to_string().contains(id), "{id}: {result}");
    }

    async fn a_client_gets_json_unless_it_reads_only_event_streams(server, account) {
        let list = rpc("tools/list", &json!({}));
        let (accept, content_type) = ("accept", "content-type");
        for headers in [
            vec![],
            vec![(accept, "*/*")],
            vec![(accept, "application/json")],
            vec![(accept, "application/*, text/*")],
            vec![(accept, "text/event-stream, application/json")],
            vec![(accept, "text/event-stream, */*;q=0.1")],
            vec![(accept, "text/html"), (content_type, "text/plain")],
            vec![(accept, "application/json"), (content_type, "application/json; charset=utf-8")],
        ] {
            let reply = sent(post(&server, "/mcp", &headers, &list), &account).await;
            assert_eq!(reply.headers[CONTENT_TYPE], "application/json", "{headers:?}");
            assert!(reply.ok()["result"]["tools"].is_array(), "{headers:?}");
        }
        let reply = sent(post(&server, "/mcp", &[(accept, "text/event-stream")], &list), &account).await;
        assert_eq!((reply.status.as_u16(), &reply.headers[CONTENT_TYPE]), (200, &"text/event-stream".parse().unwrap()));
        let event = reply.text.strip_prefix("event: message\ndata: ").and_then(|rest| rest.strip_suffix("\n\n")).unwrap();
        assert!(serde_json::from_str::<Value>(event).unwrap()["result"]["tools"].is_array());
    }

    async fn the_endpoint_has_its_address_with_a_slash_too_and_earlier_addresses_name_it(server, account) {
        let list = rpc("tools/list", &json!({}));
        assert!(sent(post(&server, "/mcp/", &[], &list), &account).await.ok()["result"]["tools"].is_array());
        let challenged = post(&server, "/mcp/", &[], &list).send().await.unwrap();
        assert_eq!((challenged.status().as_u16(), challenged.headers().contains_key("www-authenticate")), (401, true));
        for path in ["/sse", "/mcp/sse"] {
            for method in [Method::GET, Method::POST] {
                let reply = Reply::of(server.http.request(method, format!("{}{path}", server.url))).await;
                assert_eq!(error(&reply).0, 404);
                assert!(reply.text.contains(&format!("{}/mcp,", server.url)), "{}", reply.text);
            }
        }
    }

    async fn a_body_that_cannot_be_read_is_an_error_of_json_rpc(server, account) {
        for (body, status, code, id) in [
            ("{\"jsonrpc\":", 400, -32_700, Value::Null),
            ("", 400, -32_700, Value::Null),
            ("\u{0}", 400, -32_700, Value::Null),
            (&"[".repeat(100_000), 400, -32_700, Value::Null),
            ("5", 400, -32_600, Value::Null),
            ("[]", 400, -32_600, Value::Null),
            ("{\"jsonrpc\":\"2.0\",\"id\":7}", 400, -32_600, json!(7)),
            ("{\"jsonrpc\":\"1.0\",\"id\":\"x\",\"method\":\"tools/list\"}", 400, -32_600, json!("x")),
            ("{\"jsonrpc\":\"2.0\",\"id\":7,\"id\":8,\"method\":\"tools/list\"}", 400, -32_600, Value::Null),
            (&format!("\"{}\"", "x".repeat(3 << 20)), 413, -32_600, Value::Null),
        ] {
            let reply = sent(post(&server, "/mcp", &[], body), &account).await;
            assert_eq!(error(&reply), (status, code, id), "{}", &body[..body.len().min(100)]);
        }
        for id in ["1.5", "true", "[1]"] {
            let body = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/list\"}}");
            let reply = sent(post(&server, "/mcp", &[], &body), &account).await;
            assert_eq!((reply.status.as_u16(), &reply.json()["error"]["message"]), (400, &json!("id: must be a text or an integer")));
        }
        let compressed = post(&server, "/mcp", &[("content-encoding", "gzip")], &rpc("tools/list", &json!({})));
        let reply = sent(compressed, &account).await;
        assert_eq!(error(&reply), (400, -32_600, Value::Null));
        assert_eq!(reply.json()["error"]["message"], "Content-Encoding: must be absent. Send the body as it is");
        let unknown = [("mcp-protocol-version", "1999-01-01")];
        let reply = sent(post(&server, "/mcp", &unknown, &rpc("tools/list", &json!({}))), &account).await;
        assert_eq!(error(&reply), (400, -32_022, json!(7)));
        let supported = reply.json()["error"]["data"]["supported"].as_array().unwrap().clone();
        assert!([NEWEST, WITH_INITIALIZE].iter().all(|version| supported.contains(&json!(version))), "{}", reply.text);
        let empty = post(&server, "/mcp", &[("mcp-protocol-version", "")], &rpc("tools/list", &json!({})));
        assert!(sent(empty, &account).await.ok()["result"]["tools"].is_array());
        for method in [Method::GET, Method::DELETE, Method::PUT] {
            let request = server.http.request(method, format!("{}/mcp", server.url)).header(ACCEPT, "text/event-stream");
            let reply = sent(request, &account).await;
            assert_eq!((error(&reply).0, &reply.headers["allow"]), (405, &"POST".parse().unwrap()));
        }
    }

    async fn parameters_that_cannot_be_read_are_named_in_every_revision(server, account) {
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "a" } });
        for (method, params, field) in [
            ("initialize", hello, "params.clientInfo: missing field `version`"),
            ("tools/call", json!(null), "params: missing field `name`"),
            ("tools/call", json!([1]), "params: must be an object"),
            ("tools/call", json!({ "name": 5 }), "params.name: "),
            ("tools/call", json!({ "name": "get_organization", "arguments": [1] }), "params.arguments: "),
            ("tools/call", json!({ "name": "get_organization", "arguments": "[1]" }), "params.arguments: "),
            ("tools/call", json!({ "name": "get_organization", "arguments": "all" }), "params.arguments: "),
            ("tools/call", json!({ "name": "get_organization", "_meta": 5 }), "params._meta: must be an object"),
            ("prompts/get", json!({}), "params: missing field `name`"),
            ("tools/list", json!({ "cursor": 5 }), "params.cursor: "),
        ] {
            for version in [WITH_INITIALIZE, NEWEST] {
                let headers = [("mcp-protocol-version", version), ("mcp-method", method), ("mcp-name", "get_organization")];
                let reply = sent(post(&server, "/mcp", &headers, &rpc(method, &params)), &account).await;
                assert_eq!(error(&reply), (200, -32_602, json!(7)), "{method} {params}");
                let message = reply.json()["error"]["message"].as_str().unwrap().to_owned();
                assert!(message.starts_with(field), "{method} {params}: {message}");
            }
        }
        let notification = json!({ "jsonrpc": "2.0", "method": "notifications/initialized", "params": 5 }).to_string();
        assert_eq!(error(&sent(post(&server, "/mcp", &[], &notification), &account).await).0, 400);
        let event = post(&server, "/mcp", &[("accept", "text/event-stream")], &rpc("tools/call", &json!({})));
        assert!(sent(event, &account).await.text.starts_with("event: message\ndata: "));
    }

    async fn parameters_that_have_one_meaning_are_read(server, account) {
        let hello = json!({ "protocolVersion": "2025-06-18", "clientInfo": { "name": "a", "version": "1" } });
        for hello in [hello, json!({ "protocolVersion": "2025-06-18", "capabilities": [] })] {
            let reply = sent(post(&server, "/mcp", &[], &rpc("initialize", &hello)), &account).await;
            assert_eq!(reply.ok()["result"]["protocolVersion"], "2025-06-18");
        }
        let with_mark = format!("\u{feff}{}", rpc("tools/list", &json!([])));
        assert!(sent(post(&server, "/mcp", &[], &with_mark), &account).await.ok()["result"]["tools"].is_array());
        for arguments in [json!("{}"), json!("{\"limit\": 5.0}"), json!([]), json!("[]"), json!(null)] {
            let params = json!({ "name": "list_prompts", "arguments": arguments });
            let reply = sent(post(&server, "/mcp", &[], &rpc("tools/call", &params)), &account).await;
            assert_eq!(reply.ok()["result"]["isError"], false, "{arguments}: {}", reply.text);
        }
        let params = json!({ "name": "list_prompts", "arguments": "{}" });
        assert_eq!(server.mcp_result(&account, "tools/call", params).await["isError"], false);
        let call = "{\"jsonrpc\":\"2.0\",\"id\":7.0,\"method\":\"tools/call\",\
                    \"params\":{\"name\":\"list_prompts\",\"arguments\":{\"limit\":5.0}}}";
        let reply = sent(post(&server, "/mcp", &[], call), &account).await.ok();
        assert_eq!((&reply["id"], &reply["result"]["isError"]), (&json!(7), &json!(false)), "{reply}");
    }

    async fn the_body_of_initialize_decides_about_the_version(server, account) {
        for (header, version) in [("2025-11-25", "2025-06-18"), ("2025-03-26", "2025-11-25"), ("1999-01-01", "2025-06-18")] {
            let hello = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "a", "version": "1" } });
            let request = post(&server, "/mcp", &[("mcp-protocol-version", header)], &rpc("initialize", &hello));
            assert_eq!(sent(request, &account).await.ok()["result"]["protocolVersion"], version, "{header}");
        }
    }
}
