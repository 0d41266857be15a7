use answerdeck_database::entity::oauth_client;
use jiff::SignedDuration;
use sea_orm::ActiveValue::Set;
use sea_orm::{EntityTrait, QueryOrder};
use serde_json::json;

use crate::{on_both, on_sqlite};

on_both! {
    async fn the_oldest_clients_without_consent_are_deleted_above_the_maximum(server) {
        let first = server.start.as_millisecond() - 3_600_000;
        let client = |number: i64| oauth_client::ActiveModel {
            id: Set(format!("{number:0>22}")),
            name: Set(String::new()),
            redirect_uris: Set(json!(["https://app.example/cb"])),
            created_at: Set(first + number),
            used_at: Set((number == 0).then_some(first)),
            document_expires_at: Set(None),
        };
        oauth_client::Entity::insert_many((0..5_050).map(client)).exec_without_returning(&server.app.database).await.unwrap();
        server.oauth_client().await;
        let remaining = oauth_client::Entity::find().order_by_asc(oauth_client::Column::CreatedAt).all(&server.app.database);
        let remaining = remaining.await.unwrap();
        assert_eq!(remaining.len(), 5_001);
        // The client with a consent is kept, and the oldest clients without one are deleted.
        assert_eq!((&remaining[0].id, &remaining[1].id), (&format!("{:0>22}", 0), &format!("{:0>22}", 51)));
    }

    async fn a_client_without_consent_is_deleted_after_a_day(server, account) {
        let (used, unused) = (server.oauth_client().await, server.oauth_client().await);
        used.sign_in(&account).await;
        server.clock.advance(SignedDuration::from_hours(25));
        server.oauth_client().await;
        assert_eq!(used.authorize(&[]).await.status, 200);
        assert_eq!(unused.authorize(&[]).await.status, 400);
    }

    async fn an_approved_client_is_deleted_ninety_days_after_its_last_consent(server, account) {
        let [left, back, open, other] = [(); 4].map(|()| server.oauth_client());
        let (left, back, open, other) = (left.await, back.await, open.await, other.await);
        let tokens = left.sign_in(&account).await;
        back.sign_in(&account).await;
        open.sign_in(&account).await;
        other.sign_in(&account).await;
        server.clock.advance(SignedDuration::from_hours(60 * 24));
        back.sign_in(&account).await;
        server.clock.advance(SignedDuration::from_hours(31 * 24));
        // Deletes expired grants.
        other.sign_in(&account).await;
        let page = open.authorize(&[]).await;
        // Deletes clients.
        server.oauth_client().await;
        assert_eq!(left.authorize(&[]).await.status, 400);
        assert_eq!(left.refresh(&tokens.refresh).await.oauth_error(), (401, "invalid_client".to_owned()));
        assert_eq!(back.authorize(&[]).await.status, 200);
        assert_eq!(open.answer(&page, "allow", &account.key).await.status, 303);
    }

    async fn a_client_is_kept_as_long_as_a_grant_of_it(server, account) {
        let client = server.oauth_client().await;
        client.sign_in(&account).await;
        server.clock.advance(SignedDuration::from_hours(91 * 24));
        server.oauth_client().await;
        assert_eq!(client.authorize(&[]).await.status, 200);
    }
}

