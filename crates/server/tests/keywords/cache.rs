use std::time::Duration;

use answerdeck_server::database::entity::keyword_answer;
use futures_util::future::join_all;
use jiff::SignedDuration;
use sea_orm::ActiveValue::Set;
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::json;
use wiremock::matchers::{body_partial_json, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::{answer, over};
use crate::on_both;

const METRICS: &str = "/v1beta/platform/keywords/google/metrics";
const OVERVIEW: &str = "/v3/dataforseo_labs/google/keyword_overview/live";

on_both! {
    async fn a_keyword_is_asked_for_once_a_day_whoever_asks_and_however_it_is_written(server: TestServer) {
        let (account, other) = (server.account().await, server.account().await);
        let provider = MockServer::start().await;
        Mock::given(path(OVERVIEW)).respond_with(answer("dataforseo-overview")).expect(2).mount(&provider).await;
        let server = over(&server, &provider).await;
        let first = server.post(&account, METRICS, json!({ "keywords": ["무선 이어폰", "None"] })).await.ok();
        // Also that there is no data is kept.
        let body = json!({ "keywords": ["NONE", "무선이어폰"] });
        let second = server.post(&other, METRICS, body.clone()).await.ok();
        assert_eq!(second["items"][1]["metrics"], first["items"][0]["metrics"]);
        assert_eq!(second["items"][0], json!({ "keyword": "NONE", "metrics": null }));

        server.clock.advance(SignedDuration::from_hours(24));
        server.post(&account, METRICS, body).await.ok();
        // What had expired is overwritten, not kept beside.
        assert_eq!(keyword_answer::Entity::find().count(&server.app.database).await.unwrap(), 2);
    }

    async fn who_asks_at_the_same_time_waits_for_the_answer_of_the_first(server: TestServer) {
        let account = server.account().await;
        let provider = MockServer::start().await;
        let slow = answer("dataforseo-overview").set_delay(Duration::from_millis(500));
        Mock::given(path(OVERVIEW)).respond_with(slow).expect(1).mount(&provider).await;
        let server = over(&server, &provider).await;
        let ask = |keywords| server.post(&account, METRICS, json!({ "keywords": keywords }));
        let replies = join_all([ask(["무선 이어폰", "None"]), ask(["None", "무선이어폰"]), ask(["none", "무선 이어폰"])]).await;
        let metrics = |reply: usize, item: usize| replies[reply].ok()["items"][item]["metrics"].clone();
        assert!(metrics(0, 0).is_object() && metrics(0, 1).is_null());
        assert_eq!((metrics(1, 1), metrics(2, 1)), (metrics(0, 0), metrics(0, 0)));
    }

    async fn only_what_is_not_kept_is_asked_for(server: TestServer) {
        let account = server.account().await;
        let provider = MockServer::start().await;
        for (keywords, country) in [(json!(["a", "b"]), 2410), (json!(["c"]), 2410), (json!(["a"]), 2840)] {
            Mock::given(path(OVERVIEW))
                .and(body_partial_json(json!([{ "keywords": keywords, "location_code": country }])))
                .respond_with(answer("dataforseo-overview"))
                .expect(1)
                .mount(&provider)
                .await;
        }
        let server = over(&server, &provider).await;
        server.post(&account, METRICS, json!({ "keywords": ["a", "b"] })).await.ok();
        server.post(&account, METRICS, json!({ "keywords": ["b", "c", "a"] })).await.ok();
        server.post(&account, METRICS, json!({ "keywords": ["a"], "countryCode": "US" })).await.ok();
    }

    async fn a_failure_is_not_kept(server: TestServer) {
        let account = server.account().await;
        let provider = MockServer::start().await;
        let down = Mock::given(path(OVERVIEW)).respond_with(ResponseTemplate::new(503)).expect(1).mount_as_scoped(&provider).await;
        let server = over(&server, &provider).await;
        let body = json!({ "keywords": ["무선 이어폰"] });
        assert_eq!(server.post(&account, METRICS, body.clone()).await.refusal().0, 502);
        drop(down);
        Mock::given(path(OVERVIEW)).respond_with(answer("dataforseo-overview")).mount(&provider).await;
        assert_eq!(server.post(&account, METRICS, body).await.ok()["items"][0]["metrics"]["searchVolume"], 90_500);
    }

    async fn the_oldest_gives_way_when_too_much_is_kept(server: TestServer) {
        let account = server.account().await;
        let later = server.clock.now().as_millisecond() + 3_600_000;
        let rows = (0..10_050).map(|number| keyword_answer::ActiveModel {
            hash: Set(format!("{number}")),
            answer: Set("null".to_owned()),
            expires_at: Set(later + number),
        });
        keyword_answer::Entity::insert_many(rows).exec_without_returning(&server.app.database).await.unwrap();
        server.post(&account, METRICS, json!({ "keywords": ["new"] })).await.ok();
        assert_eq!(keyword_answer::Entity::find().count(&server.app.database).await.unwrap(), 10_000);
        let oldest = keyword_answer::Entity::find_by_id("50").one(&server.app.database).await.unwrap();
        let kept = keyword_answer::Entity::find_by_id("51").one(&server.app.database).await.unwrap();
        assert!(oldest.is_none() && kept.is_some());
    }

    async fn what_has_expired_is_swept_by_the_next_answer(server: TestServer) {
        let account = server.account().await;
        let old: Vec<String> = (0..100).map(|number| format!("old {number}")).collect();
        server.post(&account, METRICS, json!({ "keywords": old })).await.ok();
        let count = async || keyword_answer::Entity::find().count(&server.app.database).await.unwrap();
        assert_eq!(count().await, 100);
        server.clock.advance(SignedDuration::from_hours(24));
        server.post(&account, METRICS, json!({ "keywords": ["new"] })).await.ok();
        assert_eq!(count().await, 1);
    }
}
