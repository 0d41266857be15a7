//! A client of the endpoint.

use std::net::IpAddr;
use std::time::Duration;

use serde_json::{Value, json};

/// A client with its connection.
pub(crate) struct Client {
    http: reqwest::Client,
    address: String,
    key: String,
}

/// The outcome of a call.
pub(crate) enum Outcome {
    Done,
    /// The rate limit refused it. It can be repeated after this time.
    Refused(Duration),
}

impl Client {
    /// Returns a client of a network, because a network has a limit of connections. `network` is 0..253.
    pub(crate) fn new(address: &str, key: &str, network: u8) -> Self {
        let http = reqwest::Client::builder().local_address(IpAddr::from([127, 0, 0, 1 + network])).build().unwrap();
        Self { http, address: address.to_owned(), key: key.to_owned() }
    }

    /// Connects as clients of revision 2025-11-25 do, and lists the tools.
    pub(crate) async fn connect(&self) {
        let info = json!({ "name": "bench", "version": "1" });
        let initialize = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info });
        self.send("initialize", initialize).await;
        let listed = self.send("tools/list", json!({})).await;
        assert!(listed["result"]["tools"].as_array().is_some_and(|tools| !tools.is_empty()), "{listed}");
    }

    pub(crate) async fn call(&self, tool: &str, arguments: &Value) -> Outcome {
        let reply = self.send("tools/call", json!({ "name": tool, "arguments": arguments })).await;
        let result = &reply["result"];
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        match result["isError"].as_bool() {
            Some(true) if text.contains("PLATFORM_RATE_LIMIT_EXCEEDED") => Outcome::Refused(Duration::from_secs(1)),
            Some(true) | None => panic!("{tool}: {reply}"),
            Some(false) => Outcome::Done,
        }
    }

    /// Requests a path of the platform API, as a tab of the console does.
    pub(crate) async fn get(&self, path: &str) -> Outcome {
        let url = format!("{}/api/v1/platform/{path}", self.address);
        let response = self.http.get(url).header("API-Key", &self.key).send().await.unwrap();
        match response.status().as_u16() {
            200 => {
                response.bytes().await.unwrap();
                Outcome::Done
            }
            429 => Outcome::Refused(Duration::from_secs(
                response.headers()["retry-after"].to_str().unwrap().parse().unwrap(),
            )),
            status => panic!("{path}: {status}"),
        }
    }

    async fn send(&self, method: &str, params: Value) -> Value {
        let request = self.http.post(format!("{}/mcp", self.address)).header("API-Key", &self.key);
        let request = request.header("Accept", "application/json, text/event-stream");
        let request = request.header("MCP-Protocol-Version", "2025-11-25");
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        request.json(&body).send().await.unwrap().json().await.unwrap()
    }
}
