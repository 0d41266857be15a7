use answerdeck_api::limits::COUNTED_DOMAINS_MAX;
use serde_json::json;

use crate::harness::AnswerRow;
use crate::{on_each, on_sqlite};

const PATH: &str = "/v1/platform/statistics/source-domains";

on_each! {
    async fn domains_are_ordered_by_citations_then_name_and_totals_count_all_sources(server, account) {
        assert_eq!(
            server.get(&account, PATH).await.ok(),
            json!({ "domains": [], "totalCitations": 0, "totalDomains": 0 })
        );
        server
            .answer(&account, AnswerRow {
                sources: &[
                    ("https://b.example/1", Some("b.example")),
                    ("https://b.example/2", Some("b.example")),
                    ("https://a.example/1", Some("a.example")),
                    ("urn:x", None),
                    ("urn:x", None),
                    ("urn:y", None),
                ],
                ..Default::default()
            })
            .await;
        server.clock.advance(jiff::SignedDuration::from_secs(3_600));
        let sources = &[("https://a.example/1", Some("a.example")), ("https://c.example/", Some("c.example"))];
        server.answer(&account, AnswerRow { sources, ..Default::default() }).await;
        let expected = |limit: usize| {
            let domains = [
                json!({ "domain": "a.example", "citationCount": 2, "answerCount": 2, "latestCreatedAt": "2026-11-20T10:00:00.101Z" }),
                json!({ "domain": "b.example", "citationCount": 2, "answerCount": 1, "latestCreatedAt": "2026-11-20T09:00:00.101Z" }),
                json!({ "domain": "c.example", "citationCount": 1, "answerCount": 1, "latestCreatedAt": "2026-11-20T10:00:00.101Z" }),
            ];
            json!({ "domains": domains[..limit], "totalCitations": 8, "totalDomains": 3 })
        };
        for limit in 1..=3 {
            for scope in ["", "&region=KR", "&from=2026-11-20T00:00:00Z"] {
                let reply = server.get(&account, &format!("{PATH}?limit={limit}{scope}")).await.ok();
                assert_eq!(reply, expected(limit), "{limit} {scope}");
            }
        }
    }

    async fn only_successful_answers_of_the_organization_count_even_of_deleted_prompts(server, account, other) {
        let set = server.prompt_set(&account, "Set").await;
        let prompt = server.prompt(&account, &set, "A").await;
        let row = |status| AnswerRow {
            status,
            prompt_set_id: set.clone(),
            prompt_id: prompt.clone(),
            sources: &[("https://a.example/", Some("a.example"))],
            ..Default::default()
        };
        server.store_answers(&account, ["SUCCESS", "FAILED", "PENDING"].map(row)).await;
        server.answer(&other, row("SUCCESS")).await;
        server.delete(&account, &format!("/v1/platform/prompt-sets/{set}")).await;
        for scope in [String::new(), format!("promptSetID={set}"), format!("promptID={prompt}")] {
            let reply = server.get(&account, &format!("{PATH}?{scope}")).await.ok();
            assert_eq!(reply["totalCitations"], 1, "{scope}");
        }
        let reply = server.get(&account, &format!("{PATH}?promptSetID={}", server.new_id())).await;
        assert_eq!(reply.refusal(), (404, "PROMPT_SET_NOT_FOUND".to_owned()));
    }

    async fn the_sources_of_a_run_count_once(server, account) {
        let run = server.submit_prompts(&account, &["통화 품질이 좋은 무선 이어폰은?"], &["CHATGPT", "CLAUDE"]).await;
        server.collected_run(&account, &run).await;
        let answers = server.get(&account, &format!("/v1/platform/answers?runID={run}")).await.ok();
        let cited: usize = answers["answers"].as_array().unwrap().iter().map(|row| row["sources"].as_array().unwrap().len()).sum();
        assert!(cited > 0);
        let everything = server.get(&account, PATH).await.ok();
        assert_eq!(everything["totalCitations"], cited);
        assert_eq!(server.get(&account, &format!("{PATH}?runID={run}")).await.ok(), everything);
    }
}

