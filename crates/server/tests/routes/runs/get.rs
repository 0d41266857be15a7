use answerdeck_database::entity::answer;
use sea_orm::EntityTrait;
use serde_json::json;

use crate::harness::runs::{assert_asked, assert_counts_agree, run_body};
use crate::on_both;

on_both! {
    async fn a_long_run_is_streamed_with_all_of_its_items(server, account) {
        let set = server.large_set(&account, 1).await;
        let models = ["CHATGPT", "PERPLEXITY", "CLAUDE", "GEMINI"];
        let id = server.submit(&account, json!({ "promptSetID": set, "models": models, "repeatCount": 4 })).await;
        let reply = server.get(&account, &format!("/v1/platform/runs/{id}")).await;
        assert!(!reply.headers.contains_key("content-length"));
        let run = reply.ok();
        assert_counts_agree(&run);
        assert_eq!((&run["id"], &run["status"], &run["runningCount"]), (&json!(id), &json!("RUNNING"), &json!(1_600)));
        assert_eq!(run["credits"], 0.0);
        assert_asked(run["answers"].as_array().unwrap(), 400, 4);
        let with_answer = run["answers"].as_array().unwrap().iter().filter(|item| !item["answerID"].is_null());
        assert_eq!(with_answer.count(), 500, "an item without a row has no answer");
        let rows = answer::Entity::find().all(&server.app.database).await.unwrap();
        assert_eq!(rows.len(), 500, "only a slice of the items has rows");
        let answers = server.get(&account, &format!("/v1/platform/answers?runID={id}&limit=1")).await.ok();
        assert!(answers["answers"][0]["query"].as_str().unwrap().starts_with("Which earbuds 0-"));
    }

    async fn the_items_of_a_deleted_prompt_are_marked(server, account) {
        let set = server.large_set(&account, 1).await;
        let prompt = server.get(&account, "/v1/platform/prompts?limit=1").await.ok()["prompts"][0]["id"].clone();
        let short = server.submit(&account, json!({ "promptSetID": set, "models": ["CLAUDE"] })).await;
        let models = ["CHATGPT", "PERPLEXITY", "CLAUDE", "GEMINI"];
        // It is streamed, and some of its items have no row.
        let long = server.submit(&account, json!({ "promptSetID": set, "models": models, "repeatCount": 3 })).await;
        let marked = async |run: &str| {
            let run = server.get(&account, &format!("/v1/platform/runs/{run}")).await.ok();
            let items = run["answers"].as_array().unwrap().clone();
            items.into_iter().filter(|item| item.get("promptDeleted").is_some()).collect::<Vec<_>>()
        };
        for run in [&short, &long] {
            assert!(marked(run).await.is_empty());
        }
        server.delete(&account, &format!("/v1/platform/prompts/{}", prompt.as_str().unwrap())).await;
        for (run, count) in [(&short, 1), (&long, 12)] {
            let items = marked(run).await;
            assert_eq!(items.len(), count);
            assert!(items.iter().all(|item| item["promptDeleted"] == true && item["promptID"] == prompt), "{items:#?}");
        }
    }

    async fn a_run_completes_the_items_of_a_deleted_prompt(server, account) {
        let prompts = server.prompts(&account, &["Which earbuds fit small ears?"]).await;
        let id = server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
        server.delete(&account, &format!("/v1/platform/prompts/{}", prompts[0])).await;
        let run = server.collected_run(&account, &id).await;
        let item = &run["answers"][0];
        assert_eq!((&run["successCount"], &item["promptID"]), (&1.into(), &prompts[0].as_str().into()));
        let answer = format!("/v1/platform/answers/{}", item["answerID"].as_str().unwrap());
        assert_eq!(server.get(&account, &answer).await.ok()["promptID"], item["promptID"]);
    }
}
