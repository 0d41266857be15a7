use serde_json::{Value, json};
use wiremock::matchers::{body_json, body_partial_json, header, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::{answer, fixture, over, over_address};
use crate::harness::Account;
use crate::harness::TestServer as Server;
use crate::on_both;

const METRICS: &str = "/v1beta/platform/keywords/google/metrics";
const OVERVIEW: &str = "/v3/dataforseo_labs/google/keyword_overview/live";

fn task(status: u32, message: &str) -> Value {
    let mut answer = fixture("dataforseo-overview");
    let task = &mut answer["tasks"][0];
    (task["status_code"], task["status_message"], task["result"]) = (json!(status), json!(message), json!(null));
    answer
}

async fn measured(server: &Server, account: &Account, reply: ResponseTemplate) -> (u16, String, Value) {
    let provider = MockServer::start().await;
    Mock::given(path(OVERVIEW)).respond_with(reply).mount(&provider).await;
    let reply = over(server, &provider).await.post(account, METRICS, json!({ "keywords": ["a"] })).await;
    let (status, code) = reply.refusal();
    (status, code, reply.json()["details"].clone())
}

on_both! {
    async fn an_omitted_keyword_is_null_in_its_place_and_a_hidden_volume_is_null(server: TestServer) {
        let account = server.account().await;
        let provider = MockServer::start().await;
        let keywords = ["무선  이어폰", "아무도 모르는 말", "보청기"];
        Mock::given(method("POST"))
            .and(path(OVERVIEW))
            .and(header("authorization", "Basic bG9naW46cGFzc3dvcmQ="))
            .and(body_json(json!([{ "keywords": keywords, "location_code": 2410, "language_code": "ko" }])))
            .respond_with(answer("dataforseo-overview"))
            .expect(1)
            .mount(&provider)
            .await;
        let server = over(&server, &provider).await;
        let items = server.post(&account, METRICS, json!({ "keywords": keywords })).await.ok()["items"].clone();
        let metrics = &items[0]["metrics"];
        assert_eq!(items[0]["keyword"], keywords[0]);
        assert_eq!((&metrics["cpc"], &metrics["keywordDifficulty"]), (&json!(0.61), &json!(41)));
        assert_eq!((&metrics["searchVolume"], &metrics["searchIntent"]), (&json!(90_500), &json!("commercial")));
        assert_eq!(metrics["searchVolumeTrend"], json!({ "monthly": 22.0, "quarterly": -18.0, "yearly": 0.0 }));
        // The provider gives 13 months, the newest first.
        let months = metrics["monthlySearches"].as_array().unwrap();
        assert_eq!((months.len(), &months[0]), (12, &json!({ "year": 2025, "month": 11, "searchVolume": 80_110 })));
        assert_eq!(months[11], json!({ "year": 2026, "month": 10, "searchVolume": 80_000 }));
        assert_eq!(items[1], json!({ "keyword": "아무도 모르는 말", "metrics": null }));
        assert_eq!(
            items[2]["metrics"],
            json!({
                "cpc": null, "keywordDifficulty": 37, "monthlySearches": [], "searchIntent": null,
                "searchVolume": null, "searchVolumeTrend": null,
            })
        );
    }

    async fn suggestions_come_by_volume_without_the_base_keyword(server: TestServer) {
        let account = server.account().await;
        let provider = MockServer::start().await;
        let task = json!([{
            "keyword": "무선 이어폰", "location_code": 2410, "language_code": "ko", "include_seed_keyword": true,
            "limit": 101, "order_by": ["keyword_info.search_volume,desc"],
        }]);
        Mock::given(path("/v3/dataforseo_labs/google/keyword_suggestions/live"))
            .and(body_json(task))
            .respond_with(answer("dataforseo-suggestions"))
            .mount(&provider)
            .await;
        let server = over(&server, &provider).await;
        let address = "/v1beta/platform/keywords/google/suggestions?keyword=무선 이어폰";
        let reply = server.get(&account, address).await.ok();
        assert_eq!(reply["metrics"]["searchVolume"], 90_500);
        let keywords = |reply: &Value| -> Vec<Value> {
            reply["suggestedKeywords"].as_array().unwrap().iter().map(|item| item["keyword"].clone()).collect()
        };
        assert_eq!(keywords(&reply), ["가성비 무선 이어폰", "무선 이어폰 추천"]);
        assert_eq!(reply["suggestedKeywords"][0]["metrics"]["searchVolumeTrend"]["yearly"], json!(null));
        assert_eq!(keywords(&server.get(&account, &format!("{address}&limit=1")).await.ok()), ["가성비 무선 이어폰"]);
    }

    async fn related_keywords_are_read_from_their_own_items(server: TestServer) {
        let account = server.account().await;
        let provider = MockServer::start().await;
        Mock::given(path("/v3/dataforseo_labs/google/related_keywords/live"))
            .and(body_partial_json(json!([{ "keyword": "무선 이어폰", "depth": 3, "limit": 101 }])))
            .respond_with(answer("dataforseo-related"))
            .mount(&provider)
            .await;
        let address = "/v1beta/platform/keywords/google/related?keyword=무선 이어폰";
        let reply = over(&server, &provider).await.get(&account, address).await.ok();
        assert_eq!(reply["metrics"]["searchVolume"], 90_500);
        assert_eq!(reply["relatedKeywords"].as_array().unwrap().len(), 1);
        assert_eq!(reply["relatedKeywords"][0]["keyword"], "블루투스 이어폰");
    }

    async fn what_the_provider_refuses_for_good_is_rejected(server: TestServer) {
        let account = server.account().await;
        let ok = ResponseTemplate::new(200);
        let wrong = "Invalid Field: 'language_code'.";
        assert_eq!(
            measured(&server, &account, ok.clone().set_body_json(task(40_501, wrong))).await,
            (400, "KEYWORD_METRICS_PROVIDER_REJECTED".to_owned(), json!([wrong]))
        );
        assert_eq!(
            measured(&server, &account, ok.set_body_json(task(40_501, "Invalid Field: 'location_code'."))).await,
            (400, "KEYWORD_COUNTRY_NOT_SUPPORTED".to_owned(), json!(null))
        );
        assert_eq!(
            measured(&server, &account, ResponseTemplate::new(400)).await.1,
            "KEYWORD_METRICS_PROVIDER_REJECTED"
        );
    }

    async fn no_results_are_no_error(server: TestServer) {
        let account = server.account().await;
        let provider = MockServer::start().await;
        let none = ResponseTemplate::new(200).set_body_json(task(40_102, "No Search Results."));
        Mock::given(path(OVERVIEW)).respond_with(none).mount(&provider).await;
        let reply = over(&server, &provider).await.post(&account, METRICS, json!({ "keywords": ["a"] })).await.ok();
        assert_eq!(reply["items"], json!([{ "keyword": "a", "metrics": null }]));
    }

    async fn every_other_failure_is_unavailable_and_says_nothing_of_the_provider(server: TestServer) {
        let account = server.account().await;
        let json = |value: Value| ResponseTemplate::new(200).set_body_json(value);
        let mut wrong_type = fixture("dataforseo-overview");
        wrong_type["tasks"][0]["result"][0]["items"][1]["keyword_info"]["cpc"] = json!("cheap");
        for (what, reply) in [
            ("rate limit", json(task(40_202, "Rate limit per minute exceeded."))),
            ("rate limit of HTTP", ResponseTemplate::new(429)),
            ("balance", ResponseTemplate::new(402).set_body_json(task(40_200, "Payment Required."))),
            ("credentials", ResponseTemplate::new(401).set_body_json(task(40_100, "You are not Authorized."))),
            ("internal", json(task(50_000, "Internal Error."))),
            ("5xx", ResponseTemplate::new(500)),
            ("gateway", ResponseTemplate::new(503).set_body_string("<html>")),
            ("redirect", ResponseTemplate::new(302).insert_header("location", "http://127.0.0.1:1/")),
            ("malformed", ResponseTemplate::new(200).set_body_string("{\"status_code\": 20000, \"tasks\": [")),
            ("no JSON", ResponseTemplate::new(200).set_body_string("")),
            ("wrong type", json(wrong_type)),
            ("too much", ResponseTemplate::new(200).set_body_bytes(vec![b' '; 9 * 1024 * 1024])),
        ] {
            let (status, code, details) = measured(&server, &account, reply).await;
            assert_eq!((status, code.as_str()), (502, "KEYWORD_METRICS_PROVIDER_UNAVAILABLE"), "{what}");
            assert_eq!(details, Value::Null, "{what}");
        }
        let reply = over_address(&server, "http://127.0.0.1:1").await.post(&account, METRICS, json!({ "keywords": ["a"] })).await;
        assert_eq!(reply.refusal(), (502, "KEYWORD_METRICS_PROVIDER_UNAVAILABLE".to_owned()));
    }
}