on_sqlite! {
    async fn total_domains_is_exact_up_to_10_000(server, account) {
        let run = server.run(&account).await;
        let domains: Vec<&'static str> = (0..COUNTED_DOMAINS_MAX).map(|number| &*format!("{number}.example").leak()).collect();
        let sources = domains.iter().map(|domain| ("https://a.example/", Some(*domain))).collect::<Vec<_>>().leak();
        for sources in sources.chunks(2_500) {
            server.answer(&account, AnswerRow { run_id: Some(run.clone()), sources, ..Default::default() }).await;
        }
        let scopes = [String::new(), format!("runID={run}")];
        for scope in &scopes {
            let reply = server.get(&account, &format!("{PATH}?{scope}")).await.ok();
            assert_eq!(reply["totalDomains"], COUNTED_DOMAINS_MAX, "{scope}");
        }
        let sources = &[("https://one.more.example", Some("more.example"))];
        server.answer(&account, AnswerRow { run_id: Some(run.clone()), sources, ..Default::default() }).await;
        for scope in &scopes {
            let reply = server.get(&account, &format!("{PATH}?{scope}")).await.ok();
            assert_eq!((&reply["totalDomains"], reply.get("totalDomains").is_some()), (&json!(null), true), "{scope}");
        }
    }

    async fn sites_of_many_people_are_ranked_by_their_owners(server, account) {
        let sources = &[
            ("https://m.blog.naver.com/nurio/7", Some("naver.com")),
            ("https://blog.naver.com/PostView.naver?blogId=nurio&logNo=8", Some("naver.com")),
            ("https://blog.naver.com/tavrin/1", Some("naver.com")),
            ("https://www.naver.com/", Some("naver.com")),
            ("https://nurio.tistory.com/1", Some("tistory.com")),
            ("https://bit.ly/3abc", None),
        ];
        server.answer(&account, AnswerRow { sources, ..Default::default() }).await;
        let ranking = |query: &'static str, list: &'static str, name: &'static str| {
            let (server, account) = (&server, &account);
            async move {
                let reply = server.get(account, &format!("/v1/platform/statistics/{query}")).await.ok();
                let rows = reply[list].as_array().unwrap().iter();
                rows.map(|row| format!("{} {}", row[name].as_str().unwrap(), row["citationCount"])).collect::<Vec<_>>()
            }
        };
        assert_eq!(ranking("source-domains", "domains", "domain").await, ["naver.com 4", "tistory.com 1"]);
        assert_eq!(ranking("source-domains?domain=tistory.com", "domains", "domain").await, ["tistory.com 1"]);
        assert_eq!(ranking("source-domains?domain=nobody.example", "domains", "domain").await, [""; 0]);
        assert_eq!(
            ranking("source-domains?level=SITE&domain=naver.com", "domains", "domain").await,
            ["blog.naver.com/nurio 2", "blog.naver.com/tavrin 1", "naver.com 1"]
        );
        assert_eq!(
            ranking("source-domains?level=SITE", "domains", "domain").await,
            ["blog.naver.com/nurio 2", "blog.naver.com/tavrin 1", "naver.com 1", "nurio.tistory.com 1"]
        );
        assert_eq!(
            ranking("source-urls?domain=blog.naver.com/nurio", "urls", "url").await,
            ["https://blog.naver.com/PostView.naver?blogId=nurio&logNo=8 1", "https://m.blog.naver.com/nurio/7 1"]
        );
        for (domain, count) in [("blog.naver.com/nurio", 1), ("naver.com", 1), ("blog.naver.com/nobody", 0)] {
            let matches = server.get(&account, &format!("/v1beta/platform/metrics/answers?domain={domain}")).await.ok();
            assert_eq!(matches["totalAnswers"], count, "{domain}");
        }
        let trend = "/v1beta/platform/metrics/source-trend?interval=MONTH&domain=naver.com&domain=blog.naver.com/nurio";
        let trend = server.get(&account, trend).await.ok();
        assert_eq!(trend["points"][0]["domains"], json!([4, 2]));
    }
}
