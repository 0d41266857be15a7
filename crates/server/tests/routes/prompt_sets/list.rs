use jiff::SignedDuration;
use serde_json::json;

use crate::harness::AnswerRow;
use crate::on_both;

on_both! {
    async fn list_prompt_sets_returns_every_set_once_newest_first(server: TestServer) {
        let account = server.account().await;
        let mut created = Vec::new();
        for number in 0..7 {
            created.push(server.prompt_set(&account, &format!("Set {number}")).await);
        }
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = server.get(&account, &format!("/v1/platform/prompt-sets?limit=3{cursor}")).await.ok();
            seen.extend(page["promptSets"].as_array().unwrap().iter().map(|set| set["id"].as_str().unwrap().to_owned()));
            match page["nextCursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        created.reverse();
        assert_eq!(seen, created);
    }

    async fn list_prompt_sets_has_the_number_of_prompts_and_the_time_of_the_newest_answer(server: TestServer) {
        let (account, other) = (server.account().await, server.account().await);
        let asked = server.prompt_set(&account, "Asked").await;
        let unasked = server.prompt_set(&account, "Unasked").await;
        for content in ["A?", "B?"] {
            server.prompt(&account, &asked, content).await;
        }
        let mut answers = Vec::new();
        for of in [&account, &account, &other] {
            server.clock.advance(SignedDuration::from_hours(1));
            answers.push(server.answer(of, AnswerRow { prompt_set_id: asked.clone(), ..AnswerRow::default() }).await);
        }
        let newest_answer = server.get(&account, &format!("/v1/platform/answers/{}", answers[1])).await.ok();
        let list = server.get(&account, "/v1/platform/prompt-sets").await.ok();
        let [newest, oldest] = [&list["promptSets"][0], &list["promptSets"][1]];
        assert_eq!((&newest["id"], &newest["promptCount"], newest.get("lastAnswerAt")), (&json!(unasked), &json!(0), None));
        assert_eq!((&oldest["promptCount"], &oldest["lastAnswerAt"]), (&json!(2), &newest_answer["createdAt"]));
        assert_eq!(server.get(&account, &format!("/v1/platform/prompt-sets/{asked}")).await.ok(), *oldest);
    }

    async fn list_prompt_sets_rejects_a_cursor_of_another_organization(server: TestServer) {
        let (one, two) = (server.account().await, server.account().await);
        server.prompt_set(&one, "A").await;
        server.prompt_set(&one, "B").await;
        let page = server.get(&one, "/v1/platform/prompt-sets?limit=1").await.ok();
        let cursor = page["nextCursor"].as_str().unwrap();
        let reply = server.get(&two, &format!("/v1/platform/prompt-sets?limit=1&cursor={cursor}")).await;
        assert_eq!(reply.refusal(), (400, "COMMON_INVALID_CURSOR".to_owned()));
    }
}
