//! Comparing two runs or periods.

use jiff::SignedDuration;
use serde_json::json;

use super::{answer, example, later_run, prompt};
use crate::harness::AnswerRow;
use crate::{on_each, on_sqlite};

on_each! {
    async fn the_newest_run_is_compared_with_the_last_one_that_asked_the_same(server, account) {
        let [nurio, tavrin] = server.two_brands(&account).await;
        let before = example(&server, &account).await;
        // They ask nothing that the newest run asks.
        for _ in 0..25 {
            server.clock.advance(SignedDuration::from_hours(1));
            server.run_of(&account, [answer('D', "Nurio", &[])]).await;
        }
        let after = later_run(&server, &account).await;
        let movements = server.metric(&account, "movements").await;
        assert_eq!(movements["coverage"], json!({ "answers": 7, "counted": 7 }));
        let comparison = &movements["comparison"];
        assert_eq!((&comparison["before"]["runID"], &comparison["after"]["runID"]), (&json!(before), &json!(after)));
        assert_eq!((&comparison["before"]["comparable"]["answers"], &comparison["after"]["sample"]["answers"]), (&json!(2), &json!(3)));
        let change = comparison["changes"].as_array().unwrap().iter().find(|change| change["brand"]["id"] == json!(nurio));
        let change = &change.unwrap()["mentionRate"];
        let effects: f64 = ["prompts", "models", "brand", "otherBrands"].iter().map(|effect| change[effect].as_f64().unwrap()).sum();
        assert_eq!((&change["before"], &change["after"]), (&json!(0.5), &json!(0.666_667)));
        assert!((effects - 0.166_667).abs() < 1e-5, "{change}");
        let moved = comparison["movements"].as_array().unwrap();
        assert_eq!((&comparison["totalMovements"], moved.len()), (&json!(2), 2));
        let of_tavrin = moved.iter().find(|moved| moved["brand"]["id"] == json!(tavrin)).unwrap();
        // Of prompt A, both answers named it, and then none.
        assert_eq!((&of_tavrin["moved"], &of_tavrin["lost"]["count"]), (&json!(-1.0), &json!(1)));
        let lost = json!({ "promptID": prompt('A'), "query": "Which earbuds?", "before": 1.0, "after": 0.0 });
        assert_eq!(of_tavrin["lost"]["prompts"], json!([lost]));
        assert_eq!(of_tavrin["movedByPrompts"], json!(0.583_333));
    }

    async fn runs_of_other_models_hide_no_earlier_run_of_the_scope(server, account) {
        server.two_brands(&account).await;
        let run = async |model: &'static str| {
            server.clock.advance(SignedDuration::from_hours(1));
            server.run_of(&account, [AnswerRow { model, ..answer('A', "Nurio", &[]) }]).await
        };
        let before = run("CLAUDE").await;
        let mut times = vec![server.clock.now() + SignedDuration::from_secs(1)];
        for _ in 0..25 {
            run("CHATGPT").await;
            times.push(server.clock.now() + SignedDuration::from_secs(1));
        }
        let after = run("CLAUDE").await;
        // Without `from`, and with one after the first run, among the others, and after them.
        for from in [String::new(), format!("&from={}", times[0]), format!("&from={}", times[12]), format!("&from={}", times[25])] {
            let comparison = &server.metric(&account, &format!("movements?basis=RUNS&model=CLAUDE{from}")).await["comparison"];
            assert_eq!((&comparison["before"]["runID"], &comparison["after"]["runID"]), (&json!(before), &json!(after)), "{from}");
        }
    }
}

