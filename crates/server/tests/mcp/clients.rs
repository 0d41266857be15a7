//! Clients as they connect: each registers, signs in, initializes, lists and calls as it was seen to do.

use answerdeck_server::Config;
use reqwest::RequestBuilder;
use reqwest::header::WWW_AUTHENTICATE;
use serde_json::{Value, json};

use crate::harness::client_site::ClientSite;
use crate::harness::oauth::{OAuthClient, VERIFIER, location};
use crate::harness::{Account, Reply, TestServer};
use crate::on_sqlite;

/// What a client sends.
struct Habits {
    redirect_uri: &'static str,
    scope: Option<&'static str>,
    /// Whether it sends its id with `Authorization: Basic` in the token request.
    basic: bool,
    path: &'static str,
    headers: &'static [(&'static str, &'static str)],
    version: &'static str,
    /// Arguments that it adds to every call.
    added: Value,
}

const BOTH: (&str, &str) = ("accept", "application/json, text/event-stream");

impl Default for Habits {
    fn default() -> Self {
        Self {
            redirect_uri: "http://localhost/callback",
            scope: Some("mcp"),
            basic: false,
            path: "/mcp",
            headers: &[BOTH],
            version: "2025-11-25",
            added: json!({}),
        }
    }
}

impl Habits {
    fn post(&self, server: &TestServer, body: &Value) -> RequestBuilder {
        let request = server.http.post(format!("{}{}", server.url, self.path)).json(body);
        self.headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))
    }

    /// Registers, and connects.
    async fn register(&self, server: &TestServer, account: &Account, registration: Value) {
        let registered = server.register(&registration).await.ok();
        assert_eq!(registered["token_endpoint_auth_method"], "none");
        let client = server.oauth_client_of(registered["client_id"].as_str().unwrap());
        self.connect(server, account, &client).await;
    }

    /// Follows the challenge, signs in, initializes, lists the tools and calls one.
    async fn connect(&self, server: &TestServer, account: &Account, client: &OAuthClient) {
        let rpc = |id: u32, method: &str, params: Value| json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let info = json!({ "name": "client", "version": "1.0" });
        let hello =
            rpc(0, "initialize", json!({ "protocolVersion": self.version, "capabilities": {}, "clientInfo": info }));
        let challenged = self.post(server, &hello).send().await.unwrap();
        let challenge = challenged.headers()[WWW_AUTHENTICATE].to_str().unwrap().to_owned();
        assert_eq!(challenged.status(), 401);
        let metadata = challenge.split('"').nth(1).unwrap();
        let resource = server.http.get(metadata).send().await.unwrap().json::<Value>().await.unwrap();
        let resource = resource["resource"].as_str().unwrap();

        let changes = [("redirect_uri", Some(self.redirect_uri)), ("scope", self.scope), ("resource", Some(resource))];
        let page = client.authorize(&changes).await;
        assert_eq!(page.status, 200, "{}", page.text);
        let code = location(&client.answer(&page, "allow", &account.key).await, "code").unwrap();
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", &code),
            ("code_verifier", VERIFIER),
            ("redirect_uri", self.redirect_uri),
            ("resource", resource),
        ];
        if !self.basic {
            form.push(("client_id", &client.id));
        }
        let request = server.http.post(format!("{}/oauth/token", server.url)).form(&form);
        let request = if self.basic { request.basic_auth(&client.id, Some("")) } else { request };
        let tokens = Reply::of(request).await.ok();
        assert_eq!(tokens["scope"], "mcp");
        let token = tokens["access_token"].as_str().unwrap();

        let send = async |body: Value| {
            let request = self.post(server, &body).bearer_auth(token);
            let request = match body["method"].as_str() {
                Some("initialize") => request,
                _ => request.header("mcp-protocol-version", self.version),
            };
            Reply::of(request).await
        };
        assert_eq!(send(hello.clone()).await.ok()["result"]["protocolVersion"], self.version);
        assert_eq!(send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await.status, 202);
        let tools = send(rpc(1, "tools/list", json!({}))).await.ok()["result"]["tools"].clone();
        assert!(tools.as_array().unwrap().iter().any(|tool| tool["name"] == "list_prompts"));
        let mut arguments = self.added.clone();
        arguments["limit"] = json!("5");
        let called = send(rpc(2, "tools/call", json!({ "name": "list_prompts", "arguments": arguments }))).await.ok();
        let result = &called["result"];
        assert_eq!(result["isError"], false, "{result}");
        for name in self.added.as_object().unwrap().keys() {
            assert!(result["structuredContent"]["notice"].as_str().unwrap().contains(name), "{result}");
        }
    }
}

