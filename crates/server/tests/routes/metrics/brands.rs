//! Measuring brands.

use std::sync::Arc;

use answerdeck_server::backfill::backfill_brands;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{BRANDS, answer, example};
use crate::harness::AnswerRow;
use crate::harness::engines::{ProviderEngine, claude};
use crate::{on_each, on_sqlite};

on_each! {
    async fn the_example_of_the_documentation_has_its_values(server, account) {
        let [nurio, tavrin] = server.two_brands(&account).await;
        example(&server, &account).await;
        let metrics = server.metric(&account, "brands?include=models,reproducibility").await;
        assert_eq!(metrics["coverage"], json!({ "answers": 4, "counted": 4 }));
        assert_eq!(metrics["brands"], json!([{ "id": tavrin, "name": "Tavrin" }, { "id": nurio, "name": "Nurio" }]));
        let all = &metrics["all"];
        assert_eq!(all["sample"], json!({ "answers": 4, "prompts": 2, "tier": "EXPLORATORY" }));
        assert_eq!(all["naming"], all["sample"]);
        assert_eq!((&all["namings"], &all["citations"], &all["ownedCitations"]), (&json!(5), &json!(5), &json!(3)));
        assert_eq!(all["citing"]["answers"], 3);
        let of_nurio = &all["brands"][1];
        let interval = json!({ "lower": 0.150_039, "upper": 0.849_961 });
        assert_eq!(of_nurio["mentionRate"], json!({ "numerator": 2, "value": 0.5, "interval": interval }));
        assert_eq!((&of_nurio["shareOfVoice"], &of_nurio["meanPosition"]), (&json!(0.4), &json!(1.5)));
        assert_eq!(of_nurio["positions"], json!([1, 1]));
        assert_eq!((&of_nurio["citationRate"]["numerator"], &of_nurio["citationRate"]["value"]), (&json!(2), &json!(0.666_667)));
        assert_eq!(of_nurio["mentionedAndCited"], json!({ "both": 1, "mentionedOnly": 1, "citedOnly": 1, "neither": 1 }));
        assert_eq!(of_nurio["sourceClasses"], json!({ "own": 2, "otherBrands": 1, "rest": 2 }));
        let instead = json!([{ "brand": { "id": tavrin, "name": "Tavrin" }, "answers": 1 }]);
        assert_eq!(of_nurio["citedInstead"], instead);
        assert_eq!(all["repetitionPairs"], 2);
        assert_eq!(all["brands"][0]["reproducibility"], json!({ "agreeing": 1, "value": 0.5 }));
        let models = metrics["models"].as_array().unwrap();
        assert_eq!((models.len(), &models[0]["model"], &models[0]["group"]["sample"]), (1, &json!("CHATGPT"), &all["sample"]));
        assert_eq!(models[0]["group"].get("repetitionPairs"), None);
    }

    async fn a_brand_that_changes_is_counted_over_the_answers_that_were_searched_for_it(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        example(&server, &account).await;
        server.patch(&account, &format!("{BRANDS}/{nurio}"), json!({ "synonyms": ["Tavrin"] })).await.ok();
        let partly = server.metric(&account, "brands").await;
        assert_eq!(partly["coverage"], json!({ "answers": 4, "counted": 0 }));
        assert_eq!(partly["all"]["sample"]["answers"], 0);
        server.answer(&account, AnswerRow { content: "Tavrin", ..AnswerRow::default() }).await;
        let partly = server.metric(&account, "brands").await;
        assert_eq!((&partly["coverage"], &partly["all"]["namings"]), (&json!({ "answers": 5, "counted": 1 }), &json!(2)));
        assert!(backfill_brands(&server.app).await.unwrap());
        server.find_brands().await;
        let complete = server.metric(&account, &format!("brands?brandID={nurio}")).await;
        assert_eq!(complete["coverage"], json!({ "answers": 5, "counted": 5 }));
        assert_eq!(complete["all"]["brands"][0]["mentionRate"]["numerator"], 5);
    }

    async fn a_series_has_a_point_for_each_period_and_gaps_between_them(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        let first = example(&server, &account).await;
        server.clock.advance(SignedDuration::from_hours(24 * 14));
        let second = server.run_of(&account, [answer('A', "Nurio", &[])]).await;

        let weeks = server.metric(&account, &format!("brands?interval=WEEK&timeZone=Asia/Seoul&brandID={nurio}")).await;
        let weeks = weeks["series"]["points"].as_array().unwrap();
        let rates: Vec<_> = weeks.iter().map(|point| &point["brands"][0]["mentionRate"]["value"]).collect();
        assert_eq!(rates, [&json!(0.5), &json!(null), &json!(1.0)]);
        assert_eq!((&weeks[1]["brands"], &weeks[1]["sample"]["answers"]), (&json!([]), &json!(0)));
        assert_eq!(weeks[2]["sampleChange"]["promptsRemoved"], 1);

        let runs = server.metric(&account, &format!("brands?interval=RUN&brandID={nurio}")).await;
        let runs = runs["series"]["points"].as_array().unwrap();
        let ids: Vec<_> = runs.iter().map(|point| &point["runID"]).collect();
        assert_eq!(ids, [&json!(first), &json!(second)]);
        let rates: Vec<_> = runs.iter().map(|point| &point["brands"][0]["mentionRate"]["value"]).collect();
        assert_eq!(rates, [&json!(0.5), &json!(1.0)]);
    }

    async fn answers_of_unfinished_runs_are_left_out_when_the_scope_says_so(server, account) {
        server.two_brands(&account).await;
        let run = example(&server, &account).await;
        server.answer(&account, AnswerRow { content: "Nurio", ..AnswerRow::default() }).await;
        let unfinish = format!("UPDATE runs SET status = 'RUNNING' WHERE id = '{run}'");
        sea_orm::ConnectionTrait::execute_unprepared(&server.app.database, &unfinish).await.unwrap();
        let answers = async |query: &str| server.metric(&account, &format!("brands{query}")).await["coverage"]["answers"].clone();
        assert_eq!(answers("").await, 5);
        assert_eq!(answers("?finished=true").await, 1);
        assert_eq!(answers(&format!("?finished=true&runID={run}")).await, 4);
        let domains = server.get(&account, "/v1/platform/statistics/source-domains?finished=true").await.ok();
        assert_eq!(domains["totalCitations"], 0);
        let list = server.get(&account, "/v1/platform/answers?finished=true").await.ok();
        assert_eq!(list["answers"].as_array().unwrap().len(), 1);
    }
}

