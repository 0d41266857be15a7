//! Trends, changes and influence of sources.

use jiff::SignedDuration;
use serde_json::json;

use super::{BLOG_PAGE, NEWS_PAGE, NURIO_PAGE, TAVRIN_PAGE, answer, example};
use crate::harness::AnswerRow;
use crate::on_both;

on_both! {
    async fn a_trend_has_the_citations_of_domains_and_the_stability_of_all(server: TestServer) {
        let account = server.account().await;
        example(&server, &account).await;
        server.clock.advance(SignedDuration::from_hours(24 * 7));
        let run = server.run(&account).await;
        for row in [
            answer('A', "x", &[NURIO_PAGE, NEWS_PAGE]),
            answer('B', "x", &[TAVRIN_PAGE, BLOG_PAGE]),
        ] {
            server.answer(&account, AnswerRow { run_id: Some(run.clone()), ..row }).await;
        }
        let trend = server.metric(&account, "source-trend?domain=blog.example&domain=nowhere.example").await;
        let points = trend["points"].as_array().unwrap();
        let counts: Vec<_> = points.iter().map(|point| (&point["citations"], &point["domains"])).collect();
        assert_eq!(counts, [(&json!(5), &json!([2, 0])), (&json!(4), &json!([1, 0]))]);
        let sample = json!({ "answers": 6, "prompts": 2, "tier": "EXPLORATORY" });
        assert_eq!(trend["stability"], json!({ "overlap": 0.666_667, "pairs": 2, "sample": sample }));
        let by_run = server.metric(&account, "source-trend?interval=RUN&level=PAGE").await;
        assert_eq!(by_run["points"][1]["runID"], json!(run));
    }

    async fn new_and_lost_sources_are_those_of_one_period_only(server: TestServer) {
        let account = server.account().await;
        server.answer(&account, answer('A', "x", &[NURIO_PAGE, BLOG_PAGE])).await;
        server.clock.advance(SignedDuration::from_hours(1));
        let from = server.clock.now();
        server.answer(&account, answer('A', "x", &[NEWS_PAGE, NEWS_PAGE, NURIO_PAGE])).await;
        let to = from + SignedDuration::from_hours(2);
        let list = server.metric(&account, &format!("source-changes?from={from}&to={to}")).await;
        assert_eq!((&list["totalNew"], &list["totalLost"]), (&json!(1), &json!(1)));
        assert_eq!((&list["new"][0]["source"], &list["new"][0]["citationCount"]), (&json!("news.example"), &json!(2)));
        assert_eq!((&list["lost"][0]["source"], &list["lost"][0]["answerCount"]), (&json!("blog.example"), &json!(1)));
        let pages = server.metric(&account, &format!("source-changes?level=PAGE&from={from}&to={to}")).await;
        assert_eq!(pages["new"][0]["source"], json!(NEWS_PAGE.0));
        let refused = server.get(&account, "/v1beta/platform/metrics/source-changes").await;
        assert_eq!(refused.refusal(), (400, "COMMON_VALIDATION".to_owned()));
    }

    async fn influence_compares_answers_to_the_same_prompts(server: TestServer) {
        let account = server.account().await;
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
        let news = &list["sources"][1];
        assert_eq!((&news["others"]["answers"], news["mentionRateOthers"].get("value")), (&json!(0), None));
    }
}
