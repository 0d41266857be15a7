use answerdeck_keyword_data::dataforseo::DataForSeo;
use answerdeck_keyword_data::{GoogleKeywords, KeywordError, Market, RelatedKind};
use serde_json::{Value, json};
use wiremock::matchers::{body_json, body_partial_json, header, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::{fixture, json_of, keys_with_data, keywords, names, respond_with};

const OVERVIEW: &str = "/v3/dataforseo_labs/google/keyword_overview/live";

fn adapter(base_url: &str) -> DataForSeo {
    DataForSeo::new(base_url, "login", "password")
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
    adapter(&provider.uri()).metrics(&keywords(["a"]), &korea()).await.failure.unwrap()
}

#[tokio::test]
async fn metrics_omit_unknown_keywords_and_hidden_volumes() {
    let provider = MockServer::start().await;
    let asked = ["무선  이어폰", "아무도 모르는 말", "보청기"];
    Mock::given(method("POST"))
        .and(path(OVERVIEW))
        .and(header("authorization", "Basic bG9naW46cGFzc3dvcmQ="))
        .and(body_json(json!([{
            "keywords": ["무선 이어폰", "아무도 모르는 말", "보청기"], "location_code": 2410, "language_code": "ko",
        }])))
        .respond_with(respond_with("dataforseo-overview"))
        .expect(1)
        .mount(&provider)
        .await;
    let found = adapter(&provider.uri()).metrics(&keywords(asked), &korea()).await;
    assert_eq!((&found.failure, found.rejected.len()), (&None, 0));
    let metrics = json_of(&found, "무선이어폰");
    assert_eq!((&metrics["cpc"], &metrics["keywordDifficulty"]), (&json!(0.61), &json!(41)));
    assert_eq!((&metrics["searchVolume"], &metrics["searchIntent"]), (&json!(90_500), &json!("commercial")));
    assert_eq!(metrics["searchVolumeTrend"], json!({ "monthly": 22.0, "quarterly": -18.0, "yearly": 0.0 }));
    // The provider sends 13 months, the newest first.
    let months = metrics["monthlySearches"].as_array().unwrap();
    assert_eq!((months.len(), &months[0]), (12, &json!({ "year": 2025, "month": 11, "searchVolume": 80_110 })));
    assert_eq!(months[11], json!({ "year": 2026, "month": 10, "searchVolume": 80_000 }));
    assert_eq!(json_of(&found, "아무도모르는말"), Value::Null);
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
    let found = adapter(&provider.uri()).related("무선 이어폰", &korea(), RelatedKind::Suggestions).await.unwrap();
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
    let found = adapter(&provider.uri()).related("무선 이어폰", &korea(), RelatedKind::Related).await.unwrap();
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
}

/// Responds as the API does: a request with a keyword that it knows to be bad has an error of that field.
async fn refusing(bad: &'static [&'static str], message: &'static str) -> MockServer {
    let provider = MockServer::start().await;
    let respond = move |request: &wiremock::Request| {
        let body: Value = request.body_json().unwrap();
        let asked = body[0]["keywords"].as_array().unwrap();
        let is_bad = |keyword: &Value| bad.contains(&keyword.as_str().unwrap());
        if asked.iter().any(is_bad) {
            return ResponseTemplate::new(200).set_body_json(task(40_501, message));
        }
        let item = |keyword: &Value| json!({ "keyword": keyword, "keyword_info": { "search_volume": 10 } });
        let mut response = fixture("dataforseo-overview");
        response["tasks"][0]["result"][0]["items"] = asked.iter().map(item).collect();
        ResponseTemplate::new(200).set_body_json(response)
    };
    Mock::given(path(OVERVIEW)).respond_with(respond).mount(&provider).await;
    provider
}

