//! Every tool has the numbers of the platform API, and the brand report those of the console.

use answerdeck_api::{Answer, AnswerScope, Brand, RunList};
use answerdeck_insight::{AnswerTable, MentionFinder, TrackedBrands, encode_answers, encode_named_brands};
use serde_json::{Value, json};

use crate::harness::{AnswerRow, TestServer};
use crate::on_both;

const PLATFORM: &str = "/v1/platform";

fn text_of(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

on_both! {
    async fn the_data_of_every_reading_tool_is_that_of_its_operation(server: TestServer) {
        let account = server.account().await;
        server.start_jobs().await;
        let set = server.prompt_set(&account, "Earbuds").await;
        let mut prompts = Vec::new();
        for content in ["Which earbuds fit small ears?", "Best earbuds for commuting?"] {
            prompts.push(server.prompt(&account, &set, content).await);
        }
        server.brand(&account, "Nurio").await;
        let run = server.submit(&account, json!({ "promptSetID": set, "models": ["CLAUDE", "CHATGPT"] })).await;
        server.finished_run(&account, &run).await;
        let scope = json!({ "runID": run, "model": "CLAUDE", "limit": 5 });
        let query = format!("runID={run}&model=CLAUDE&limit=5");
        let statistics = format!("{PLATFORM}/statistics");
        for (tool, arguments, path, field) in [
            ("get_organization", json!({}), format!("{PLATFORM}/organizations/me"), "data"),
            ("get_credit_balance", json!({}), "/v1beta/platform/credits/me".to_owned(), "data"),
            ("list_models", json!({}), format!("{PLATFORM}/models"), "data"),
            ("list_brands", json!({}), format!("{PLATFORM}/brands"), "data"),
            ("list_prompt_sets", json!({ "limit": 1 }), format!("{PLATFORM}/prompt-sets?limit=1"), "data"),
            ("list_prompts", json!({ "promptSetID": set, "contentContains": "commuting" }),
                format!("{PLATFORM}/prompts?promptSetID={set}&contentContains=commuting"), "data"),
            ("list_runs", json!({}), format!("{PLATFORM}/runs"), "data"),
            ("rank_source_domains", scope.clone(), format!("{statistics}/source-domains?{query}"), "untrustedData"),
            ("rank_source_urls", scope.clone(), format!("{statistics}/source-urls?{query}"), "untrustedData"),
            ("rank_fanouts", scope.clone(), format!("{statistics}/fanouts?{query}&include=models,regions"), "untrustedData"),
            ("rank_tokens", scope.clone(), format!("{statistics}/tokens?{query}"), "untrustedData"),
        ] {
            let content = server.tool(&account, tool, arguments).await;
            assert_eq!(content[field], server.get(&account, &path).await.ok(), "{tool}");
            assert!(content["consoleURL"].as_str().unwrap().starts_with(&format!("{}/", server.url)), "{tool}");
        }
        let keywords = json!({ "keywords": ["earbuds", "무선 이어폰"] });
        for provider in ["google", "naver"] {
            let content = server.tool(&account, &format!("measure_{provider}_keywords"), keywords.clone()).await;
            let metrics = format!("/v1beta/platform/keywords/{provider}/metrics");
            assert_eq!(content["untrustedData"], server.post(&account, &metrics, keywords.clone()).await.ok(), "{provider}");
        }
        let counts = server.tool(&account, "get_run", json!({ "runID": run })).await;
        let mut expected = server.get(&account, &format!("{PLATFORM}/runs/{run}")).await.ok();
        expected.as_object_mut().unwrap().remove("answers");
        assert_eq!((&counts["data"], counts["consoleURL"].as_str().unwrap()), (&expected, format!("{}/runs/{run}", server.url).as_str()));
    }

    async fn a_tool_counts_one_route_unless_it_names_another(server: TestServer) {
        let account = server.account().await;
        let (one, other) = (&[("https://a.example/", None)], &[("https://b.example/", None)]);
        for (route, sources, count) in [("STAND_IN", one, 1), ("SURFACE", other, 2)] {
            for _ in 0..count {
                server.answer(&account, AnswerRow { route: Some(route), sources, ..Default::default() }).await;
            }
        }
        let counted = async |arguments: Value| {
            let report = server.tool(&account, "report_brands", arguments.clone()).await;
            let urls = server.tool(&account, "rank_source_urls", arguments).await;
            (report["data"]["answerCount"].clone(), urls["untrustedData"]["urls"].clone())
        };
        let ranked = async |route: &str| {
            let path = format!("{PLATFORM}/statistics/source-urls?route={route}");
            server.get(&account, &path).await.ok()["urls"].clone()
        };
        let organization = server.get(&account, &format!("{PLATFORM}/organizations/me")).await.ok();
        assert_eq!(organization["routes"], json!(["STAND_IN", "SURFACE"]));
        assert_eq!(counted(json!({})).await, (json!(1), ranked("STAND_IN").await));
        assert_eq!(counted(json!({ "limit": 5 })).await, (json!(1), ranked("STAND_IN").await));
        assert_eq!(counted(json!({ "route": "SURFACE" })).await, (json!(2), ranked("SURFACE").await));
    }

    async fn a_list_has_summaries_and_a_single_answer_is_complete(server: TestServer) {
        let account = server.account().await;
        let content = "가".repeat(500);
        let row = AnswerRow {
            content: content.clone().leak(),
            sources: &[("https://a.example/x", Some("a.example")), ("https://b.example/", Some("b.example"))],
            fanouts: &["small earbuds"],
            ..Default::default()
        };
        for _ in 0..3 {
            server.answer(&account, row.clone()).await;
        }
        let first = server.tool(&account, "list_answers", json!({ "limit": 2 })).await["untrustedData"].clone();
        let next = json!({ "limit": 2, "cursor": first["nextCursor"] });
        let second = server.tool(&account, "list_answers", next).await["untrustedData"].clone();
        let listed: Vec<&Value> = [&first, &second].into_iter().flat_map(|page| page["answers"].as_array().unwrap()).collect();
        assert_eq!((listed.len(), &second["nextCursor"]), (3, &Value::Null));
        let answer = server.get(&account, &format!("{PLATFORM}/answers/{}", listed[0]["id"].as_str().unwrap())).await.ok();
        for field in ["id", "model", "promptID", "region", "status", "query", "createdAt"] {
            assert_eq!(listed[0][field], answer[field], "{field}");
        }
        let counts = [&listed[0]["contentLength"], &listed[0]["sourceCount"], &listed[0]["fanoutCount"]];
        assert_eq!((counts, &listed[0]["excerpt"]), ([&json!(500), &json!(2), &json!(1)], &json!("가".repeat(300))));
        let whole = server.tool(&account, "get_answer", json!({ "answerID": answer["id"] })).await["untrustedData"].clone();
        for field in ["id", "content", "sources", "fanouts", "createdAt"] {
            assert_eq!(whole[field], answer[field], "{field}");
        }
    }

    async fn the_brand_report_has_the_numbers_of_the_console(server: TestServer) {
        let account = server.account().await;
        for (name, synonyms, websites) in [
            ("Nurio", json!(["누리오"]), json!(["https://nurio.example"])),
            ("Tavrin", json!([]), json!(["https://tavrin.example"])),
            ("Absent", json!([]), json!([])),
        ] {
            let brand = json!({ "name": name, "synonyms": synonyms, "websites": websites });
            server.post(&account, &format!("{PLATFORM}/brands"), brand).await.ok();
        }
        let run = server.run(&account).await;
        for (index, (content, model)) in [
            ("Tavrin and 누리오가 좋다", "CLAUDE"),
            ("Tavrin", "CLAUDE"),
            ("Nurio, not Nurioso", "CHATGPT"),
            ("Nobody", "CHATGPT"),
        ].into_iter().enumerate() {
            let row = AnswerRow {
                run_id: Some(run.clone()),
                content,
                model,
                prompt_id: format!("000000000000000prompt{}", index % 2),
                sources: &[("https://www.nurio.example/a", Some("nurio.example")), ("https://blog.example/", Some("blog.example"))],
                ..Default::default()
            };
            server.answer(&account, row).await;
        }
        server.answer(&account, AnswerRow { status: "FAILED", ..Default::default() }).await;
        for scope in [json!({}), json!({ "model": "CLAUDE" }), json!({ "runID": run, "promptID": "000000000000000prompt0" })] {
            let report = server.tool(&account, "report_brands", scope.clone()).await["data"].clone();
            let expected = console_report(&server, &account, &run, &scope).await;
            assert_eq!(report["brands"], expected, "{scope}");
        }
        let report = server.tool(&account, "report_brands", json!({})).await["data"].clone();
        assert_eq!((&report["answerCount"], &report["promptCount"], &report["brandCount"]), (&json!(4), &json!(2), &json!(3)));
        let rate = &report["brands"][0]["mentionRate"];
        assert_eq!((&rate["value"], &rate["numerator"], &rate["denominator"], &rate["tier"]),
            (&json!(0.5), &json!(2), &json!(4), &json!("exploratory")));
        let one = server.tool(&account, "report_brands", json!({ "limit": 1 })).await["data"].clone();
        assert_eq!((one["brands"].as_array().unwrap().len(), &one["brandCount"]), (1, &json!(3)));
    }

    async fn a_report_of_an_unknown_run_or_set_is_refused(server: TestServer) {
        let account = server.account().await;
        let unknown = server.new_id();
        for (field, code) in [
            ("runID", "TASK_GENERATION_RUN_NOT_FOUND"),
            ("promptSetID", "PROMPT_SET_NOT_FOUND"),
            ("promptID", "PROMPT_NOT_FOUND"),
        ] {
            let refused = server.tool_failure(&account, "report_brands", json!({ field: unknown })).await;
            assert!(refused.starts_with(code), "{refused}");
        }
        let empty = server.tool(&account, "report_brands", json!({})).await;
        assert_eq!(empty["data"], json!({ "answerCount": 0, "promptCount": 0, "brandCount": 0, "brands": [] }));
    }

    async fn the_text_of_every_result_is_short_and_has_the_address(server: TestServer) {
        let account = server.account().await;
        let long = "Which earbuds? ".repeat(60);
        let set = server.prompt_set(&account, "Set").await;
        for number in 0..30 {
            server.prompt(&account, &set, &format!("{number} {long}")).await;
        }
        let result = server.call_tool(&account, "list_prompts", json!({ "limit": 30 })).await;
        assert!(text_of(&result).len() <= 2_000, "{}", text_of(&result).len());
        assert!(text_of(&result).contains(&format!("{}/prompts", server.url)));
        assert!(text_of(&result).contains("Shortened: the structured content has the rest."));
        assert_eq!(result["structuredContent"]["data"]["prompts"].as_array().unwrap().len(), 30);
    }
}

/// The brands of a report, counted as the console does: from what the platform API returns, a block for the run.
async fn console_report(server: &TestServer, account: &crate::harness::Account, run: &str, scope: &Value) -> Value {
    let runs: RunList = serde_json::from_value(server.get(account, &format!("{PLATFORM}/runs")).await.ok()).unwrap();
    let run = runs.runs.into_iter().find(|listed| listed.id.as_str() == run).unwrap();
    let answers = server.answers_of(account, run.id.as_str()).await;
    let answers: Vec<Answer> = answers.into_iter().map(|answer| serde_json::from_value(answer).unwrap()).collect();
    let brands = server.get(account, &format!("{PLATFORM}/brands")).await.ok()["brands"].clone();
    let brands: Vec<Brand> = serde_json::from_value(brands).unwrap();
    let names = brands.iter().map(|brand| std::iter::once(&brand.name).chain(&brand.synonyms));
    let finder = MentionFinder::new(names).unwrap();
    let mentions = answers.iter().map(|answer| {
        let found = finder.find(&answer.content);
        (&answer.id, found.into_iter().map(|mention| (mention.brand, mention.start)).collect::<Vec<_>>())
    });
    let mut table = AnswerTable::default();
    table.put(&encode_answers(Some(&run), answers.iter().map(|answer| (answer, None))).unwrap()).unwrap();
    let mut tracked = TrackedBrands::new(brands.iter().map(|brand| brand.websites.iter()));
    tracked.put(&table, &encode_named_brands(Some(&run.id), brands.len(), mentions).unwrap()).unwrap();
    let text = |name: &str| scope[name].as_str();
    let scope = AnswerScope {
        run_id: text("runID").map(|id| id.parse().unwrap()),
        prompt_id: text("promptID").map(|id| id.parse().unwrap()),
        model: text("model").map(Into::into),
        ..AnswerScope::default()
    };
    let selection = table.select(&scope).unwrap();
    let counted = tracked.over(&selection).unwrap();
    let rate = |rate: answerdeck_insight::Rate| {
        let interval = rate.interval().map(|interval| json!({ "lower": interval.lower, "upper": interval.upper }));
        json!({
            "value": rate.value(), "numerator": rate.numerator, "denominator": rate.sample.answers,
            "answerCount": rate.sample.answers, "promptCount": rate.sample.prompts, "interval95": interval,
            "tier": "exploratory",
        })
    };
    let mut rows: Vec<Value> = brands
        .iter()
        .zip(counted.visibility())
        .zip(counted.citations())
        .map(|((brand, visibility), citations)| {
            let (voice, position) = (visibility.share_of_voice, &visibility.first_position);
            json!({
                "brandID": brand.id, "name": brand.name, "mentionRate": rate(visibility.mention_rate),
                "shareOfVoice": {
                    "value": voice.value(), "numerator": voice.numerator, "denominator": voice.denominator,
                    "answerCount": voice.sample.answers, "promptCount": voice.sample.prompts, "interval95": null,
                    "tier": "exploratory",
                },
                "firstPosition": {
                    "mean": position.mean(), "answerCount": position.sample.answers,
                    "promptCount": position.sample.prompts, "tier": "exploratory",
                },
                "ownSiteCitationRate": rate(citations.own_site),
            })
        })
        .collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row["mentionRate"]["numerator"].as_u64()));
    // A number that is read from JSON can differ in its last bit. The report is read twice: by the tool and by the test.
    let read = |rows: &Value| serde_json::from_str::<Value>(&rows.to_string()).unwrap();
    read(&read(&Value::Array(rows)))
}
