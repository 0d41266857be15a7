//! Every tool has the numbers of the platform API.

use answerdeck_api::AlertFinding;
use answerdeck_server::schedule::due::start_due;
use answerdeck_server::schedule::pause::pause_all;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::AnswerRow;
use crate::on_sqlite;

const PLATFORM: &str = "/v1/platform";

/// The data of the API with numbers of four decimals, as models read them.
fn rounded(data: Value) -> Value {
    match data {
        Value::Number(number) if number.is_f64() => json!((number.as_f64().unwrap() * 10_000.0).round() / 10_000.0),
        Value::Array(values) => values.into_iter().map(rounded).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, rounded(value))).collect(),
        other => other,
    }
}

on_sqlite! {
    async fn the_data_of_every_reading_tool_is_that_of_its_operation(server, account) {
        server.start_jobs().await;
        let set = server.prompt_set(&account, "Earbuds").await;
        let contents = ["Which earbuds fit small ears?", "Best earbuds for commuting?"];
        let prompts = server.prompts_in(&account, &set, &contents).await;
        server.brand(&account, "Nurio").await;
        let run = server.complete_run(&account, json!({ "promptSetID": set, "models": ["CLAUDE", "CHATGPT"] })).await;
        server.alert(&account, AlertFinding { domain: Some("blog.example".to_owned()), ..AlertFinding::default() }).await;
        // No run of it changes the numbers below.
        pause_all(&server.app.database, server.clock.now()).await.unwrap();
        let schedule = server.daily_schedule(&account, &prompts).await;
        server.set_due(&schedule, server.clock.now()).await;
        start_due(&server.app).await.unwrap();
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
            ("list_alerts", json!({ "state": "NEW" }), "/v1beta/platform/alerts?state=NEW".to_owned(), "untrustedData"),
            ("list_schedules", json!({}), "/v1beta/platform/schedules".to_owned(), "data"),
            ("list_schedule_entries", json!({ "scheduleID": schedule }),
                format!("/v1beta/platform/schedule-entries?scheduleID={schedule}"), "data"),
            ("rank_source_domains", scope.clone(), format!("{statistics}/source-domains?{query}"), "untrustedData"),
            ("rank_source_urls", scope.clone(), format!("{statistics}/source-urls?{query}"), "untrustedData"),
            ("rank_fanouts", scope.clone(), format!("{statistics}/fanouts?{query}&include=models,regions"), "untrustedData"),
            ("rank_tokens", scope.clone(), format!("{statistics}/tokens?{query}"), "untrustedData"),
            ("rank_token_neighbors", json!({ "words": ["earbuds", "fit"], "runID": run }),
                format!("{statistics}/token-neighbors?words=earbuds&words=fit&runID={run}"), "untrustedData"),
        ] {
            let content = server.tool(&account, tool, arguments).await;
            assert_eq!(content[field], rounded(server.get(&account, &path).await.ok()), "{tool}");
            assert!(content["consoleURL"].as_str().unwrap().starts_with(&format!("{}/", server.url)), "{tool}");
        }
        let keywords = json!({ "keywords": ["earbuds", "무선 이어폰"] });
        for provider in ["google", "naver"] {
            let content = server.tool(&account, &format!("measure_{provider}_keywords"), keywords.clone()).await;
            let metrics = format!("/v1beta/platform/keywords/{provider}/metrics");
            assert_eq!(content["untrustedData"], rounded(server.post(&account, &metrics, keywords.clone()).await.ok()), "{provider}");
        }
        let counts = server.tool(&account, "get_run", json!({ "runID": run })).await;
        let mut expected = server.get(&account, &format!("{PLATFORM}/runs/{run}")).await.ok();
        expected.as_object_mut().unwrap().remove("answers");
        assert_eq!((&counts["data"], counts["consoleURL"].as_str().unwrap()), (&expected, format!("{}/runs/{run}", server.url).as_str()));
    }

    async fn a_tool_counts_one_route_unless_it_names_another(server, account) {
        let (one, other) = (&[("https://a.example/", None)], &[("https://b.example/", None)]);
        for (route, sources, count) in [("STAND_IN", one, 1), ("SURFACE", other, 2)] {
            server.store_answers(&account, (0..count).map(|_| AnswerRow { route: Some(route), sources, ..Default::default() })).await;
        }
        let counted = async |arguments: Value| {
            let metrics = server.tool(&account, "measure_brands", arguments.clone()).await;
            let urls = server.tool(&account, "rank_source_urls", arguments).await;
            (metrics["data"]["coverage"]["counted"].clone(), urls["untrustedData"]["urls"].clone())
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

    async fn a_list_has_summaries_and_a_single_answer_is_complete(server, account) {
        let content = "가".repeat(500);
        let row = AnswerRow {
            content: content.clone().leak(),
            sources: &[("https://a.example/x", Some("a.example")), ("https://b.example/", Some("b.example"))],
            fanouts: &["small earbuds"],
            ..Default::default()
        };
        server.store_answers(&account, (0..3).map(|_| row.clone())).await;
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

    async fn a_tool_has_the_metrics_of_the_platform_and_refuses_an_unknown_run_set_or_prompt(server, account) {
        let brand = server.brand(&account, "Nurio").await;
        server.answer(&account, AnswerRow { content: "Nurio", route: Some("STAND_IN"), ..Default::default() }).await;
        let metrics = "/v1beta/platform/metrics";
        let (from, to) = ((server.start - SignedDuration::from_hours(24)).to_string(), server.start.to_string());
        for (tool, arguments, path) in [
            ("list_movements", json!({}), "movements".to_owned()),
            ("measure_source_influence", json!({ "brandID": brand }), format!("source-influence?brandID={brand}")),
            ("list_next_steps", json!({ "brandID": brand }), format!("next-steps?brandID={brand}")),
            ("list_unnamed_searches", json!({ "brandID": brand }), format!("unnamed-searches?brandID={brand}")),
            ("match_answers", json!({ "namesBrandIDs": brand }), format!("answers?namesBrandIDs={brand}")),
            ("search_answer_texts", json!({ "phrase": "nurio" }), "answer-texts?phrase=nurio".to_owned()),
            ("list_leads", json!({ "brandID": brand }), format!("leads?brandID={brand}")),
            ("get_source_trend", json!({ "domain": ["a.example"] }), "source-trend?domain=a.example".to_owned()),
            ("list_source_changes", json!({ "from": from, "to": to }), format!("source-changes?from={from}&to={to}")),
        ] {
            let result = server.tool(&account, tool, arguments).await;
            let data = result.get("data").unwrap_or(&result["untrustedData"]);
            let mut expected = rounded(server.get(&account, &format!("{metrics}/{path}")).await.ok());
            // The places of brands in a text.
            let answers = expected.get_mut("answers").and_then(Value::as_array_mut).into_iter().flatten();
            answers.for_each(|answer| drop(answer.as_object_mut().unwrap().remove("mentions")));
            assert_eq!(*data, expected, "{tool}");
        }
        let unknown = server.new_id();
        for (field, code) in [
            ("runID", "TASK_GENERATION_RUN_NOT_FOUND"),
            ("promptSetID", "PROMPT_SET_NOT_FOUND"),
            ("promptID", "PROMPT_NOT_FOUND"),
        ] {
            let refused = server.tool_failure(&account, "measure_brands", json!({ field: unknown })).await;
            assert!(refused.starts_with(code), "{refused}");
        }
    }

    async fn the_rates_of_brands_and_prompts_are_those_of_the_platform_with_names(server, account) {
        let ids = [server.brand(&account, "Nurio").await, server.brand(&account, "Sono").await];
        for (model, content) in [("CHATGPT", "Nurio"), ("CLAUDE", "Sono, and Nurio"), ("CLAUDE", "None")] {
            server.answer(&account, AnswerRow { model, content, ..Default::default() }).await;
        }
        let metrics = "/v1beta/platform/metrics";
        let from = (server.start - SignedDuration::from_hours(24)).to_string();
        let arguments = json!({ "brandID": ids, "include": ["models", "before"], "interval": "DAY", "from": from });
        let measured = server.tool(&account, "measure_brands", arguments).await["data"].clone();
        let query = format!("brandID={}&brandID={}&include=models,before&interval=DAY&from={from}", ids[0], ids[1]);
        let expected = rounded(server.get(&account, &format!("{metrics}/brands?{query}")).await.ok());
        let models = expected["models"].as_array().unwrap().iter().map(|model| (&model["model"], &model["group"]));
        let (all, before) = (json!("ALL"), json!("BEFORE"));
        let groups = [(&all, &expected["all"]), (&before, &expected["before"])].into_iter().filter(|(_, group)| group.is_object());
        let mut rows = Vec::new();
        for (of, group) in groups.chain(models) {
            for (brand, row) in expected["brands"].as_array().unwrap().iter().zip(group["brands"].as_array().unwrap()) {
                let mut row = row.clone();
                row["of"] = of.clone();
                row["brand"] = brand.clone();
                row["mentionRate"]["of"] = group["sample"]["answers"].clone();
                row["citationRate"]["of"] = group["citing"]["answers"].clone();
                rows.push(row);
            }
        }
        assert_eq!((&measured["brands"], rows.len()), (&json!(rows), 2 * measured["samples"].as_array().unwrap().len()));
        let points = expected["series"]["points"].as_array().unwrap();
        assert_eq!(measured["points"].as_array().unwrap().len(), points.len());
        let mut rate = points[0]["brands"][0]["mentionRate"].clone();
        rate["of"] = points[0]["sample"]["answers"].clone();
        assert_eq!(measured["series"][0]["mentionRate"], rate);
        let prompts = server.tool(&account, "measure_prompts", json!({ "brandID": ids[0] })).await["data"].clone();
        let claude = prompts["prompts"][0]["models"].as_array().unwrap().iter().find(|model| model["model"] == "CLAUDE");
        assert_eq!(claude.unwrap()["named"], json!({ "Nurio": 1, "Sono": 1 }));
    }

    async fn brands_of_one_name_are_counted_apart(server, account) {
        let [one, other] = [server.brand(&account, "Nurio").await, server.brand(&account, "Nurio").await];
        server.brand(&account, "Sono").await;
        server.answer(&account, AnswerRow { content: "Nurio", ..Default::default() }).await;
        let prompts = server.tool(&account, "measure_prompts", json!({ "brandID": one })).await["data"].clone();
        let named = json!({ format!("Nurio [{one}]"): 1, format!("Nurio [{other}]"): 1, "Sono": 0 });
        assert_eq!(prompts["prompts"][0]["models"][0]["named"], named);
    }
}
