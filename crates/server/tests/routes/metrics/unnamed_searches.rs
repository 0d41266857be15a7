//! Searches whose answers never name a brand.

use serde_json::json;

use super::answer;
use crate::harness::AnswerRow;
use crate::on_each;

on_each! {
    async fn searches_whose_answers_never_name_the_brand_are_listed(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        for (content, fanouts) in [
            ("Nurio", &["earbuds", "best"][..]),
            ("Tavrin", &["earbuds", "cheap", "cheap"]),
            ("Tavrin", &["cheap", "small"]),
        ] {
            server.answer(&account, AnswerRow { fanouts, ..answer('A', content, &[]) }).await;
        }
        let list = server.metric(&account, &format!("unnamed-searches?brandID={nurio}")).await;
        assert_eq!((&list["totalSearches"], &list["totalUnnamed"]), (&json!(4), &json!(2)));
        let expected = json!([{ "query": "cheap", "answerCount": 2 }, { "query": "small", "answerCount": 1 }]);
        assert_eq!(list["searches"], expected);
    }
}
