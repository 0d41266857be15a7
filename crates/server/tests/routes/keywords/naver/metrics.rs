use serde_json::json;

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
}
