use serde_json::{Value, json};

use crate::harness::{AnswerRow, dictionary};
use crate::on_each;

const PATH: &str = "/v1/platform/statistics/tokens";

fn tokens(tokens: &[(&str, u32)]) -> Value {
    let token = |(token, count): &(&str, u32)| json!({ "token": token, "answerCount": count });
    json!({ "tokens": tokens.iter().map(token).collect::<Vec<_>>() })
}

on_each! {
    async fn an_answer_counts_once_for_each_of_its_tokens(server, account, other) {
        let run = server.run(&account).await;
        for (model, content) in [
            ("CLAUDE", "착용감은 착용감이다. 이어폰"),
            ("CHATGPT", "이어폰에서 LED, 그리고 LED"),
            ("CHATGPT", "이어폰까지"),
        ] {
            server.answer(&account, AnswerRow { run_id: Some(run.clone()), model, content, ..Default::default() }).await;
        }
        server.answer(&other, AnswerRow { content: "이어폰", ..Default::default() }).await;
        server.answer(&account, AnswerRow { status: "FAILED", content: "이어폰", ..Default::default() }).await;
        for scope in [String::new(), format!("runID={run}"), "region=KR".to_owned(), "from=2026-01-01T00:00:00Z".to_owned()] {
            let ranked = server.get(&account, &format!("{PATH}?{scope}")).await.ok();
            assert_eq!(ranked, tokens(&[("이어폰", 3), ("led", 1), ("착용감", 1)]), "{scope}");
        }
        for scope in ["model=CHATGPT", "model=CHATGPT&region=KR"] {
            let ranked = server.get(&account, &format!("{PATH}?limit=1&{scope}")).await.ok();
            assert_eq!(ranked, tokens(&[("이어폰", 2)]), "{scope}");
        }
        assert_eq!(server.get(&account, &format!("{PATH}?model=CLAUDE&region=US")).await.ok(), tokens(&[]));
    }

    async fn a_completed_run_stores_the_tokens_of_its_answers(server, account) {
        let server = server.with_analyzer(dictionary()).await;
        let id = server.submit_prompts(&account, &["착용감이 좋은 무선 이어폰 추천해 줘"], &["CHATGPT", "CLAUDE"]).await;
        server.collected_run(&account, &id).await;
        let ranked = server.get(&account, &format!("{PATH}?runID={id}&limit=100")).await.ok();
        assert_eq!(ranked, server.get(&account, &format!("{PATH}?limit=100")).await.ok());
        let earphones = json!({ "token": "이어폰", "answerCount": 2 });
        assert!(ranked["tokens"].as_array().unwrap().contains(&earphones), "{ranked}");
    }
}
