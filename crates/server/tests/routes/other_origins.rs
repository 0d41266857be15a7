use reqwest::Method;

use crate::on_sqlite;

const ORIGIN: &str = "https://app.example";

on_sqlite! {
    async fn any_origin_may_call_the_api_and_read_the_response_or_the_error(server, account) {
        for (path, status) in [
            ("/api/v1/platform/organizations/me", 200),
            ("/.well-known/oauth-protected-resource", 200),
            ("/.well-known/oauth-authorization-server", 200),
        ] {
            let request = server.http.get(format!("{}{path}", server.url)).header("api-key", &account.key);
            let reply = request.header("origin", ORIGIN).send().await.unwrap();
            assert_eq!(reply.status(), status, "{path}");
            assert_eq!(reply.headers()["access-control-allow-origin"], "*", "{path}");
            assert!(!reply.headers().contains_key("access-control-allow-credentials"));
            let exposed = reply.headers()["access-control-expose-headers"].to_str().unwrap();
            for header in ["x-request-id", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "retry-after", "date"] {
                assert!(exposed.contains(header), "{header}");
            }
        }
        for path in ["/api/v1/platform/organizations/me", "/api/v1/platform/none-such", "/v1/platform/models"] {
            let reply = server.http.get(format!("{}{path}", server.url)).header("origin", ORIGIN).send().await.unwrap();
            assert!(reply.status().is_client_error());
            assert_eq!(reply.headers()["access-control-allow-origin"], "*", "{path}");
        }
    }

    async fn a_preflight_needs_no_credential_and_does_not_count_toward_the_rate_limit(server, account) {
        for path in ["/api/v1/platform/prompts", "/v1/platform/prompts", "/oauth/register", "/oauth/token", "/oauth/revoke"] {
            for _ in 0..12 {
                let reply = server
                    .http
                    .request(Method::OPTIONS, format!("{}{path}", server.url))
                    .header("origin", ORIGIN)
                    .header("access-control-request-method", "POST")
                    .header("access-control-request-headers", "api-key,authorization,content-type,accept-language,if-none-match")
                    .send()
                    .await
                    .unwrap();
                assert_eq!(reply.status(), 200, "{path}");
                let allowed = reply.headers()["access-control-allow-headers"].to_str().unwrap();
                for header in ["authorization", "api-key", "if-none-match"] {
                    assert!(allowed.contains(header), "{allowed}");
                }
                assert!(!reply.headers().contains_key("x-ratelimit-limit"));
            }
        }
        let request = server.http.get(format!("{}/api/v1/platform/prompts", server.url)).header("api-key", &account.key);
        assert_eq!(request.send().await.unwrap().headers()["x-ratelimit-remaining"], "9");
    }

    async fn other_origins_cannot_read_the_consent_page(server) {
        let client = server.oauth_client().await;
        let page = client.authorize(&[]).await;
        assert!(!page.headers.contains_key("access-control-allow-origin"));
        let answer = client.answer_from(ORIGIN, &page, "allow", "adk_x").await;
        assert!(!answer.headers.contains_key("access-control-allow-origin"));
    }
}
