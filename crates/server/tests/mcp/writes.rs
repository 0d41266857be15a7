//! The tools that create or end something.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::mcp::body;
use crate::harness::{Account, TestServer};
use crate::{on_both, on_sqlite};

impl TestServer {
    /// Calls a tool with an idempotency key in the header of the request, or in the call, and returns the structured content.
    async fn keyed_call(
        &self,
        account: &Account,
        header: Option<&str>,
        meta: Option<&str>,
        tool: &str,
        arguments: &Value,
    ) -> Value {
        self.clock.advance(SignedDuration::from_secs(1));
        let mut body = body("tools/call", json!({ "name": tool, "arguments": arguments }));
        if let Some(key) = meta {
            body["params"]["_meta"]["idempotencyKey"] = json!(key);
        }
        let result = self.mcp_body(account, &body, header).await;
        assert_eq!(result["isError"], false, "{tool}: {result}");
        result["structuredContent"].clone()
    }
}

on_both! {
    async fn a_schedule_that_is_created_again_is_the_same_while_it_is_active(server, account) {
        let prompts = server.prompts(&account, &["Which earbuds?"]).await;
        let create = async |name: &str, frequency: &str| {
            let schedule = json!({
                "name": name, "promptIDs": prompts, "models": ["CLAUDE"], "frequency": frequency, "time": "09:00",
                "timeZone": "Asia/Seoul", "creditsPerRun": 1,
            });
            server.tool(&account, "create_schedule", schedule).await
        };
        let first = create("Daily", "DAILY").await;
        assert_eq!(first.get("notice"), None);
        let repeated = create("Daily", "DAILY").await;
        assert_eq!(repeated["data"]["id"], first["data"]["id"]);
        assert_eq!(repeated["notice"], "This schedule was active already. Nothing was created or changed.");
        for (name, frequency) in [("Weekly", "DAILY"), ("Daily", "WEEKLY")] {
            assert_eq!(create(name, frequency).await.get("notice"), None, "{name} {frequency}");
        }
        server.tool(&account, "pause_schedule", json!({ "scheduleID": first["data"]["id"], "paused": true })).await;
        assert_ne!(create("Daily", "DAILY").await["data"]["id"], first["data"]["id"]);
        let listed = server.tool(&account, "list_schedules", json!({})).await;
        assert_eq!(listed["data"]["schedules"].as_array().unwrap().len(), 4);
    }

    async fn prompts_that_look_the_same_are_added_once(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let first = server.prompt(&account, &set, "\u{1106}\u{116e}\u{1109}\u{1165}\u{11ab} 이어폰\u{200b}").await;
        let contents = ["무선 이어폰", "무선  이어폰 ", "무선\u{a0}이어폰", "보청기 A", "보청기\u{feff} A", "보청기 a"];
        let add = json!({ "promptSetID": set, "contents": contents });
        let added = server.tool(&account, "add_prompts", add.clone()).await["data"].clone();
        let ids = added["promptIDs"].as_array().unwrap();
        assert_eq!(added["createdCount"], 2);
        assert!(ids[..3].iter().all(|id| *id == json!(first)), "{ids:?}");
        assert!(ids[3] == ids[4] && ids[4] != ids[5], "{ids:?}");
        let again = server.tool(&account, "add_prompts", add).await["data"].clone();
        assert_eq!((&again["createdCount"], &again["promptIDs"]), (&json!(0), &added["promptIDs"]));
        let listed = server.get(&account, &format!("/v1/platform/prompts?promptSetID={set}")).await.ok();
        assert_eq!(listed["prompts"].as_array().unwrap().len(), 3);
    }

    async fn an_estimate_starts_one_run_and_spends_nothing_until_then(server, account) {
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

    async fn a_foreign_an_expired_and_an_outdated_estimate_start_nothing(server, account, other) {
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

    async fn a_call_that_is_repeated_with_its_idempotency_key_writes_once(server, account) {
        let prompts = server.prompts(&account, &["Which earbuds?"]).await;
        let set = server.prompt_set(&account, "Set").await;
        let site = json!({ "url": "https://shop.example" });
        let run = json!({ "promptIDs": prompts, "models": ["CLAUDE"] });
        let estimate = server.tool(&account, "estimate_run", run.clone()).await["data"]["estimateID"].clone();
        for (tool, arguments) in [
            ("submit_site_keyword_analysis", site.clone()),
            ("add_prompts", json!({ "promptSetID": set, "contents": ["Which phone?"] })),
            ("estimate_run", run),
            ("start_run", json!({ "estimateID": estimate })),
        ] {
            let first = server.keyed_call(&account, Some(tool), None, tool, &arguments).await;
            let before = server.dump().await;
            for (header, meta) in [(Some(tool), None), (None, Some(tool)), (Some("another"), Some(tool))] {
                assert_eq!(server.keyed_call(&account, header, meta, tool, &arguments).await, first, "{tool} {header:?} {meta:?}");
            }
            assert_eq!(server.dump().await["idempotency_keys"], before["idempotency_keys"], "{tool}");
        }
        let analyses = async || server.dump().await["site_analyses"].len();
        assert_eq!(analyses().await, 1);
        for meta in [None, None, Some("new")] {
            server.keyed_call(&account, None, meta, "submit_site_keyword_analysis", &site).await;
        }
        assert_eq!(analyses().await, 4, "calls without a key or with a new one are calls of their own");
        let refusal = async |meta: Value, arguments: Value| {
            server.clock.advance(SignedDuration::from_secs(1));
            let call = json!({ "name": "submit_site_keyword_analysis", "arguments": arguments });
            let mut body = body("tools/call", call);
            body["params"]["_meta"]["idempotencyKey"] = meta;
            let result = server.mcp_body(&account, &body, None).await;
            assert_eq!(result["isError"], true);
            result["content"][0]["text"].as_str().unwrap().to_owned()
        };
        let other = json!({ "url": "https://other.example" });
        assert!(refusal(json!("new"), other.clone()).await.starts_with("IDEMPOTENCY_KEY_REUSED"));
        for (malformed, code) in [
            (json!("a b"), "COMMON_VALIDATION"),
            (json!("키"), "COMMON_VALIDATION"),
            (json!("a\n"), "COMMON_VALIDATION"),
            (json!(5), "COMMON_BINDING"),
        ] {
            let refused = refusal(malformed, other.clone()).await;
            assert!(refused.starts_with(code), "{refused}");
        }
        assert_eq!(analyses().await, 4);
    }
}

on_sqlite! {
    async fn a_schedule_is_read_as_the_api_reads_it_and_its_errors_name_its_arguments(server, account) {
        let prompts = server.prompts(&account, &["A?"]).await;
        let schedule = |changed: Value| {
            let mut schedule = json!({
                "name": "Daily", "promptIDs": prompts, "models": ["CLAUDE"], "region": "kr", "frequency": "daily", "time": "09:00",
                "timeZone": "Asia/Seoul",
            });
            schedule.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
            schedule
        };
        for time in ["09:00", "9:00", "09:00:00", "9:00:00"] {
            let estimated = server.tool(&account, "create_schedule", schedule(json!({ "time": time }))).await;
            let due = estimated["data"]["estimate"]["dueTimes"][0].as_str().unwrap();
            assert!(due.ends_with("T00:00:00.000Z"), "{time}: {due}");
        }
        for (changed, detail) in [
            (json!({ "time": "25:00" }), "time: must be HH:MM from 00:00 to 23:59"),
            (json!({ "timeZone": "Seoul" }), "timeZone: must be an IANA time zone, such as Asia/Seoul"),
            (json!({ "repeatCount": 11 }), "repeatCount: must be an integer from 1 to 10"),
            (json!({ "region": "ZZ" }), "region: must be an ISO 3166-1 alpha-2 code, such as GB for the United Kingdom"),
            (json!({ "name": " ", "timeZone": "Seoul" }), "name: must not be blank\n- timeZone: must be an IANA time zone, such as Asia/Seoul"),
            (json!({ "models": [] }), "models: must be a list of 1 to 8 items"),
            (json!({ "promptSetID": prompts[0] }), "promptIDs: give exactly one of promptIDs and promptSetID"),
        ] {
            let refused = server.tool_failure(&account, "create_schedule", schedule(changed)).await;
            assert!(refused.ends_with(&format!("\n- {detail}")), "{refused}");
        }
    }

    async fn prompts_out_of_bounds_or_for_another_set_are_refused(server, account, other) {
        let set = server.prompt_set(&account, "Set").await;
        for (contents, code) in [
            (json!([]), "COMMON_VALIDATION"),
            (json!([""]), "COMMON_VALIDATION"),
            (json!(["\u{200b} \u{3164}"]), "COMMON_VALIDATION"),
            (json!(["x".repeat(1_001)]), "COMMON_VALIDATION"),
            (json!(vec!["x"; 101]), "COMMON_VALIDATION"),
            (json!({ "text": "x" }), "COMMON_BINDING"),
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

    async fn a_set_and_a_brand_are_created(server, account) {
        let set = server.tool(&account, "create_prompt_set", json!({ "name": "Earbuds" })).await["data"]["id"].clone();
        let brand = json!({
            "name": "Nurio", "synonyms": "누리오", "websites": ["https://nurio.example"], "caseSensitive": true, "excludedPhrases": ["Nurio island"]
        });
        let brand = server.tool(&account, "create_brand", brand).await["data"]["id"].clone();
        let listed = server.get(&account, "/v1/platform/prompt-sets").await.ok();
        assert_eq!((&listed["promptSets"][0]["id"], &listed["promptSets"][0]["name"]), (&set, &json!("Earbuds")));
        let listed = server.get(&account, "/v1/platform/brands").await.ok();
        assert_eq!((&listed["brands"][0]["id"], &listed["brands"][0]["synonyms"]), (&brand, &json!(["누리오"])));
        assert_eq!((&listed["brands"][0]["caseSensitive"], &listed["brands"][0]["excludedPhrases"]), (&json!(true), &json!(["Nurio island"])));
        server.tool(&account, "create_brand", json!({ "name": "Tavrin", "synonyms": [], "isOwn": "true" })).await;
        let listed = server.tool(&account, "list_brands", json!({})).await["data"].clone();
        assert_eq!([0, 1].map(|at| listed["brands"][at].get("isOwn").cloned()), [Some(json!(true)), None]);
        assert!(server.tool_failure(&account, "create_brand", json!({ "name": "", "synonyms": [], "websites": [] })).await.starts_with("COMMON_VALIDATION"));
    }

    async fn a_name_that_a_brand_has_makes_no_second_brand(server, account, other) {
        let id = server.brand(&account, "누리오 Air").await;
        server.patch(&account, &format!("/v1/platform/brands/{id}"), json!({ "synonyms": ["Nurio"] })).await.ok();
        for (field, name, synonyms) in [
            ("name", "누리오 Air", json!([])),
            ("name", " 누리오  AIR\u{200b}", json!([])),
            ("name", "nurio", json!([])),
            ("synonyms[1]", "nurio", json!(["타브린", "NURIO"])),
            ("synonyms[0]", "Tavrin", json!(["누리오 air"])),
        ] {
            let refused = server.tool_failure(&account, "create_brand", json!({ "name": name, "synonyms": synonyms })).await;
            assert!(refused.contains(&format!("\n- {field}: the brand {id} (누리오 Air) already has the name ")), "{refused}");
        }
        server.tool(&other, "create_brand", json!({ "name": "Nurio", "synonyms": [] })).await;
        assert_eq!(server.tool(&account, "list_brands", json!({})).await["data"]["brands"].as_array().unwrap().len(), 1);
        // A person may want it, and is warned in the console.
        server.brand(&account, "Nurio").await;
    }

    async fn a_run_is_stopped(server, account, other) {
        let prompts = server.prompts(&account, &["Which earbuds?"]).await;
        let run = server.submit(&account, json!({ "promptIDs": prompts, "models": ["CLAUDE"] })).await;
        let stop = json!({ "runID": run });
        let refused = server.tool_failure(&other, "stop_run", stop.clone()).await;
        assert!(refused.starts_with("TASK_GENERATION_RUN_NOT_FOUND"), "{refused}");
        let stopped = server.tool(&account, "stop_run", stop).await;
        assert_eq!(stopped["consoleURL"], format!("{}/runs/{run}", server.url));
        assert_eq!((&stopped["data"]["id"], stopped["data"]["stoppedAt"].is_string()), (&json!(run), true));
    }

    async fn a_site_is_submitted_and_read(server, account) {
        let submitted = server.tool(&account, "submit_site_keyword_analysis", json!({ "url": "https://shop.example", "maxPages": 3 })).await;
        let id = submitted["data"]["id"].as_str().unwrap();
        assert_eq!(submitted["consoleURL"], format!("{}/site-keywords/{id}", server.url));
        let read = server.tool(&account, "get_site_keyword_analysis", json!({ "taskID": id })).await["untrustedData"].clone();
        assert_eq!((&read["status"], &read["maxPages"], &read["keywords"]), (&json!("PENDING"), &json!(3), &json!([])));
    }

    async fn a_schedule_is_created_only_for_the_cost_that_was_estimated(server, account) {
        let prompts = server.prompts(&account, &["A?", "B?"]).await;
        let mut schedule = json!({
            "name": "Weekly", "promptIDs": prompts, "models": ["CLAUDE"], "frequency": "WEEKLY", "weekday": "MONDAY", "time": "09:00",
            "timeZone": "Asia/Seoul",
        });
        let result = server.call_tool(&account, "create_schedule", schedule.clone()).await;
        let notice = "Nothing was created yet. Ask the user, then call again with creditsPerRun: 2.0.";
        assert_eq!(result["structuredContent"]["notice"], notice);
        assert!(result["content"][0]["text"].as_str().unwrap().contains(notice), "{result}");
        let estimated = result["structuredContent"]["data"].clone();
        assert_eq!((&estimated["id"], &estimated["estimate"]["creditsPerWeek"]), (&Value::Null, &json!(2.0)));
        schedule["creditsPerRun"] = json!(1);
        assert!(server.tool_failure(&account, "create_schedule", schedule.clone()).await.contains("the estimate is 2"));
        assert_eq!(server.tool(&account, "list_schedules", json!({})).await["data"]["schedules"], json!([]));
        schedule["creditsPerRun"] = json!(2);
        let created = server.tool(&account, "create_schedule", schedule).await;
        assert_eq!(created.get("notice"), None);
        let id = created["data"]["id"].as_str().unwrap().to_owned();
        assert!(created["consoleURL"].as_str().unwrap().ends_with(&format!("/schedules/{id}")), "{created}");
        for unclear in [json!({ "scheduleID": id }), json!({ "scheduleID": id, "paused": null })] {
            let refused = server.tool_failure(&account, "pause_schedule", unclear).await;
            assert!(refused.starts_with("COMMON_VALIDATION") && refused.contains("paused: is required"), "{refused}");
        }
        let paused = server.tool(&account, "pause_schedule", json!({ "scheduleID": id, "paused": true })).await;
        assert_eq!((&paused["data"]["paused"], paused["data"].get("nextDueAt")), (&json!(true), None));
        let resumed = server.tool(&account, "pause_schedule", json!({ "scheduleID": id, "paused": false, "name": "x" })).await;
        assert_eq!((&resumed["data"]["name"], &resumed["data"]["nextDueAt"]), (&json!("Weekly"), &json!("2026-11-23T00:00:00.000Z")));
    }
}
