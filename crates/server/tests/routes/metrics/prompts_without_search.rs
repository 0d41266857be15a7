//! Prompts for which no model searched.

use serde_json::json;

use super::{answer, prompt, prompt_ids};
use crate::harness::AnswerRow;
use crate::on_each;

on_each! {
    async fn prompts_without_a_search_are_listed(server, account) {
        for (letter, fanouts) in [('A', &["earbuds"][..]), ('A', &[]), ('B', &[]), ('C', &[]), ('C', &[])] {
            server.answer(&account, AnswerRow { fanouts, ..answer(letter, "Nurio", &[]) }).await;
        }
        let [first, second] = server.two_pages(&account, "/v1beta/platform/metrics/prompts-without-search?limit=1").await;
        assert_eq!((&first["totalPrompts"], &first["totalWithoutSearch"]), (&json!(3), &json!(2)));
        assert_eq!(first["prompts"], json!([{ "promptID": prompt('C'), "query": "Which earbuds?", "answerCount": 2 }]));
        assert_eq!((prompt_ids(&second), &second["nextCursor"]), (vec![prompt('B')], &json!(null)));
    }
}
