use crate::harness::AnswerRow;
use crate::on_both;

on_both! {
    async fn get_prompt_counts_successful_answers(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let id = server.prompt(&account, &set, "A").await;
        for status in ["SUCCESS", "SUCCESS", "FAILED", "PENDING"] {
            server.answer(&account, AnswerRow { prompt_id: id.clone(), status, ..Default::default() }).await;
        }
        assert_eq!(server.get(&account, &format!("/v1/platform/prompts/{id}")).await.ok()["answerCount"], 2);
    }

    async fn a_prompt_of_another_organization_is_not_found(server, owner, other) {
        let set = server.prompt_set(&owner, "Set").await;
        let id = server.prompt(&owner, &set, "A").await;
        let foreign = server.get(&other, &format!("/v1/platform/prompts/{id}")).await;
        let unknown = server.get(&other, "/v1/platform/prompts/zzzzzzzzzzzzzzzzzzzzzz").await;
        assert_eq!(foreign.refusal(), (404, "PROMPT_NOT_FOUND".to_owned()));
        assert_eq!(foreign.text, unknown.text);
    }
}
