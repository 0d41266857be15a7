//! Answers that meet conditions, phrases in texts, and places of mentions.

use serde_json::{Value, json};

use super::{BLOG_PAGE, NURIO_PAGE, TAVRIN_PAGE, answer, example};
use crate::harness::AnswerRow;
use crate::on_both;

fn ids(list: &Value) -> Vec<Value> {
    list["answers"].as_array().unwrap().iter().map(|answer| answer["id"].clone()).collect()
}

on_both! {
    async fn answers_meet_all_conditions(server: TestServer) {
        let account = server.account().await;
        let [nurio, tavrin] = server.two_brands(&account).await;
        let mut written = Vec::new();
        for row in [
            AnswerRow { fanouts: &["earbuds"], ..answer('A', "Tavrin and Nurio are comfortable", &[NURIO_PAGE, BLOG_PAGE]) },
            AnswerRow { fanouts: &["Earbuds"], ..answer('A', "Tavrin", &[NURIO_PAGE]) },
            answer('B', "nothing", &[TAVRIN_PAGE]),
            AnswerRow { status: "FAILED", ..answer('B', "Tavrin", &[]) },
        ] {
            written.push(json!(server.answer(&account, row).await));
        }
        let [both, only_tavrin, neither, _] = &written[..] else { panic!() };
        for (query, expected) in [
            (String::new(), vec![neither, only_tavrin, both]),
            (format!("namesBrandID={nurio}"), vec![both]),
            (format!("omitsBrandID={nurio}"), vec![neither, only_tavrin]),
            (format!("namesBrandID={tavrin}&omitsBrandID={nurio}"), vec![only_tavrin]),
            (format!("citesBrandID={nurio}"), vec![only_tavrin, both]),
            (format!("citesNotBrandID={nurio}"), vec![neither]),
            ("domain=blog.example".to_owned(), vec![both]),
            ("domain=nowhere.example".to_owned(), vec![]),
            (format!("url={}", NURIO_PAGE.0), vec![only_tavrin, both]),
            ("fanout=earbuds".to_owned(), vec![both]),
            ("word=Tavrin".to_owned(), vec![only_tavrin, both]),
            ("fanout=earbuds&domain=blog.example&word=nurio".to_owned(), vec![both]),
            ("fanout=Earbuds&domain=blog.example".to_owned(), vec![]),
        ] {
            let list = server.metric(&account, &format!("answers?{query}")).await;
            assert_eq!((ids(&list), &list["totalAnswers"]), (expected.iter().map(|id| (*id).clone()).collect(), &json!(expected.len())), "{query}");
        }
        let list = server.metric(&account, "answers").await;
        let named = json!([
            { "brand": { "id": tavrin, "name": "Tavrin" }, "position": 1, "mentions": 1 },
            { "brand": { "id": nurio, "name": "Nurio" }, "position": 2, "mentions": 1 },
        ]);
        assert_eq!((&list["answers"][2]["brands"], &list["answers"][0]["brands"]), (&named, &json!([])));
        let first = server.metric(&account, "answers?limit=2").await;
        let cursor = first["nextCursor"].as_str().unwrap();
        let second = server.metric(&account, &format!("answers?limit=2&cursor={cursor}")).await;
        assert_eq!([ids(&first), ids(&second)].concat(), ids(&list));
    }

    async fn a_phrase_is_found_newest_first_with_an_excerpt(server: TestServer) {
        let account = server.account().await;
        server.two_brands(&account).await;
        for content in ["Active ＮＯＩＳＥ\ncancelling of Nurio", "quiet", "noise cancel"] {
            server.answer(&account, AnswerRow { content, ..AnswerRow::default() }).await;
        }
        let path = "answer-texts?phrase=noise%20cancel&limit=1";
        let first = server.metric(&account, path).await;
        assert_eq!((&first["answers"][0]["phrase"], &first["searched"]), (&json!("noise cancel"), &json!(1)));
        let cursor = first["nextCursor"].as_str().unwrap();
        let second = server.metric(&account, &format!("{path}&cursor={cursor}")).await;
        let found = &second["answers"][0];
        assert_eq!((&found["before"], &found["phrase"], &found["after"]), (&json!("Active "), &json!("ＮＯＩＳＥ\ncancel"), &json!("ling of Nurio")));
        assert_eq!(found["answer"]["brands"][0]["brand"]["name"], "Nurio");
        assert_eq!((&second["nextCursor"], second.get("searchedSince")), (&json!(null), None));
        let none = server.metric(&account, "answer-texts?phrase=%20").await;
        assert_eq!((&none["answers"], &none["nextCursor"]), (&json!([]), &json!(null)));
    }

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

    async fn a_preview_shows_what_new_names_would_find(server: TestServer) {
        let account = server.account().await;
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
    }
}
