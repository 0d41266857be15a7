use std::time::Duration;

use answerdeck_database::entity::{site_analysis, site_page};
use answerdeck_engine::corpus::Corpus;
use answerdeck_server::Config;
use answerdeck_server::demo_sites::DemoSites;
use jiff::SignedDuration;
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::{Value, json};

use crate::harness::dictionary;
use crate::harness::held_pool::HeldPool;
use crate::harness::site::Site;
use crate::{on_both, on_sqlite};

fn keywords(analysis: &Value) -> &Vec<Value> {
    analysis["keywords"].as_array().unwrap()
}

on_both! {
    async fn an_analysis_is_deleted_30_days_after_its_end(server, account) {
        let site = Site::start(1, 1_000).await;
        let server = server.allowing_site(site.address).await;
        let jobs = server.start_jobs().await;
        let ended = async || {
            let id = server.submit_analysis(&account, json!({ "url": site.url() })).await;
            server.finished_analysis(&account, &id).await;
            format!("/v1beta/platform/siteKeywordAnalyses/{id}")
        };
        let old = ended().await;
        server.clock.advance(SignedDuration::from_hours(29 * 24));
        let new = ended().await;
        jobs.kill().await;
        server.clock.advance(SignedDuration::from_hours(25));
        // A server without new analyses deletes the old ones, too.
        server.start_jobs().await;
        let deleted = async { while server.get(&account, &old).await.status == 200 {} };
        tokio::time::timeout(Duration::from_secs(60), deleted).await.expect("the old analysis is deleted");
        let refusal = server.get(&account, &old).await.refusal();
        assert_eq!(refusal, (404, "PLATFORM_SITE_KEYWORD_ANALYSIS_NOT_FOUND".to_owned()));
        server.get(&account, &new).await.ok();
    }

    async fn sources_and_contexts_are_included_on_request(server, account) {
        let site = Site::start(2, 1_000).await;
        let server = server.allowing_site(site.address).await;
        server.start_jobs().await;
        for (flags, sources, contexts) in [
            (json!({}), false, false),
            (json!({ "includeSourceURLs": true }), true, false),
            (json!({ "includeContext": true }), true, true),
            (json!({ "includeSourceURLs": true, "includeContext": true }), true, true),
        ] {
            let mut body = json!({ "url": site.url(), "maxPages": 3 });
            body.as_object_mut().unwrap().extend(flags.as_object().unwrap().clone());
            let id = server.submit_analysis(&account, body).await;
            let analysis = server.finished_analysis(&account, &id).await;
            let keyword = keywords(&analysis).iter().find(|entry| entry["keyword"].as_str().unwrap().contains("이어폰"));
            let keyword = keyword.unwrap_or_else(|| panic!("{analysis}"));
            assert_eq!(keyword["sourceURLCount"], 3, "{keyword}");
            assert_eq!(keyword["sources"].is_array(), sources, "{flags} {keyword}");
            assert_eq!(keyword["sources"][0]["contexts"].is_array(), contexts, "{flags} {keyword}");
            if sources {
                let urls: Vec<_> =
                    keyword["sources"].as_array().unwrap().iter().map(|source| source["url"].clone()).collect();
                assert_eq!(urls, ["", "1", "2"].map(|path| format!("{}{path}", site.url())), "sources are in crawl order");
            }
        }
    }

    async fn pages_that_a_crashed_worker_stored_are_not_fetched_again(server, account) {
        let site = Site::start(5, 3).await;
        let server = server.allowing_site(site.address).await;
        let id = server.submit_analysis(&account, json!({ "url": site.url(), "maxPages": 6 })).await;
        let crashing = server.start_jobs().await;
        site.wait_for_visits(4).await;
        assert_eq!(server.analysis(&account, &id).await["processedPages"], 3);
        crashing.kill().await;
        server.expire_leases();
        site.permits.add_permits(100);
        server.start_jobs().await;
        let analysis = server.finished_analysis(&account, &id).await;
        assert_eq!((&analysis["status"], &analysis["processedPages"]), (&json!("COMPLETED"), &json!(6)), "{analysis}");
        let visits = site.visits.lock().unwrap().clone();
        let fetched_twice: Vec<_> = visits.iter().filter(|(_, count)| **count > 1).map(|(path, _)| path.as_str()).collect();
        assert_eq!(fetched_twice, ["/3", "/robots.txt"], "only the page in flight and robots.txt are fetched twice: {visits:?}");
        let stored_pages = site_page::Entity::find().count(&server.app.database).await;
        assert_eq!(stored_pages.unwrap(), 0, "stored pages are deleted at the end");
    }

    async fn an_organization_has_at_most_two_analyses_in_progress(server, busy, other) {
        let (slow, fast) = (Site::start(0, 0).await, Site::start(0, 1_000).await);
        let server = server.allowing_private_addresses().await;
        for _ in 0..6 {
            server.submit_analysis(&busy, json!({ "url": slow.url(), "maxPages": 1 })).await;
        }
        server.start_jobs().await;
        slow.wait_for_visits(1).await;
        // The slow site keeps each of its analyses in progress.
        for _ in 0..3 {
            let one = server.submit_analysis(&other, json!({ "url": fast.url(), "maxPages": 1 })).await;
            assert_eq!(server.finished_analysis(&other, &one).await["status"], "COMPLETED");
        }
        assert_eq!(slow.visits.lock().unwrap()["/"], 2);
    }
}

