use answerdeck_keyword_data::KeywordProviders;
use serde_json::json;

use crate::on_sqlite;

const PATH: &str = "/v1beta/platform/keywords/google/metrics";

on_sqlite! {
    async fn google_metrics_keep_the_order_and_spelling_of_the_request(server, account) {
        let keywords = json!(["이명 이어폰", "아무도 모르는 말", " 무선이어폰 ", "NURIO Air 2", "귀 작은 사람 무선 이어폰"]);
        let reply = server.post(&account, PATH, json!({ "keywords": keywords })).await.ok();
        assert_eq!((&reply["countryCode"], &reply["languageCode"]), (&json!("KR"), &json!("ko")));
        let items = reply["items"].as_array().unwrap();
        assert_eq!(items.iter().map(|item| item["keyword"].clone()).collect::<Vec<_>>(), *keywords.as_array().unwrap());

        // The volume of a restricted category is hidden.
        assert_eq!(items[0]["metrics"]["searchVolume"], json!(null));
        assert_eq!(items[0]["metrics"]["monthlySearches"], json!([]));
        assert!(items[0]["metrics"]["keywordDifficulty"].is_u64());
        assert_eq!(items[1]["metrics"], json!(null));
        let metrics = &items[2]["metrics"];
        assert_eq!((&metrics["searchVolume"], &metrics["searchIntent"]), (&json!(90_500), &json!("commercial")));
        assert!(metrics["cpc"].is_f64() && metrics["searchVolumeTrend"]["yearly"].is_number());
        let months = metrics["monthlySearches"].as_array().unwrap();
        assert_eq!(months.len(), 12);
        assert_eq!((&months[0]["year"], &months[0]["month"]), (&json!(2025), &json!(11)));
        assert_eq!((&months[11]["year"], &months[11]["month"]), (&json!(2026), &json!(10)));
        assert_eq!(items[3]["metrics"]["searchVolume"], 1_900);
        // Months without data are missing.
        assert_eq!(items[4]["metrics"]["monthlySearches"].as_array().unwrap().len(), 10);
    }

    async fn google_metrics_depend_on_the_market(server, account) {
        let body = json!({ "keywords": ["무선 이어폰", "wireless earbuds"], "countryCode": "US", "languageCode": "en" });
        let reply = server.post(&account, PATH, body).await.ok();
        assert_eq!((&reply["countryCode"], &reply["languageCode"]), (&json!("US"), &json!("en")));
        assert_eq!(reply["items"][0]["metrics"], json!(null));
        assert_eq!(reply["items"][1]["metrics"]["searchVolume"], 301_000);
    }

    async fn without_a_provider_keyword_data_is_not_configured(server, account) {
        let server = server.with_keywords(KeywordProviders::default()).await;
        for (method, path, body) in [
            ("POST", PATH, Some(json!({ "keywords": ["a"] }))),
            ("GET", "/v1beta/platform/keywords/google/suggestions?keyword=a", None),
            ("GET", "/v1beta/platform/keywords/google/related?keyword=a", None),
            ("POST", "/v1beta/platform/keywords/naver/metrics", Some(json!({ "keywords": ["a"] }))),
            ("GET", "/v1beta/platform/keywords/naver/suggestions?keyword=a", None),
            ("GET", "/v1beta/platform/keywords/naver/related?keyword=a", None),
            ("POST", "/v1beta/platform/keywords/naver/trend", Some(json!({ "keywords": ["a"] }))),
        ] {
            let reply = server.send(&account, method.parse().unwrap(), path, body.as_ref()).await;
            assert_eq!(reply.refusal(), (503, "KEYWORD_METRICS_NOT_CONFIGURED".to_owned()), "{path}");
            let source = if path.contains("google") { "Google" } else { "Naver" };
            let detail = format!("the operator of this server has not set up keyword data of {source}");
            assert_eq!(reply.json()["details"], json!([detail]));
        }
    }

    async fn google_suggestions_are_longer_keywords_ordered_by_volume(server, account) {
        let path = "/v1beta/platform/keywords/google/suggestions?keyword=무선 이어폰";
        let reply = server.get(&account, path).await.ok();
        assert_eq!((&reply["keyword"], &reply["countryCode"]), (&json!("무선 이어폰"), &json!("KR")));
        assert_eq!(reply["metrics"]["searchVolume"], 90_500);
        let suggested = reply["suggestedKeywords"].as_array().unwrap();
        assert_eq!(suggested[0]["keyword"], "무선 이어폰 추천");
        assert!(suggested.iter().all(|item| item["keyword"].as_str().unwrap().contains("무선 이어폰")));
        assert!(suggested.iter().all(|item| item["keyword"] != "무선 이어폰"));
        let volumes: Vec<u64> = suggested.iter().map(|item| item["metrics"]["searchVolume"].as_u64().unwrap()).collect();
        assert!(volumes.is_sorted_by(|one, other| one >= other) && volumes.len() > 4, "{volumes:?}");

        let few = server.get(&account, &format!("{path}&limit=2")).await.ok();
        assert_eq!(few["suggestedKeywords"].as_array().unwrap(), &suggested[..2]);
    }

    async fn google_related_keywords_with_hidden_volumes_come_last(server, account) {
        let path = "/v1beta/platform/keywords/google/related?keyword=누리오&limit=100";
        let reply = server.get(&account, path).await.ok();
        let related = reply["relatedKeywords"].as_array().unwrap();
        assert_eq!(related[0]["keyword"], "wireless earbuds");
        assert!(related.iter().all(|item| item["keyword"] != "누리오"));
        assert_eq!(related.last().unwrap()["metrics"]["searchVolume"], json!(null));

        let unknown = server.get(&account, "/v1beta/platform/keywords/google/related?keyword=아무도").await.ok();
        assert_eq!((&unknown["metrics"], &unknown["relatedKeywords"]), (&json!(null), &json!([])));
    }
}
