//! Answers that meet conditions.

use serde_json::{Value, json};

use super::{BLOG_PAGE, NURIO_PAGE, TAVRIN_PAGE, answer};
use crate::harness::AnswerRow;
use crate::on_each;

fn ids(list: &Value) -> Vec<Value> {
    list["answers"].as_array().unwrap().iter().map(|answer| answer["id"].clone()).collect()
}

on_each! {
    async fn answers_meet_all_conditions(server, account) {
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
            (format!("namesBrandIDs={nurio}"), vec![both]),
            (format!("omitsBrandID={nurio}"), vec![neither, only_tavrin]),
            (format!("namesBrandIDs={tavrin}&omitsBrandID={nurio}"), vec![only_tavrin]),
            (format!("namesBrandIDs={nurio}&namesBrandIDs={tavrin}"), vec![only_tavrin, both]),
            (format!("namesBrandIDs={nurio},{tavrin}&omitsBrandID={nurio}"), vec![only_tavrin]),
            (format!("citesBrandID={nurio}"), vec![only_tavrin, both]),
            (format!("citesNotBrandID={nurio}"), vec![neither]),
            ("domain=blog.example".to_owned(), vec![both]),
            ("domain=https://www.Blog.example/".to_owned(), vec![both]),
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
        assert_eq!(list["answers"][2].get("beginning"), None);
        let with_beginning = server.metric(&account, "answers?include=beginning").await;
        assert_eq!(with_beginning["answers"][2]["beginning"], "Tavrin and Nurio are comfortable");
        let [first, second] = server.two_pages(&account, "/v1beta/platform/metrics/answers?limit=2").await;
        assert_eq!([ids(&first), ids(&second)].concat(), ids(&list));
    }
}