on_sqlite! {
    async fn an_organization_with_many_analyses_does_not_delay_another_organization(server, busy, other) {
        let site = Site::start(0, 1_000).await;
        let server = server.allowing_site(site.address).await;
        let mut many = Vec::new();
        for _ in 0..20 {
            many.push(server.submit_analysis(&busy, json!({ "url": site.url(), "maxPages": 1 })).await);
        }
        let one = server.submit_analysis(&other, json!({ "url": site.url(), "maxPages": 1 })).await;
        server.start_jobs().await;
        server.finished_analysis(&other, &one).await;
        server.finished_analysis(&busy, many.last().unwrap()).await;
        let rows = site_analysis::Entity::find().all(&server.app.database).await.unwrap();
        let ended = |id: &str| rows.iter().find(|row| row.id == id).unwrap().ended_at.unwrap();
        assert!(ended(&one) <= ended(many.last().unwrap()));
    }

    async fn an_analysis_of_a_demo_site_returns_keywords_with_sentences(server, account) {
        let sites = DemoSites::render(&Corpus::shipped(server.start).unwrap());
        let demo = server.with_config(Config { demo_sites: Some(sites), ..server.app.config.clone() }).await;
        let server = server.allowing_site(demo.url.trim_start_matches("http://").parse().unwrap()).await;
        let site = format!("{}/demo-sites/nurio.example/", demo.url);
        let id = server.submit_analysis(&account, json!({ "url": site, "maxPages": 50, "includeContext": true })).await;
        server.start_jobs().await;
        let analysis = server.finished_analysis(&account, &id).await;
        assert_eq!((&analysis["status"], &analysis["error"]), (&json!("COMPLETED"), &Value::Null), "{analysis}");
        assert_eq!(analysis["totalPages"], 5, "the start page and four pages: {analysis}");
        let found: Vec<&str> = keywords(&analysis).iter().map(|entry| entry["keyword"].as_str().unwrap()).collect();
        assert!(found.iter().any(|keyword| keyword.contains("이어폰")), "{found:?}");
        assert!(found.iter().any(|keyword| keyword.to_lowercase().contains("earbuds")), "{found:?}");
        for entry in keywords(&analysis) {
            let sources = entry["sources"].as_array().unwrap();
            assert_eq!(entry["sourceURLCount"], sources.len(), "{entry}");
            assert!(sources.iter().all(|source| source["url"].as_str().unwrap().starts_with(&site)), "{entry}");
        }
        let sources = keywords(&analysis).iter().flat_map(|entry| entry["sources"].as_array().unwrap());
        assert!(sources.clone().any(|source| source["contexts"][0].as_str().is_some_and(|text| text.ends_with('.'))));
    }

    async fn total_pages_is_fixed_at_the_start_and_processed_pages_increases(server, account) {
        let site = Site::start(9, 1).await;
        let server = server.allowing_site(site.address).await;
        let id = server.submit_analysis(&account, json!({ "url": site.url(), "maxPages": 5 })).await;
        server.start_jobs().await;
        for processed in 1..5 {
            site.wait_for_visits(processed + 1).await;
            let analysis = server.analysis(&account, &id).await;
            let seen = (&analysis["status"], &analysis["totalPages"], &analysis["processedPages"]);
            assert_eq!(seen, (&json!("IN_PROGRESS"), &json!(5), &json!(processed)), "{analysis}");
            site.permits.add_permits(1);
        }
        assert_eq!(server.finished_analysis(&account, &id).await["processedPages"], 5);
        assert_eq!(site.visits.lock().unwrap().len(), 6, "5 pages and robots.txt");
    }

    async fn the_error_of_a_failed_analysis_is_in_the_language_of_the_request(server, account) {
        // Where it is submitted, the address is that of the own listener. The server that does the work has none.
        let allowing = server.allowing_site(([127, 0, 0, 1], 4000).into()).await;
        let id = allowing.submit_analysis(&account, json!({ "url": "http://127.0.0.1:4000/" })).await;
        server.start_jobs().await;
        let analysis = server.finished_analysis(&account, &id).await;
        assert_eq!((&analysis["status"], &analysis["processedPages"]), (&json!("FAILED"), &json!(0)));
        assert_eq!(analysis["error"], "The host has no public address.");
        server.clock.advance(SignedDuration::from_secs(1));
        let address = format!("{}/api/v1beta/platform/siteKeywordAnalyses/{id}", server.url);
        let korean: Value =
            server.http.get(address).header("API-Key", &account.key).send().await.unwrap().json().await.unwrap();
        assert_eq!(korean["error"], "호스트에 공개된 주소가 없어요.");
    }

    async fn the_keywords_of_a_site_are_found_while_other_texts_are_analyzed(server, account) {
        let site = Site::start(0, 1_000).await;
        let server = server.allowing_site(site.address).await;
        let held = HeldPool::hold(&server.app.config.analyzer).await;
        let id = server.submit_analysis(&account, json!({ "url": site.url(), "maxPages": 1 })).await;
        server.start_jobs().await;
        assert_eq!(server.finished_analysis(&account, &id).await["status"], "COMPLETED");
        drop(held);
    }
}

#[test]
fn a_korean_compound_of_a_site_is_one_term_with_its_parts() {
    let pool = dictionary();
    let mut terms = pool.analyzer().terms(std::iter::empty());
    let mut found = |text| -> Vec<(String, bool)> {
        terms.extract(text).into_iter().map(|term| (term.text, term.is_part)).collect()
    };
    let term = |text: &str, is_part| (text.to_owned(), is_part);
    assert_eq!(found("무선이어폰의"), [term("무선", true), term("이어폰", true), term("무선이어폰", false)]);
    assert_eq!(found("러닝화와"), [term("러닝화", false)]);
    assert_eq!(found("누리오는 타브린을"), [term("누리오", false), term("타브린", false)]);
    // 캔 and 슬링 are words of the dictionary, and no parts.
    assert_eq!(found("노이즈캔슬링이어폰"), [term("이어폰", true), term("노이즈캔슬링이어폰", false)]);
}
