use answerdeck_keyword_data::naver::{DataLab, Naver, SearchAd};
use answerdeck_keyword_data::{KeywordError, NaverKeywords};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use wiremock::matchers::{body_json, header, header_exists, method, path, query_param};
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::{fixture, json_of, keys_with_data, keywords, months, names, now, respond_with};

fn adapter(provider: &MockServer) -> Naver {
    let base_url = provider.uri();
    Naver {
        search_ad: SearchAd::new(&base_url, now, "license", "secret", "1234567").unwrap(),
        data_lab: Some(DataLab::new(&base_url, "client", "client-secret").unwrap()),
    }
}

fn no_keywords() -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({ "keywordList": [] }))
}

#[tokio::test]
async fn metrics_send_five_signed_hints_per_call_without_spaces() {
    let provider = MockServer::start().await;
    let calls =
        [("무선이어폰,NurioAir2,이어폰소독기,a,b", respond_with("search-ad")), ("c,무선이어폰추천", no_keywords())];
    for (hints, response) in calls {
        Mock::given(method("GET"))
            .and(path("/keywordstool"))
            .and(query_param("hintKeywords", hints))
            .and(query_param("showDetail", "1"))
            .and(header("x-api-key", "license"))
            .and(header("x-customer", "1234567"))
            .and(header_exists("x-signature"))
            .respond_with(response)
            .expect(1)
            .mount(&provider)
            .await;
    }
    let asked = keywords(["무선 이어폰", "Nurio Air 2", "이어폰 소독기", "a", "b", "c", "무선 이어폰 추천"]);
    let found = adapter(&provider).metrics(&asked).await;
    assert_eq!(found.failure, None);
    assert_eq!(
        json_of(&found, "무선이어폰"),
        json!({
            "adDepth": 15, "avgCTRMobile": 1.31, "avgCTRPC": 0.41, "avgClickMobile": 2593.7, "avgClickPC": 114.1,
            "competition": "높음", "mobileBelowThreshold": false, "pcBelowThreshold": false,
            "searchVolumeMobile": 152_300, "searchVolumePC": 21_400, "searchVolumeTotal": 173_700,
        })
    );
    // `"< 10"` on phones, then on both.
    let metrics = json_of(&found, "nurioair2");
    assert_eq!((&metrics["mobileBelowThreshold"], &metrics["pcBelowThreshold"]), (&json!(true), &json!(false)));
    assert_eq!((&metrics["searchVolumeMobile"], &metrics["searchVolumeTotal"]), (&json!(0), &json!(30)));
    assert_eq!(metrics["competition"], "중간");
    let metrics = json_of(&found, "이어폰소독기");
    assert_eq!((&metrics["mobileBelowThreshold"], &metrics["pcBelowThreshold"]), (&json!(true), &json!(true)));
    assert_eq!((&metrics["searchVolumeTotal"], &metrics["competition"]), (&json!(0), &json!("낮음")));
    // The provider omits the others. The first call returns the last one only as a related keyword.
    assert_eq!(keys_with_data(&found), ["nurioair2", "무선이어폰", "이어폰소독기"]);
    assert_eq!(found.read.len(), asked.len());

    let request = &provider.received_requests().await.unwrap()[0];
    let text = |name: &str| request.headers[name].to_str().unwrap().to_owned();
    assert_eq!(text("x-timestamp"), now().as_millisecond().to_string());
    assert_eq!(STANDARD.decode(text("x-signature")).unwrap().len(), 32);
}

#[tokio::test]
async fn keywords_other_than_the_hint_are_related() {
    let provider = MockServer::start().await;
    let hint = query_param("hintKeywords", "무선이어폰");
    Mock::given(hint).respond_with(respond_with("search-ad")).expect(1).mount(&provider).await;
    let found = adapter(&provider).related("무선 이어폰").await.unwrap();
    assert_eq!(names(&found), ["NURIOAIR2", "무선이어폰추천", "블루투스이어폰", "이어폰소독기"]);
    assert_eq!(found.metrics.unwrap().search_volume_total, 173_700);
}

