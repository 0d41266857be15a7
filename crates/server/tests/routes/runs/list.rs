use serde_json::json;

use crate::harness::runs::run_body;
use crate::on_both;

on_both! {
    async fn list_runs_returns_every_run_once_newest_first_without_answers(server: TestServer) {
        let (account, other) = (server.account().await, server.account().await);
        let prompts = server.prompts(&account, &["A?"]).await;
        let foreign = server.prompts(&other, &["B?"]).await;
        server.submit(&other, run_body(&foreign, &["CLAUDE"])).await;
        let mut created = Vec::new();
        for _ in 0..12 {
            created.push(server.submit(&account, run_body(&prompts, &["CLAUDE"])).await);
        }
        created.reverse();
        let first = server.get(&account, "/v1/platform/runs").await.ok();
        let cursor = first["nextCursor"].as_str().unwrap();
        let second = server.get(&account, &format!("/v1/platform/runs?cursor={cursor}")).await.ok();
        let runs: Vec<_> = [&first, &second].iter().flat_map(|page| page["runs"].as_array().unwrap()).collect();
        assert_eq!(first["runs"].as_array().unwrap().len(), 10);
        assert_eq!(second["nextCursor"], json!(null));
        assert_eq!(runs.iter().map(|run| run["id"].as_str().unwrap()).collect::<Vec<_>>(), created);
        assert!(runs.iter().all(|run| run.get("answers").is_none() && run["status"] == "RUNNING"));
    }

    async fn list_runs_rejects_a_limit_above_ten(server: TestServer) {
        let account = server.account().await;
        for limit in ["0", "11"] {
            let reply = server.get(&account, &format!("/v1/platform/runs?limit={limit}")).await;
            assert_eq!(reply.refusal(), (400, "COMMON_VALIDATION".to_owned()));
        }
    }

    async fn list_runs_rejects_a_cursor_of_another_list(server: TestServer) {
        let account = server.account().await;
        server.prompt_set(&account, "A").await;
        server.prompt_set(&account, "B").await;
        let page = server.get(&account, "/v1/platform/prompt-sets?limit=1").await.ok();
        let cursor = page["nextCursor"].as_str().unwrap();
        let reply = server.get(&account, &format!("/v1/platform/runs?cursor={cursor}")).await;
        assert_eq!(reply.refusal(), (400, "COMMON_INVALID_CURSOR".to_owned()));
    }
}
