use answerdeck_api::limits::PENDING_SITE_ANALYSES_MAX;
use answerdeck_database::entity::site_analysis;
use sea_orm::EntityTrait;
use sea_orm::prelude::Expr;
use serde_json::json;

use crate::{on_both, on_sqlite};

on_both! {
    async fn a_submitted_analysis_is_pending(server, account) {
        let id = server.submit_analysis(&account, json!({ "url": "https://nurio.example/", "maxPages": 50 })).await;
        let analysis = server.analysis(&account, &id).await;
        let waiting = json!({ "id": id, "status": "PENDING", "maxPages": 50, "processedPages": 0, "keywords": [] });
        assert_eq!(analysis, waiting);
    }

    async fn an_organization_has_at_most_a_hundred_unfinished_analyses(server, busy, other) {
        let body = json!({ "url": "https://nurio.example/" });
        for _ in 0..PENDING_SITE_ANALYSES_MAX {
            server.submit_analysis(&busy, body.clone()).await;
        }
        let refused = server.post(&busy, "/v1beta/platform/siteKeywordAnalyses", body.clone()).await;
        assert_eq!(refused.refusal(), (409, "PLATFORM_PENDING_LIMIT_EXCEEDED".to_owned()));
        server.submit_analysis(&other, body.clone()).await;
        let ended = Expr::value("FAILED");
        let rows = site_analysis::Entity::update_many().col_expr(site_analysis::Column::Status, ended);
        rows.exec(&server.app.database).await.unwrap();
        server.submit_analysis(&busy, body).await;
    }
}

on_sqlite! {
    async fn an_address_that_is_literally_private_is_refused_unless_it_may_be_visited(server, account) {
        let submit = async |host: &str| {
            let body = json!({ "url": format!("http://{host}:4000/") });
            server.post(&account, "/v1beta/platform/siteKeywordAnalyses", body).await
        };
        for host in ["10.0.0.1", "localhost", "A.LocalHost.", "127.1", "[::1]", "[::ffff:10.0.0.1]", "169.254.169.254"] {
            let refused = submit(host).await;
            let details = &refused.json()["details"];
            assert_eq!(details, &json!(["url: must be a public address"]), "{host}");
            assert_eq!(refused.refusal(), (400, "COMMON_VALIDATION".to_owned()), "{host}");
        }
        for host in ["8.8.8.8", "localhost.example"] {
            submit(host).await.ok();
        }
        let server = server.allowing_site(([127, 0, 0, 1], 4000).into()).await;
        for url in ["http://localhost:4000/", "http://127.0.0.1:4000/"] {
            server.submit_analysis(&account, json!({ "url": url })).await;
        }
    }

    async fn an_address_that_begins_with_a_domain_has_https(server, account) {
        for (url, opened) in [
            ("nurio.example", "https://nurio.example/"),
            ("www.nurio.example/ko?from=me@mail.example:8", "https://www.nurio.example/ko?from=me@mail.example:8"),
        ] {
            let id = server.submit_analysis(&account, json!({ "url": url })).await;
            let row = site_analysis::Entity::find_by_id(id).one(&server.app.database).await.unwrap().unwrap();
            assert_eq!(row.url, opened);
        }
    }

    async fn max_pages_is_ten_by_default(server, account) {
        let id = server.submit_analysis(&account, json!({ "url": "HTTP://누리오.example:8080/ko?a=b#c" })).await;
        assert_eq!(server.analysis(&account, &id).await["maxPages"], 10);
    }
}
