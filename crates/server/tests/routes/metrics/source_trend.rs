//! Trends of sources, and their stability.

use jiff::SignedDuration;
use serde_json::json;

use super::{BLOG_PAGE, NEWS_PAGE, NURIO_PAGE, TAVRIN_PAGE, answer, example};
use crate::{on_each, on_sqlite};

on_each! {
    async fn a_trend_has_the_citations_of_domains_and_the_stability_of_all(server, account) {
        example(&server, &account).await;
        server.clock.advance(SignedDuration::from_hours(24 * 7));
        let rows = [answer('A', "x", &[NURIO_PAGE, NEWS_PAGE]), answer('B', "x", &[TAVRIN_PAGE, BLOG_PAGE])];
        let run = server.run_of(&account, rows).await;
        let trend = server.metric(&account, "source-trend?domain=WWW.Blog.example&domain=nowhere.example").await;
        let points = trend["points"].as_array().unwrap();
        let counts: Vec<_> = points.iter().map(|point| (&point["citations"], &point["domains"])).collect();
        assert_eq!(counts, [(&json!(5), &json!([2, 0])), (&json!(4), &json!([1, 0]))]);
        let sample = json!({ "answers": 6, "prompts": 2, "tier": "EXPLORATORY" });
        assert_eq!(trend["stability"], json!({ "overlap": 0.666_667, "pairs": 2, "sample": sample }));
        let by_run = server.metric(&account, "source-trend?interval=RUN&level=PAGE").await;
        assert_eq!(by_run["points"][1]["runID"], json!(run));
        // The second run is one side of two pairs for prompt A.
        server.clock.advance(SignedDuration::from_hours(24));
        server.run_of(&account, [answer('A', "x", &[NEWS_PAGE])]).await;
        let stability = &server.metric(&account, "source-trend").await["stability"];
        assert_eq!((&stability["pairs"], &stability["sample"]["answers"]), (&json!(3), &json!(7)));
    }
}

on_sqlite! {
    async fn other_addresses_of_the_same_pages_leave_the_stability_as_it_is(server, account) {
        for addresses in [
            [("https://a.example/1", Some("a.example")), ("https://nurio.tistory.com/7", Some("tistory.com"))],
            [("http://www.a.example/1/?utm_source=x", Some("a.example")), ("https://nurio.tistory.com/m/7", Some("tistory.com"))],
            [("https://amp.a.example/1#b", Some("a.example")), ("https://nurio.tistory.com/7?n_media=1", Some("tistory.com"))],
        ] {
            server.run_of(&account, [answer('A', "x", addresses.to_vec().leak())]).await;
            server.clock.advance(SignedDuration::from_hours(24));
        }
        let trend = server.metric(&account, "source-trend?interval=RUN&level=PAGE").await;
        assert_eq!((&trend["stability"]["overlap"], &trend["stability"]["pairs"]), (&json!(1.0), &json!(2)));
    }
}
