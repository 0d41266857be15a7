//! What new names of a brand would find.

use serde_json::json;

use super::example;
use crate::harness::AnswerRow;
use crate::{on_each, on_sqlite};

on_each! {
    async fn a_preview_shows_what_new_names_would_find(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        example(&server, &account).await;
        server.answer(&account, AnswerRow { content: "First. The 누리오 fits. Last.", ..AnswerRow::default() }).await;
        let path = "/v1beta/platform/metrics/brand-preview";
        let preview = server.post(&account, path, json!({ "brandID": nurio, "names": ["Nurio", "누리오"] })).await.ok();
        assert_eq!((&preview["searched"], &preview["added"]), (&json!(5), &json!(1)));
        let example = &preview["examples"][0];
        assert_eq!((&example["before"], &example["name"], &example["after"]), (&json!("The "), &json!("누리오"), &json!(" fits.")));
        let unknown = server.post(&account, path, json!({ "brandID": "x".repeat(22), "names": ["A"] })).await;
        assert_eq!(unknown.refusal(), (404, "USER_BRAND_NOT_FOUND".to_owned()));
        assert_eq!(unknown.json()["details"], json!(["brandID: there is no brand xxxxxxxxxxxxxxxxxxxxxx"]));
    }
}

on_sqlite! {
    async fn a_preview_shows_what_conditions_of_names_would_remove(server, account) {
        let brand = server.brand(&account, "Apple").await;
        server.brand(&account, "Apple Pie Shop").await;
        server.answers_saying(&account, &["An Apple is new.", "Eat an apple.", "The Apple pie.", "APPLE", "The Apple Pie Shop."]).await;
        let path = "/v1beta/platform/metrics/brand-preview";
        let preview = async |conditions: serde_json::Value| {
            let mut body = json!({ "brandID": brand, "names": ["Apple"] });
            body.as_object_mut().unwrap().extend(conditions.as_object().unwrap().clone());
            let preview = server.post(&account, path, body).await.ok();
            let names = |examples: &serde_json::Value| {
                let examples = examples.as_array().unwrap().iter();
                examples.map(|example| format!("{}{}", example["name"].as_str().unwrap(), example["after"].as_str().unwrap())).collect()
            };
            assert_eq!((&preview["searched"], &preview["added"], &preview["examples"]), (&json!(5), &json!(0), &json!([])));
            let examples: Vec<String> = names(&preview["removedExamples"]);
            assert_eq!(preview["removed"], json!(examples.len()));
            examples
        };
        assert_eq!(preview(json!({})).await, [""; 0]);
        assert_eq!(preview(json!({ "caseSensitive": true })).await, ["APPLE", "apple."]);
        assert_eq!(preview(json!({ "excludedPhrases": ["apple pie"] })).await, ["Apple pie."]);
        let both = json!({ "caseSensitive": true, "excludedPhrases": ["apple pie", "an apple is"] });
        assert_eq!(preview(both).await, ["APPLE", "Apple pie.", "apple.", "Apple is new."]);
    }

    async fn a_preview_lists_the_spellings_that_answers_have(server, account) {
        server.answers_saying(&account, &["NewBalance is light.", "The newbalance and New Balance.", "올리브 영에서 샀다.", "Other"]).await;
        let path = "/v1beta/platform/metrics/brand-preview";
        let body = |names: &[&str]| json!({ "names": names });
        let preview = server.post(&account, path, body(&["New Balance", "올리브영"])).await.ok();
        let expected = json!([{ "name": "newbalance", "answers": 2 }, { "name": "올리브 영", "answers": 1 }]);
        assert_eq!((&preview["added"], &preview["spellings"]), (&json!(1), &expected));
        let preview = server.post(&account, path, body(&["New Balance", "NewBalance", "올리브영", "올리브 영"])).await.ok();
        assert_eq!((&preview["added"], &preview["spellings"]), (&json!(3), &json!([])));
    }
}
