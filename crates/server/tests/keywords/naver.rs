use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use wiremock::matchers::{body_json, header, header_exists, method, path, query_param};
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::{answer, fixture, over};
use crate::on_both;

const METRICS: &str = "/v1beta/platform/keywords/naver/metrics";
const TREND: &str = "/v1beta/platform/keywords/naver/trend";

fn empty() -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({ "keywordList": [] }))
}

on_both! {
    async fn five_hints_go_in_a_call_signed_and_without_spaces(server: TestServer) {
        let account = server.account().await;
        let provider = MockServer::start().await;
        for (hints, reply) in [("무선이어폰,NurioAir2,이어폰소독기,a,b", answer("search-ad")), ("c,무선이어폰추천", empty())] {
            Mock::given(method("GET"))
                .and(path("/keywordstool"))
                .and(query_param("hintKeywords", hints))
                .and(query_param("showDetail", "1"))
                .and(header("x-api-key", "licence"))
                .and(header("x-customer", "1234567"))
                .and(header_exists("x-signature"))
                .respond_with(reply)
                .expect(1)
                .mount(&provider)
                .await;
        }
        let server = over(&server, &provider).await;
        let keywords = ["무선 이어폰", "Nurio Air 2", "이어폰 소독기", "a", "b", "c", "무선 이어폰 추천"];
        let items = server.post(&account, METRICS, json!({ "keywords": keywords })).await.ok()["items"].clone();
        assert_eq!(
            items[0],
            json!({ "keyword": "무선 이어폰", "metrics": {
                "adDepth": 15, "avgCTRMobile": 1.31, "avgCTRPC": 0.41, "avgClickMobile": 2593.7, "avgClickPC": 114.1,
                "competition": "높음", "mobileBelowThreshold": false, "pcBelowThreshold": false,
                "searchVolumeMobile": 152_300, "searchVolumePC": 21_400, "searchVolumeTotal": 173_700,
            } })
        );
        // `"< 10"` on phones, then on both.
        let metrics = &items[1]["metrics"];
        assert_eq!((&metrics["mobileBelowThreshold"], &metrics["pcBelowThreshold"]), (&json!(true), &json!(false)));
        assert_eq!((&metrics["searchVolumeMobile"], &metrics["searchVolumeTotal"]), (&json!(0), &json!(30)));
        assert_eq!(metrics["competition"], "중간");
        let metrics = &items[2]["metrics"];
        assert_eq!((&metrics["mobileBelowThreshold"], &metrics["pcBelowThreshold"]), (&json!(true), &json!(true)));
        assert_eq!((&metrics["searchVolumeTotal"], &metrics["competition"]), (&json!(0), &json!("낮음")));
        // Omitted by the provider; the last one came as related to another call's hints only.
        for place in 3..7 {
            assert_eq!(items[place], json!({ "keyword": keywords[place], "metrics": null }));
        }

        let request = &provider.received_requests().await.unwrap()[0];
        let text = |name: &str| request.headers[name].to_str().unwrap().to_owned();
        assert_eq!(text("x-timestamp"), server.clock.now().as_millisecond().to_string());
        assert_eq!(STANDARD.decode(text("x-signature")).unwrap().len(), 32);
    }

    async fn what_is_no_hint_is_related_and_what_holds_it_is_suggested(server: TestServer) {
        let account = server.account().await;
        let provider = MockServer::start().await;
        Mock::given(query_param("hintKeywords", "무선이어폰")).respond_with(answer("search-ad")).expect(1).mount(&provider).await;
        let server = over(&server, &provider).await;
        let names = |items: &Value| -> Vec<Value> {
            items.as_array().unwrap().iter().map(|item| item["keyword"].clone()).collect()
        };
        let related = server.get(&account, "/v1beta/platform/keywords/naver/related?keyword=무선 이어폰").await.ok();
        assert_eq!(names(&related["relatedKeywords"]), ["무선이어폰추천", "블루투스이어폰", "NURIOAIR2", "이어폰소독기"]);
        assert_eq!(related["metrics"]["searchVolumeTotal"], 173_700);
        let suggested = server.get(&account, "/v1beta/platform/keywords/naver/suggestions?keyword=무선 이어폰").await.ok();
        assert_eq!(names(&suggested["suggestedKeywords"]), ["무선이어폰추천"]);
    }

    async fn a_trend_covers_twelve_months_on_the_scale_of_its_own_keyword(server: TestServer) {
        let account = server.account().await;
        let provider = MockServer::start().await;
        let keywords = ["무선 이어폰", "nurio air 2", "아무도 모르는 말"];
        let groups: Vec<Value> = keywords
            .iter()
            .enumerate()
            .map(|(place, keyword)| json!({ "groupName": place.to_string(), "keywords": [keyword] }))
            .collect();
        Mock::given(method("POST"))
            .and(path("/v1/datalab/search"))
            .and(header("x-naver-client-id", "client"))
            .and(header("x-naver-client-secret", "hush"))
            .and(body_json(json!({
                "startDate": "2025-11-01", "endDate": "2026-10-31", "timeUnit": "month", "keywordGroups": groups,
            })))
            .respond_with(answer("datalab"))
            .expect(1)
            .mount(&provider)
            .await;
        Mock::given(path("/keywordstool")).respond_with(answer("search-ad")).mount(&provider).await;
        let server = over(&server, &provider).await;
        let items = server.post(&account, TREND, json!({ "keywords": keywords })).await.ok()["items"].clone();
        let ratios = |item: &Value| -> Vec<f64> {
            item["trend"]["points"].as_array().unwrap().iter().map(|point| point["ratio"].as_f64().unwrap()).collect()
        };
        assert_eq!(ratios(&items[0])[..2], [80.1, 100.0]);
        assert_eq!(ratios(&items[1]), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0, 40.0, 80.0, 100.0]);
        assert_eq!(items[0]["trend"]["anchor"], json!({ "year": 2026, "month": 10, "searchVolumeTotal": 173_700 }));
        assert_eq!(items[1]["trend"]["anchor"]["searchVolumeTotal"], 30);
        assert_eq!(items[2]["trend"], json!(null));
    }

    async fn five_keywords_go_in_a_call_for_trends(server: TestServer) {
        let account = server.account().await;
        let provider = MockServer::start().await;
        let none = ResponseTemplate::new(200).set_body_json(json!({ "results": [] }));
        Mock::given(path("/v1/datalab/search")).respond_with(none).expect(3).mount(&provider).await;
        Mock::given(path("/keywordstool")).respond_with(empty()).expect(3).mount(&provider).await;
        let keywords: Vec<String> = (0..15).map(|number| format!("keyword {number}")).collect();
        let reply = over(&server, &provider).await.post(&account, TREND, json!({ "keywords": keywords })).await.ok();
        assert!(reply["items"].as_array().unwrap().iter().all(|item| item["trend"].is_null()));
    }

    async fn what_the_provider_refuses_for_good_is_rejected(server: TestServer) {
        let account = server.account().await;
        let provider = MockServer::start().await;
        let refused = ResponseTemplate::new(400).set_body_json(json!({ "code": 11001, "title": "잘못된 파라미터 형식입니다." }));
        Mock::given(path("/keywordstool")).respond_with(refused).expect(1).mount(&provider).await;
        let server = over(&server, &provider).await;
        let rejected = (400, "KEYWORD_METRICS_PROVIDER_REJECTED".to_owned());
        assert_eq!(server.post(&account, METRICS, json!({ "keywords": ["★"] })).await.refusal(), rejected);
        // A comma would part it into two hints: it is not sent.
        assert_eq!(server.post(&account, METRICS, json!({ "keywords": ["a,b"] })).await.refusal(), rejected);
    }

    async fn every_other_failure_is_unavailable(server: TestServer) {
        let account = server.account().await;
        let mut wrong = fixture("search-ad");
        wrong["keywordList"][0]["monthlyPcQcCnt"] = json!("many");
        for (what, reply) in [
            ("rate limit", ResponseTemplate::new(429).set_body_json(json!({ "code": 1016, "message": "Too Many Requests" }))),
            ("credentials", ResponseTemplate::new(403).set_body_json(json!({ "code": 1002, "message": "invalid-signature" }))),
            ("quota", ResponseTemplate::new(401).set_body_json(json!({ "errorMessage": "quota", "errorCode": "010" }))),
            ("5xx", ResponseTemplate::new(500)),
            ("malformed", ResponseTemplate::new(200).set_body_string("{\"keywordList\": [{")),
            ("wrong type", ResponseTemplate::new(200).set_body_json(wrong)),
        ] {
            let provider = MockServer::start().await;
            Mock::given(wiremock::matchers::any()).respond_with(reply).mount(&provider).await;
            let server = over(&server, &provider).await;
            for path in [METRICS, TREND] {
                let reply = server.post(&account, path, json!({ "keywords": ["a"] })).await;
                assert_eq!(reply.refusal(), (502, "KEYWORD_METRICS_PROVIDER_UNAVAILABLE".to_owned()), "{what} {path}");
            }
        }
    }

    async fn without_datalab_only_trends_are_not_configured(server: TestServer) {
        use answerdeck_server::keywords::KeywordProviders;
        use answerdeck_server::keywords::naver::{Naver, SearchAd};
        let account = server.account().await;
        let provider = MockServer::start().await;
        Mock::given(path("/keywordstool")).respond_with(empty()).mount(&provider).await;
        let search_ad = SearchAd::new(&provider.uri(), server.clock.clone(), "k", "s", "1").unwrap();
        let naver = std::sync::Arc::new(Naver { search_ad, data_lab: None });
        let server = server.with_keywords(KeywordProviders { google: None, naver: Some(naver) }).await;
        server.post(&account, METRICS, json!({ "keywords": ["a"] })).await.ok();
        let reply = server.post(&account, TREND, json!({ "keywords": ["a"] })).await;
        assert_eq!(reply.refusal(), (503, "KEYWORD_METRICS_NOT_CONFIGURED".to_owned()));
    }
}
