//! What stands out in answers.

use std::ops::RangeInclusive;

use jiff::SignedDuration;
use serde_json::json;

use super::{BLOG_PAGE, NEWS_PAGE, answer, example};
use crate::harness::AnswerRow;
use crate::{on_each, on_sqlite};

on_each! {
    async fn highlights_are_what_the_operations_of_their_parts_return(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        example(&server, &account).await;
        let sources = &[("https://a.example/1", Some("a.example")), ("https://b.example/1", Some("b.example"))];
        server.answer(&account, AnswerRow { fanouts: &["cheap", "small"], ..answer('B', "Tavrin", sources) }).await;
        // A period without an end ends with the request.
        let query = format!("model=CHATGPT&limit=1&to={}", server.clock.now() + SignedDuration::from_hours(1));
        let found = server.metric(&account, &format!("highlights?{query}&brandID={nurio}&include=nextSteps,sourceChanges")).await;
        let without = server.metric(&account, &format!("highlights?{query}&brandID={nurio}")).await;
        assert_eq!((without.get("nextSteps"), without.get("sourceChanges")), (None, None));
        let domains = server.get(&account, &format!("/v1/platform/statistics/source-domains?{query}")).await.ok();
        let expected = json!({
            "movements": server.metric(&account, &format!("movements?{query}")).await,
            "unnamedSearches": server.metric(&account, &format!("unnamed-searches?{query}&brandID={nurio}")).await,
            "nextSteps": server.metric(&account, &format!("next-steps?{query}&brandID={nurio}&include=done,dismissed")).await,
            "sourceChanges": server.metric(&account, &format!("source-changes?{query}&level=PAGE")).await,
            "sourceDomains": domains,
        });
        assert_eq!(found, expected);
        let lengths = [&found["unnamedSearches"]["searches"], &found["sourceDomains"]["domains"]];
        assert_eq!(lengths.map(|list| list.as_array().unwrap().len()), [1, 1]);
    }

    async fn a_small_run_of_one_other_prompt_hides_no_large_change_since_the_period_before(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        let ask = async |letters: RangeInclusive<char>, content: &'static str| {
            server.clock.advance(SignedDuration::from_hours(1));
            server.run_of(&account, letters.map(|letter| answer(letter, content, &[]))).await
        };
        let start = server.clock.now();
        ask('A'..='J', "Nurio").await;
        ask('K'..='K', "Tavrin").await;
        let from = server.clock.now() + SignedDuration::from_mins(30);
        let to = from + SignedDuration::from_hours(48);
        ask('A'..='J', "nothing").await;
        let newest = ask('K'..='K', "Tavrin").await;
        let movements = async |query: &str| server.metric(&account, &format!("highlights?{query}")).await["movements"].clone();
        let period = format!("from={from}&to={to}");
        let moved = movements(&period).await;
        assert_eq!(moved, server.metric(&account, &format!("movements?basis=PERIODS&{period}")).await);
        let moved = &moved["comparison"]["movements"][0];
        // Of eleven prompts, ten lost it.
        assert_eq!((&moved["brand"]["id"], &moved["moved"], &moved["lost"]["count"]), (&json!(nurio), &json!(-0.909_091), &json!(10)));
        // Without a first day, with a run, or if nothing is before, runs are compared: the newest one asked only what did not change.
        for query in [format!("to={to}"), format!("{period}&runID={newest}"), format!("from={start}&to={to}")] {
            let comparison = &movements(&query).await["comparison"];
            assert_eq!((&comparison["after"]["runID"], &comparison["totalMovements"]), (&json!(newest), &json!(0)), "{query}");
        }
    }
}

on_sqlite! {
    async fn the_source_with_the_largest_significant_influence_is_no_website_of_the_brand(server, account) {
        let [nurio, _] = server.two_brands(&account).await;
        // Ten prompts: of three answers each that cite the blog, two name the brand, and of three others none.
        for prompt in 'A'..='J' {
            let model = if prompt == 'J' { "CLAUDE" } else { "CHATGPT" };
            for content in ["Nurio", "Nurio", "nothing"] {
                server.answer(&account, AnswerRow { model, ..answer(prompt, content, &[BLOG_PAGE]) }).await;
                server.answer(&account, AnswerRow { model, ..answer(prompt, "Tavrin", &[NEWS_PAGE]) }).await;
            }
        }
        let of = async |query: &str| {
            let found = server.metric(&account, &format!("highlights?brandID={nurio}{query}")).await;
            found.get("sourceInfluence").cloned()
        };
        let influence = server.metric(&account, &format!("source-influence?brandID={nurio}&order=INFLUENCE")).await;
        let [blog, news] = [0, 1].map(|at| influence["sources"][at].clone());
        assert_eq!((&blog["source"], &blog["significant"]), (&json!("blog.example"), &json!(true)));
        // Those that cite it name the brand less often.
        assert_eq!((&news["source"], &news["significant"]), (&json!("news.example"), &json!(true)));
        assert_eq!(of("").await, Some(blog));
        // Nine prompts carry nothing.
        assert_eq!(of("&model=CHATGPT").await, None);
        let website = json!({ "websites": ["https://nurio.example", "https://blog.example"] });
        server.patch(&account, &format!("/v1/platform/brands/{nurio}"), website).await.ok();
        server.find_brands().await;
        assert_eq!(of("").await, None);
    }

    async fn highlights_without_a_brand_have_no_searches(server, account) {
        let found = server.metric(&account, "highlights").await;
        assert_eq!((found.get("unnamedSearches"), found.get("sourceInfluence")), (None, None));
        assert_eq!((&found["movements"]["comparison"], &found["sourceDomains"]["totalCitations"]), (&json!(null), &json!(0)));
    }
}