#[tokio::test]
async fn a_trend_has_twelve_months_and_a_month_without_searches_is_zero() {
    let provider = MockServer::start().await;
    let asked = ["무선 이어폰", "nurio air 2", "아무도 모르는 말"];
    let groups: Vec<Value> = asked
        .iter()
        .enumerate()
        .map(|(index, keyword)| json!({ "groupName": index.to_string(), "keywords": [keyword] }))
        .collect();
    Mock::given(method("POST"))
        .and(path("/v1/datalab/search"))
        .and(header("x-naver-client-id", "client"))
        .and(header("x-naver-client-secret", "client-secret"))
        .and(body_json(json!({
            "startDate": "2025-11-01", "endDate": "2026-10-31", "timeUnit": "month", "keywordGroups": groups,
        })))
        .respond_with(respond_with("datalab"))
        .expect(1)
        .mount(&provider)
        .await;
    let found = adapter(&provider).trend(&keywords(asked), &months()).await;
    assert_eq!(found.read["무선이어폰"].as_ref().unwrap().len(), 12);
    let volumes = found.read["nurioair2"].as_ref().unwrap();
    let best = volumes.iter().copied().fold(0.0, f64::max);
    let ratios: Vec<f64> = volumes.iter().map(|volume| (volume / best * 100.0).round()).collect();
    assert_eq!(ratios, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0, 40.0, 80.0, 100.0]);
    assert_eq!(found.read["아무도모르는말"], None);
}

#[tokio::test]
async fn trends_send_five_keywords_per_call() {
    let provider = MockServer::start().await;
    let none = ResponseTemplate::new(200).set_body_json(json!({ "results": [] }));
    Mock::given(path("/v1/datalab/search")).respond_with(none).expect(3).mount(&provider).await;
    let asked: Vec<String> = (0..15).map(|number| format!("keyword {number}")).collect();
    assert!(keys_with_data(&adapter(&provider).trend(&asked, &months()).await).is_empty());
}

/// Responds as the keyword tool does: 400 to a request with one of these hints.
async fn refusing(bad: &'static [&'static str]) -> MockServer {
    let provider = MockServer::start().await;
    let respond = move |request: &wiremock::Request| {
        let (_, hints) = request.url.query_pairs().find(|(name, _)| name == "hintKeywords").unwrap();
        if hints.split(',').any(|hint| bad.contains(&hint)) {
            let body = json!({ "code": 11001, "title": "잘못된 파라미터 형식입니다." });
            return ResponseTemplate::new(400).set_body_json(body);
        }
        let row =
            |hint: &str| json!({ "relKeyword": hint.to_uppercase(), "monthlyPcQcCnt": 10, "monthlyMobileQcCnt": 20 });
        ResponseTemplate::new(200)
            .set_body_json(json!({ "keywordList": hints.split(',').map(row).collect::<Vec<_>>() }))
    };
    Mock::given(path("/keywordstool")).respond_with(respond).mount(&provider).await;
    provider
}

#[tokio::test]
async fn keywords_are_asked_as_naver_registers_them_and_found_as_requested() {
    let provider = refusing(&[]).await;
    let asked = keywords(["LG-그램", "아메리카노·라떼", "갤럭시: S26", "🎧 이어폰", "a,b", "★", "C++", "lg 그램"]);
    let found = adapter(&provider).metrics(&asked).await;
    assert_eq!(found.failure, None);
    assert_eq!(found.rejected, ["★", "C++"]);
    assert_eq!(keys_with_data(&found), ["a,b", "lg-그램", "lg그램", "갤럭시:s26", "아메리카노·라떼", "🎧이어폰"]);
    let requests = provider.received_requests().await.unwrap();
    let hints: Vec<_> =
        requests.iter().map(|request| request.url.query_pairs().next().unwrap().1.into_owned()).collect();
    assert_eq!(hints, ["LG그램,아메리카노라떼,갤럭시S26,이어폰,ab"]);
}

#[tokio::test]
async fn a_hint_that_naver_rejects_does_not_cost_the_others() {
    let provider = refusing(&["bad", "worse"]).await;
    let asked = keywords(["a", "bad", "b", "c", "d", "worse", "e"]);
    let found = adapter(&provider).metrics(&asked).await;
    assert_eq!((found.failure.as_ref(), keys_with_data(&found)), (None, vec!["a", "b", "c", "d", "e"]));
    assert_eq!(found.rejected, ["bad", "worse"]);
    assert_eq!(found.read.len(), 5);
    for keyword in ["★", "bad"] {
        let error = adapter(&provider).related(keyword).await.unwrap_err();
        assert!(matches!(error, KeywordError::KeywordRejected(_)), "{keyword}: {error}");
    }
}

