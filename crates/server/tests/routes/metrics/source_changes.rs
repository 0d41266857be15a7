//! New and lost sources.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::{BLOG_PAGE, NEWS_PAGE, NURIO_PAGE, answer};
use crate::on_each;

on_each! {
    async fn new_and_lost_sources_are_those_of_one_period_only(server, account) {
        server.answer(&account, answer('A', "x", &[NURIO_PAGE, BLOG_PAGE])).await;
        server.clock.advance(SignedDuration::from_hours(1));
        let from = server.clock.now();
        server.answer(&account, answer('A', "x", &[NEWS_PAGE, NEWS_PAGE, NURIO_PAGE])).await;
        let to = from + SignedDuration::from_hours(2);
        let wire = |time: Timestamp| format!("{time:.3}");
        let list = server.metric(&account, &format!("source-changes?from={from}&to={to}")).await;
        assert_eq!((&list["totalNew"], &list["totalLost"]), (&json!(1), &json!(1)));
        assert_eq!((&list["new"][0]["source"], &list["new"][0]["citationCount"]), (&json!("news.example"), &json!(2)));
        assert_eq!((&list["lost"][0]["source"], &list["lost"][0]["answerCount"]), (&json!("blog.example"), &json!(1)));
        assert_eq!((&list["new"][0]["firstCreatedAt"], &list["new"][0]["latestCreatedAt"]), (&json!(wire(from)), &json!(wire(from))));
        assert_eq!(["title", "domain", "domainType"].map(|field| list["new"][0].get(field)), [None; 3]);
        server.assign_domain_type(&account, "news.example", json!("NEWS")).await;
        let pages = server.metric(&account, &format!("source-changes?level=PAGE&from={from}&to={to}")).await;
        let page = ["source", "title", "domain"].map(|field| pages["new"][0][field].as_str());
        assert_eq!(page, [Some(NEWS_PAGE.0), Some("T"), NEWS_PAGE.1]);
        assert_eq!(pages["new"][0]["domainType"], json!({ "type": "NEWS", "origin": "ORGANIZATION" }));
        let times = |side: &Value| [side["from"].clone(), side["to"].clone()];
        assert_eq!(times(&list["before"]), [from - SignedDuration::from_hours(2), from].map(wire));
        assert_eq!((times(&list["after"]), list["after"].get("runID")), ([from, to].map(wire).map(Value::from), None));
        server.clock.advance(SignedDuration::from_hours(24 * 7));
        let week = server.metric(&account, "source-changes").await;
        let [before, after] = ["before", "after"].map(|side| &week[side]);
        assert_eq!((&after["sample"]["answers"], &before["sample"]["answers"]), (&json!(0), &json!(2)));
        let now = server.clock.now();
        let starts = [2, 1].map(|weeks| now - SignedDuration::from_hours(24 * 7 * weeks));
        assert_eq!(times(before), starts.map(wire));
        assert_eq!(times(after), [starts[1], now].map(wire));
    }

    async fn the_sources_of_a_run_are_compared_with_those_of_the_run_before_it(server, account) {
        let mut runs = Vec::new();
        for (letter, sources) in [('A', &[NURIO_PAGE, BLOG_PAGE]), ('B', &[NEWS_PAGE, BLOG_PAGE]), ('A', &[NURIO_PAGE, NEWS_PAGE])] {
            server.clock.advance(SignedDuration::from_hours(1));
            runs.push(server.run_of(&account, [answer(letter, "x", sources)]).await);
        }
        let list = server.metric(&account, &format!("source-changes?runID={}", runs[2])).await;
        assert_eq!((&list["totalNew"], &list["new"][0]["source"]), (&json!(1), &json!("news.example")));
        assert_eq!((&list["totalLost"], &list["lost"][0]["source"]), (&json!(1), &json!("blog.example")));
        assert_eq!(["before", "after"].map(|side| &list[side]["runID"]), [&json!(runs[0]), &json!(runs[2])]);
        assert_eq!(["from", "to"].map(|time| list["after"].get(time)), [None; 2]);
        // No earlier run asked the same.
        let list = server.metric(&account, &format!("source-changes?runID={}", runs[1])).await;
        assert_eq!((&list["totalNew"], &list["totalLost"], list.get("before")), (&json!(0), &json!(0), None));
        assert_eq!(list["after"]["sample"], json!({ "answers": 1, "prompts": 1, "tier": "EXPLORATORY" }));
    }
}
