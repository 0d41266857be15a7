use std::sync::Arc;
use std::time::Duration;

use answerdeck_database::entity::keyword_cache_entry;
use answerdeck_keyword_data::KeywordError;
use answerdeck_server::Config;
use answerdeck_server::router::router;
use axum::body::Body;
use axum::http::Request;
use futures_util::future::join_all;
use jiff::SignedDuration;
use sea_orm::ActiveValue::Set;
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::json;
use tokio::sync::Semaphore;
use tower::ServiceExt;

use super::stub::StubProvider;
use crate::{on_both, on_sqlite};

const METRICS: &str = "/v1beta/platform/keywords/google/metrics";

on_both! {
    async fn an_organization_requests_a_bounded_number_of_keywords_in_a_day(server, account, other) {
        let provider = Arc::new(StubProvider::default());
        let server = provider.serve(&server).await;
        let server = server.with_config(Config { keywords_per_day: Some(3), ..server.app.config.clone() }).await;
        let ask = async |account, keywords: &[&str]| {
            server.post(account, METRICS, json!({ "keywords": keywords })).await
        };
        ask(&account, &["a", "b"]).await.ok();
        let refused = ask(&account, &["c", "d"]).await;
        assert_eq!(refused.refusal(), (409, "PLATFORM_KEYWORD_QUOTA_EXCEEDED".to_owned()));
        ask(&account, &["a", "b", "c"]).await.ok();
        assert_eq!(ask(&account, &["d"]).await.refusal().0, 409);
        ask(&other, &["d"]).await.ok();
        assert_eq!(provider.calls().len(), 3);
        server.clock.advance(SignedDuration::from_hours(24));
        ask(&account, &["a", "b", "c"]).await.ok();
        assert_eq!(ask(&account, &["a", "e"]).await.refusal().0, 409);
    }

    async fn a_keyword_is_requested_once_a_day_by_all_organizations_in_any_spelling(server, account, other) {
        let provider = Arc::new(StubProvider::default());
        let server = provider.serve(&server).await;
        let first = server.post(&account, METRICS, json!({ "keywords": ["무선 이어폰", "None"] })).await.ok();
        // A keyword without data is cached too.
        let body = json!({ "keywords": ["NONE", "무선이어폰"] });
        let second = server.post(&other, METRICS, body.clone()).await.ok();
        assert_eq!(first["items"][0]["metrics"]["searchVolume"], StubProvider::KNOWN.1);
        assert_eq!(second["items"][1]["metrics"], first["items"][0]["metrics"]);
        assert_eq!(second["items"][0], json!({ "keyword": "NONE", "metrics": null }));
        assert_eq!(provider.calls().len(), 1);

        server.clock.advance(SignedDuration::from_hours(24));
        server.post(&account, METRICS, body).await.ok();
        assert_eq!(provider.calls().len(), 2);
        // An expired entry is overwritten.
        assert_eq!(keyword_cache_entry::Entity::find().count(&server.app.database).await.unwrap(), 2);
    }

    async fn a_keyword_that_is_paid_for_is_kept_when_the_client_leaves(server, account) {
        let provider = Arc::new(StubProvider { held: Some(Semaphore::new(0)), ..Default::default() });
        let server = provider.serve(&server).await;
        let server = server.with_config(Config { keywords_per_day: Some(2), ..server.app.config.clone() }).await;
        let ask = |keyword| server.post(&account, METRICS, json!({ "keywords": [keyword] }));
        let request = Request::post(format!("/api{METRICS}")).header("API-Key", &account.key);
        let body = json!({ "keywords": ["무선 이어폰"] }).to_string();
        // Without a connection, the client leaves at once.
        let leaving = router(&server.app).oneshot(request.body(Body::from(body)).unwrap());
        tokio::select! {
            _ = leaving => panic!("the provider has not answered"),
            () = provider.called.notified() => {}
        }
        provider.held.as_ref().unwrap().add_permits(10);
        assert_eq!(ask("무선 이어폰").await.ok()["items"][0]["metrics"]["searchVolume"], StubProvider::KNOWN.1);
        ask("None").await.ok();
        assert_eq!(provider.calls().len(), 2);
        assert_eq!(ask("third").await.refusal(), (409, "PLATFORM_KEYWORD_QUOTA_EXCEEDED".to_owned()));
    }

    async fn the_oldest_entry_is_deleted_when_the_cache_is_full(server, account) {
        let later = server.clock.now().as_millisecond() + 3_600_000;
        let rows = (0..10_050).map(|number| keyword_cache_entry::ActiveModel {
            hash: Set(format!("{number}")),
            data: Set("null".to_owned()),
            expires_at: Set(later + number),
        });
        keyword_cache_entry::Entity::insert_many(rows).exec_without_returning(&server.app.database).await.unwrap();
        server.post(&account, METRICS, json!({ "keywords": ["new"] })).await.ok();
        assert_eq!(keyword_cache_entry::Entity::find().count(&server.app.database).await.unwrap(), 10_000);
        let oldest = keyword_cache_entry::Entity::find_by_id("50").one(&server.app.database).await.unwrap();
        let kept = keyword_cache_entry::Entity::find_by_id("51").one(&server.app.database).await.unwrap();
        assert!(oldest.is_none() && kept.is_some());
    }

    async fn the_next_response_deletes_expired_entries(server, account) {
        let old: Vec<String> = (0..100).map(|number| format!("old {number}")).collect();
        server.post(&account, METRICS, json!({ "keywords": old })).await.ok();
        let count = async || keyword_cache_entry::Entity::find().count(&server.app.database).await.unwrap();
        assert_eq!(count().await, 100);
        server.clock.advance(SignedDuration::from_hours(24));
        server.post(&account, METRICS, json!({ "keywords": ["new"] })).await.ok();
        assert_eq!(count().await, 1);
    }
}

