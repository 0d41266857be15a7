//! Credentials, token resources and origins that the endpoint accepts.

use answerdeck_server::organization::account::revoke_key;
use reqwest::RequestBuilder;
use reqwest::header::{ACCEPT_LANGUAGE, ORIGIN, WWW_AUTHENTICATE};
use serde_json::json;

use crate::harness::oauth::{OAuthClient, Tokens, location};
use crate::harness::{Account, Reply, TestServer};
use crate::{on_both, on_sqlite};

/// The status and the challenge of a request.
async fn answered(request: RequestBuilder) -> (u16, Option<String>) {
    let response = request.send().await.unwrap();
    let challenge = response.headers().get(WWW_AUTHENTICATE).map(|value| value.to_str().unwrap().to_owned());
    (response.status().as_u16(), challenge)
}

fn list(server: &TestServer) -> RequestBuilder {
    server.mcp_request("tools/list", json!({}))
}

/// Signs in for a resource, which the authorization request names.
async fn sign_in_for(client: &OAuthClient, account: &Account, resource: &str) -> Tokens {
    let page = client.authorize(&[("resource", Some(resource))]).await;
    let reply = client.answer(&page, "allow", &account.key).await;
    Tokens::of(&client.exchange(&location(&reply, "code").unwrap(), &[]).await)
}

on_both! {
    async fn a_key_and_a_token_are_accepted_until_the_key_is_revoked(server, account) {
        let token = server.oauth_client().await.sign_in(&account).await.access;
        let requests = || {
            [
                list(&server).header("API-Key", &account.key),
                list(&server).bearer_auth(&account.key),
                list(&server).bearer_auth(&token),
                list(&server).header("API-Key", " ").bearer_auth(&token),
            ]
        };
        for request in requests() {
            assert_eq!(answered(request).await, (200, None));
        }
        revoke_key(&server.app, &account.key_id).await.unwrap();
        for request in requests() {
            assert_eq!(answered(request).await.0, 401);
        }
    }

    async fn a_token_is_accepted_at_its_resource_only(server, account) {
        let client = server.oauth_client().await;
        for (resource, at_mcp, at_api) in [
            ("", 200, 200),
            ("/", 200, 200),
            ("/mcp", 200, 401),
            ("/api", 401, 200),
            ("/mcp/other", 401, 401),
            ("/api/v1/platform", 401, 200),
            ("/api/v1beta", 401, 401),
            ("/api/v", 401, 401),
        ] {
            let tokens = sign_in_for(&client, &account, &format!("{}{resource}", server.url)).await;
            let renewed = Tokens::of(&client.refresh(&tokens.refresh).await);
            for token in [tokens.access, renewed.access] {
                assert_eq!(answered(list(&server).bearer_auth(&token)).await.0, at_mcp, "{resource}");
                assert_eq!(client.call(&token).await, at_api, "{resource}");
            }
        }
    }

    async fn a_token_request_can_narrow_the_resource_and_not_widen_it(server, account) {
        let client = server.oauth_client().await;
        let (mcp, api) = (format!("{}/mcp", server.url), format!("{}/api", server.url));
        let code = client.code(&account).await;
        let narrowed = Tokens::of(&client.exchange(&code, &[("resource", Some(&mcp))]).await).access;
        assert_eq!((answered(list(&server).bearer_auth(&narrowed)).await.0, client.call(&narrowed).await), (200, 401));
        let page = client.authorize(&[("resource", Some(&mcp))]).await;
        let code = location(&client.answer(&page, "allow", &account.key).await, "code").unwrap();
        for other in [&api, &server.url] {
            let refused = client.exchange(&code, &[("resource", Some(other))]).await;
            assert_eq!(refused.oauth_error(), (400, "invalid_target".to_owned()));
        }
    }
}