on_sqlite! {
    async fn a_movement_names_the_prompts_with_the_largest_change(server, account) {
        server.two_brands(&account).await;
        let letters = ['A', 'B', 'C', 'D', 'E', 'F'];
        // All six answers to each prompt name the brand, and then one less to the first prompt, two less to the second, and so on.
        for losses in [[0; 6], [1, 2, 3, 4, 5, 6]] {
            server.clock.advance(SignedDuration::from_hours(1));
            let run = server.run(&account).await;
            for (letter, lost) in letters.into_iter().zip(losses) {
                let row = |at: usize| {
                    let content = if at < lost { "Nothing" } else { "Nurio" };
                    AnswerRow { run_id: Some(run.clone()), ..answer(letter, content, &[]) }
                };
                server.answers(&account, 6, row).await;
            }
        }
        let comparison = &server.metric(&account, "movements").await["comparison"];
        let moved = &comparison["movements"][0];
        assert_eq!((&comparison["totalMovements"], &moved["gained"]), (&json!(1), &json!({ "count": 0, "prompts": [] })));
        assert_eq!(moved["lost"]["count"], 6);
        let after = [("F", 0.0), ("E", 0.166_667), ("D", 0.333_333), ("C", 0.5), ("B", 0.666_667)];
        let expected = after.map(|(letter, after)| json!({ "promptID": letter.repeat(22), "query": "Which earbuds?", "before": 1.0, "after": after }));
        assert_eq!(moved["lost"]["prompts"], json!(expected));
    }

    async fn one_run_has_nothing_to_compare_with(server, account) {
        server.two_brands(&account).await;
        assert_eq!(server.metric(&account, "movements").await["comparison"], json!(null));
        let run = example(&server, &account).await;
        assert_eq!(server.metric(&account, "movements").await["comparison"], json!(null));
        let unknown = server.get(&account, &format!("/v1beta/platform/metrics/movements?runID={run}&beforeRunID={}", prompt('x'))).await;
        assert_eq!(unknown.refusal(), (404, "TASK_GENERATION_RUN_NOT_FOUND".to_owned()));
    }

    async fn the_earlier_run_is_another_one_with_answers_in_the_scope(server, account) {
        let before = example(&server, &account).await;
        let unfinished = server.submit_prompts(&account, &["Which one?"], &["CLAUDE"]).await;
        server.clock.advance(SignedDuration::from_hours(1));
        let from = server.clock.now();
        let after = later_run(&server, &account).await;
        let has_none = "beforeRunID: has not finished, or has no answers in this scope";
        for (query, detail) in [
            (format!("runID={after}&beforeRunID={after}"), "beforeRunID: must be another run"),
            (format!("beforeRunID={after}"), "beforeRunID: must be another run"),
            (format!("runID={before}&beforeRunID={after}"), "beforeRunID: must be an earlier run"),
            (format!("runID={after}&beforeRunID={unfinished}"), has_none),
            (format!("to={from}&beforeRunID={after}"), has_none),
            (format!("from={from}&promptID={}&beforeRunID={before}", prompt('C')), has_none),
        ] {
            let refused = server.get(&account, &format!("/v1beta/platform/metrics/movements?{query}")).await;
            assert_eq!(refused.refusal(), (400, "COMMON_VALIDATION".to_owned()), "{query}");
            assert_eq!(refused.json()["details"], json!([detail]), "{query}");
        }
    }

    async fn a_run_that_asked_something_else_does_not_hide_what_changed_before_it(server, account) {
        server.two_brands(&account).await;
        let before = example(&server, &account).await;
        let after = later_run(&server, &account).await;
        server.clock.advance(SignedDuration::from_hours(1));
        let other = server.run_of(&account, [answer('D', "Nurio", &[])]).await;
        let comparison = &server.metric(&account, "movements").await["comparison"];
        assert_eq!((&comparison["before"]["runID"], &comparison["after"]["runID"]), (&json!(before), &json!(after)));
        // A run that was chosen is compared with none but those before it.
        let of_other = server.metric(&account, &format!("movements?runID={other}")).await;
        assert_eq!(of_other["comparison"], json!(null));
    }

    async fn the_only_run_of_a_period_is_compared_with_the_one_before_the_period(server, account) {
        server.two_brands(&account).await;
        let before = example(&server, &account).await;
        server.clock.advance(SignedDuration::from_hours(1));
        let from = server.clock.now();
        let after = later_run(&server, &account).await;
        for query in ["basis=RUNS".to_owned(), format!("beforeRunID={before}"), format!("runID={after}")] {
            let query = format!("from={from}&{query}");
            let comparison = &server.metric(&account, &format!("movements?{query}")).await["comparison"];
            assert_eq!((&comparison["before"]["runID"], &comparison["after"]["runID"]), (&json!(before), &json!(after)), "{query}");
            assert_eq!(comparison["before"]["sample"]["answers"], 4, "{query}");
        }
        let of_before = server.metric(&account, &format!("movements?from={from}&runID={before}")).await;
        assert_eq!(of_before["comparison"], json!(null));
    }

    async fn two_periods_or_two_chosen_runs_can_be_compared(server, account) {
        server.two_brands(&account).await;
        let before = example(&server, &account).await;
        server.clock.advance(SignedDuration::from_hours(1));
        let from = server.clock.now();
        let after = later_run(&server, &account).await;
        let samples = |list: &serde_json::Value| {
            let comparison = &list["comparison"];
            ["before", "after"].map(|side| comparison[side]["sample"]["answers"].as_u64().unwrap())
        };
        let runs = server.metric(&account, &format!("movements?runID={after}&beforeRunID={before}")).await;
        assert_eq!(samples(&runs), [4, 3]);
        let to = from + SignedDuration::from_hours(48);
        let periods = server.metric(&account, &format!("movements?basis=PERIODS&from={from}&to={to}")).await;
        assert_eq!(samples(&periods), [4, 3]);
        assert_eq!(server.metric(&account, &format!("movements?from={from}&to={to}")).await, periods);
        assert_eq!(periods["comparison"]["before"].get("runID"), None);
    }
}
