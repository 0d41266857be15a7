use answerdeck_database::entity::answer;
use answerdeck_engine::Engines;
use axum::body::Body;
use axum::http::Request;
use futures_util::future::join_all;
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::{on_both, on_sqlite};

const RUNS: &str = "/v1/platform/runs";

on_both! {
    async fn submit_run_creates_an_item_for_every_prompt_model_and_repetition(server, account) {
        let prompts = server.prompts(&account, &["A?", "B?", "C?"]).await;
        let body = json!({
            "promptIDs": prompts, "models": ["CLAUDE", "GEMINI"], "region": "US", "repeatCount": 2
        });
        let id = server.submit(&account, body).await;
        let run = server.get(&account, &format!("{RUNS}/{id}")).await.ok();
        assert_eq!((&run["status"], &run["totalCount"], &run["runningCount"]), (&json!("RUNNING"), &json!(12), &json!(12)));
        let items = run["answers"].as_array().unwrap();
        let answer = &items[0]["answerID"];
        assert_eq!(items[0], json!({
            "answerID": answer, "model": "CLAUDE", "promptID": prompts[0], "query": "A?", "region": "US", "status": "PENDING"
        }));
        server.get(&account, &format!("/v1/platform/answers/{}", answer.as_str().unwrap())).await.ok();
        for prompt in &prompts {
            for model in ["CLAUDE", "GEMINI"] {
                let matches = |item: &&Value| item["promptID"] == **prompt && item["model"] == model;
                assert_eq!(items.iter().filter(matches).count(), 2);
            }
        }
    }

    async fn an_organization_has_at_most_100_000_pending_items(server, busy, other) {
        let set = server.large_set(&busy, 10).await;
        let models = server.get(&busy, "/v1/platform/models").await.ok();
        let models: Vec<_> = models["models"].as_array().unwrap().iter().map(|model| model["code"].clone()).collect();
        let largest = json!({ "promptSetID": set, "models": models, "repeatCount": 10 });
        // Each of them alone would be accepted.
        let replies = join_all((0..4).map(|_| server.post(&busy, RUNS, largest.clone()))).await;
        let (accepted, refused): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status.is_success());
        let runs = server.get(&busy, RUNS).await.ok();
        let run = &runs["runs"][0];
        assert_eq!((accepted.len(), &run["id"], &run["totalCount"]), (1, &accepted[0].json()["id"], &json!(80_000)));
        for reply in refused {
            assert_eq!(reply.refusal(), (409, "PLATFORM_PENDING_LIMIT_EXCEEDED".to_owned()));
        }
        assert_eq!(answer::Entity::find().count(&server.app.database).await.unwrap(), 500);
        server.submit_prompts(&other, &["A?"], &["CLAUDE"]).await;
    }

    async fn a_run_of_a_prompt_set_uses_korea_and_one_repetition_by_default(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        server.prompt(&account, &set, "A?").await;
        server.prompt(&account, &set, "B?").await;
        server.prompts(&account, &["Other?"]).await;
        let id = server.submit(&account, json!({ "promptSetID": set, "models": ["CHATGPT"] })).await;
        let run = server.get(&account, &format!("{RUNS}/{id}")).await.ok();
        let queries: Vec<_> = run["answers"].as_array().unwrap().iter().map(|item| &item["query"]).collect();
        assert_eq!(queries, ["A?", "B?"]);
        assert_eq!(run["answers"][0]["region"], "KR");
    }

    async fn a_run_of_an_empty_prompt_set_is_finished_immediately_and_says_what_it_asks(server, account) {
        let set = server.prompt_set(&account, "Empty").await;
        let id = server.submit(&account, json!({ "promptSetID": set, "models": ["CHATGPT"] })).await;
        let run = server.get(&account, &format!("{RUNS}/{id}")).await.ok();
        assert_eq!((&run["status"], &run["totalCount"], &run["answers"]), (&json!("FINISHED"), &json!(0), &json!([])));
        let run = &server.get(&account, RUNS).await.ok()["runs"][0];
        assert_eq!((&run["name"], &run["promptCount"], run.get("repeatCount")), (&json!("Empty"), &json!(0), None));
    }
}

on_sqlite! {
    async fn of_many_unknown_prompts_the_first_are_named_and_the_others_counted(server, account) {
        for (ids, last) in [
            (100, "promptIDs[99]: there is no prompt "),
            (101, "promptIDs: 1 more id has no prompt"),
            (1_000, "promptIDs: 900 more ids have no prompt"),
        ] {
            let ids: Vec<String> = (0..ids).map(|_| server.new_id()).collect();
            let refused = server.post(&account, RUNS, json!({ "promptIDs": ids, "models": ["CLAUDE"] })).await;
            assert_eq!(refused.refusal(), (404, "PROMPT_NOT_FOUND".to_owned()));
            let details = refused.json()["details"].as_array().unwrap().clone();
            assert_eq!((details.len(), details[0].as_str()), (ids.len().min(101), Some(&*format!("promptIDs[0]: there is no prompt {}", ids[0]))));
            assert!(details.last().unwrap().as_str().unwrap().starts_with(last), "{details:?}");
        }
    }

    async fn submit_run_rejects_a_model_without_an_engine(server, account) {
        let prompts = server.prompts(&account, &["A?"]).await;
        let body = json!({ "promptIDs": prompts, "models": ["CLAUDE"] }).to_string();
        let router = answerdeck_server::router::router(&server.second_app(Engines::default()));
        let send = async |method: &str, path: &str, body: String| {
            let request = Request::builder().method(method).uri(format!("/api{path}"));
            let request = request.header("API-Key", &account.key).header("Accept-Language", "en");
            let response = router.clone().oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
            let status = response.status().as_u16();
            let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
            (status, serde_json::from_slice::<Value>(&body).unwrap())
        };
        server.clock.advance(jiff::SignedDuration::from_secs(1));
        let (status, error) = send("POST", RUNS, body).await;
        assert_eq!((status, &error["code"]), (403, &json!("MODEL_NOT_GRANTED")));
        assert_eq!(error["details"], json!(["models: this server has no engine for CLAUDE. GET /models lists those it has"]));
        assert_eq!(send("GET", "/v1/platform/models", String::new()).await, (200, json!({ "models": [] })));
        let health = router.clone().oneshot(Request::get("/health").body(Body::empty()).unwrap()).await.unwrap();
        let health = axum::body::to_bytes(health.into_body(), usize::MAX).await.unwrap();
        let missing = serde_json::from_slice::<Value>(&health).unwrap()["missing"].clone();
        assert!(missing.as_str().unwrap().contains("--engines FILE"), "{missing}");
    }
}