on_sqlite! {
    async fn a_request_without_a_valid_credential_is_challenged_with_the_metadata_url(server) {
        let metadata = format!("resource_metadata=\"{}/.well-known/oauth-protected-resource/mcp\", scope=\"mcp\"", server.url);
        assert_eq!(answered(list(&server)).await, (401, Some(format!("Bearer {metadata}"))));
        let invalid = Some(format!("Bearer error=\"invalid_token\", {metadata}"));
        for token in ["adk_unknown", "ada_unknown", "adr_unknown"] {
            assert_eq!(answered(list(&server).header("API-Key", token)).await, (401, invalid.clone()), "{token}");
        }
        assert_eq!(answered(list(&server).header("API-Key", "")).await, answered(list(&server)).await);
        let body = list(&server).send().await.unwrap().json::<serde_json::Value>().await.unwrap();
        assert_eq!(body["code"], "COMMON_UNAUTHORIZED");
        for (languages, message) in [
            (None, "The credential is missing or not valid."),
            (Some("ko"), "인증 정보가 없거나 올바르지 않아요."),
        ] {
            let request = server.http.post(format!("{}/mcp", server.url)).json(&json!({}));
            let request = languages.into_iter().fold(request, |request, languages| request.header(ACCEPT_LANGUAGE, languages));
            assert_eq!(Reply::of(request).await.json()["message"], message, "{languages:?}");
        }
    }

    async fn a_token_of_another_resource_is_refused_with_its_resource(server, account) {
        let client = server.oauth_client().await;
        let of_mcp = sign_in_for(&client, &account, &format!("{}/mcp", server.url)).await.access;
        let of_api = sign_in_for(&client, &account, &format!("{}/api", server.url)).await.access;
        let of_platform = sign_in_for(&client, &account, &format!("{}/api/v1/platform", server.url)).await.access;
        let at_api = server.http.get(format!("{}/api/v1/platform/models", server.url)).bearer_auth(&of_mcp);
        let at_mcp = |token: &str| list(&server).bearer_auth(token);
        for (request, path) in
            [(at_api, "/mcp"), (at_mcp(&of_api), "/api"), (at_mcp(&of_platform), "/api/v1/platform")]
        {
            let refused = Reply::of(request.header("Accept-Language", "en")).await;
            assert_eq!(refused.refusal(), (401, "COMMON_UNAUTHORIZED".to_owned()), "{path}");
            assert_eq!(refused.json()["details"], json!([format!("Authorization: this token is for {}{path} only", server.url)]));
        }
    }

    async fn a_page_of_another_origin_is_refused_before_its_credential(server, account) {
        for origin in ["https://other.example", "null", "http://127.0.0.1", "file://", "\"", &format!("{}.other.example", server.url)] {
            for request in [list(&server), list(&server).header("API-Key", &account.key)] {
                assert_eq!(answered(request.header(ORIGIN, origin)).await, (403, None), "{origin}");
            }
        }
        let own = list(&server).header("API-Key", &account.key).header(ORIGIN, &server.url);
        assert_eq!(answered(own).await.0, 200);
    }

    async fn tools_use_the_rate_limit_of_their_organization_and_the_protocol_uses_none(server, account, other) {
        for _ in 0..15 {
            assert_eq!(answered(list(&server).header("API-Key", &account.key)).await.0, 200);
        }
        let call = json!({ "name": "get_organization", "arguments": {} });
        let mut results = Vec::new();
        for _ in 0..11 {
            results.push(server.mcp_result(&account, "tools/call", call.clone()).await);
        }
        assert!(results[..10].iter().all(|result| result["isError"] == false));
        let refused = results[10]["content"][0]["text"].as_str().unwrap();
        assert_eq!(refused, "PLATFORM_RATE_LIMIT_EXCEEDED: Too many requests. Try again in a moment.\nTry again in 1 s.");
        assert_eq!(server.mcp_result(&other, "tools/call", call).await["isError"], false);
        let rest = server.http.get(format!("{}/api/v1beta/platform/credits/me", server.url));
        assert_eq!(rest.header("API-Key", &account.key).send().await.unwrap().status(), 429);
    }
}
