use answerdeck_database::entity::oauth_request;
use answerdeck_server::Config;
use answerdeck_server::connections::trusted_proxies::parse_network;
use jiff::SignedDuration;
use sea_orm::{ConnectionTrait, EntityTrait, QueryOrder};
use serde_json::json;

use crate::harness::http_client;
use crate::harness::oauth::{REDIRECT_URI, location};
use crate::{on_both, on_sqlite};

on_both! {
    async fn an_untrusted_redirect_uri_gets_an_error_page_and_no_redirect(server) {
        let client = server.oauth_client().await;
        for change in [
            ("client_id", None),
            ("client_id", Some("0000000000000000000000")),
            ("client_id", Some("'; drop")),
            ("client_id", Some("\0")),
            ("redirect_uri", Some("https://evil.example/cb")),
            ("redirect_uri", Some("https://app.example/cb/")),
            ("redirect_uri", Some("https://app.example/cb?x=1")),
            ("redirect_uri", Some("javascript:alert(1)")),
        ] {
            let page = client.authorize(&[change]).await;
            assert_eq!(page.status, 400, "{change:?}");
            assert!(!page.headers.contains_key("location"), "{change:?}");
            assert!(page.text.contains("<h1>"), "{change:?}");
        }
    }

    async fn a_flood_of_consent_pages_deletes_the_oldest_of_its_own_clients(server, account) {
        let (quiet, flooded, other) = (server.oauth_client().await, server.oauth_client().await, server.oauth_client().await);
        let first = quiet.authorize(&[]).await;
        let flood = format!(
            "INSERT INTO oauth_requests (hash, client_id, redirect_uri, code_challenge, expires_at) \
             WITH RECURSIVE pages (page) AS (SELECT 1 UNION ALL SELECT page + 1 FROM pages WHERE page < 20000) \
             SELECT 'page ' || page, CASE page % 2 WHEN 0 THEN '{}' ELSE '{}' END, '{REDIRECT_URI}', '', {} + page FROM pages",
            flooded.id,
            other.id,
            server.start.as_millisecond() + 600_000,
        );
        server.app.database.execute_unprepared(&flood).await.unwrap();
        server.clock.advance(SignedDuration::from_secs(60));
        let last = flooded.authorize(&[]).await;
        let left = oauth_request::Entity::find().order_by_asc(oauth_request::Column::ExpiresAt);
        let left = left.all(&server.app.database).await.unwrap();
        assert_eq!(left.len(), 19_000);
        assert_eq!(left[0].client_id, quiet.id);
        // Of the others, the newest are left.
        assert_eq!(left[1].hash, "page 1003");
        for (client, page) in [(quiet, first), (flooded, last)] {
            assert_eq!(client.answer(&page, "allow", &account.key).await.status, 303);
        }
    }
}

