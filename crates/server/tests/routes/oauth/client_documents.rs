//! Clients that the address of their metadata document identifies.

use answerdeck_database::entity::oauth_client;
use answerdeck_guarded_http::CertificateRoots;
use answerdeck_server::Config;
use answerdeck_server::connections::trusted_proxies::parse_network;
use jiff::SignedDuration;
use sea_orm::EntityTrait;
use serde_json::json;

use crate::harness::TestServer;
use crate::harness::client_site::ClientSite;
use crate::harness::oauth::{OAuthClient, REDIRECT_URI};
use crate::{on_both, on_sqlite};

/// Starts the site of a client, and a server that trusts it.
async fn with_document(server: &TestServer, redirect_uri: &str) -> (ClientSite, TestServer, OAuthClient) {
    let site = ClientSite::start(redirect_uri).await;
    let trusting = server.trusting(&site).await;
    let client = trusting.oauth_client_of(&site.client_id);
    (site, trusting, client)
}

on_both! {
    async fn a_client_with_a_document_signs_in_and_stays_signed_in(server, account) {
        let (site, server, client) = with_document(&server, REDIRECT_URI).await;
        let tokens = client.sign_in(&account).await;
        assert_eq!(client.call(&tokens.access).await, 200);
        site.respond("410 Gone", "", "");
        server.clock.advance(SignedDuration::from_hours(25));
        let renewed = client.refresh(&tokens.refresh).await.ok();
        assert_eq!(client.call(renewed["access_token"].as_str().unwrap()).await, 200);
        assert_eq!(site.requests(), 1);
    }

    async fn a_client_with_a_document_can_sign_in_after_ninety_days_without_a_consent(server, account) {
        let (site, server, client) = with_document(&server, REDIRECT_URI).await;
        client.sign_in(&account).await;
        server.clock.advance(SignedDuration::from_hours(91 * 24));
        // Deletes the expired grant.
        server.oauth_client().await.sign_in(&account).await;
        // Reads the document again, and deletes clients.
        client.sign_in(&account).await;
        server.clock.advance(SignedDuration::from_hours(91 * 24));
        server.oauth_client().await.sign_in(&account).await;
        server.oauth_client().await;
        let known = oauth_client::Entity::find_by_id(&client.id).one(&server.app.database).await.unwrap();
        assert!(known.is_none());
        client.sign_in(&account).await;
        assert_eq!(site.requests(), 3);
    }
}