#[tokio::test]
async fn a_keyword_that_the_api_rejects_does_not_cost_the_others() {
    let provider = refusing(&["bad one", "worse"], "Invalid Field: 'keywords'.").await;
    let asked = keywords(["a", "bad-one", "b", "무선: 이어폰", "worse", "c", "one 2 3 4 5 6 7 8 9 10 11", "🎧"]);
    let provider_asked = refusing(&["bad-one", "worse"], "Invalid Field: 'keywords'.").await;
    for provider in [provider, provider_asked] {
        let found = adapter(&provider.uri()).metrics(&asked, &korea()).await;
        assert_eq!(found.failure, None);
        assert!(["a", "b", "c", "무선:이어폰"].iter().all(|key| keys_with_data(&found).contains(key)), "{found:?}");
        assert!(
            ["worse", "🎧", "one 2 3 4 5 6 7 8 9 10 11"]
                .iter()
                .all(|bad| found.rejected.iter().any(|other| other == bad))
        );
        assert_eq!(found.read.len() + found.rejected.len(), asked.len());
    }
}

#[tokio::test]
async fn an_api_that_rejects_everything_is_not_asked_for_each_keyword() {
    let provider = MockServer::start().await;
    Mock::given(path(OVERVIEW)).respond_with(ResponseTemplate::new(400)).expect(17).mount(&provider).await;
    let asked: Vec<String> = (0..100).map(|number| format!("keyword {number}")).collect();
    let found = adapter(&provider.uri()).metrics(&asked, &korea()).await;
    assert!(matches!(found.failure, Some(KeywordError::KeywordRejected(_))), "{found:?}");
}

#[tokio::test]
async fn a_rate_limit_is_waited_for() {
    for limit in [
        ResponseTemplate::new(429),
        ResponseTemplate::new(200).set_body_json(task(40_202, "Rate limit per minute exceeded.")),
        ResponseTemplate::new(200).set_body_json(task(40_209, "Too many requests at the same time.")),
    ] {
        let provider = refusing(&[], "").await;
        Mock::given(path(OVERVIEW)).respond_with(limit).up_to_n_times(1).with_priority(1).mount(&provider).await;
        let found = adapter(&provider.uri()).metrics(&keywords(["a"]), &korea()).await;
        assert_eq!((found.failure.as_ref(), keys_with_data(&found)), (None, vec!["a"]));
    }
}

#[tokio::test]
async fn no_results_are_not_an_error() {
    let provider = MockServer::start().await;
    let none = ResponseTemplate::new(200).set_body_json(task(40_102, "No Search Results."));
    Mock::given(path(OVERVIEW)).respond_with(none).mount(&provider).await;
    let found = adapter(&provider.uri()).metrics(&keywords(["a"]), &korea()).await;
    assert_eq!((json_of(&found, "a"), found.failure), (Value::Null, None));
}

#[tokio::test]
async fn a_success_without_a_readable_message_is_read() {
    for message in [Value::Null, json!(7)] {
        let provider = MockServer::start().await;
        let mut response = fixture("dataforseo-overview");
        response["tasks"][0]["status_message"] = message.clone();
        response["status_message"] = message;
        let response = ResponseTemplate::new(200).set_body_json(response);
        Mock::given(path(OVERVIEW)).respond_with(response).mount(&provider).await;
        let found = adapter(&provider.uri()).metrics(&keywords(["보청기"]), &korea()).await;
        assert_eq!((found.failure.as_ref(), keys_with_data(&found)), (None, vec!["보청기"]));
    }
}

#[tokio::test]
async fn any_other_failure_is_unavailable() {
    let json = |value: Value| ResponseTemplate::new(200).set_body_json(value);
    let mut wrong_type = fixture("dataforseo-overview");
    wrong_type["tasks"][0]["result"][0]["items"][1]["keyword_info"]["cpc"] = json!("cheap");
    for (case, response) in [
        ("unprocessable", ResponseTemplate::new(422)),
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
    assert!(matches!(closed_port.failure, Some(KeywordError::Unavailable(_))));
}