on_sqlite! {
    async fn the_consent_page_shows_client_and_redirect_host_has_no_script_and_uses_the_language_of_ui_locales(server) {
        let client = server.oauth_client().await;
        let page = client.authorize(&[]).await;
        assert_eq!(page.status, 200);
        for text in ["A test", "app.example", "type=\"password\"", "30 days", "lang=\"en\"", "method=\"post\""] {
            assert!(page.text.contains(text), "{text}: {}", page.text);
        }
        assert!(!page.text.contains("<script") && !page.text.contains(" style="));
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
        assert!(policy.contains("form-action 'self' https://app.example; frame-ancestors 'none'"), "{policy}");
        assert_eq!(page.headers["x-frame-options"], "DENY");
        assert_eq!(page.headers["cache-control"], "no-store");
        assert_eq!(page.headers["referrer-policy"], "same-origin");
        assert!(!page.headers.contains_key("access-control-allow-origin"));
        assert!(client.authorize(&[("ui_locales", Some("ko-KR en"))]).await.text.contains("API 키"));
        assert!(client.authorize(&[("ui_locales", Some("fr en-GB"))]).await.text.contains("API key"));
    }

    async fn the_console_of_the_server_only_asks_for_the_key(server, account) {
        let callback = format!("{}/sign-in/callback", server.url);
        let client = server.oauth_client_at(&callback).await;
        let page = client.authorize(&[("redirect_uri", Some(&callback))]).await;
        let wrong = client.answer(&page, "allow", "adk_wrong").await;
        for page in [&page, &wrong] {
            assert!(page.text.contains("Sign in to Answerdeck") && page.text.contains(">Cancel</button>"), "{}", page.text);
            assert!(!page.text.contains("A test") && !page.text.contains("If you allow access"), "{}", page.text);
        }
        assert_eq!(client.answer(&wrong, "allow", &account.key).await.status, 303);
    }

    async fn a_hostile_client_name_is_escaped(server) {
        let name = "\"><script>alert(1)</script><img src=x onerror=alert(1)>";
        let body = json!({ "client_name": name, "redirect_uris": [REDIRECT_URI] });
        let id = server.register(&body).await.ok()["client_id"].as_str().unwrap().to_owned();
        let client = server.oauth_client().await;
        let page = client.authorize(&[("client_id", Some(&id))]).await;
        assert!(page.text.contains("&lt;script&gt;alert(1)"), "{}", page.text);
        assert!(!page.text.contains("<script") && !page.text.contains("<img"), "{}", page.text);
    }

    async fn an_invalid_request_redirects_with_error_state_and_issuer(server) {
        let client = server.oauth_client().await;
        for (change, error) in [
            (("response_type", None), "invalid_request"),
            (("response_type", Some("token")), "unsupported_response_type"),
            (("response_mode", Some("fragment")), "invalid_request"),
            (("code_challenge", None), "invalid_request"),
            (("code_challenge", Some("short")), "invalid_request"),
            (("code_challenge_method", None), "invalid_request"),
            (("code_challenge_method", Some("plain")), "invalid_request"),
            (("resource", Some("https://other.example")), "invalid_target"),
        ] {
            let reply = client.authorize(&[change]).await;
            assert_eq!(reply.status, 303, "{change:?}");
            assert!(reply.headers["location"].to_str().unwrap().starts_with("https://app.example/cb?"));
            assert_eq!(location(&reply, "error").as_deref(), Some(error), "{change:?}");
            assert_eq!(location(&reply, "state").as_deref(), Some("the state & more"));
            assert_eq!(location(&reply, "iss"), Some(server.url.clone()));
            assert_eq!(location(&reply, "code"), None);
        }
        let repeated = format!(
            "{}/oauth/authorize?client_id={}&redirect_uri={REDIRECT_URI}&response_type=code&response_type=code",
            server.url, client.id
        );
        let http = http_client().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let reply = http.get(repeated).send().await.unwrap();
        assert!(reply.headers()["location"].to_str().unwrap().contains("error=invalid_request"));
    }

    async fn scope_redirect_uri_and_state_are_optional_and_a_resource_of_the_server_is_accepted(server) {
        let client = server.oauth_client().await;
        let resource = format!("{}/mcp", server.url);
        for change in [("scope", None), ("redirect_uri", None), ("resource", Some(resource.as_str())), ("state", None)] {
            assert_eq!(client.authorize(&[change]).await.status, 200, "{change:?}");
        }
    }

    async fn requests_of_unknown_clients_do_not_throttle_sign_ins(server) {
        let client = server.oauth_client().await;
        for _ in 0..700 {
            assert_eq!(client.authorize(&[("client_id", Some("0000000000000000000000"))]).await.status, 400);
        }
        assert_eq!(client.authorize(&[]).await.status, 200);
    }

    async fn a_throttled_network_does_not_throttle_others(server) {
        let trusted_proxies = parse_network("127.0.0.1").into_iter().collect();
        let server = server.with_config(Config { trusted_proxies, ..server.app.config.clone() }).await;
        let client = server.oauth_client().await;
        for _ in 0..200 {
            assert_eq!(client.authorize_from("2001:db8::1").await.status, 200);
        }
        let refused = client.authorize_from("2001:db8::1").await;
        assert_eq!((refused.status.as_u16(), &refused.headers["retry-after"]), (429, &"60".parse().unwrap()));
        assert_eq!(client.authorize_from("2001:db8::2").await.status, 429, "it is the same network");
        assert_eq!(client.authorize_from("192.0.2.1, 198.51.100.7").await.status, 200);
        server.clock.advance(SignedDuration::from_secs(60));
        assert_eq!(client.authorize_from("2001:db8::1").await.status, 200);
    }

    async fn a_loopback_redirect_uri_accepts_any_port(server) {
        let client = server.oauth_client_at("http://127.0.0.1/cb").await;
        for port in ["", ":3000", ":65535"] {
            let uri = format!("http://127.0.0.1{port}/cb");
            let page = client.authorize(&[("redirect_uri", Some(&uri))]).await;
            assert_eq!(page.status, 200, "{uri}");
            let policy = page.headers["content-security-policy"].to_str().unwrap();
            assert!(policy.contains(&format!("form-action 'self' http://127.0.0.1{port};")), "{policy}");
        }
        for uri in ["http://localhost:3000/cb", "http://127.0.0.1:3000/other", "https://127.0.0.1/cb"] {
            assert_eq!(client.authorize(&[("redirect_uri", Some(uri))]).await.status, 400, "{uri}");
        }
    }
}
