use serde_json::json;

use crate::harness::AnswerRow;
use crate::{on_each, on_sqlite};

const PATH: &str = "/v1/platform/statistics/source-urls";

on_each! {
    async fn urls_are_ordered_by_citations_then_by_bytes(server, account) {
        let sources = &[
            ("https://a.example/b", Some("a.example")),
            ("https://a.example/B", Some("a.example")),
            ("https://a.example/가", Some("a.example")),
            ("https://a.example/01234567890123456789012345678901234567890123456789012345678901234567890", Some("a.example")),
            ("https://a.example/0123456789012345678901234567890123456789012345678901234567890123456789", Some("a.example")),
            ("urn:b", None),
            ("urn:b", None),
        ];
        let run = server.run(&account).await;
        server.answer(&account, AnswerRow { run_id: Some(run.clone()), sources, ..Default::default() }).await;
        for scope in [String::new(), format!("runID={run}")] {
            let reply = server.get(&account, &format!("{PATH}?{scope}")).await.ok();
            let urls: Vec<&str> = reply["urls"].as_array().unwrap().iter().map(|row| row["url"].as_str().unwrap()).collect();
            let expected = ["urn:b", sources[4].0, sources[3].0, "https://a.example/B", "https://a.example/b", "https://a.example/가"];
            assert_eq!(urls, expected, "{scope}");
            assert_eq!(
                reply["urls"][0],
                json!({ "url": "urn:b", "title": "T", "citationCount": 2, "answerCount": 1, "latestCreatedAt": "2026-11-20T09:00:00.000Z" })
            );
            assert_eq!((&reply["urls"][1]["domain"], &reply["totalCitations"]), (&json!("a.example"), &json!(7)));
        }
    }

    async fn urls_and_searches_of_any_length_are_counted(server, account) {
        let long: &'static str = format!("https://a.example/{}", "가나다라마".repeat(20_000)).leak();
        let sources: &'static [(&str, Option<&str>)] = vec![(long, Some("a.example"))].leak();
        server.answer(&account, AnswerRow { sources, fanouts: vec![long].leak(), ..Default::default() }).await;
        assert_eq!(server.get(&account, PATH).await.ok()["urls"][0]["url"], long);
        assert_eq!(server.get(&account, "/v1/platform/statistics/fanouts").await.ok()["fanouts"][0]["query"], long);
    }
}

on_sqlite! {
    async fn the_domain_filter_narrows_urls_and_total(server, account) {
        let run = server.run(&account).await;
        let sources = &[
            ("https://a.example/1", Some("a.example")),
            ("https://a.example/1", Some("a.example")),
            ("https://www.a.example/2", Some("a.example")),
            ("https://b.example/", Some("b.example")),
            ("urn:x", None),
        ];
        server.answer(&account, AnswerRow { run_id: Some(run.clone()), sources, ..Default::default() }).await;
        for scope in [String::new(), format!("&runID={run}")] {
            for (domain, total, urls) in [
                ("a.example", 3, 2),
                ("b.example", 1, 1),
                ("c.example", 0, 0),
                ("www.a.example", 3, 2),
                ("A.Example.", 3, 2),
                ("https://a.example/1", 3, 2),
            ] {
                let reply = server.get(&account, &format!("{PATH}?domain={domain}{scope}")).await.ok();
                let counts = (&reply["totalCitations"], reply["urls"].as_array().unwrap().len());
                assert_eq!(counts, (&json!(total), urls), "{domain} {scope}");
            }
        }
    }

    async fn a_domain_that_no_source_has_is_refused(server, account) {
        for path in [PATH, "/v1beta/platform/metrics/answers", "/v1beta/platform/metrics/source-trend"] {
            for (domain, reason) in [("a%20b", "domain such as news.example"), ("a", "domain such as news.example"), ("shop.a.example", "root domain: a.example")] {
                let reply = server.get(&account, &format!("{path}?domain={domain}")).await;
                assert_eq!(reply.refusal(), (400, "COMMON_VALIDATION".to_owned()), "{path} {domain}");
                let detail = reply.json()["details"][0].as_str().unwrap().to_owned();
                assert!(detail.starts_with("domain") && detail.ends_with(&format!(": must be a {reason}")), "{detail}");
            }
        }
    }

    async fn all_addresses_of_a_page_are_one_row_and_find_its_answers(server, account) {
        let sources = &[
            ("https://m.blog.naver.com/PostView.naver?blogId=nurio&logNo=7", Some("naver.com")),
            ("https://blog.naver.com/nurio/7?trackingCode=x#comments", Some("naver.com")),
            ("http://www.a.example/1/", Some("a.example")),
            ("https://a.example/1?NaPm=x", Some("a.example")),
            ("https://a.example/2", Some("a.example")),
            ("https://bit.ly/3abc", None),
        ];
        server.answer(&account, AnswerRow { sources, ..Default::default() }).await;
        let reply = server.get(&account, PATH).await.ok();
        let rows: Vec<_> = reply["urls"].as_array().unwrap().iter().map(|row| (row["url"].as_str(), row["citationCount"].as_u64())).collect();
        let expected = [sources[2].0, sources[0].0, sources[4].0].map(Some).into_iter().zip([2, 2, 1].map(Some));
        assert_eq!((rows, &reply["totalCitations"]), (expected.collect(), &json!(6)));
        for (url, count) in [(sources[1].0, 1), (sources[3].0, 1), ("https://a.example/3", 0), (sources[5].0, 0)] {
            let url: String = url::form_urlencoded::byte_serialize(url.as_bytes()).collect();
            let matches = server.get(&account, &format!("/v1beta/platform/metrics/answers?url={url}")).await.ok();
            assert_eq!(matches["totalAnswers"], count, "{url}");
        }
    }
}
