use answerdeck_server::organization::account::revoke_key;

use crate::harness::oauth::location;
use crate::{on_both, on_sqlite};

on_both! {
    async fn a_valid_api_key_redirects_with_code_state_and_issuer(server, account) {
        let client = server.oauth_client().await;
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

    async fn a_consent_page_works_once_and_expires_after_ten_minutes(server, account) {
        let client = server.oauth_client().await;
        let page = client.authorize(&[]).await;
        assert_eq!(client.answer(&page, "allow", &account.key).await.status, 303);
        assert_eq!(client.answer(&page, "allow", &account.key).await.status, 400);
        let page = client.authorize(&[]).await;
        server.clock.advance(jiff::SignedDuration::from_mins(10));
        assert_eq!(client.answer(&page, "allow", &account.key).await.status, 400);
    }

    async fn a_form_without_a_valid_transaction_is_rejected(server, account) {
        let client = server.oauth_client().await;
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

on_sqlite! {
    async fn a_denial_redirects_with_access_denied(server) {
        let client = server.oauth_client().await;
        let page = client.authorize(&[]).await;
        let reply = client.answer(&page, "deny", "").await;
        assert_eq!(reply.status, 303);
        assert_eq!(location(&reply, "error").as_deref(), Some("access_denied"));
        assert_eq!(location(&reply, "state").as_deref(), Some("the state & more"));
        assert_eq!(location(&reply, "iss"), Some(server.url.clone()));
    }

    async fn a_form_from_another_origin_is_rejected(server, account) {
        let client = server.oauth_client().await;
        let page = client.authorize(&[]).await;
        let other_scheme = server.url.replace("http://", "https://");
        for origin in ["https://evil.example", "null", "http://127.0.0.1:1", &other_scheme] {
            assert_eq!(client.answer_from(origin, &page, "allow", &account.key).await.status, 403, "{origin}");
        }
        assert_eq!(client.answer(&page, "allow", &account.key).await.status, 303);
    }

    async fn an_invalid_or_revoked_api_key_shows_the_form_again_without_the_key(server, account, revoked) {
        let client = server.oauth_client().await;
        let mut page = client.authorize(&[]).await;
        revoke_key(&server.app, &revoked.key_id).await.unwrap();
        for key in ["adk_wrong", &revoked.key] {
            page = client.answer(&page, "allow", key).await;
            assert_eq!(page.status, 200);
            assert!(page.text.contains("does not work") && page.text.contains("aria-invalid"), "{}", page.text);
            assert!(!page.text.contains(key));
        }
        assert_eq!(client.answer(&page, "allow", &account.key).await.status, 303);
    }
}