on_sqlite! {
    async fn the_consent_page_names_the_site_of_the_document(server) {
        let (site, server, client) = with_document(&server, "http://127.0.0.1/cb").await;
        let page = client.authorize(&[("redirect_uri", Some("http://127.0.0.1:4000/cb"))]).await;
        let host = site.client_id.trim_start_matches("https://").split('/').next().unwrap();
        assert_eq!(page.status, 200);
        for text in ["A published app", "vouches for this app", host, "127.0.0.1:4000", "another program can pose"] {
            assert!(page.text.contains(text), "{text}: {}", page.text);
        }
        let wrong_key = client.answer(&page, "allow", "adk_wrong").await;
        assert!(wrong_key.text.contains("vouches for this app") && wrong_key.text.contains(host), "{}", wrong_key.text);
        let registered = server.oauth_client_at("http://127.0.0.1/cb").await;
        let page = registered.authorize(&[("redirect_uri", Some("http://127.0.0.1:4000/cb"))]).await;
        assert!(!page.text.contains("vouches") && !page.text.contains("another program can pose"), "{}", page.text);
    }

    async fn a_hostile_document_is_rejected(server) {
        let (site, _server, client) = with_document(&server, REDIRECT_URI).await;
        let valid = site.document(REDIRECT_URI);
        let with = |name: &str, value: serde_json::Value| {
            let mut document = valid.clone();
            document[name] = value;
            document.to_string()
        };
        let json = "Content-Type: application/json\r\n";
        let elsewhere = format!("{json}Location: {}\r\n", site.client_id);
        for (status, headers, body, expected) in [
            ("200 OK", json, with("client_id", json!("https://app.example/client.json")), 400),
            ("200 OK", json, with("x", json!("x".repeat(40_000))), 502),
            ("200 OK", "Content-Type: text/html\r\n", valid.to_string(), 502),
            ("302 Found", &elsewhere, valid.to_string(), 502),
            ("500 Internal Server Error", json, valid.to_string(), 502),
        ] {
            site.respond(status, headers, &body);
            let page = client.authorize(&[]).await;
            assert_eq!(page.status, expected, "{status} {headers} {}", &body[..body.len().min(200)]);
            assert!(page.text.contains("<h1>") && !page.headers.contains_key("location"));
        }
        assert_eq!(client.post("/oauth/token", &[("client_id", &site.client_id)]).await.oauth_error(), (401, "invalid_client".to_owned()));
        site.publish("", &valid);
        assert_eq!(client.authorize(&[]).await.status, 200);
    }

    async fn a_private_or_untrusted_site_is_not_read(server) {
        let site = ClientSite::start(REDIRECT_URI).await;
        assert_eq!(server.oauth_client_of(&site.client_id).authorize(&[]).await.status, 502);
        let trusting = server.trusting(&site).await;
        let untrusting = Config { certificate_roots: CertificateRoots::default(), ..trusting.app.config.clone() };
        let untrusting = server.with_config(untrusting).await;
        assert_eq!(untrusting.oauth_client_of(&site.client_id).authorize(&[]).await.status, 502);
        assert_eq!(site.requests(), 0);
        for id in ["http://127.0.0.1/client.json", "https://127.0.0.1", "https://127.0.0.1/client.json?x"] {
            assert_eq!(trusting.oauth_client_of(id).authorize(&[]).await.status, 400, "{id}");
        }
    }

    async fn a_network_reads_twenty_documents_in_a_minute(server) {
        let trusted_proxies = parse_network("127.0.0.1").into_iter().collect();
        let site = ClientSite::start(REDIRECT_URI).await;
        let server = server.trusting(&site).await;
        let server = server.with_config(Config { trusted_proxies, ..server.app.config.clone() }).await;
        let client = server.oauth_client_of(&site.client_id);
        site.respond("404 Not Found", "", "");
        for _ in 0..20 {
            assert_eq!(client.authorize_from("192.0.2.1").await.status, 502);
        }
        assert_eq!(client.authorize_from("192.0.2.1").await.status, 429);
        assert_eq!(site.requests(), 20);
        site.publish("", &site.document(REDIRECT_URI));
        assert_eq!(client.authorize_from("198.51.100.7").await.status, 200);
        assert_eq!(client.authorize_from("192.0.2.1").await.status, 200, "the document is known now");
    }

    async fn a_document_is_cached_for_its_max_age_within_bounds(server) {
        let (site, server, client) = with_document(&server, REDIRECT_URI).await;
        for (header, seconds) in [
            ("", 3_600),
            ("Cache-Control: max-age=600\r\n", 600),
            ("Cache-Control: no-store\r\n", 60),
            ("Cache-Control: max-age=1000000000000\r\n", 86_400),
        ] {
            site.publish(header, &site.document(REDIRECT_URI));
            let before = site.requests();
            for (wait, requests) in [(0, 1), (seconds - 1, 1), (1, 2)] {
                server.clock.advance(SignedDuration::from_secs(wait));
                assert_eq!(client.authorize(&[]).await.status, 200);
                assert_eq!(site.requests(), before + requests, "{header} {wait}");
            }
            server.clock.advance(SignedDuration::from_hours(24));
        }
    }

    async fn a_changed_document_takes_effect(server) {
        let (site, server, client) = with_document(&server, REDIRECT_URI).await;
        assert_eq!(client.authorize(&[]).await.status, 200);
        site.publish("", &site.document("https://app.example/other"));
        server.clock.advance(SignedDuration::from_hours(1));
        assert_eq!(client.authorize(&[]).await.status, 400);
        let moved = [("redirect_uri", Some("https://app.example/other"))];
        assert_eq!(client.authorize(&moved).await.status, 200);
        site.respond("410 Gone", "", "");
        server.clock.advance(SignedDuration::from_hours(1));
        assert_eq!(client.authorize(&moved).await.status, 502);
    }
}