#[tokio::test]
async fn a_group_that_data_lab_rejects_does_not_cost_the_others() {
    let provider = MockServer::start().await;
    let respond = |request: &wiremock::Request| {
        let body: Value = request.body_json().unwrap();
        let groups = body["keywordGroups"].as_array().unwrap();
        if groups.iter().any(|group| group["keywords"][0] == "bad") {
            return ResponseTemplate::new(400);
        }
        let series = |group: &Value| json!({ "title": group["groupName"], "data": [{ "period": "2026-10-01", "ratio": 100.0 }] });
        ResponseTemplate::new(200).set_body_json(json!({ "results": groups.iter().map(series).collect::<Vec<_>>() }))
    };
    Mock::given(path("/v1/datalab/search")).respond_with(respond).mount(&provider).await;
    let found = adapter(&provider).trend(&keywords(["a", "bad", "b"]), &months()).await;
    assert_eq!((keys_with_data(&found), &found.rejected), (vec!["a", "b"], &keywords(["bad"])));
}

#[tokio::test]
async fn what_was_read_before_an_outage_is_kept() {
    let provider = refusing(&[]).await;
    let down = ResponseTemplate::new(500);
    Mock::given(query_param("hintKeywords", "f,g")).respond_with(down).with_priority(1).mount(&provider).await;
    let found = adapter(&provider).metrics(&keywords(["a", "b", "c", "d", "e", "f", "g"])).await;
    assert_eq!(keys_with_data(&found), ["a", "b", "c", "d", "e"]);
    assert!(matches!(found.failure, Some(KeywordError::Unavailable(_))), "{found:?}");
    assert_eq!(found.read.len(), 5);
}

#[tokio::test]
async fn a_rate_limit_is_waited_for_and_ends_the_request_when_it_lasts() {
    let limited = || ResponseTemplate::new(429).set_body_json(json!({ "code": 1016, "message": "Too Many Requests" }));
    let provider = refusing(&[]).await;
    Mock::given(path("/keywordstool")).respond_with(limited()).up_to_n_times(1).with_priority(1).mount(&provider).await;
    let found = adapter(&provider).metrics(&keywords(["a", "b"])).await;
    assert_eq!((found.failure.as_ref(), keys_with_data(&found)), (None, vec!["a", "b"]));
    let provider = MockServer::start().await;
    Mock::given(path("/keywordstool")).respond_with(limited()).expect(3).mount(&provider).await;
    let found = adapter(&provider).metrics(&keywords(["a", "b"])).await;
    assert!(matches!(found.failure, Some(KeywordError::RateLimited(_))), "{found:?}");
}

#[tokio::test]
async fn any_other_failure_is_unavailable() {
    let mut wrong_type = fixture("search-ad");
    wrong_type["keywordList"][0]["monthlyPcQcCnt"] = json!("many");
    let status = |status: u16, body: Value| ResponseTemplate::new(status).set_body_json(body);
    for (case, response) in [
        ("unprocessable", status(422, json!({ "code": 1, "message": "Unprocessable" }))),
        ("credentials", status(403, json!({ "code": 1002, "message": "invalid-signature" }))),
        ("quota", status(401, json!({ "errorMessage": "quota", "errorCode": "010" }))),
        ("5xx", ResponseTemplate::new(500)),
        ("malformed", ResponseTemplate::new(200).set_body_string("{\"keywordList\": [{")),
        ("wrong type", status(200, wrong_type)),
    ] {
        let provider = MockServer::start().await;
        Mock::given(wiremock::matchers::any()).respond_with(response).mount(&provider).await;
        let adapter = adapter(&provider);
        let metrics = adapter.metrics(&keywords(["a"])).await.failure.unwrap();
        assert!(matches!(metrics, KeywordError::Unavailable(_)), "metrics, {case}: {metrics}");
        let trend = adapter.trend(&keywords(["a"]), &months()).await.failure.unwrap();
        assert!(matches!(trend, KeywordError::Unavailable(_)), "trend, {case}: {trend}");
    }
}

#[tokio::test]
async fn trends_are_not_configured_without_data_lab() {
    let provider = MockServer::start().await;
    Mock::given(path("/keywordstool")).respond_with(no_keywords()).mount(&provider).await;
    let naver = Naver { data_lab: None, ..adapter(&provider) };
    assert_eq!(naver.metrics(&keywords(["a"])).await.failure, None);
    let failure = naver.trend(&keywords(["a"]), &months()).await.failure;
    assert_eq!(failure, Some(KeywordError::NotConfigured("Naver DataLab")));
}
