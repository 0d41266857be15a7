use crate::harness::oauth::{REDIRECT_URI, location};
use crate::on_both;

on_both! {
    async fn a_good_key_leads_back_with_a_code_the_state_and_the_issuer(server: TestServer) {
        let account = server.account().await;
        let client = server.oauth_client(REDIRECT_URI).await;
        let page = client.authorize(&[]).await;
        let reply = client.answer(&page, "allow", &format!("  {}\n", account.key)).await;
        assert_eq!(reply.status, 303);
        assert!(location(&reply, "code").unwrap().starts_with("adc_"));
        assert_eq!(location(&reply, "state").as_deref(), Some("the state & more"));
        assert_eq!(location(&reply, "iss"), Some(server.url.clone()));
        assert_eq!(location(&reply, "error"), None);
        assert_eq!(reply.headers["referrer-policy"], "no-referrer");
        assert_eq!(reply.headers["cache-control"], "no-store");
    }

    async fn a_wrong_key_is_asked_for_again_and_is_not_shown(server: TestServer) {
        let account = server.account().await;
        let client = server.oauth_client(REDIRECT_URI).await;
        let page = client.authorize(&[]).await;
        let again = client.answer(&page, "allow", "adk_wrong").await;
        assert_eq!(again.status, 200);
        assert!(again.text.contains("not valid") && again.text.contains("aria-invalid"), "{}", again.text);
        assert!(!again.text.contains("adk_wrong"));
        assert_eq!(client.answer(&again, "allow", &account.key).await.status, 303);
    }

    async fn a_revoked_key_is_a_wrong_key(server: TestServer) {
        let account = server.account().await;
        let client = server.oauth_client(REDIRECT_URI).await;
        let page = client.authorize(&[]).await;
        answerdeck_server::account::revoke_key(&server.app, &server.app.database, &account.key_id).await.unwrap();
        assert!(client.answer(&page, "allow", &account.key).await.text.contains("not valid"));
    }

    async fn a_denial_is_told_to_the_client(server: TestServer) {
        let client = server.oauth_client(REDIRECT_URI).await;
        let page = client.authorize(&[]).await;
        let reply = client.answer(&page, "deny", "").await;
        assert_eq!(reply.status, 303);
        assert_eq!(location(&reply, "error").as_deref(), Some("access_denied"));
        assert_eq!(location(&reply, "state").as_deref(), Some("the state & more"));
        assert_eq!(location(&reply, "iss"), Some(server.url.clone()));
    }

    async fn a_page_is_good_for_one_answer_and_ten_minutes(server: TestServer) {
        let account = server.account().await;
        let client = server.oauth_client(REDIRECT_URI).await;
        let page = client.authorize(&[]).await;
        assert_eq!(client.answer(&page, "allow", &account.key).await.status, 303);
        assert_eq!(client.answer(&page, "allow", &account.key).await.status, 400);
        let page = client.authorize(&[]).await;
        server.clock.advance(jiff::SignedDuration::from_mins(10));
        assert_eq!(client.answer(&page, "allow", &account.key).await.status, 400);
    }

    async fn a_form_of_another_site_is_not_accepted(server: TestServer) {
        let account = server.account().await;
        let client = server.oauth_client(REDIRECT_URI).await;
        let page = client.authorize(&[]).await;
        for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
            assert_eq!(client.answer_from(origin, &page, "allow", &account.key).await.status, 403, "{origin}");
        }
        assert_eq!(client.answer(&page, "allow", &account.key).await.status, 303);
    }

    async fn a_form_without_a_page_is_not_accepted(server: TestServer) {
        let account = server.account().await;
        let client = server.oauth_client(REDIRECT_URI).await;
        let forms: [&[(&str, &str)]; 3] = [
            &[],
            &[("transaction", "guessed"), ("decision", "allow"), ("api_key", &account.key)],
            &[("transaction", "\0"), ("decision", "allow"), ("api_key", "\0")],
        ];
        for form in forms {
            assert_eq!(client.post("/oauth/consent", form).await.status, 400, "{form:?}");
        }
    }
}
