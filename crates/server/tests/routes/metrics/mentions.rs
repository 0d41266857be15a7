//! Places of mentions.

use serde_json::json;

use crate::harness::AnswerRow;
use crate::{on_each, on_sqlite};

on_each! {
    async fn mentions_have_places_of_a_javascript_string(server, account) {
        let [nurio, tavrin] = server.two_brands(&account).await;
        let content = "🎧 누리오: Tavrin, Nurio";
        let id = server.answer(&account, AnswerRow { content, ..AnswerRow::default() }).await;
        let unnamed = server.answer(&account, AnswerRow { content: "none", ..AnswerRow::default() }).await;
        let list = server.metric(&account, &format!("mentions?answerID={unnamed}&answerID={id}")).await;
        let brands = json!([{ "id": tavrin, "name": "Tavrin" }, { "id": nurio, "name": "Nurio" }]);
        assert_eq!(list["brands"], brands);
        let units: Vec<u16> = content.encode_utf16().collect();
        let names = list["answers"][1]["mentions"].as_array().unwrap().iter().map(|mention| {
            let [start, end] = ["start", "end"].map(|place| mention[place].as_u64().unwrap() as usize);
            String::from_utf16(&units[start..end]).unwrap()
        });
        assert_eq!(names.collect::<Vec<_>>(), ["Tavrin", "Nurio"]);
        assert_eq!(list["answers"][0], json!({ "answerID": unnamed, "mentions": [] }));
        assert_eq!(list["answers"][1]["answerID"], json!(id));
        let other = server.account().await;
        let own = server.answer(&other, AnswerRow::default()).await;
        for (ids, refusal) in [
            (format!("answerID={own}&answerID={id}"), (404, "ANSWER_NOT_FOUND".to_owned())),
            (String::new(), (400, "COMMON_VALIDATION".to_owned())),
        ] {
            let reply = server.get(&other, &format!("/v1beta/platform/metrics/mentions?{ids}")).await;
            assert_eq!(reply.refusal(), refusal, "{ids}");
        }
    }
}

on_sqlite! {
    async fn a_mention_says_whether_nothing_was_found(server, account) {
        server.two_brands(&account).await;
        let content = "I found no information about Nurio, but Tavrin is good. Tavrin에 대한 정보는 없습니다.";
        let id = server.answer(&account, AnswerRow { content, ..AnswerRow::default() }).await;
        let list = server.metric(&account, &format!("mentions?answerID={id}")).await;
        let mentions = list["answers"][0]["mentions"].as_array().unwrap();
        let said: Vec<bool> = mentions.iter().map(|mention| mention["nothingFound"] == json!(true)).collect();
        let names: Vec<&str> =
            mentions.iter().map(|mention| list["brands"][mention["brand"].as_u64().unwrap() as usize]["name"].as_str().unwrap()).collect();
        assert_eq!((names, said), (vec!["Nurio", "Tavrin", "Tavrin"], vec![true, false, true]));
    }

    async fn mentions_are_those_of_the_conditions_of_a_brand(server, account) {
        let brand = json!({ "name": "Apple", "synonyms": ["토스"], "caseSensitive": true, "excludedPhrases": ["Apple pie", "토스트 토스"] });
        server.post(&account, "/v1/platform/brands", brand).await.ok();
        let content = "Apple, an apple, Apple pie, 토스트 토스, 토스";
        let id = server.answer(&account, AnswerRow { content, ..AnswerRow::default() }).await;
        let list = server.metric(&account, &format!("mentions?answerID={id}")).await;
        let starts = list["answers"][0]["mentions"].as_array().unwrap().iter().map(|mention| mention["start"].as_u64().unwrap());
        assert_eq!(starts.collect::<Vec<_>>(), [0, 36]);
    }
}
