use serde_json::json;

use crate::on_both;

on_both! {
    async fn an_analysis_waits_as_it_was_submitted(server: TestServer) {
        let account = server.account().await;
        let id = server.submit_analysis(&account, json!({ "url": "https://nurio.example/", "maxPages": 50 })).await;
        let analysis = server.analysis(&account, &id).await;
        let waiting = json!({ "id": id, "status": "PENDING", "maxPages": 50, "processedPages": 0, "keywords": [] });
        assert_eq!(analysis, waiting);
    }

    async fn without_a_number_of_pages_they_are_ten(server: TestServer) {
        let account = server.account().await;
        let id = server.submit_analysis(&account, json!({ "url": "HTTP://누리오.example:8080/ko?a=b#c" })).await;
        assert_eq!(server.analysis(&account, &id).await["maxPages"], 10);
    }
}