on_sqlite! {
    async fn register_creates_a_public_client_and_ignores_unknown_metadata(server) {
        let reply = server
            .register(&json!({
                "client_name": "한글 앱",
                "redirect_uris": ["https://app.example/cb", "http://127.0.0.1/cb"],
                "logo_uri": "https://app.example/logo.png",
                "scope": "mcp offline_access",
            }))
            .await;
        assert_eq!(reply.status, 201);
        let body = reply.ok();
        assert_eq!(body["client_id"].as_str().unwrap().len(), 22);
        assert_eq!(body["client_id_issued_at"], server.start.as_second());
        assert_eq!(body["client_name"], "한글 앱");
        assert_eq!(body["token_endpoint_auth_method"], "none");
        assert_eq!(body["grant_types"], json!(["authorization_code", "refresh_token"]));
        assert_eq!(body["scope"], "mcp");
        assert!(body.get("client_secret").is_none() && body.get("logo_uri").is_none());
        assert_eq!(reply.headers["cache-control"], "no-store");
    }

    async fn register_rejects_invalid_metadata_and_names_the_field_that_cannot_be_read(server) {
        let uri = "https://app.example/cb";
        for (body, error) in [
            (json!({}), "invalid_redirect_uri"),
            (json!({ "redirect_uris": [] }), "invalid_redirect_uri"),
            (json!({ "redirect_uris": vec![uri; 11] }), "invalid_redirect_uri"),
            (json!({ "redirect_uris": [format!("{uri}{}", "x".repeat(2_000))] }), "invalid_redirect_uri"),
            (json!({ "redirect_uris": uri }), "invalid_client_metadata"),
            (json!({ "redirect_uris": [uri], "client_name": "가".repeat(101) }), "invalid_client_metadata"),
            (json!({ "redirect_uris": [uri], "client_name": "moc\u{202e}.live" }), "invalid_client_metadata"),
            (json!({ "redirect_uris": [uri], "client_name": "a\u{0}b" }), "invalid_client_metadata"),
            (json!({ "redirect_uris": [uri], "grant_types": ["implicit"] }), "invalid_client_metadata"),
            (json!({ "redirect_uris": [uri], "response_types": ["token"] }), "invalid_client_metadata"),
            (json!([]), "invalid_client_metadata"),
            (json!({ "redirect_uris": [uri], "x": "x".repeat(70_000) }), "invalid_client_metadata"),
        ] {
            assert_eq!(server.register(&body).await.oauth_error(), (400, error.to_owned()), "{body}");
        }
        for (body, field) in [
            (json!({ "redirect_uris": uri }), "redirect_uris"),
            (json!({ "redirect_uris": [uri, 5] }), "redirect_uris[1]"),
            (json!({ "redirect_uris": [uri], "grant_types": "code" }), "grant_types"),
            (json!([]), "body: must be an object"),
        ] {
            let refused = server.register(&body).await;
            assert!(refused.json()["error_description"].as_str().unwrap().starts_with(field), "{}", refused.text);
        }
    }

    async fn register_grants_no_client_secret_whatever_the_client_asks_for(server) {
        for method in ["none", "client_secret_post", "client_secret_basic", "private_key_jwt"] {
            let body = json!({ "redirect_uris": ["https://app.example/cb"], "token_endpoint_auth_method": method });
            let reply = server.register(&body).await;
            assert_eq!((reply.status.as_u16(), &reply.ok()["token_endpoint_auth_method"]), (201, &json!("none")), "{method}");
            assert!(reply.ok().get("client_secret").is_none());
        }
    }

    async fn register_keeps_the_redirect_uris_that_are_safe_and_returns_them(server) {
        let unsafe_uris = ["myapp://cb", "http://app.example/cb", "javascript:alert(1)", "https://app.example/cb#x"];
        let safe = ["https://app.example/cb", "http://localhost:8787/callback"];
        for refused in unsafe_uris {
            let reply = server.register(&json!({ "redirect_uris": [refused, safe[0], safe[1]] })).await;
            assert_eq!(reply.ok()["redirect_uris"], json!(safe), "{refused}");
            let client = server.oauth_client_of(reply.ok()["client_id"].as_str().unwrap());
            assert_eq!(client.authorize(&[("redirect_uri", Some(safe[1]))]).await.status, 200);
            assert_eq!(client.authorize(&[("redirect_uri", Some(refused))]).await.status, 400, "{refused}");
        }
        let refused = server.register(&json!({ "redirect_uris": unsafe_uris })).await;
        assert_eq!(refused.oauth_error(), (400, "invalid_redirect_uri".to_owned()));
        for index in 0..unsafe_uris.len() {
            assert!(refused.text.contains(&format!("redirect_uris[{index}]")), "{}", refused.text);
        }
    }

    async fn register_limits_registrations_in_a_minute(server) {
        let body = json!({ "redirect_uris": ["https://app.example/cb"] });
        for _ in 0..120 {
            assert_eq!(server.register(&body).await.status, 201);
        }
        let reply = server.register(&body).await;
        assert_eq!(reply.oauth_error(), (429, "temporarily_unavailable".to_owned()));
        assert_eq!(reply.headers["retry-after"], "60");
        server.clock.advance(SignedDuration::from_secs(60));
        assert_eq!(server.register(&body).await.status, 201);
    }
}
