//! The text and the structured part of a result: each has all of the data, or the cursor of the rest.

use answerdeck_api::ModelCode;
use answerdeck_server::schedule::pause::pause_all;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::{Account, AnswerRow, TestServer};
use crate::on_sqlite;

fn text_of(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

/// Calls a tool until there is no cursor. Returns the data and the text of each page.
async fn pages(server: &TestServer, account: &Account, tool: &str, arguments: Value) -> Vec<(Value, String)> {
    let mut pages = Vec::new();
    let mut arguments = arguments;
    loop {
        let result = server.call_tool(account, tool, arguments.clone()).await;
        assert_eq!(result["isError"], false, "{result}");
        assert!(text_of(&result).len() <= 20_000, "{}", text_of(&result).len());
        let content = &result["structuredContent"];
        let data = content.get("data").unwrap_or(&content["untrustedData"]).clone();
        let cursor = data["nextCursor"].clone();
        pages.push((data, text_of(&result).to_owned()));
        if cursor.is_null() {
            return pages;
        }
        assert!(pages.last().unwrap().1.contains(&format!("with the cursor {}", cursor.as_str().unwrap())));
        arguments["cursor"] = cursor;
    }
}

on_sqlite! {
    async fn the_text_of_a_report_has_every_brand_with_its_rates(server, account) {
        let names = ["Nurio", "Sono", "Aural", "Pico", "Lumen"];
        let mut ids = Vec::new();
        for name in names {
            ids.push(server.brand(&account, name).await);
        }
        server.answers_saying(&account, &["Nurio and Sono", "Nurio", "Aural"]).await;
        let result = server.call_tool(&account, "measure_brands", json!({ "include": ["models"] })).await;
        let text = text_of(&result);
        for (name, id) in names.iter().zip(&ids) {
            for of in ["ALL", "CHATGPT"] {
                assert!(text.contains(&format!("{of} | {name} [{id}] | ")), "{name}: {text}");
            }
        }
        assert!(text.contains("0.6667 (2 of 3 answers, 0.2077 to 0.9385)"), "{text}");
        let one = server.tool(&account, "measure_brands", json!({ "brandID": ids[1] })).await["data"].clone();
        assert_eq!((one["brands"].as_array().unwrap().len(), &one["brands"][0]["brand"]["name"]), (1, &json!("Sono")));
        let data = &result["structuredContent"]["data"];
        let longest = data.to_string().split(|c: char| !c.is_ascii_digit() && c != '.').map(number_length).max();
        assert!(longest <= Some(6), "{result}");
    }

    async fn the_page_of_a_result_has_the_same_answers(server, account) {
        let brand = server.brand(&account, "Nurio").await;
        for (tool, arguments, page) in [
            ("measure_brands", json!({}), "/overview?days=all".to_owned()),
            (
                "measure_brands",
                json!({ "region": "kr", "model": "", "from": "2026-11-01", "to": "2026-11-08 09:00+09:00" }),
                "/overview?region=KR&from=2026-11-01T00%3A00%3A00.000Z&to=2026-11-08T00%3A00%3A00.000Z".to_owned(),
            ),
            (
                "list_answers",
                json!({ "status": "failed", "model": "claude" }),
                "/answers?model=CLAUDE&days=all&status=failed".to_owned(),
            ),
            ("list_answers", json!({ "status": "SUCCESS" }), "/answers?days=all".to_owned()),
            ("measure_prompts", json!({ "brandID": brand, "order": "gap" }), "/prompts?days=all&sort=-gap".to_owned()),
            ("search_answer_texts", json!({ "phrase": "a b" }), "/answers?q=a+b&days=all".to_owned()),
            ("match_answers", json!({ "namesBrandIDs": brand }), format!("/answers?brand={brand}&days=all")),
            ("match_answers", json!({ "fanout": "a b" }), "/fan-outs?search=a+b&days=all".to_owned()),
            ("rank_source_domains", json!({ "level": "site" }), "/sources?days=all&rank=sites".to_owned()),
            ("rank_source_domains", json!({ "domainType": "news" }), "/sources?type=NEWS&days=all".to_owned()),
        ] {
            let result = server.tool(&account, tool, arguments).await;
            assert_eq!(result["consoleURL"], format!("{}{page}", server.url), "{tool}");
        }
    }

    async fn what_moved_leads_to_the_overview_of_the_later_run_or_of_the_period(server, account) {
        let start = server.clock.now().to_string();
        let mut runs = Vec::new();
        for _ in 0..2 {
            server.clock.advance(SignedDuration::from_hours(1));
            runs.push(server.run_of(&account, [AnswerRow::default()]).await);
        }
        for (arguments, query) in [
            (json!({}), format!("run={}", runs[1])),
            (json!({ "from": start }), format!("run={}", runs[1])),
            (json!({ "from": start, "basis": "periods" }), "from=".to_owned()),
        ] {
            let result = server.tool(&account, "list_movements", arguments).await;
            let page = result["consoleURL"].as_str().unwrap();
            assert!(page.starts_with(&format!("{}/overview?{query}", server.url)), "{page}");
        }
    }

    async fn both_parts_say_that_nothing_can_be_compared_and_that_the_operator_has_paused_all_schedules(server, account) {
        let paused = server.schedule_prompts(&account, &["Which earbuds?"]).await;
        let listed = server.tool(&account, "list_schedules", json!({})).await;
        assert_eq!(listed.get("notice"), None);
        pause_all(&server.app.database, server.clock.now()).await.unwrap();
        let resume = json!({ "scheduleID": paused, "paused": false });
        for (tool, arguments, notice) in [
            ("list_movements", json!({}), "There is nothing to compare with: "),
            ("get_source_trend", json!({}), "Days, weeks and months begin in UTC. "),
            ("list_schedules", json!({}), "The operator of the server has paused all schedules. "),
            ("pause_schedule", resume, "The operator of the server has paused all schedules. "),
        ] {
            let result = server.call_tool(&account, tool, arguments).await;
            assert!(text_of(&result).contains(&format!("\n{notice}")), "{result}");
            assert!(result["structuredContent"]["notice"].as_str().unwrap().starts_with(notice), "{result}");
        }
    }

    async fn the_rates_of_a_table_that_is_cut_have_their_denominators(server, account) {
        for number in 0..20 {
            server.brand(&account, &format!("Brand{number:02}")).await;
        }
        for model in ModelCode::ALL {
            server.answer(&account, AnswerRow { model: model.as_str(), content: "Brand00", ..Default::default() }).await;
        }
        let pages = pages(&server, &account, "measure_brands", json!({ "include": ["models"] })).await;
        let (data, text) = pages.last().unwrap();
        assert!(pages.len() > 1 && data.get("samples").is_none(), "{data}");
        assert!(text.contains("0.0 (0 of 1 answer, 0.0 to "), "{text}");
        let rows = data["brands"].as_array().unwrap();
        assert!(rows.iter().all(|row| row["mentionRate"]["of"] == 1 && row["citationRate"]["of"] == 0), "{data}");
    }

    async fn an_answer_is_shown_whole_once(server, account) {
        let content: &str = (0..170).map(|index| format!("Sentence {index}. ")).collect::<String>().leak();
        let row = AnswerRow {
            content,
            sources: &[("https://a.example/x", Some("a.example"))],
            fanouts: &["small earbuds"],
            ..Default::default()
        };
        let answer = server.answer(&account, row).await;
        let result = server.call_tool(&account, "get_answer", json!({ "answerID": answer })).await;
        let text = text_of(&result);
        for shown in [content.trim_end(), "https://a.example/x", "small earbuds"] {
            assert_eq!(text.matches(shown).count(), 1, "{text}");
        }
        assert!(result["structuredContent"]["untrustedData"].get("excerpt").is_none());
    }

    async fn a_long_answer_comes_in_pages(server, account) {
        let content: &str = (0..9_000).map(|index| format!("가{index} ")).collect::<String>().leak();
        let sources: Vec<_> = (0..40).map(|index| (&*format!("https://a.example/{index}").leak(), Some("a.example"))).collect();
        let answer = server.answer(&account, AnswerRow { content, sources: sources.leak(), ..Default::default() }).await;
        let pages = pages(&server, &account, "get_answer", json!({ "answerID": answer })).await;
        assert!(pages.len() > 3, "{}", pages.len());
        let text: String = pages.iter().map(|(data, _)| data["content"].as_str().unwrap_or_default()).collect();
        let sources: Vec<&Value> = pages.iter().flat_map(|(data, _)| data["sources"].as_array().into_iter().flatten()).collect();
        assert_eq!((text == content, sources.len()), (true, 40));
        for (data, text) in &pages {
            assert!(text.contains(data["content"].as_str().unwrap_or_default().trim()));
        }
    }

    async fn a_long_list_comes_in_pages_that_lose_and_repeat_nothing(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let contents: Vec<String> = (0..60).map(|number| format!("{number:02} {}", "가".repeat(900))).collect();
        server.tool(&account, "add_prompts", json!({ "promptSetID": set, "contents": contents })).await;
        let pages = pages(&server, &account, "list_prompts", json!({ "promptSetID": set, "limit": 25 })).await;
        let mut shown = Vec::new();
        for (data, text) in &pages {
            for prompt in data["prompts"].as_array().unwrap() {
                let content = prompt["content"].as_str().unwrap();
                assert!(text.contains(content) && text.contains(prompt["id"].as_str().unwrap()));
                shown.push(content.to_owned());
            }
        }
        shown.sort();
        assert_eq!(shown, contents);
        assert!(pages.len() > 60 / 25 + 1);
    }

    async fn a_cursor_that_is_not_one_is_refused(server, account) {
        for tool in ["list_prompts", "list_models", "rank_tokens"] {
            for cursor in ["x", "5~x"] {
                let refused = server.tool_failure(&account, tool, json!({ "cursor": cursor })).await;
                assert!(refused.starts_with("COMMON_INVALID_CURSOR") && refused.contains("\n- cursor: "), "{tool} {refused}");
            }
        }
    }
}

/// The digits of a number with a fraction.
fn number_length(text: &str) -> usize {
    if text.contains('.') { text.len() } else { 0 }
}
