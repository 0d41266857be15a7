use serde_json::{Value, json};

use crate::harness::AnswerRow;
use crate::on_each;

const PATH: &str = "/v1/platform/statistics/token-neighbors";

fn neighbors(words: &[&str], neighbors: &[(&str, u32)]) -> Value {
    let neighbor = |(token, count): &(&str, u32)| json!({ "token": token, "answerCount": count });
    json!({ "words": words, "neighbors": neighbors.iter().map(neighbor).collect::<Vec<_>>() })
}

on_each! {
    async fn neighbors_occur_in_answers_with_a_base_word(server, account, other) {
        let run = server.run(&account).await;
        for (model, content) in [
            ("CLAUDE", "이어폰 착용감 LED"),
            ("CHATGPT", "이어폰 배터리"),
            ("CHATGPT", "배터리 착용감"),
            ("CHATGPT", "음질"),
        ] {
            server.answer(&account, AnswerRow { run_id: Some(run.clone()), model, content, ..Default::default() }).await;
        }
        server.answer(&other, AnswerRow { content: "이어폰 소음", ..Default::default() }).await;
        for scope in [String::new(), format!("&runID={run}"), "&region=KR".to_owned(), "&to=2027-01-01T00:00:00Z".to_owned()] {
            let get = async |query: &str| server.get(&account, &format!("{PATH}?{query}{scope}")).await.ok();
            let one = neighbors(&["이어폰"], &[("led", 1), ("배터리", 1), ("착용감", 1)]);
            assert_eq!(get("words=이어폰").await, one, "{scope}");
            assert_eq!(get("words=led&words=배터리").await, neighbors(&["led", "배터리"], &[("이어폰", 2), ("착용감", 2)]), "{scope}");
            assert_eq!(get("words=Led").await, neighbors(&["Led"], &[("이어폰", 1), ("착용감", 1)]), "{scope}");
            assert_eq!(get("words=이어폰&words=이어폰&limit=1").await, neighbors(&["이어폰", "이어폰"], &[("led", 1)]), "{scope}");
            assert_eq!(get("words=소음&words=음질").await, neighbors(&["소음", "음질"], &[]), "{scope}");
            let with_totals = get("words=이어폰&include=totalAnswerCount").await["neighbors"].clone();
            let totals: Vec<_> = with_totals.as_array().unwrap().iter().map(|one| one["totalAnswerCount"].clone()).collect();
            assert_eq!(totals, [1, 2, 2], "{scope}");
        }
        let of_claude = server.get(&account, &format!("{PATH}?words=이어폰&include=totalAnswerCount&model=CLAUDE")).await.ok();
        assert_eq!(
            of_claude["neighbors"][1],
            json!({ "token": "착용감", "answerCount": 1, "totalAnswerCount": 1 })
        );
    }
}
