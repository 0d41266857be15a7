//! Arguments as models and automation platforms send them.

use serde_json::json;

use crate::harness::{AnswerRow, Reply};
use crate::on_sqlite;

on_sqlite! {
    async fn arguments_that_no_tool_has_are_ignored_and_named(server, account) {
        let added = json!({ "sessionId": "s", "action": "sendMessage", "chatInput": "How visible?", "toolCallId": "c" });
        for (tool, arguments) in [
            ("get_organization", json!({})),
            ("list_prompts", json!({ "limit": 5 })),
            ("rank_source_urls", json!({})),
            ("create_prompt_set", json!({ "name": "Earbuds" })),
        ] {
            let mut sent = added.clone();
            sent.as_object_mut().unwrap().extend(arguments.as_object().unwrap().clone());
            let result = server.call_tool(&account, tool, sent).await;
            assert_eq!(result["isError"], false, "{tool}: {result}");
            let names = "action, chatInput, sessionId, toolCallId";
            let notice = match tool {
                "create_prompt_set" => format!("Ignored arguments, which this tool does not have: {names}."),
                _ => format!("Not filtered by {names}, which this tool does not have."),
            };
            for part in [&result["structuredContent"]["notice"], &result["content"][0]["text"]] {
                assert!(part.as_str().unwrap().starts_with(&notice), "{tool}: {part}");
            }
            let plain = server.call_tool(&account, tool, arguments).await;
            assert!(!plain.to_string().contains("which this tool does not have"), "{tool}");
        }
        let refused = server.tool_failure(&account, "get_run", json!({ "run": "x" })).await;
        assert!(refused.contains("runID") && refused.ends_with("Not filtered by run, which this tool does not have."), "{refused}");
    }

    async fn a_brand_narrows_or_the_result_begins_with_why_it_does_not(server, account) {
        let brand = server.brand(&account, "Nurio").await;
        server.answers_saying(&account, &["Nurio", "None"]).await;
        for arguments in [json!({ "brandID": brand }), json!({ "brandIDs": [brand] })] {
            let matched = server.tool(&account, "match_answers", arguments.clone()).await;
            assert_eq!((&matched["data"]["totalAnswers"], matched.get("notice")), (&json!(1), None), "{arguments}");
        }
        let listed = server.call_tool(&account, "list_answers", json!({ "brandID": brand })).await;
        let notice = "Not filtered by brandID, which this tool does not have.";
        let text = listed["content"][0]["text"].as_str().unwrap();
        assert!(text.starts_with(&format!("{notice}\nAnswers. In the console: ")), "{text}");
        assert!(listed["structuredContent"]["notice"].as_str().unwrap().starts_with(notice), "{listed}");
    }

    async fn a_refusal_is_in_english_unless_the_client_asks_for_korean(server, account) {
        let (none, malformed) = (json!({}), json!({ "answerID": "x", "run": 5 }));
        for (language, arguments, refused) in [
            (
                None,
                &none,
                "COMMON_VALIDATION: A value is missing or out of bounds.\n- answerID: is required\nlist_answers has the ids.",
            ),
            (
                Some("ko"),
                &none,
                "COMMON_VALIDATION: 입력값이 없거나 허용 범위를 벗어났어요.\n- answerID: 꼭 필요해요\n\
                 ID는 list_answers에서 볼 수 있어요.",
            ),
            (
                Some("ko-KR, en;q=0.5"),
                &malformed,
                "COMMON_BINDING: 요청을 읽을 수 없어요.\n\
                 - PLATFORM_INVALID_ID: answerID: ID는 0-9, A-Z, a-z로 이루어진 22자여야 해요\n\
                 ID는 list_answers에서 볼 수 있어요.\n이 도구에 없어서 쓰지 않은 인자: run.",
            ),
        ] {
            let params = json!({ "name": "get_answer", "arguments": arguments });
            let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
            let request = server.http.post(format!("{}/mcp", server.url)).header("API-Key", &account.key).json(&call);
            let request = language.into_iter().fold(request, |request, language| request.header("Accept-Language", language));
            let reply = Reply::of(request).await;
            assert_eq!(reply.ok()["result"]["content"][0]["text"], refused);
        }
    }

    async fn a_malformed_or_missing_id_says_where_the_ids_are(server, account) {
        let malformed = json!({ "promptSetID": "x", "contents": ["Which earbuds?"] });
        let refused = server.tool_failure(&account, "add_prompts", malformed).await;
        let rule = "\n- PLATFORM_INVALID_ID: promptSetID: an id must be 22 characters of 0-9, A-Z and a-z\n";
        assert!(refused.contains(rule), "{refused}");
        let refused = server.tool_failure(&account, "list_leads", json!({ "brandID": "Nurio" })).await;
        assert!(refused.contains("brandID: an id must be 22 characters"), "{refused}");
        assert!(refused.ends_with("\nlist_brands has the ids."), "{refused}");
        for tool in ["list_leads", "list_next_steps", "list_unnamed_searches", "measure_prompts", "measure_source_influence"] {
            let refused = server.tool_failure(&account, tool, json!({})).await;
            assert!(refused.ends_with("\n- brandID: is required\nlist_brands has the ids."), "{tool}: {refused}");
        }
    }

    async fn names_are_read_with_underscores_and_empty_texts_count_as_absent(server, account) {
        let sets = [server.prompt_set(&account, "One").await, server.prompt_set(&account, "Other").await];
        for set in &sets {
            server.prompt(&account, set, "Which earbuds?").await;
        }
        let of_all = json!("Empty, and so without effect: promptSetID.");
        for (arguments, count, notice) in [
            (json!({ "prompt_set_id": sets[0] }), 1, None),
            (json!({ "prompt-set-id": sets[0], "content_contains": "earbuds", "LIMIT": 5 }), 1, None),
            (json!({ "promptSetID": "", "contentContains": "", "cursor": "", "limit": "" }), 2, Some(&of_all)),
            (json!({ "promptSetID": "", "prompt_set_id": sets[0] }), 1, None),
        ] {
            let listed = server.tool(&account, "list_prompts", arguments.clone()).await;
            assert_eq!(listed["data"]["prompts"].as_array().unwrap().len(), count, "{arguments}");
            assert_eq!(listed.get("notice"), notice, "{arguments}");
        }
        let everything = json!({
            "runID": "", "promptSetID": "", "promptID": "", "model": "", "route": "", "region": "", "from": "", "to": "", "finished": "",
            "brandID": "", "include": "", "interval": "", "timeZone": "", "limit": "",
        });
        server.tool(&account, "measure_brands", everything).await;
        let refused = server.tool_failure(&account, "list_leads", json!({ "brandID": "" })).await;
        assert!(refused.contains("brandID: is required"), "{refused}");
    }

    async fn ids_and_codes_are_separated_by_commas_and_words_are_not(server, account) {
        let prompts = server.prompts(&account, &["Which earbuds?", "Which phone?"]).await;
        let run = json!({ "promptIDs": prompts.join(", "), "models": "claude,GEMINI", "region": "kr" });
        let estimate = server.tool(&account, "estimate_run", run).await;
        assert_eq!((&estimate["data"]["itemCount"], estimate.get("notice")), (&json!(4), None));
        assert_eq!(estimate["data"]["models"], json!(["CLAUDE", "GEMINI"]));
        let notice = "words was read as one text. Send a list for several.";
        for (words, has_notice) in [(json!("추천, 가격"), true), (json!(["추천", "가격"]), false)] {
            let ranked = server.tool(&account, "rank_token_neighbors", json!({ "words": words })).await;
            assert_eq!(ranked["notice"].as_str().unwrap().contains(notice), has_notice, "{ranked}");
        }
        let brand = json!({ "name": "Nurio", "synonyms": "누리오, Nurio Air" });
        let refused = server.tool_failure(&account, "create_brand", brand).await;
        assert!(refused.contains("synonyms: must be a list"), "{refused}");
        let add = json!({ "promptSetID": server.prompt_set(&account, "Set").await, "contents": "Which earbuds, which phone?" });
        let refused = server.tool_failure(&account, "add_prompts", add).await;
        assert!(refused.contains("contents: must be a list"), "{refused}");
        assert_eq!(server.tool(&account, "list_brands", json!({})).await["data"]["brands"], json!([]));
    }

    async fn a_name_in_the_plural_or_the_singular_narrows_all_the_same(server, account) {
        server.store_answers(&account, ["CLAUDE", "GEMINI"].map(|model| AnswerRow { model, ..AnswerRow::default() })).await;
        let listed = server.tool(&account, "list_answers", json!({ "models": ["CLAUDE"] })).await;
        assert_eq!(listed["untrustedData"]["answers"].as_array().unwrap().len(), 1);
        assert!(!listed["notice"].to_string().contains("Not filtered"), "{listed}");
        for several in [json!({ "models": ["CLAUDE", "GEMINI"] }), json!({ "model": "claude,gemini" })] {
            let refused = server.tool_failure(&account, "list_answers", several).await;
            assert!(refused.ends_with("\n- model: takes one value. Call the tool once for each"), "{refused}");
        }
        let measured = server.call_tool(&account, "measure_google_keywords", json!({ "keyword": "earbuds" })).await;
        assert_eq!(measured["isError"], false, "{measured}");
    }

    async fn numbers_booleans_and_lists_are_read_from_texts(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let add = json!({ "promptSetID": [set], "contents": "Which earbuds?" });
        assert_eq!(server.tool(&account, "add_prompts", add).await["data"]["createdCount"], 1);
        let add = json!({ "promptSetId": set, "contents": "[\"Which phone?\", \"Which watch?\"]" });
        assert_eq!(server.tool(&account, "add_prompts", add).await["data"]["createdCount"], 2);
        for limit in [json!("2"), json!("2.0"), json!(2.0), json!([2])] {
            let listed = server.tool(&account, "list_prompts", json!({ "promptSetID": set, "limit": limit })).await;
            assert_eq!(listed["data"]["prompts"].as_array().unwrap().len(), 2, "{limit}");
        }
        let run = json!({ "promptSetID": set, "models": "CLAUDE", "repeatCount": "3", "region": null });
        assert_eq!(server.tool(&account, "estimate_run", run).await["data"]["itemCount"], 9);
        for include in [json!(["models", "before"]), json!("models,before"), json!("models")] {
            let arguments =
                json!({ "include": include, "finished": "true", "brandID": [], "from": "2026-01-01T00:00:00Z", "to": "2026-01-08T00:00:00Z" });
            let measured = server.call_tool(&account, "measure_brands", arguments).await;
            assert_eq!(measured["isError"], false, "{include}: {measured}");
        }
        let refused = server.tool_failure(&account, "list_prompts", json!({ "limit": "many" })).await;
        assert!(refused.contains("limit"), "{refused}");
    }

    async fn values_are_read_in_any_letter_case_and_listed_in_the_schema(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        server.prompt(&account, &set, "Which earbuds?").await;
        server.answer(&account, AnswerRow { model: "CLAUDE", ..AnswerRow::default() }).await;
        let answers = json!({ "model": "claude", "status": "success" });
        let listed = server.tool(&account, "list_answers", answers).await;
        assert_eq!(listed["untrustedData"]["answers"].as_array().unwrap().len(), 1);
        let run = json!({ "promptSetID": set, "models": ["claude", "Gemini"] });
        assert_eq!(server.tool(&account, "estimate_run", run).await["data"]["models"], json!(["CLAUDE", "GEMINI"]));
        let trend = server.call_tool(&account, "get_source_trend", json!({ "interval": "Weekly" })).await;
        assert_eq!(trend["isError"], false, "{trend}");
        let refused = server.tool_failure(&account, "list_answers", json!({ "model": "HAL" })).await;
        assert!(refused.starts_with("MODEL_NOT_SUPPORTED"), "{refused}");
        let tools = server.mcp_result(&account, "tools/list", json!({})).await;
        let tools = tools["tools"].as_array().unwrap();
        let properties = tools.iter().map(|tool| &tool["inputSchema"]["properties"]);
        let models: Vec<_> = properties.filter(|properties| properties["model"].is_object()).collect();
        assert!(!models.is_empty());
        for properties in models {
            assert_eq!(properties["model"]["enum"][0], "CHATGPT");
            assert_eq!(properties["route"]["enum"], json!(["API", "SURFACE", "STAND_IN"]));
        }
    }
}
