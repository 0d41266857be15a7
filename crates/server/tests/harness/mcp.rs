//! A client of `/mcp`, in the revisions of the protocol.

use answerdeck_api::header::IDEMPOTENCY_KEY;
use jiff::SignedDuration;
use reqwest::RequestBuilder;
use reqwest::header::{ACCEPT, ACCEPT_LANGUAGE};
use serde_json::{Value, json};

use super::{Account, Reply, TestServer};

/// The newest revision, without sessions.
pub const NEWEST: &str = "2026-07-28";
/// The last revision with `initialize`.
pub const WITH_INITIALIZE: &str = "2025-11-25";

/// The body of a request of the newest revision.
pub fn body(method: &str, params: Value) -> Value {
    let mut params = params;
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": NEWEST,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

/// The reply to a request of `account`.
pub async fn sent(request: RequestBuilder, account: &Account) -> Reply {
    Reply::of(request.header("API-Key", &account.key)).await
}

impl TestServer {
    /// A POST to the endpoint, without a credential.
    pub fn mcp(&self, body: &Value) -> RequestBuilder {
        let request = self.http.post(format!("{}/mcp", self.url)).json(body);
        request.header(ACCEPT, "application/json, text/event-stream").header(ACCEPT_LANGUAGE, "en")
    }

    /// A request of the newest revision, with the headers that it demands and without a credential.
    pub fn mcp_request(&self, method: &str, params: Value) -> RequestBuilder {
        self.mcp_request_of(&body(method, params))
    }

    fn mcp_request_of(&self, body: &Value) -> RequestBuilder {
        let request = self.mcp(body).header("MCP-Protocol-Version", NEWEST);
        let request = request.header("Mcp-Method", body["method"].as_str().unwrap());
        match body["params"]["name"].as_str() {
            Some(name) => request.header("Mcp-Name", name),
            None => request,
        }
    }

    /// Sends a request as `account`, and returns its result.
    pub async fn mcp_result(&self, account: &Account, method: &str, params: Value) -> Value {
        self.mcp_body(account, &body(method, params), None).await
    }

    /// Sends a body as `account`, with an idempotency key in a header, and returns the result.
    pub async fn mcp_body(&self, account: &Account, body: &Value, idempotency_key: Option<&str>) -> Value {
        let mut request = self.mcp_request_of(body);
        if let Some(key) = idempotency_key {
            request = request.header(IDEMPOTENCY_KEY, key);
        }
        let body = sent(request, account).await.ok();
        assert!(body.get("error").is_none(), "{body}");
        body["result"].clone()
    }

    /// Calls a tool as `account` in a new window of the rate limit, and returns the result.
    pub async fn call_tool(&self, account: &Account, name: &str, arguments: Value) -> Value {
        self.clock.advance(SignedDuration::from_secs(1));
        self.mcp_result(account, "tools/call", json!({ "name": name, "arguments": arguments })).await
    }

    /// Calls a tool that succeeds, and returns the structured content.
    pub async fn tool(&self, account: &Account, name: &str, arguments: Value) -> Value {
        let result = self.call_tool(account, name, arguments).await;
        assert_eq!(result["isError"], false, "{name}: {result}");
        result["structuredContent"].clone()
    }

    /// Calls a tool that fails, and returns why.
    pub async fn tool_failure(&self, account: &Account, name: &str, arguments: Value) -> String {
        let result = self.call_tool(account, name, arguments).await;
        assert_eq!(result["isError"], true, "{name}: {result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }
}
