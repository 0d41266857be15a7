use answerdeck_server::prometheus;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use serde_json::json;
use tower::ServiceExt;

use crate::harness::TestServer;
use crate::harness::runs::run_body;
use crate::on_both;

async fn metrics(server: &TestServer) -> String {
    let request = Request::get("/metrics").body(Body::empty()).unwrap();
    let response = prometheus::router(&server.app).oneshot(request).await.unwrap();
    assert_eq!(response.status(), 200);
    String::from_utf8(to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap()
}

on_both! {
    async fn responses_are_counted_by_operation_and_status(server: TestServer) {
        let account = server.account().await;
        let set = server.prompt_set(&account, "Set").await;
        server.get(&account, &format!("/v1/platform/prompt-sets/{set}")).await.ok();
        server.get(&account, "/v1/platform/prompt-sets/0000000000000000000set").await;
        server.http.get(format!("{}/api/v1/platform/prompt-sets", server.url)).send().await.unwrap();
        server.http.get(format!("{}/health", server.url)).send().await.unwrap();
        let text = metrics(&server).await;
        for line in [
            "answerdeck_requests_total{operation=\"create_prompt_set\",status=\"200\"} 1",
            "answerdeck_requests_total{operation=\"get_prompt_set\",status=\"200\"} 1",
            "answerdeck_requests_total{operation=\"get_prompt_set\",status=\"404\"} 1",
            "answerdeck_requests_total{operation=\"list_prompt_sets\",status=\"401\"} 1",
            "answerdeck_requests_total{operation=\"other\",status=\"200\"} 1",
            "answerdeck_request_duration_seconds_count{operation=\"get_prompt_set\"} 2",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
        assert!(!text.contains(&set), "an id is no label");
    }

    async fn work_that_waits_is_measured(server: TestServer) {
        let account = server.account().await;
        let prompts = server.prompts(&account, &["A?", "B?"]).await;
        server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
        server.submit_analysis(&account, json!({ "url": "https://shop.example" })).await;
        server.clock.advance(jiff::SignedDuration::from_secs(90));
        let text = metrics(&server).await;
        for line in [
            "answerdeck_unfinished_runs 1",
            "answerdeck_oldest_run_seconds 90",
            "answerdeck_pending_items 2",
            "answerdeck_leased_items 0",
            "answerdeck_unfinished_analyses 1",
            "answerdeck_oldest_analysis_seconds 90",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
        assert!(text.contains("answerdeck_database_connections{pool=\"guard\",state=\"idle\"}"), "{text}");
    }
}