on_sqlite! {
    async fn only_repetitions_of_a_run_make_pairs(server, account) {
        server.two_brands(&account).await;
        let engine = Arc::new(ProviderEngine::answering().free());
        let server = server.with_engines(claude(&engine)).await;
        server.start_jobs().await;
        let prompts = server.prompts(&account, &["A?", "B?"]).await;
        for (repetitions, pairs) in [(1, 0), (3, 6)] {
            let body = json!({ "promptIDs": prompts, "models": ["CLAUDE"], "repeatCount": repetitions });
            let run = server.complete_run(&account, body).await;
            let metrics = server.metric(&account, &format!("brands?include=reproducibility&runID={run}")).await;
            assert_eq!(metrics["all"]["repetitionPairs"], pairs);
        }
    }

    async fn a_brand_is_returned_in_place_of_the_least_named_one(server, account) {
        let [nurio, tavrin] = server.two_brands(&account).await;
        example(&server, &account).await;
        let brands = async |query: String| {
            let metrics = server.metric(&account, &format!("brands?{query}")).await;
            let ids = metrics["brands"].as_array().unwrap().iter().map(|brand| brand["id"].as_str().unwrap().to_owned());
            ids.collect::<Vec<_>>()
        };
        assert_eq!(brands("limit=1".to_owned()).await, std::slice::from_ref(&tavrin));
        assert_eq!(brands(format!("limit=1&withBrandID={nurio}")).await, std::slice::from_ref(&nurio));
        assert_eq!(brands(format!("withBrandID={nurio}")).await, [tavrin.clone(), nurio.clone()]);
        assert_eq!(brands(format!("brandID={tavrin}&withBrandID={nurio}")).await, [tavrin, nurio]);
    }

    async fn a_series_of_too_many_points_names_the_remedy(server, account) {
        server.answer(&account, AnswerRow::default()).await;
        server.clock.advance(SignedDuration::from_hours(24 * 500));
        server.answer(&account, AnswerRow::default()).await;
        let refused = server.get(&account, "/v1beta/platform/metrics/brands?interval=DAY").await;
        assert_eq!(refused.refusal(), (400, "COMMON_VALIDATION".to_owned()));
        assert!(refused.json()["details"][0].as_str().unwrap().contains("Choose a longer interval"));
        assert_eq!(server.metric(&account, "brands?interval=WEEK").await["series"]["points"].as_array().unwrap().len(), 73);
    }

    async fn the_period_before_has_the_same_length(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        server.answer(&account, AnswerRow { content: "Nurio", ..AnswerRow::default() }).await;
        server.clock.advance(SignedDuration::from_hours(1));
        example(&server, &account).await;
        let from = server.clock.now();
        server.clock.advance(SignedDuration::from_hours(2));
        server.answer(&account, AnswerRow { content: "Tavrin", ..AnswerRow::default() }).await;
        server.clock.advance(SignedDuration::from_millis(1));
        let path = format!("brands?include=before&brandID={nurio}&from={from}");
        let metrics = server.metric(&account, &path).await;
        let counts = |group: &str| {
            let group = &metrics[group];
            (group["sample"]["answers"].clone(), group["brands"][0]["mentionRate"]["numerator"].clone())
        };
        // The answers of the example were requested at `from`.
        assert_eq!((counts("all"), counts("before")), ((json!(5), json!(2)), (json!(1), json!(1))));
    }

    async fn a_change_that_comes_from_other_prompts_says_so(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        server.answer(&account, answer('A', "Nurio", &[])).await;
        server.answer(&account, answer('B', "nothing", &[])).await;
        server.clock.advance(SignedDuration::from_hours(1));
        let from = server.clock.now();
        server.answer(&account, answer('A', "Nurio", &[])).await;
        server.clock.advance(SignedDuration::from_hours(1));
        let metrics = server.metric(&account, &format!("brands?include=before&brandID={nurio}&from={from}")).await;
        let change = &metrics["all"]["brands"][0]["mentionRateChange"];
        let of = |field: &str| change[field].as_f64().unwrap();
        assert_eq!(["before", "after", "prompts", "models", "brand"].map(of), [0.5, 1.0, 0.5, 0.0, 0.0]);
        assert_eq!(metrics["before"]["brands"][0].get("mentionRateChange"), None);
    }

    async fn a_period_that_has_not_begun_has_no_answers(server, account) {
        server.two_brands(&account).await;
        example(&server, &account).await;
        let from = server.clock.now() + SignedDuration::from_hours(24);
        let metrics = server.metric(&account, &format!("brands?include=before&from={from}")).await;
        let answers = ["all", "before"].map(|group| metrics[group]["sample"]["answers"].clone());
        assert_eq!(answers, [json!(0), json!(0)]);
    }

    async fn a_period_that_the_scope_cuts_is_partial_and_compared_with_none(server, account) {
        server.two_brands(&account).await;
        let from = server.clock.now();
        for letters in ["A", "AB", "ABC", "B"] {
            server.store_answers(&account, letters.chars().map(|letter| answer(letter, "Nurio", &[]))).await;
            server.clock.advance(SignedDuration::from_hours(24 * 7));
        }
        let to = from + SignedDuration::from_hours(24 * 21 + 1);
        let points = async |query: String| {
            let metrics = server.metric(&account, &format!("brands?interval=WEEK{query}")).await;
            let trend = server.metric(&account, &format!("source-trend?interval=WEEK{query}")).await;
            let marks = |points: &Value| {
                let mark = |point: &Value| json!([point.get("partial"), point["sampleChange"]["promptsAdded"]]);
                points.as_array().unwrap().iter().map(mark).collect::<Vec<_>>()
            };
            let of_brands = marks(&metrics["series"]["points"]);
            assert_eq!(marks(&trend["points"]), of_brands);
            of_brands
        };
        let whole = |added: Option<u64>| json!([null, added]);
        let cut = json!([true, null]);
        assert_eq!(points(String::new()).await, [whole(None), whole(Some(1)), whole(Some(1)), whole(Some(0))]);
        let bounded = format!("&from={from}&to={to}");
        let until_now = points(bounded.clone()).await;
        assert_eq!(until_now, [cut.clone(), whole(None), whole(Some(1)), whole(Some(0))]);
        server.answer(&account, answer('A', "Nurio", &[])).await;
        assert_eq!(points(bounded).await, [cut.clone(), whole(None), whole(Some(1)), cut]);
        // Weeks begin and end at these times.
        let weeks = points("&from=2026-11-16T00:00:00Z&to=2026-12-07T00:00:00Z".to_owned()).await;
        assert_eq!(weeks, [whole(None), whole(Some(1)), whole(Some(1))]);
    }
}
