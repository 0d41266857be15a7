//! The tools that create or end something.

use jiff::SignedDuration;
use serde_json::json;

use crate::on_both;

on_both! {
    async fn prompts_are_added_once(server: TestServer) {
        let account = server.account().await;
        let set = server.prompt_set(&account, "Set").await;
        let first = server.prompt(&account, &set, "Which earbuds?").await;
        let add = json!({ "promptSetID": set, "contents": ["Which earbuds?", "Which phone?", "Which phone?"] });
        let added = server.tool(&account, "add_prompts", add.clone()).await["data"].clone();
        assert_eq!((&added["createdCount"], &added["promptIDs"][0]), (&json!(1), &json!(first)));
        assert_eq!(added["promptIDs"][1], added["promptIDs"][2]);
        let again = server.tool(&account, "add_prompts", add).await["data"].clone();
        assert_eq!((&again["createdCount"], &again["promptIDs"]), (&json!(0), &added["promptIDs"]));
        let listed = server.get(&account, &format!("/v1/platform/prompts?promptSetID={set}")).await.ok();
        assert_eq!(listed["prompts"].as_array().unwrap().len(), 2);
    }

    async fn prompts_out_of_bounds_or_for_another_set_are_refused(server: TestServer) {
        let (account, other) = (server.account().await, server.account().await);
        let set = server.prompt_set(&account, "Set").await;
        for (contents, code) in [
            (json!([]), "COMMON_VALIDATION"),
            (json!([""]), "COMMON_VALIDATION"),
            (json!(["x".repeat(1_001)]), "COMMON_VALIDATION"),
            (json!(vec!["x"; 101]), "COMMON_VALIDATION"),
            (json!("x"), "COMMON_BINDING"),
        ] {
            let refused = server.tool_failure(&account, "add_prompts", json!({ "promptSetID": set, "contents": contents })).await;
            assert!(refused.starts_with(code), "{refused}");
        }
        let add = json!({ "promptSetID": set, "contents": ["x"] });
        assert!(server.tool_failure(&other, "add_prompts", add.clone()).await.starts_with("PROMPT_SET_NOT_FOUND"));
        let full = server.large_set(&account, 10).await;
        let refused = server.tool_failure(&account, "add_prompts", json!({ "promptSetID": full, "contents": ["One more"] })).await;
        assert!(refused.starts_with("PROMPT_SET_PROMPT_LIMIT_EXCEEDED"), "{refused}");
    }

    async fn an_estimate_starts_one_run_and_spends_nothing_until_then(server: TestServer) {
        let account = server.account().await;
        let prompts = server.prompts(&account, &["Which earbuds?", "Which phone?"]).await;
        let run = json!({ "promptIDs": prompts, "models": ["CLAUDE", "GEMINI"], "repeatCount": 3 });
        let estimate = server.tool(&account, "estimate_run", run).await["data"].clone();
        for (field, value) in [
            ("promptCount", json!(2)), ("itemCount", json!(12)), ("credits", json!(12.0)), ("balance", json!(1_000.0)),
            ("isCovered", json!(true)),
        ] {
            assert_eq!(estimate[field], value, "{field}");
        }
        assert_eq!(server.get(&account, "/v1/platform/runs").await.ok()["runs"], json!([]));
        let start = json!({ "estimateID": estimate["estimateID"] });
        let started = server.tool(&account, "start_run", start.clone()).await;
        let run = started["data"]["id"].as_str().unwrap().to_owned();
        assert_eq!(started["consoleURL"], format!("{}/runs/{run}", server.url));
        server.clock.advance(SignedDuration::from_hours(1));
        assert_eq!(server.tool(&account, "start_run", start).await["data"]["id"], run, "a repetition starts no other run");
        let runs = server.get(&account, "/v1/platform/runs").await.ok()["runs"].clone();
        assert_eq!((runs.as_array().unwrap().len(), &runs[0]["id"], &runs[0]["totalCount"]), (1, &json!(run), &json!(12)));
    }

    async fn a_run_is_stopped(server: TestServer) {
        let (account, other) = (server.account().await, server.account().await);
        let prompts = server.prompts(&account, &["Which earbuds?"]).await;
        let run = server.submit(&account, json!({ "promptIDs": prompts, "models": ["CLAUDE"] })).await;
        let stop = json!({ "runID": run });
        let refused = server.tool_failure(&other, "stop_run", stop.clone()).await;
        assert!(refused.starts_with("TASK_GENERATION_RUN_NOT_FOUND"), "{refused}");
        let stopped = server.tool(&account, "stop_run", stop).await;
        assert_eq!(stopped["consoleURL"], format!("{}/runs/{run}", server.url));
        assert_eq!((&stopped["data"]["id"], stopped["data"]["stoppedAt"].is_string()), (&json!(run), true));
    }

    async fn a_foreign_an_expired_and_an_outdated_estimate_start_nothing(server: TestServer) {
        let (account, other) = (server.account().await, server.account().await);
        let set = server.prompt_set(&account, "Set").await;
        server.prompt(&account, &set, "Which earbuds?").await;
        let run = json!({ "promptSetID": set, "models": ["CLAUDE"] });
        let estimate = async || {
            json!({ "estimateID": server.tool(&account, "estimate_run", run.clone()).await["data"]["estimateID"] })
        };
        let (first, second) = (estimate().await, estimate().await);
        assert!(server.tool_failure(&other, "start_run", first.clone()).await.contains("no such estimate"));
        server.prompt(&account, &set, "Which phone?").await;
        assert!(server.tool_failure(&account, "start_run", first).await.contains("has changed"));
        server.clock.advance(SignedDuration::from_mins(15));
        assert!(server.tool_failure(&account, "start_run", second).await.contains("has expired"));
        let oldest = estimate().await;
        for _ in 0..20 {
            estimate().await;
        }
        assert!(server.tool_failure(&account, "start_run", oldest).await.contains("no such estimate"));
        server.set_balance(&account, 0).await;
        let poor = estimate().await;
        assert!(server.tool_failure(&account, "start_run", poor).await.starts_with("INSUFFICIENT_CREDITS"));
        assert_eq!(server.get(&account, "/v1/platform/runs").await.ok()["runs"], json!([]));
    }

    async fn a_site_is_submitted_and_read(server: TestServer) {
        let account = server.account().await;
        let submitted = server.tool(&account, "submit_site_keyword_analysis", json!({ "url": "https://shop.example", "maxPages": 3 })).await;
        let id = submitted["data"]["id"].as_str().unwrap();
        assert_eq!(submitted["consoleURL"], format!("{}/site-keywords/{id}", server.url));
        let read = server.tool(&account, "get_site_keyword_analysis", json!({ "taskID": id })).await["untrustedData"].clone();
        assert_eq!((&read["status"], &read["maxPages"], &read["keywords"]), (&json!("PENDING"), &json!(3), &json!([])));
    }
}
