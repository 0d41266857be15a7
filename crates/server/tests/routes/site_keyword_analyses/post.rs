use serde_json::json;

use crate::on_both;

on_both! {
    async fn a_submitted_analysis_is_pending(server: TestServer) {
        let account = server.account().await;
        let id = server.submit_analysis(&account, json!({ "url": "https://nurio.example/", "maxPages": 50 })).await;
        let analysis = server.analysis(&account, &id).await;
        let waiting = json!({ "id": id, "status": "PENDING", "maxPages": 50, "processedPages": 0, "keywords": [] });
        assert_eq!(analysis, waiting);
    }

    async fn max_pages_is_ten_by_default(server: TestServer) {
        let account = server.account().await;
        let id = server.submit_analysis(&account, json!({ "url": "HTTP://누리오.example:8080/ko?a=b#c" })).await;
        assert_eq!(server.analysis(&account, &id).await["maxPages"], 10);
    }
}