on_sqlite! {
    async fn concurrent_requests_for_a_keyword_ask_the_provider_once(server, account) {
        let provider = Arc::new(StubProvider { delay: Duration::from_millis(500), ..Default::default() });
        let server = provider.serve(&server).await;
        let ask = |keywords| server.post(&account, METRICS, json!({ "keywords": keywords }));
        let replies = join_all([ask(["무선 이어폰", "None"]), ask(["None", "무선이어폰"]), ask(["none", "무선 이어폰"])]).await;
        let metrics = |reply: usize, item: usize| replies[reply].ok()["items"][item]["metrics"].clone();
        assert!(metrics(0, 0).is_object() && metrics(0, 1).is_null());
        assert_eq!((metrics(1, 1), metrics(2, 1)), (metrics(0, 0), metrics(0, 0)));
        assert_eq!(provider.calls().len(), 1);
    }

    async fn only_missing_keywords_are_requested_normalized_and_by_market(server, account) {
        let provider = Arc::new(StubProvider::default());
        let server = provider.serve(&server).await;
        for body in [
            json!({ "keywords": [" a ", "b"] }),
            json!({ "keywords": ["b", "c", "a"] }),
            json!({ "keywords": ["a"], "countryCode": "US" }),
        ] {
            server.post(&account, METRICS, body).await.ok();
        }
        let call = |keywords: &[&str], country: &str| {
            (keywords.iter().map(|&keyword| keyword.to_owned()).collect::<Vec<_>>(), country.to_owned())
        };
        assert_eq!(provider.calls(), [call(&["a", "b"], "KR"), call(&["c"], "KR"), call(&["a"], "US")]);
    }

    async fn what_was_read_before_a_failure_is_kept_and_the_rest_costs_nothing_and_is_requested_again(server, account) {
        let provider = Arc::new(StubProvider { fails_at: Some("c".to_owned()), ..Default::default() });
        *provider.error.lock().unwrap() = Some(KeywordError::RateLimited("slow".to_owned()));
        let server = provider.serve(&server).await;
        let server = server.with_config(Config { keywords_per_day: Some(4), ..server.app.config.clone() }).await;
        let ask = async |keywords: &[&str]| server.post(&account, METRICS, json!({ "keywords": keywords })).await;
        let failed = ask(&["무선 이어폰", "b", "c", "d"]).await;
        assert_eq!(failed.refusal(), (502, "KEYWORD_METRICS_PROVIDER_UNAVAILABLE".to_owned()));
        let kept = ask(&["무선 이어폰", "b"]).await.ok();
        assert_eq!(kept["items"][0]["metrics"]["searchVolume"], StubProvider::KNOWN.1);
        assert_eq!(provider.calls().len(), 1);
        *provider.error.lock().unwrap() = None;
        // Two of four are counted, so two more are allowed. Their error is not kept.
        ask(&["c", "d"]).await.ok();
        assert_eq!(ask(&["e"]).await.refusal().0, 409);
    }

    async fn a_rejected_keyword_costs_nothing_and_does_not_cost_the_others(server, account) {
        let provider = Arc::new(StubProvider::default());
        let server = provider.serve(&server).await;
        let server = server.with_config(Config { keywords_per_day: Some(2), ..server.app.config.clone() }).await;
        let ask = async |keywords: &[&str]| server.post(&account, METRICS, json!({ "keywords": keywords })).await;
        let items = ask(&["무선 이어폰", StubProvider::REJECTED]).await.ok()["items"].clone();
        assert_eq!(items[0]["metrics"]["searchVolume"], StubProvider::KNOWN.1);
        assert_eq!(items[1], json!({ "keyword": StubProvider::REJECTED, "metrics": null }));
        let refused = ask(&[StubProvider::REJECTED]).await;
        assert_eq!(refused.refusal(), (400, "KEYWORD_METRICS_PROVIDER_REJECTED".to_owned()));
        assert!(refused.json()["details"][0].as_str().unwrap().contains(StubProvider::REJECTED));
        ask(&["b"]).await.ok();
        assert_eq!(ask(&["c"]).await.refusal().0, 409);
    }
}
