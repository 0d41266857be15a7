use jiff::SignedDuration;
use serde_json::json;

use crate::harness::{Account, AnswerRow, TestServer};
use crate::{on_both, on_sqlite};

async fn ids(server: &TestServer, account: &Account, query: &str) -> Vec<String> {
    let list = server.get(account, &format!("/v1/platform/answers?{query}")).await.ok();
    list["answers"].as_array().unwrap().iter().map(|answer| answer["id"].as_str().unwrap().to_owned()).collect()
}

on_both! {
    async fn every_filter_of_list_answers_narrows_the_list(server, account, other) {
        let run = server.run(&account).await;
        let (set, prompt): (String, String) = (server.new_id(), server.new_id());
        let all = [
            AnswerRow { run_id: Some(run.clone()), ..Default::default() },
            AnswerRow { prompt_set_id: set.clone(), ..Default::default() },
            AnswerRow { prompt_id: prompt.clone(), ..Default::default() },
            AnswerRow { model: "CLAUDE", ..Default::default() },
            AnswerRow { region: "US", ..Default::default() },
            AnswerRow { status: "FAILED", ..Default::default() },
        ];
        let mut created = server.store_answers(&account, all).await;
        server.answer(&other, AnswerRow { model: "CLAUDE", region: "US", ..Default::default() }).await;
        let conditions = [
            format!("runID={run}"),
            format!("promptSetID={set}"),
            format!("promptID={prompt}"),
            "model=CLAUDE".to_owned(),
            "region=US".to_owned(),
            "status=FAILED".to_owned(),
        ];
        for (condition, id) in conditions.iter().zip(&created) {
            assert_eq!(ids(&server, &account, condition).await, std::slice::from_ref(id), "{condition}");
        }
        assert_eq!(ids(&server, &account, &format!("model=CLAUDE&runID={run}")).await, [""; 0]);
        assert_eq!(ids(&server, &account, &format!("status=FAILED&runID={run}")).await, [""; 0]);
        created.reverse();
        assert_eq!(ids(&server, &account, "").await, created);
    }

    async fn list_answers_includes_the_brands_that_each_names(server, account) {
        let [nurio, tavrin] = [server.brand(&account, "Nurio").await, server.brand(&account, "Tavrin").await];
        server.find_brands().await;
        for (status, content) in [("SUCCESS", "Tavrin, Nurio, Tavrin"), ("SUCCESS", "none"), ("FAILED", "")] {
            server.answer(&account, AnswerRow { status, content, ..AnswerRow::default() }).await;
        }
        let list = server.get(&account, "/v1/platform/answers?include=brands").await.ok();
        let brands: Vec<_> = list["answers"].as_array().unwrap().iter().map(|answer| &answer["brands"]).collect();
        let named = json!([
            { "brand": { "id": tavrin, "name": "Tavrin" }, "position": 1, "mentions": 2 },
            { "brand": { "id": nurio, "name": "Nurio" }, "position": 2, "mentions": 1 },
        ]);
        assert_eq!(brands, [&json!([]), &json!([]), &named]);
        let list = server.get(&account, "/v1/platform/answers").await.ok();
        assert_eq!(list["answers"][2].get("brands"), None);
    }

    async fn the_newest_answer_of_each_model_to_a_prompt_is_listed(server, account, other) {
        let prompt = server.new_id();
        let of_prompt = |model, region| AnswerRow { prompt_id: prompt.clone(), model, region, ..AnswerRow::default() };
        let mut created = Vec::new();
        for (model, region) in [("CLAUDE", "KR"), ("CHATGPT", "KR"), ("CLAUDE", "US"), ("CHATGPT", "KR")] {
            created.push(server.answer(&account, of_prompt(model, region)).await);
        }
        server.answer(&account, AnswerRow { model: "CLAUDE", ..AnswerRow::default() }).await;
        server.answer(&other, of_prompt("CLAUDE", "KR")).await;
        let newest = format!("newestByModel=true&promptID={prompt}");
        assert_eq!(ids(&server, &account, &newest).await, [created[3].as_str(), &created[2]]);
        let in_korea = format!("{newest}&region=KR");
        assert_eq!(ids(&server, &account, &in_korea).await, [created[3].as_str(), &created[0]]);
        let reply = server.get(&account, "/v1/platform/answers?newestByModel=true").await;
        assert_eq!(reply.refusal(), (400, "COMMON_VALIDATION".to_owned()));
    }

    async fn the_neighbors_of_an_answer_in_a_list_are_listed(server, account, other) {
        let mut created = Vec::new();
        for model in ["CLAUDE", "CHATGPT", "CLAUDE", "CLAUDE"] {
            server.answer(&other, AnswerRow { model, ..AnswerRow::default() }).await;
            created.push(server.answer(&account, AnswerRow { model, ..AnswerRow::default() }).await);
        }
        for (of, scope, expected) in [
            (1, "", vec![2, 0]),
            (0, "", vec![1]),
            (3, "", vec![2]),
            (2, "&model=CLAUDE", vec![3, 0]),
            (1, "&model=CLAUDE", vec![2, 0]),
            (1, "&model=CHATGPT", vec![]),
        ] {
            let found = ids(&server, &account, &format!("neighborsOf={}{scope}", created[of])).await;
            let expected: Vec<&String> = expected.into_iter().map(|at| &created[at]).collect();
            assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{of} {scope}");
        }
    }

    async fn an_answer_has_the_name_of_its_run(server, account) {
        let run = server.submit_prompts(&account, &["Which one?"], &["CLAUDE"]).await;
        server.answer(&account, AnswerRow { run_id: Some(run), ..AnswerRow::default() }).await;
        let list = server.get(&account, "/v1/platform/answers").await.ok();
        let names = list["answers"].as_array().unwrap().iter().map(|answer| answer.get("runName"));
        let named = json!("Which one?");
        assert_eq!(names.collect::<Vec<_>>(), [Some(&named), Some(&named)]);
    }
}

on_sqlite! {
    async fn from_is_inclusive_and_to_is_exclusive(server, account) {
        let mut created = Vec::new();
        // The answers are created at noon, and one and two milliseconds later.
        server.clock.advance(SignedDuration::from_hours(3) - server.clock.now().duration_since(server.start));
        for _ in 0..3 {
            created.push(server.answer(&account, AnswerRow::default()).await);
            server.clock.advance(SignedDuration::from_millis(1));
        }
        for (query, expected) in [
            ("from=2026-11-20T12:00:00.001Z", vec![2, 1]),
            ("from=2026-11-20T12:00:00.0005Z", vec![2, 1]),
            ("to=2026-11-20T12:00:00.001Z", vec![0]),
            ("to=2026-11-20T12:00:00.0015Z", vec![1, 0]),
            ("from=2026-11-20T21:00:00%2B09:00&to=2026-11-20T12:00:00.002Z", vec![1, 0]),
            ("from=1969-01-01T00:00:00Z&to=9999-12-31T23:59:59Z", vec![2, 1, 0]),
            ("to=1969-01-01T00:00:00Z", vec![]),
        ] {
            let expected: Vec<String> = expected.into_iter().map(|index: usize| created[index].clone()).collect();
            assert_eq!(ids(&server, &account, query).await, expected, "{query}");
        }
    }
}
