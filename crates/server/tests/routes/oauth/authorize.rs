use serde_json::json;

use crate::harness::oauth::{REDIRECT_URI, location};
use crate::on_both;

on_both! {
    async fn shows_the_client_the_address_and_a_form_without_any_script(server: TestServer) {
        let client = server.oauth_client(REDIRECT_URI).await;
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
    }

    async fn speaks_korean_and_the_language_of_the_client_s_page(server: TestServer) {
        let client = server.oauth_client(REDIRECT_URI).await;
        assert!(client.authorize(&[("ui_locales", Some("ko-KR en"))]).await.text.contains("API 키"));
        assert!(client.authorize(&[("ui_locales", Some("fr en-GB"))]).await.text.contains("API key"));
    }

    async fn a_hostile_name_is_only_text(server: TestServer) {
        let name = "\"><script>alert(1)</script><img src=x onerror=alert(1)>";
        let body = json!({ "client_name": name, "redirect_uris": [REDIRECT_URI] });
        let id = server.register(&body).await.ok()["client_id"].as_str().unwrap().to_owned();
        let client = server.oauth_client(REDIRECT_URI).await;
        let page = client.authorize(&[("client_id", Some(&id))]).await;
        assert!(page.text.contains("&lt;script&gt;alert(1)"), "{}", page.text);
        assert!(!page.text.contains("<script") && !page.text.contains("<img"), "{}", page.text);
    }

    async fn before_the_address_is_trusted_nothing_is_sent_there(server: TestServer) {
        let client = server.oauth_client(REDIRECT_URI).await;
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

    async fn what_is_asked_wrongly_is_told_to_the_client_with_state_and_issuer(server: TestServer) {
        let client = server.oauth_client(REDIRECT_URI).await;
        for (change, error) in [
            (("response_type", None), "invalid_request"),
            (("response_type", Some("token")), "unsupported_response_type"),
            (("response_mode", Some("fragment")), "invalid_request"),
            (("code_challenge", None), "invalid_request"),
            (("code_challenge", Some("short")), "invalid_request"),
            (("code_challenge_method", None), "invalid_request"),
            (("code_challenge_method", Some("plain")), "invalid_request"),
            (("scope", Some("mcp admin")), "invalid_scope"),
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
    }

    async fn a_parameter_given_twice_is_an_error(server: TestServer) {
        let client = server.oauth_client(REDIRECT_URI).await;
        let reply = client.authorize(&[("scope", Some("mcp")), ("scope", Some("mcp"))]).await;
        assert_eq!(reply.status, 200);
        let url = format!(
            "{}/oauth/authorize?client_id={}&redirect_uri={REDIRECT_URI}&response_type=code&response_type=code",
            server.url, client.id
        );
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let reply = http.get(url).send().await.unwrap();
        assert!(reply.headers()["location"].to_str().unwrap().contains("error=invalid_request"));
    }

    async fn scope_and_address_may_be_left_out_and_our_own_resource_named(server: TestServer) {
        let client = server.oauth_client(REDIRECT_URI).await;
        let resource = format!("{}/mcp", server.url);
        for change in [("scope", None), ("redirect_uri", None), ("resource", Some(resource.as_str())), ("state", None)] {
            assert_eq!(client.authorize(&[change]).await.status, 200, "{change:?}");
        }
    }

    async fn on_the_person_s_machine_any_port_will_do(server: TestServer) {
        let client = server.oauth_client("http://127.0.0.1/cb").await;
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
