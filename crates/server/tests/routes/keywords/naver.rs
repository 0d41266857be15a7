use serde_json::{Value, json};

use crate::on_sqlite;

on_sqlite! {
    async fn naver_metrics_keep_the_order_of_the_request(server, account) {
        let body = json!({ "keywords": ["모르는 말", "tavrin q7 review", "무선이어폰"] });
        let reply = server.post(&account, "/v1beta/platform/keywords/naver/metrics", body).await.ok();
        assert_eq!(reply["items"][0], json!({ "keyword": "모르는 말", "metrics": null }));
        let hidden = &reply["items"][1]["metrics"];
        assert_eq!((&hidden["pcBelowThreshold"], &hidden["mobileBelowThreshold"]), (&json!(true), &json!(true)));
        assert_eq!((&hidden["searchVolumePC"], &hidden["searchVolumeTotal"]), (&json!(0), &json!(0)));
        let metrics = &reply["items"][2]["metrics"];
        assert_eq!(metrics["searchVolumeTotal"], 21_400 + 152_300);
        assert_eq!((&metrics["competition"], &metrics["adDepth"]), (&json!("높음"), &json!(10)));
        for field in ["avgCTRMobile", "avgCTRPC", "avgClickMobile", "avgClickPC"] {
            assert!(metrics[field].is_f64(), "{field}");
        }
    }

    async fn naver_suggestions_are_longer_keywords_ordered_by_volume(server, account) {
        let reply = server.get(&account, "/v1beta/platform/keywords/naver/suggestions?keyword=러닝화&limit=3").await.ok();
        assert_eq!((reply["keyword"].as_str(), reply["metrics"]["searchVolumePC"].as_u64()), (Some("러닝화"), Some(15_600)));
        let suggested = reply["suggestedKeywords"].as_array().unwrap();
        let names: Vec<&str> = suggested.iter().map(|item| item["keyword"].as_str().unwrap()).collect();
        assert_eq!(names, ["러닝화 추천", "발볼 넓은 러닝화", "러닝화 세탁"]);
    }

    async fn naver_related_keywords_are_ordered_by_volume(server, account) {
        let reply = server.get(&account, "/v1beta/platform/keywords/naver/related?keyword=카본화").await.ok();
        let related = reply["relatedKeywords"].as_array().unwrap();
        assert_eq!(related[0]["keyword"], "러닝화");
        let volumes: Vec<u64> =
            related.iter().map(|item| item["metrics"]["searchVolumeTotal"].as_u64().unwrap()).collect();
        assert!(volumes.is_sorted_by(|one, other| one >= other), "{volumes:?}");
        assert!(related.iter().all(|item| item["keyword"] != "카본화"));
    }

    async fn naver_trends_cover_twelve_complete_months_with_a_scale_for_each_keyword(server, account) {
        let body = json!({ "keywords": ["러닝화", "모르는 말", "tavrin q7 review"] });
        let reply = server.post(&account, "/v1beta/platform/keywords/naver/trend", body).await.ok();
        let items = reply["items"].as_array().unwrap();
        for item in [&items[0], &items[2]] {
            let points = item["trend"]["points"].as_array().unwrap();
            let month = |point: &Value| (point["year"].as_i64().unwrap(), point["month"].as_i64().unwrap());
            assert_eq!((points.len(), month(&points[0]), month(&points[11])), (12, (2025, 11), (2026, 10)));
            assert!(points.windows(2).all(|pair| month(&pair[0]) < month(&pair[1])));
            let ratios: Vec<f64> = points.iter().map(|point| point["ratio"].as_f64().unwrap()).collect();
            assert!((ratios.iter().copied().fold(0.0, f64::max) - 100.0).abs() < f64::EPSILON, "{ratios:?}");
            assert!(ratios.iter().all(|ratio| (0.0..=100.0).contains(ratio)));
        }
        let anchor = json!({ "year": 2026, "month": 10, "searchVolumeTotal": 15_600 + 98_400 });
        assert_eq!(items[0]["trend"]["anchor"], anchor);
        assert_eq!(items[1], json!({ "keyword": "모르는 말", "trend": null }));
        assert_eq!(items[2]["trend"]["anchor"], json!(null));
    }
}
