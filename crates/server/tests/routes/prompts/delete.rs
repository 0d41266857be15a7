use serde_json::json;

use crate::harness::AnswerRow;
use crate::on_both;

on_both! {
    async fn delete_prompt_keeps_the_answers(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let id = server.prompt(&account, &set, "Gone").await;
        let answer = AnswerRow { prompt_id: id.clone(), ..Default::default() };
        let answer = server.answer(&account, answer).await;
        assert_eq!(server.delete(&account, &format!("/v1/platform/prompts/{id}")).await.status, 204);
        let list = server.get(&account, &format!("/v1/platform/answers?promptID={id}")).await.ok();
        assert_eq!(list["answers"][0]["id"], json!(answer));
    }

    async fn deleting_a_prompt_set_deletes_its_prompts_and_keeps_their_answers(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let id = server.prompt(&account, &set, "Gone").await;
        let row = AnswerRow { prompt_id: id.clone(), prompt_set_id: set.clone(), ..Default::default() };
        server.answer(&account, row).await;
        server.delete(&account, &format!("/v1/platform/prompt-sets/{set}")).await;
        let prompt = server.get(&account, &format!("/v1/platform/prompts/{id}")).await;
        assert_eq!(prompt.refusal(), (404, "PROMPT_NOT_FOUND".to_owned()));
        let page = format!("/v1/platform/answers?promptSetID={set}");
        assert_eq!(server.get(&account, &page).await.ok()["answers"].as_array().unwrap().len(), 1);
        let narrowed = server.get(&account, &format!("{page}&model=CLAUDE")).await.ok();
        assert_eq!(narrowed["answers"], json!([]));
    }
}
