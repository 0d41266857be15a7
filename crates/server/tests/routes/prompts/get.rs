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
}
