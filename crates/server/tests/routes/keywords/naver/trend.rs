use serde_json::{Value, json};

use crate::on_sqlite;

on_sqlite! {
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
