use answerdeck_keyword_data::dataforseo::DataForSeo;
use answerdeck_keyword_data::{GoogleKeywords, KeywordError, Market};
use serde_json::{Value, json};
use wiremock::matchers::{body_json, body_partial_json, header, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::{fixture, json_of, keywords, names, respond_with};

const OVERVIEW: &str = "/v3/dataforseo_labs/google/keyword_overview/live";

fn adapter(base_url: &str) -> DataForSeo {
    DataForSeo::new(base_url, "login", "password").unwrap()
}

fn korea() -> Market {
    Market { country: "KR".to_owned(), language: "ko".to_owned() }
}

/// A response whose only task has this status and no result.
fn task(status: u32, message: &str) -> Value {
    let mut response = fixture("dataforseo-overview");
    let task = &mut response["tasks"][0];
    (task["status_code"], task["status_message"], task["result"]) = (json!(status), json!(message), json!(null));
    response
}

async fn metrics_error(response: ResponseTemplate) -> KeywordError {
    let provider = MockServer::start().await;
    Mock::given(path(OVERVIEW)).respond_with(response).mount(&provider).await;
    adapter(&provider.uri()).metrics(&keywords(["a"]), &korea()).await.unwrap_err()
}

#[tokio::test]
async fn metrics_omit_unknown_keywords_and_hidden_volumes() {
    let provider = MockServer::start().await;
    let asked = ["무선  이어폰", "아무도 모르는 말", "보청기"];
    Mock::given(method("POST"))
        .and(path(OVERVIEW))
        .and(header("authorization", "Basic bG9naW46cGFzc3dvcmQ="))
        .and(body_json(json!([{ "keywords": asked, "location_code": 2410, "language_code": "ko" }])))
        .respond_with(respond_with("dataforseo-overview"))
        .expect(1)
        .mount(&provider)
        .await;
    let found = adapter(&provider.uri()).metrics(&keywords(asked), &korea()).await.unwrap();
    let metrics = json_of(&found, "무선이어폰");
    assert_eq!((&metrics["cpc"], &metrics["keywordDifficulty"]), (&json!(0.61), &json!(41)));
    assert_eq!((&metrics["searchVolume"], &metrics["searchIntent"]), (&json!(90_500), &json!("commercial")));
    assert_eq!(metrics["searchVolumeTrend"], json!({ "monthly": 22.0, "quarterly": -18.0, "yearly": 0.0 }));
    // The provider sends 13 months, the newest first.
    let months = metrics["monthlySearches"].as_array().unwrap();
    assert_eq!((months.len(), &months[0]), (12, &json!({ "year": 2025, "month": 11, "searchVolume": 80_110 })));
    assert_eq!(months[11], json!({ "year": 2026, "month": 10, "searchVolume": 80_000 }));
    assert!(!found.contains_key("아무도모르는말"));
    assert_eq!(
        json_of(&found, "보청기"),
        json!({
            "cpc": null, "keywordDifficulty": 37, "monthlySearches": [], "searchIntent": null,
            "searchVolume": null, "searchVolumeTrend": null,
        })
    );
}

#[tokio::test]
async fn suggestions_include_the_metrics_of_the_keyword() {
    let provider = MockServer::start().await;
    let task = json!([{
        "keyword": "무선 이어폰", "location_code": 2410, "language_code": "ko", "include_seed_keyword": true,
        "limit": 101, "order_by": ["keyword_info.search_volume,desc"],
    }]);
    Mock::given(path("/v3/dataforseo_labs/google/keyword_suggestions/live"))
        .and(body_json(task))
        .respond_with(respond_with("dataforseo-suggestions"))
        .mount(&provider)
        .await;
    let found = adapter(&provider.uri()).suggestions("무선 이어폰", &korea()).await.unwrap();
    assert_eq!(found.metrics.as_ref().unwrap().search_volume, Some(90_500));
    let names = names(&found);
    assert!(names.contains(&"가성비 무선 이어폰") && names.contains(&"무선 이어폰 추천"), "{names:?}");
    let (_, metrics) = found.keywords.iter().find(|(name, _)| name == "가성비 무선 이어폰").unwrap();
    assert_eq!(metrics.search_volume_trend.as_ref().unwrap().yearly, None);
}

#[tokio::test]
async fn related_keywords_are_read_from_nested_items() {
    let provider = MockServer::start().await;
    Mock::given(path("/v3/dataforseo_labs/google/related_keywords/live"))
        .and(body_partial_json(json!([{ "keyword": "무선 이어폰", "depth": 3, "limit": 101 }])))
        .respond_with(respond_with("dataforseo-related"))
        .mount(&provider)
        .await;
    let found = adapter(&provider.uri()).related("무선 이어폰", &korea()).await.unwrap();
    assert_eq!(found.metrics.as_ref().unwrap().search_volume, Some(90_500));
    assert!(names(&found).contains(&"블루투스 이어폰"));
}

#[tokio::test]
async fn an_invalid_request_is_rejected() {
    let ok = ResponseTemplate::new(200);
    let message = "Invalid Field: 'language_code'.";
    let error = metrics_error(ok.clone().set_body_json(task(40_501, message))).await;
    assert_eq!(error, KeywordError::Rejected(message.to_owned()));
    let error = metrics_error(ok.set_body_json(task(40_501, "Invalid Field: 'location_code'."))).await;
    assert_eq!(error, KeywordError::CountryNotSupported);
    assert!(matches!(metrics_error(ResponseTemplate::new(400)).await, KeywordError::Rejected(_)));
}

#[tokio::test]
async fn no_results_are_not_an_error() {
    let provider = MockServer::start().await;
    let none = ResponseTemplate::new(200).set_body_json(task(40_102, "No Search Results."));
    Mock::given(path(OVERVIEW)).respond_with(none).mount(&provider).await;
    assert!(adapter(&provider.uri()).metrics(&keywords(["a"]), &korea()).await.unwrap().is_empty());
}

#[tokio::test]
async fn any_other_failure_is_unavailable() {
    let json = |value: Value| ResponseTemplate::new(200).set_body_json(value);
    let mut wrong_type = fixture("dataforseo-overview");
    wrong_type["tasks"][0]["result"][0]["items"][1]["keyword_info"]["cpc"] = json!("cheap");
    for (case, response) in [
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
        ("too large", ResponseTemplate::new(200).set_body_bytes(vec![b' '; 9 * 1024 * 1024])),
    ] {
        assert!(matches!(metrics_error(response).await, KeywordError::Unavailable(_)), "{case}");
    }
    let closed_port = adapter("http://127.0.0.1:1").metrics(&keywords(["a"]), &korea()).await;
    assert!(matches!(closed_port, Err(KeywordError::Unavailable(_))));
}
