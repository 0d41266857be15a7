//! The influence of sources.

use serde_json::json;

use super::{BLOG_PAGE, NEWS_PAGE, answer};
use crate::on_both;

on_both! {
    async fn influence_compares_answers_to_the_same_prompts(server, account) {
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
        let list = server.metric(&account, &format!("source-influence?brandID={nurio}&order=GAP")).await;
        let blog = &list["sources"][0];
        assert_eq!((&blog["source"], &blog["citationCount"], &blog["gap"]), (&json!("blog.example"), &json!(4), &json!(1)));
        assert_eq!((&blog["citing"]["answers"], &blog["mentionRateCiting"]["numerator"]), (&json!(3), &json!(2)));
        assert_eq!((&blog["others"]["answers"], &blog["mentionRateOthers"]["value"]), (&json!(1), &json!(0.0)));
        assert_eq!(blog["significant"], false);
        let news = &list["sources"][1];
        assert_eq!((&news["others"]["answers"], news["mentionRateOthers"].get("value")), (&json!(0), None));
    }
}
