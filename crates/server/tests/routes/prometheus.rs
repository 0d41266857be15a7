use std::sync::Arc;

use answerdeck_api::ModelCode;
use answerdeck_engine::{AskOutcome, EngineLimits, FailureClass};
use answerdeck_keyword_data::KeywordError;
use answerdeck_server::monitoring::scrape;
use answerdeck_server::schedule::due::start_due;
use answerdeck_server::schedule::pause::{pause_all, resume_all};
use axum::body::{Body, to_bytes};
use axum::http::Request;
use serde_json::json;
use tower::ServiceExt;

use crate::harness::engines::{ProviderEngine, engines, reply};
use crate::harness::held_pool::HeldPool;
use crate::harness::receiver::Receiver;
use crate::harness::site::Site;
use crate::harness::{TestServer, until};
use crate::keywords::stub::StubProvider;
use crate::{on_both, on_sqlite};

/// Waits until the metrics have these lines.
async fn until_measured(server: &TestServer, wanted: &[&str]) {
    until(async || {
        let text = server.scrape().await;
        wanted.iter().all(|line| text.lines().any(|found| found == *line))
    })
    .await;
}

fn assert_measured(text: &str, wanted: &[&str]) {
    for line in wanted {
        assert!(text.lines().any(|found| found == *line), "{line} in\n{text}");
    }
}

on_both! {
    async fn due_times_of_schedules_are_counted_by_outcome(server, account) {
        let id = server.schedule_prompts(&account, &["A?"]).await;
        server.advance_to("2026-11-21T00:01:00Z");
        let waiting = ["answerdeck_due_schedules 1", "answerdeck_oldest_due_schedule_seconds 60", "answerdeck_schedules_paused 0"];
        assert_measured(&server.scrape().await, &waiting);
        pause_all(&server.app.database, server.clock.now()).await.unwrap();
        assert_measured(&server.scrape().await, &["answerdeck_schedules_paused 1"]);
        resume_all(&server.app.database).await.unwrap();
        start_due(&server.app).await.unwrap();
        server.advance_to("2026-11-24T01:00:00Z");
        start_due(&server.app).await.unwrap();
        server.set_balance(&account, 0).await;
        server.set_due(&id, server.clock.now()).await;
        start_due(&server.app).await.unwrap();
        let text = server.scrape().await;
        for (outcome, count) in [("started", 1), ("late", 1), ("missed", 2), ("skipped", 1)] {
            assert_measured(&text, &[&format!("answerdeck_schedule_due_times_total{{outcome=\"{outcome}\"}} {count}")]);
        }
        assert_measured(&text, &["answerdeck_due_schedules 0"]);
    }

    async fn calls_spend_and_stops_of_engines_are_measured_by_model(server) {
        let answering = Arc::new(ProviderEngine::new(|query| match query {
            "refused" => Err(FailureClass::Refused.into()),
            _ => Ok(AskOutcome::Answered(answerdeck_engine::Reply { skipped: 2, ..reply() })),
        }));
        let unpaid = Arc::new(ProviderEngine::new(|_| Err(FailureClass::Billing.into())));
        let limits = EngineLimits { max_concurrency: 1, estimated_cost: 20_000, ..EngineLimits::default() };
        let both = engines(vec![(ModelCode::Claude, &answering, limits), (ModelCode::Gemini, &unpaid, limits)]);
        let server = server.with_engines(both).await;
        let account = server.account().await;
        server.submit_prompts(&account, &["A?", "refused"], &["CLAUDE", "GEMINI"]).await;
        server.start_jobs().await;
        let wanted = [
            "answerdeck_engine_calls_total{model=\"CLAUDE\",outcome=\"answered\"} 1",
            "answerdeck_engine_calls_total{model=\"CLAUDE\",outcome=\"refused\"} 1",
            "answerdeck_engine_calls_total{model=\"GEMINI\",outcome=\"stopped\"} 1",
            "answerdeck_skipped_parts_total{model=\"CLAUDE\"} 2",
            "answerdeck_engine_spend_of_day_dollars{model=\"CLAUDE\"} 0.032",
            "answerdeck_stopped_engines{model=\"GEMINI\",reason=\"BILLING\"} 1",
        ];
        until_measured(&server, &wanted).await;
    }

    async fn work_that_waits_is_measured(server, account) {
        server.submit_prompts(&account, &["A?", "B?"], &["CLAUDE"]).await;
        server.submit_analysis(&account, json!({ "url": "https://shop.example" })).await;
        server.clock.advance(jiff::SignedDuration::from_secs(90));
        let text = server.scrape().await;
        assert_measured(&text, &[
            "answerdeck_unfinished_runs 1",
            "answerdeck_oldest_run_seconds 90",
            "answerdeck_pending_items 2",
            "answerdeck_leased_items 0",
            "answerdeck_oldest_pending_item_seconds 90",
            "answerdeck_unfinished_analyses 1",
            "answerdeck_leased_analyses 0",
            "answerdeck_oldest_analysis_seconds 90",
            "answerdeck_database_connections_max{pool=\"auth\"} 4",
            "answerdeck_waiting_requests{kind=\"heavy_reads\"} 0",
        ]);
        assert!(text.contains("answerdeck_database_connections{pool=\"auth\",state=\"idle\"}"), "{text}");
    }
}

