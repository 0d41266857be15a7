//! Places of mentions.

use serde_json::json;

use crate::harness::AnswerRow;
use crate::on_both;

on_both! {
    async fn mentions_have_places_of_a_javascript_string(server: TestServer) {
        let account = server.account().await;
        let [nurio, tavrin] = server.two_brands(&account).await;
        let content = "🎧 누리오: Tavrin, Nurio";
        let id = server.answer(&account, AnswerRow { content, ..AnswerRow::default() }).await;
        let list = server.metric(&account, &format!("answers/{id}/mentions")).await;
        let brands = json!([{ "id": tavrin, "name": "Tavrin" }, { "id": nurio, "name": "Nurio" }]);
        assert_eq!(list["brands"], brands);
        let units: Vec<u16> = content.encode_utf16().collect();
        let names = list["mentions"].as_array().unwrap().iter().map(|mention| {
            let [start, end] = ["start", "end"].map(|place| mention[place].as_u64().unwrap() as usize);
            String::from_utf16(&units[start..end]).unwrap()
        });
        assert_eq!(names.collect::<Vec<_>>(), ["Tavrin", "Nurio"]);
        let other = server.account().await;
        let foreign = server.get(&other, &format!("/v1beta/platform/metrics/answers/{id}/mentions")).await;
        assert_eq!(foreign.refusal(), (404, "ANSWER_NOT_FOUND".to_owned()));
    }
}
