//! Pages of other origins: refused with the name of the option, and allowed by it.

use answerdeck_server::Config;
use reqwest::Method;
use reqwest::header::ORIGIN;
use serde_json::json;

use crate::harness::{Account, Reply, TestServer};
use crate::on_sqlite;

const ORIGINS: [&str; 4] = ["https://app.example", "http://localhost:6274", "app://a-program", "file://"];

async fn listed(server: &TestServer, account: &Account, origin: &str) -> Reply {
    let request = server.mcp_request("tools/list", json!({})).bearer_auth(&account.key).header(ORIGIN, origin);
    Reply::of(request).await
}

on_sqlite! {
    async fn a_page_of_another_origin_can_read_why_it_is_refused(server, account) {
        for origin in ORIGINS.into_iter().chain(["null"]) {
            let refused = listed(&server, &account, origin).await;
            assert_eq!((refused.status.as_u16(), &refused.headers["access-control-allow-origin"]), (403, &"*".parse().unwrap()));
            let message = refused.json()["error"]["message"].as_str().unwrap().to_owned();
            assert!(message.contains(&format!("origin {origin} ")) && message.contains("--mcp-origin"), "{message}");
            assert!(!refused.headers.contains_key("access-control-allow-credentials"));
        }
    }

    async fn a_page_of_an_allowed_origin_calls_with_a_credential(server, account) {
        let mcp_origins = ORIGINS.map(|origin| origin.parse().unwrap()).to_vec();
        let server = server.with_config(Config { mcp_origins, ..server.app.config.clone() }).await;
        for origin in ORIGINS {
            let reply = listed(&server, &account, origin).await;
            assert_eq!(reply.headers["access-control-allow-origin"], "*", "{origin}");
            assert!(reply.ok()["result"]["tools"].is_array());
            let without_credential = server.mcp_request("tools/list", json!({})).header(ORIGIN, origin).send().await.unwrap();
            assert_eq!(without_credential.status(), 401);
            let exposed = without_credential.headers()["access-control-expose-headers"].to_str().unwrap().to_owned();
            assert!(exposed.contains("www-authenticate"), "{exposed}");
        }
        for origin in ["https://other.example", "http://localhost:6275", "null", "https://app.example.other.example"] {
            assert_eq!(listed(&server, &account, origin).await.status, 403, "{origin}");
        }
    }

    async fn a_preflight_needs_no_credential(server) {
        for path in ["/mcp", "/mcp/"] {
            let request = server.http.request(Method::OPTIONS, format!("{}{path}", server.url)).header(ORIGIN, ORIGINS[0]);
            let request = request.header("access-control-request-method", "POST");
            let headers = "authorization,content-type,mcp-protocol-version,mcp-method,mcp-name";
            let reply = request.header("access-control-request-headers", headers).send().await.unwrap();
            assert_eq!(reply.status(), 200, "{path}");
            assert_eq!(reply.headers()["access-control-allow-headers"], headers);
        }
    }
}