on_sqlite! {
    async fn hosted_claude_connects(server, account) {
        let redirect_uri = "https://claude.ai/api/mcp/auth_callback";
        let registration = json!({
            "client_name": "Claude", "redirect_uris": [redirect_uri], "response_types": ["code"], "scope": "mcp",
            "grant_types": ["authorization_code", "refresh_token"], "token_endpoint_auth_method": "client_secret_post",
        });
        Habits { redirect_uri, ..Habits::default() }.register(&server, &account, registration).await;
    }

    async fn claude_code_connects_with_any_port_of_localhost(server, account) {
        let registration = json!({
            "client_name": "Claude Code", "redirect_uris": ["http://localhost:54212/callback"], "response_types": ["code"],
            "grant_types": ["authorization_code", "refresh_token"], "token_endpoint_auth_method": "none",
        });
        let habits = Habits { redirect_uri: "http://localhost:61973/callback", scope: None, ..Habits::default() };
        habits.register(&server, &account, registration).await;
    }

    async fn chatgpt_connects_with_its_document(server, account) {
        let redirect_uri = "https://chatgpt.com/connector_platform_oauth_redirect";
        let site = ClientSite::start(redirect_uri).await;
        let mut document = site.document(redirect_uri);
        document["token_endpoint_auth_method"] = json!("private_key_jwt");
        document["token_endpoint_auth_methods_supported"] = json!(["none", "private_key_jwt"]);
        document["jwks_uri"] = json!("https://chatgpt.com/jwks.json");
        site.publish("", &document);
        let server = server.trusting(&site).await;
        let habits = Habits { redirect_uri, version: "2025-06-18", ..Habits::default() };
        habits.connect(&server, &account, &server.oauth_client_of(&site.client_id)).await;
    }

    async fn cursor_connects_with_each_of_its_redirect_uris(server, account) {
        let redirect_uris = [
            "cursor://anysphere.cursor-mcp/oauth/callback",
            "https://www.cursor.com/agents/mcp/oauth/callback",
            "http://localhost:8787/callback",
        ];
        for redirect_uri in redirect_uris {
            let registration = json!({
                "client_name": "Cursor", "redirect_uris": redirect_uris, "response_types": ["code"],
                "grant_types": ["authorization_code", "refresh_token"], "token_endpoint_auth_method": "none",
            });
            let habits = Habits { redirect_uri, version: "2025-06-18", ..Habits::default() };
            habits.register(&server, &account, registration).await;
        }
    }

    async fn vs_code_connects(server, account) {
        let registration = json!({
            "client_name": "Visual Studio Code", "client_uri": "https://code.visualstudio.com", "response_types": ["code"],
            "grant_types": ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
            "redirect_uris": [
                "https://insiders.vscode.dev/redirect", "https://vscode.dev/redirect", "http://127.0.0.1/",
                "http://localhost/", "http://127.0.0.1:33418/", "http://localhost:33418/",
            ],
            "token_endpoint_auth_method": "none", "application_type": "native",
        });
        let habits = Habits { redirect_uri: "http://127.0.0.1:33418/", scope: Some("mcp offline_access"), ..Habits::default() };
        habits.register(&server, &account, registration).await;
    }

    async fn the_inspector_connects_from_its_page_and_through_its_proxy(server, account) {
        let mcp_origins = vec!["http://localhost:6274".parse().unwrap()];
        let server = server.with_config(Config { mcp_origins, ..server.app.config.clone() }).await;
        let registration = json!({
            "client_name": "MCP Inspector", "redirect_uris": ["http://localhost:6274/oauth/callback"], "scope": "mcp",
            "client_uri": "https://github.com/modelcontextprotocol/inspector", "response_types": ["code"],
            "grant_types": ["authorization_code", "refresh_token"], "token_endpoint_auth_method": "none",
        });
        // The page sends the version that it has negotiated before, with its first message too.
        let direct: &[_] = &[BOTH, ("origin", "http://localhost:6274"), ("mcp-protocol-version", "2025-06-18")];
        let proxied: &[_] = &[("accept", "text/event-stream, application/json")];
        for (headers, version) in [(direct, "2025-06-18"), (proxied, "2025-11-25")] {
            let redirect_uri = "http://localhost:6274/oauth/callback";
            let habits = Habits { redirect_uri, headers, version, ..Habits::default() };
            habits.register(&server, &account, registration.clone()).await;
        }
    }

    async fn mcp_remote_connects(server, account) {
        let registration = json!({
            "client_name": "MCP CLI Proxy", "redirect_uris": ["http://localhost:3334/oauth/callback"], "response_types": ["code"],
            "software_id": "2e6dc280-f3c3-4e01-99a7-8181dbd1d23d", "software_version": "0.1.0", "scope": "openid email profile",
            "grant_types": ["authorization_code", "refresh_token"], "token_endpoint_auth_method": "none",
        });
        let habits = Habits {
            redirect_uri: "http://localhost:3334/oauth/callback",
            scope: Some("openid email profile"),
            ..Habits::default()
        };
        habits.register(&server, &account, registration).await;
    }

    async fn n8n_connects_and_adds_arguments_to_every_call(server, account) {
        let redirect_uri = "https://n8n.example/rest/oauth2-credential/callback";
        let registration = json!({
            "client_name": "n8n", "client_uri": "https://n8n.io/", "redirect_uris": [redirect_uri], "response_types": ["code"],
            "grant_types": ["authorization_code", "refresh_token"], "token_endpoint_auth_method": "client_secret_basic",
        });
        let added = json!({ "sessionId": "4f1c", "action": "sendMessage", "chatInput": "How visible?", "toolCallId": "call_1" });
        let habits = Habits { redirect_uri, basic: true, scope: Some("mcp mcp"), added, ..Habits::default() };
        habits.register(&server, &account, registration).await;
    }

    async fn copilot_studio_connects(server, account) {
        let redirect_uri = "https://global.consent.azure-apim.net/redirect/answerdeck";
        let registration = json!({
            "client_name": "Copilot Studio", "redirect_uris": [redirect_uri], "response_types": ["code"],
            "grant_types": ["authorization_code", "refresh_token"], "token_endpoint_auth_method": "client_secret_post",
        });
        let habits = Habits {
            redirect_uri,
            scope: Some(" offline_access"),
            path: "/mcp/",
            headers: &[("accept", "application/json")],
            version: "2025-03-26",
            ..Habits::default()
        };
        habits.register(&server, &account, registration).await;
    }
}
