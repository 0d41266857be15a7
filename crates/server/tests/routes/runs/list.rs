use serde_json::{Value, json};

use crate::harness::runs::run_body;
use crate::on_both;

on_both! {
    async fn list_runs_returns_every_run_once_newest_first_without_answers(server, account, other) {
        let prompts = server.prompts(&account, &["A?"]).await;
        server.submit_prompts(&other, &["B?"], &["CLAUDE"]).await;
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

    async fn a_run_says_what_it_asks(server, account) {
        let set = server.prompt_set(&account, "Commuters").await;
        let first = server.prompt(&account, &set, &"가".repeat(101)).await;
        let second = server.prompt(&account, &set, "B?").await;
        let models = json!(["CLAUDE", "CHATGPT"]);
        let of_set = json!({ "promptSetID": set, "models": models, "repeatCount": 3 });
        let of_set = server.submit(&account, of_set).await;
        let of_prompts = server.submit(&account, run_body(&[first.clone(), second], &["CLAUDE"])).await;
        let of_one = server.submit(&account, run_body(&[first], &["CLAUDE"])).await;
        server.patch(&account, &format!("/v1/platform/prompt-sets/{set}"), json!({ "name": "Later" })).await.ok();
        let list = server.get(&account, "/v1/platform/runs").await.ok();
        let fields = |run: &Value| json!([run["name"], run["promptSetID"], run["promptCount"], run["models"], run["repeatCount"]]);
        let cut = format!("{}…", "가".repeat(99));
        for (at, id, expected) in [
            (0, of_one, json!([cut, null, 1, ["CLAUDE"], 1])),
            (1, of_prompts, json!([cut, null, 2, ["CLAUDE"], 1])),
            (2, of_set, json!(["Commuters", set, 2, models, 3])),
        ] {
            assert_eq!((&list["runs"][at]["id"], fields(&list["runs"][at])), (&json!(id), expected.clone()));
            let run = server.get(&account, &format!("/v1/platform/runs/{id}")).await.ok();
            assert_eq!(fields(&run), expected);
        }
    }

    async fn list_runs_returns_only_the_named_runs_of_the_organization(server, account, other) {
        let prompts = server.prompts(&account, &["A?"]).await;
        let foreign = server.prompts(&other, &["A?"]).await;
        let foreign = server.submit(&other, run_body(&foreign, &["CLAUDE"])).await;
        let mut runs = Vec::new();
        for _ in 0..3 {
            runs.push(server.submit(&account, run_body(&prompts, &["CLAUDE"])).await);
        }
        let path = format!("/v1/platform/runs?runID={}&runID={}&runID={foreign}", runs[0], runs[2]);
        let list = server.get(&account, &path).await.ok();
        let found = list["runs"].as_array().unwrap().iter().map(|run| run["id"].as_str().unwrap());
        assert_eq!(found.collect::<Vec<_>>(), [&runs[2], &runs[0]]);
    }
}
