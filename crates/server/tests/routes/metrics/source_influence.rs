//! The influence of sources.

use serde_json::json;

use super::{BLOG_PAGE, NEWS_PAGE, answer};
use crate::harness::AnswerRow;
use crate::{on_each, on_sqlite};

on_each! {
    async fn influence_compares_answers_of_the_same_models_to_the_same_prompts(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        for row in [
            answer('A', "Nurio", &[BLOG_PAGE]),
            answer('A', "Nurio", &[BLOG_PAGE, BLOG_PAGE]),
            answer('A', "Tavrin", &[BLOG_PAGE]),
            answer('A', "nothing", &[]),
            // No answer to this prompt cites the blog.
            answer('B', "Nurio", &[NEWS_PAGE]),
        ] {
            server.answer(&account, row).await;
        }
        server.assign_domain_type(&account, "blog.example", json!("REVIEW")).await;
        let review = json!({ "type": "REVIEW", "origin": "ORGANIZATION" });
        let list = server.metric(&account, &format!("source-influence?brandID={nurio}&order=GAP")).await;
        let blog = &list["sources"][0];
        assert_eq!((&blog["source"], &blog["citationCount"], &blog["gap"]), (&json!("blog.example"), &json!(4), &json!(1)));
        assert_eq!((&blog["citing"]["answers"], &blog["mentionRateCiting"]["numerator"]), (&json!(3), &json!(2)));
        assert_eq!((&blog["others"]["answers"], &blog["mentionRateOthers"]["value"]), (&json!(1), &json!(0.0)));
        assert_eq!((&blog["difference"], &blog["significant"]), (&json!(0.666_667), &json!(false)));
        let news = &list["sources"][1];
        assert_eq!((&news["others"]["answers"], news["mentionRateOthers"].get("value")), (&json!(0), None));
        assert_eq!(news.get("difference"), None);
        assert_eq!((&blog["domainType"], news.get("domainType")), (&review, None));
        assert_eq!((list["rivals"][0]["name"].as_str(), blog.get("domain")), (Some("Tavrin"), None));
        let pages = server.metric(&account, &format!("source-influence?brandID={nurio}&order=GAP&level=PAGE")).await;
        let page = ["source", "title", "domain"].map(|field| pages["sources"][0][field].as_str());
        assert_eq!(page, [Some("https://blog.example/1"), Some("T"), Some("blog.example")]);
        assert_eq!(pages["sources"][0]["domainType"], review);
    }
}

on_sqlite! {
    async fn a_source_is_compared_within_the_answers_of_the_models_that_cite_it(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        let write = async |model: &'static str, content: &'static str, sources: &'static [(&'static str, Option<&'static str>)]| {
            for prompt in ('A'..='J').flat_map(|prompt| [prompt; 3]) {
                server.answer(&account, AnswerRow { model, ..answer(prompt, content, sources) }).await;
            }
        };
        // Claude names the brand whatever it cites, ChatGPT only where it cites the news.
        write("CLAUDE", "Nurio", &[BLOG_PAGE]).await;
        write("CLAUDE", "Nurio", &[]).await;
        write("CHATGPT", "Nurio", &[NEWS_PAGE]).await;
        write("CHATGPT", "nothing", &[]).await;
        let list = server.metric(&account, &format!("source-influence?brandID={nurio}&order=INFLUENCE")).await;
        let found = list["sources"].as_array().unwrap().iter();
        let found = found.map(|source| json!([source["source"], source["difference"], source["significant"], source["others"]["answers"]]));
        assert_eq!(found.collect::<Vec<_>>(), [json!(["news.example", 1.0, true, 30]), json!(["blog.example", 0.0, false, 30])]);
    }

    async fn a_source_that_only_answers_about_other_brands_miss_is_no_gap(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        let about = AnswerRow { query: "Is Tavrin recalled?", ..answer('A', "Tavrin", &[NEWS_PAGE]) };
        server.store_answers(&account, [about.clone(), about, answer('B', "Tavrin", &[BLOG_PAGE])]).await;
        let sources = async |order| {
            let list = server.metric(&account, &format!("source-influence?brandID={nurio}&order={order}")).await;
            list["sources"].as_array().unwrap().iter().map(|source| source["source"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(sources("GAP").await, ["blog.example"]);
        assert_eq!(sources("CITATIONS").await, ["news.example", "blog.example"]);
    }

    async fn brands_of_another_market_make_no_gap(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        server.brand_with_site(&account, "Dalvio", "https://dalvio.example").await;
        server.find_brands().await;
        let rows = [
            answer('A', "Nurio and Tavrin", &[NEWS_PAGE]),
            answer('A', "Tavrin", &[BLOG_PAGE]),
            answer('A', "Dalvio", &[BLOG_PAGE]),
            answer('A', "Dalvio", &[NEWS_PAGE]),
        ];
        server.store_answers(&account, rows).await;
        let list = server.metric(&account, &format!("source-influence?brandID={nurio}&order=GAP")).await;
        let gaps: Vec<_> = list["sources"].as_array().unwrap().iter().map(|source| (&source["source"], &source["gap"])).collect();
        assert_eq!(gaps, [(&json!("blog.example"), &json!(1)), (&json!("news.example"), &json!(0))]);
    }
}
