use std::sync::Arc;

use serde_json::{Value, json};

use crate::harness::TestServer;
use crate::harness::engines::{ProviderEngine, claude};
use crate::{on_both, on_sqlite};

async fn missing_engines(server: &TestServer) -> Value {
    server.get_public("/health").await.ok()["missingEngines"].take()
}

on_both! {
    async fn models_without_an_engine_that_items_wait_for_are_named_and_their_items_counted(server, account) {
        server.submit_prompts(&account, &["A?", "B?"], &["CLAUDE", "GEMINI"]).await;
        // Some of its items have no row yet.
        let set = server.large_set(&account, 3).await;
        server.submit(&account, json!({ "promptSetID": set, "models": ["CLAUDE", "GEMINI"] })).await;
        let metric = "answerdeck_items_without_engine{";
        assert_eq!(missing_engines(&server).await, Value::Null);
        assert!(!server.scrape().await.contains(metric));
        let server = server.with_engines(claude(&Arc::new(ProviderEngine::answering()))).await;
        assert_eq!(missing_engines(&server).await, json!(["GEMINI"]));
        let text = server.scrape().await;
        let counts: Vec<&str> = text.lines().filter(|line| line.starts_with(metric)).collect();
        assert_eq!(counts, ["answerdeck_items_without_engine{model=\"GEMINI\"} 302"]);
    }

    async fn health_needs_only_the_connections_for_monitoring_and_reads_need_none_of_those_for_analyses(server, account) {
        let status = async |path: &str| server.get_public(path).await.status;
        server.app.databases.heavy_reads.clone().close().await.unwrap();
        assert_eq!(server.get(&account, "/v1/platform/answers/count?searchTerms=a").await.status, 500);
        assert_eq!(server.get(&account, "/v1/platform/answers").await.status, 200);
        assert_eq!(status("/health").await, 200);
        for database in [&server.app.databases.auth, &server.app.database] {
            database.clone().close().await.unwrap();
        }
        assert_eq!(status("/health").await, 200);
        server.app.databases.monitoring.clone().close().await.unwrap();
        for (path, expected) in [("/health", 503), ("/health/ready", 503), ("/health/live", 200)] {
            assert_eq!(status(path).await, expected, "{path}");
        }
    }
}

on_sqlite! {
    async fn health_is_unavailable_while_the_server_stops(server) {
        let reply = server.get_public("/health").await;
        assert_eq!(reply.status, 200);
        assert_eq!(reply.json()["status"], "ok");
        assert_eq!(reply.json()["keywords"], json!({ "google": "sample", "naver": "sample" }));
        assert_eq!(reply.json()["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(reply.json()["korean"], "plain");
        server.app.shutdown.cancel();
        let reply = server.get_public("/health").await;
        assert_eq!((reply.status.as_u16(), &reply.json()["status"]), (503, &json!("unavailable")));
    }
}
