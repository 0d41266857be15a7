//! Keyword data with the sample provider and without a provider.

use answerdeck_client::api::{
    Competition, GoogleKeywordRequest, GoogleKeywordsRequest, NaverKeywordRequest, NaverKeywordsRequest, SearchIntent,
};

use crate::test_server::TestServer;

fn texts(keywords: &[&str]) -> Vec<String> {
    keywords.iter().map(|keyword| (*keyword).to_owned()).collect()
}

#[tokio::test]
async fn every_keyword_operation_returns_typed_data() {
    let server = TestServer::start_with(&["--demo"]);
    let (client, _) = server.client();
    let keywords = client.keywords();

    let request = GoogleKeywordsRequest {
        keywords: texts(&["무선 이어폰", "모르는 말", "이명 이어폰"]),
        ..Default::default()
    };
    let list = keywords.google_metrics(&request).await.unwrap();
    assert_eq!((list.country_code.as_str(), list.language_code.as_str()), ("KR", "ko"));
    let metrics: Vec<_> = list.items.into_iter().map(|item| item.metrics).collect();
    let known = metrics[0].as_ref().unwrap();
    assert_eq!((known.search_volume, known.monthly_searches.len()), (Some(90_500), 12));
    assert_eq!(known.search_intent, Some(SearchIntent::Commercial));
    assert!(metrics[1].is_none() && metrics[2].as_ref().unwrap().search_volume.is_none());

    let base = GoogleKeywordRequest { keyword: "러닝화".to_owned(), limit: Some(2), ..Default::default() };
    let suggested = keywords.google_suggestions(&base).await.unwrap();
    assert_eq!(
        (suggested.suggested_keywords.len(), suggested.suggested_keywords[0].keyword.as_str()),
        (2, "러닝화 추천")
    );
    assert_eq!(keywords.google_related(&base).await.unwrap().related_keywords.len(), 2);

    let request = NaverKeywordsRequest { keywords: texts(&["러닝화", "모르는 말"]) };
    let list = keywords.naver_metrics(&request).await.unwrap();
    assert_eq!(list.items[0].metrics.as_ref().unwrap().competition, Some(Competition::High));
    let base = NaverKeywordRequest { keyword: "러닝화".to_owned(), limit: None };
    assert!(!keywords.naver_suggestions(&base).await.unwrap().suggested_keywords.is_empty());
    assert!(!keywords.naver_related(&base).await.unwrap().related_keywords.is_empty());
    let trends = keywords.naver_trends(&request).await.unwrap();
    let trend = trends.items[0].trend.as_ref().unwrap();
    assert_eq!((trend.points.len(), trend.anchor.unwrap().search_volume_total), (12, 114_000));
    assert!(trends.items[1].trend.is_none());

    let unknown = GoogleKeywordsRequest { country_code: Some("AQ".to_owned()), ..request_for("a") };
    assert!(keywords.google_metrics(&unknown).await.unwrap_err().is_country_not_supported());
    let rejected = GoogleKeywordsRequest { language_code: Some("xx".to_owned()), ..request_for("a") };
    let error = keywords.google_metrics(&rejected).await.unwrap_err();
    assert!(error.is_provider_rejected() && !error.details().is_empty(), "{error}");
    assert!(keywords.google_metrics(&GoogleKeywordsRequest::default()).await.unwrap_err().is_validation());
}

#[tokio::test]
async fn a_call_to_a_platform_without_providers_fails_and_is_not_retried() {
    let server = TestServer::start();
    let (client, log) = server.client();
    let error = client.keywords().google_metrics(&request_for("a")).await.unwrap_err();
    assert!(error.is_keyword_data_not_configured() && !error.is_retryable() && !error.is_outcome_unknown(), "{error}");
    assert_eq!(log.statuses(), [503]);
}

fn request_for(keyword: &str) -> GoogleKeywordsRequest {
    GoogleKeywordsRequest { keywords: texts(&[keyword]), ..Default::default() }
}