on_sqlite! {
    async fn the_address_of_metrics_says_what_it_is(server) {
        let index = Request::get("/").body(Body::empty()).unwrap();
        let response = scrape::router(&server.app).oneshot(index).await.unwrap();
        assert_eq!((response.status().as_u16(), &response.headers()["content-type"]), (200, &"text/plain; charset=utf-8".parse().unwrap()));
        let text = String::from_utf8(to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()).unwrap();
        assert_eq!(text, "Metrics of an Answerdeck server, for Prometheus, are at /metrics.\n");
        assert!(server.scrape().await.contains("\nanswerdeck_database_file_bytes "));
    }

    async fn responses_are_counted_by_operation_and_status(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        server.get(&account, &format!("/v1/platform/prompt-sets/{set}")).await.ok();
        server.get(&account, "/v1/platform/prompt-sets/0000000000000000000set").await;
        server.get_public("/api/v1/platform/prompt-sets").await;
        for path in ["/health", "/.well-known/oauth-authorization-server", "/openapi.json", "/mcp", "/api/a", "/a"] {
            server.get_public(path).await;
        }
        server.scrape().await;
        let text = server.scrape().await;
        assert_measured(&text, &[
            "answerdeck_requests_total{operation=\"create_prompt_set\",status=\"200\"} 1",
            "answerdeck_requests_total{operation=\"get_prompt_set\",status=\"200\"} 1",
            "answerdeck_requests_total{operation=\"get_prompt_set\",status=\"404\"} 1",
            "answerdeck_requests_total{operation=\"list_prompt_sets\",status=\"401\"} 1",
            "answerdeck_requests_total{operation=\"health\",status=\"200\"} 1",
            "answerdeck_requests_total{operation=\"metrics\",status=\"200\"} 1",
            "answerdeck_request_duration_seconds_count{operation=\"oauth\"} 1",
            "answerdeck_request_duration_seconds_count{operation=\"mcp\"} 1",
            "answerdeck_request_duration_seconds_count{operation=\"other\"} 2",
            "answerdeck_request_duration_seconds_count{operation=\"console\"} 1",
            "answerdeck_request_duration_seconds_count{operation=\"get_prompt_set\"} 2",
        ]);
        assert!(!text.contains(&set), "an id is not a label");
    }

    async fn calls_of_providers_and_pages_of_sites_are_counted_by_outcome(server, account) {
        let provider = Arc::new(StubProvider::default());
        let site = Site::start(2, 1_000).await;
        let server = provider.serve(&server).await.allowing_site(site.address).await;
        let path = "/v1beta/platform/keywords/google/metrics";
        server.post(&account, path, json!({ "keywords": ["a"] })).await.ok();
        *provider.error.lock().unwrap() = Some(KeywordError::NotConfigured("Google"));
        server.post(&account, path, json!({ "keywords": ["b"] })).await.refusal();
        server.start_jobs().await;
        let analysis = server.submit_analysis(&account, json!({ "url": site.url(), "maxPages": 3 })).await;
        server.finished_analysis(&account, &analysis).await;
        assert_measured(&server.scrape().await, &[
            "answerdeck_provider_calls_total{outcome=\"success\"} 1",
            "answerdeck_provider_calls_total{outcome=\"failure\"} 1",
            "answerdeck_crawled_pages_total{outcome=\"success\"} 3",
        ]);
    }

    async fn requests_and_texts_that_wait_are_measured(server, account) {
        let held = HeldPool::hold(&server.app.config.analyzer).await;
        let extract = || server.post(&account, "/v1/platform/proper-nouns", json!({ "text": "Seoul" }));
        let extractions = async { tokio::join!(extract(), extract()) };
        let wanted = [
            "answerdeck_waiting_requests{kind=\"noun_extractions\"} 1",
            "answerdeck_cpu_tasks{pool=\"texts\",state=\"running\"} 2",
            "answerdeck_cpu_tasks{pool=\"texts\",state=\"waiting\"} 1",
            "answerdeck_cpu_tasks{pool=\"sites\",state=\"running\"} 0",
            "answerdeck_cpu_tasks{pool=\"pages\",state=\"running\"} 0",
            "answerdeck_cpu_tasks{pool=\"names\",state=\"running\"} 0",
            "answerdeck_cpu_tasks{pool=\"responses\",state=\"running\"} 0",
        ];
        let measured = async {
            until_measured(&server, &wanted).await;
            drop(held);
        };
        let ((first, second), ()) = tokio::join!(extractions, measured);
        assert_eq!((first.status.as_u16(), second.status.as_u16()), (200, 200));
        let none_waits = ["answerdeck_waiting_requests{kind=\"noun_extractions\"} 0"];
        until_measured(&server, &none_waits).await;
    }

    async fn deliveries_of_webhooks_are_counted_by_outcome(server, account) {
        let (server, receiver) = (server.delivering().await, Receiver::start(204).await);
        let webhook = server.webhook_of_runs(&account, &receiver.url()).await;
        server.test_webhook(&account, &webhook).await;
        until_measured(&server, &["answerdeck_webhook_deliveries_total{outcome=\"succeeded\"} 1", "answerdeck_unfinished_deliveries 0"]).await;
        receiver.respond(410, "");
        server.test_webhook(&account, &webhook).await;
        until_measured(&server, &["answerdeck_webhook_deliveries_total{outcome=\"failed\"} 1"]).await;
    }
}
