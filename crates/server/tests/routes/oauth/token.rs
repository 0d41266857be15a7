use answerdeck_server::organization::account::revoke_key;
use jiff::SignedDuration;
use serde_json::json;

use crate::harness::Reply;
use crate::harness::oauth::{REDIRECT_URI, Tokens, VERIFIER, challenge, location};
use crate::{on_both, on_sqlite};

on_both! {
    async fn a_code_is_exchanged_for_tokens_and_the_access_token_expires_after_an_hour(server, account) {
        let client = server.oauth_client().await;
        let code = client.code(&account).await;
        let reply = client.exchange(&code, &[]).await;
        let body = reply.ok();
        assert_eq!(body["token_type"], "Bearer");
        assert_eq!(body["expires_in"], 3_600);
        assert_eq!(body["scope"], "mcp");
        assert_eq!(reply.headers["cache-control"], "no-store");
        let tokens = Tokens::of(&reply);
        assert!(tokens.access.starts_with("ada_") && tokens.refresh.starts_with("adr_"));
        assert_eq!(client.call(&tokens.access).await, 200);
        // Each call advances the clock by a second: these calls are at 3,599 s and at 3,600 s.
        server.clock.advance(SignedDuration::from_secs(3_597));
        assert_eq!(client.call(&tokens.access).await, 200);
        assert_eq!(client.call(&tokens.access).await, 401);
    }

    async fn reuse_of_a_code_revokes_the_tokens_issued_for_it(server, account) {
        let client = server.oauth_client().await;
        let code = client.code(&account).await;
        let tokens = Tokens::of(&client.exchange(&code, &[]).await);
        let other = client.sign_in(&account).await;
        assert_eq!(client.exchange(&code, &[]).await.oauth_error(), (400, "invalid_grant".to_owned()));
        assert_eq!(client.call(&tokens.access).await, 401);
        assert_eq!(client.refresh(&tokens.refresh).await.oauth_error(), (400, "invalid_grant".to_owned()));
        assert_eq!(client.call(&other.access).await, 200);
    }

    async fn concurrent_exchanges_of_a_code_succeed_at_most_once(server, account) {
        let client = server.oauth_client().await;
        let code = client.code(&account).await;
        let (one, two) = tokio::join!(client.exchange(&code, &[]), client.exchange(&code, &[]));
        let successes: Vec<_> = [one, two].into_iter().filter(|reply| reply.status.is_success()).collect();
        assert_eq!(successes.len(), 1);
        assert_eq!(client.call(&Tokens::of(&successes[0]).access).await, 401);
    }

    async fn revoking_the_api_key_invalidates_codes_and_tokens_immediately(server, account) {
        let client = server.oauth_client().await;
        let tokens = client.sign_in(&account).await;
        let code = client.code(&account).await;
        revoke_key(&server.app, &account.key_id).await.unwrap();
        assert_eq!(client.call(&tokens.access).await, 401);
        assert_eq!(client.refresh(&tokens.refresh).await.oauth_error(), (400, "invalid_grant".to_owned()));
        assert_eq!(client.exchange(&code, &[]).await.oauth_error(), (400, "invalid_grant".to_owned()));
    }
}

