use jiff::SignedDuration;
use serde_json::json;

use crate::harness::AnswerRow;
use crate::on_both;

on_both! {
    async fn list_prompt_sets_has_the_number_of_prompts_and_the_time_of_the_newest_answer(server, account, other) {
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
}