on_sqlite! {
    async fn any_scope_is_granted_as_the_only_one_and_the_response_says_so(server, account) {
        let client = server.oauth_client().await;
        for scope in ["mcp", "mcp offline_access", " offline_access", "openid email profile", "mcp mcp", "admin", " "] {
            let page = client.authorize(&[("scope", Some(scope))]).await;
            let code = location(&client.answer(&page, "allow", &account.key).await, "code").unwrap();
            let reply = client.exchange(&code, &[("scope", Some(scope))]).await;
            assert_eq!(reply.ok()["scope"], "mcp", "{scope}");
            let refresh = Tokens::of(&reply).refresh;
            let form = [("grant_type", "refresh_token"), ("client_id", &client.id), ("refresh_token", &refresh), ("scope", scope)];
            assert_eq!(client.post("/oauth/token", &form).await.ok()["scope"], "mcp", "{scope}");
        }
    }

    async fn a_client_can_send_its_id_as_the_user_of_basic_authentication(server, account) {
        let client = server.oauth_client().await;
        let code = client.code(&account).await;
        let form = [
            ("grant_type", "authorization_code"), ("code", code.as_str()), ("code_verifier", VERIFIER),
            ("redirect_uri", REDIRECT_URI),
        ];
        let post = async |id: &str| {
            let request = server.http.post(format!("{}/oauth/token", server.url)).form(&form);
            Reply::of(request.basic_auth(id, Some(""))).await
        };
        assert_eq!(post("nobody").await.oauth_error(), (401, "invalid_client".to_owned()));
        assert_eq!(post("").await.oauth_error(), (400, "invalid_request".to_owned()));
        assert_eq!(client.call(&Tokens::of(&post(&client.id).await).access).await, 200);
    }

    async fn an_invented_code_or_refresh_token_is_refused_without_the_write_lock(server) {
        let client = server.oauth_client().await;
        let writer = answerdeck_database::begin(&server.app.database).await.unwrap();
        let code = [("grant_type", "authorization_code"), ("client_id", &client.id), ("code", "adc_x"), ("code_verifier", VERIFIER)];
        let refresh = [("grant_type", "refresh_token"), ("client_id", &client.id), ("refresh_token", "adr_x")];
        for form in [&code[..], &refresh[..]] {
            assert_eq!(client.post("/oauth/token", form).await.oauth_error(), (400, "invalid_grant".to_owned()));
        }
        writer.commit().await.unwrap();
    }

    async fn codes_and_refresh_tokens_are_not_accepted_by_the_api(server, account) {
        let client = server.oauth_client().await;
        let code = client.code(&account).await;
        assert_eq!(client.call(&code).await, 401);
        let tokens = Tokens::of(&client.exchange(&code, &[]).await);
        assert_eq!(client.call(&tokens.refresh).await, 401);
        assert_eq!(client.call("ada_guessed").await, 401);
        assert_eq!(client.call(&account.key).await, 200);
    }

    async fn a_code_expires_after_sixty_seconds(server, account) {
        let client = server.oauth_client().await;
        let code = client.code(&account).await;
        server.clock.advance(SignedDuration::from_secs(60));
        assert_eq!(client.exchange(&code, &[]).await.oauth_error(), (400, "invalid_grant".to_owned()));
    }

    async fn an_invalid_token_request_is_rejected_with_the_error_code_of_the_rfc_and_leaves_the_code_valid(server, account) {
        let (client, other) = (server.oauth_client().await, server.oauth_client().await);
        let code = client.code(&account).await;
        for (change, status, error) in [
            (("grant_type", None), 400, "invalid_request"),
            (("grant_type", Some("password")), 400, "unsupported_grant_type"),
            (("client_id", None), 400, "invalid_request"),
            (("client_id", Some("nobody")), 401, "invalid_client"),
            (("client_id", Some(&*other.id)), 400, "invalid_grant"),
            (("redirect_uri", Some("https://app.example/other")), 400, "invalid_grant"),
            (("code_verifier", None), 400, "invalid_request"),
            (("code_verifier", Some("another-verifier-of-43-characters-or-more-012345")), 400, "invalid_grant"),
            (("code_verifier", Some(&*challenge(VERIFIER))), 400, "invalid_grant"),
            (("code", None), 400, "invalid_request"),
            (("code", Some("adc_guessed")), 400, "invalid_grant"),
            (("resource", Some("https://other.example/")), 400, "invalid_target"),
        ] {
            let reply = client.exchange(&code, &[change]).await;
            assert_eq!(reply.oauth_error(), (status, error.to_owned()), "{change:?}");
            assert_eq!(reply.headers["cache-control"], "no-store");
        }
        let json = server.http.post(format!("{}/oauth/token", server.url)).json(&json!({})).send().await.unwrap();
        assert_eq!(json.status(), 400);
        let large = "x".repeat(70_000);
        assert_eq!(client.exchange(&large, &[]).await.oauth_error(), (400, "invalid_request".to_owned()));
        assert!(client.exchange(&code, &[("redirect_uri", None)]).await.status.is_success(), "it is optional");
    }
}
