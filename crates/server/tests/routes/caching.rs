use answerdeck_api::Operation;
use answerdeck_api::operation::{self, GET_SITE_KEYWORD_ANALYSIS};
use answerdeck_database::entity::api_key;
use jiff::SignedDuration;
use reqwest::Method;
use reqwest::header::HeaderMap;
use sea_orm::prelude::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::json;

use crate::harness::runs::run_body;
use crate::harness::{Account, AnswerRow, Reply, TestServer};
use crate::on_both;

const REVALIDATED: &str = "private, no-cache";
const IMMUTABLE: &str = "private, max-age=31536000, immutable";
const SETS: &str = "/v1/platform/prompt-sets";

/// Sends a request with more headers, and advances the clock as [`TestServer::send`] does.
async fn send(server: &TestServer, account: &Account, method: Method, path: &str, headers: &[(&str, &str)]) -> Reply {
    server.clock.advance(SignedDuration::from_millis(101));
    let request = server.http.request(method, format!("{}/api{path}", server.url)).header("API-Key", &account.key);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    Reply::of(request.send().await.unwrap()).await
}

async fn get_unless(server: &TestServer, account: &Account, path: &str, etag: &str) -> Reply {
    send(server, account, Method::GET, path, &[("If-None-Match", etag)]).await
}

fn etag(reply: &Reply) -> &str {
    let etag = reply.headers["etag"].to_str().unwrap();
    assert!(etag.len() > 2 && etag.starts_with('"') && etag.ends_with('"'), "not a strong tag: {etag}");
    etag
}

/// The caching headers that a 200 and a 304 share.
fn caching(headers: &HeaderMap) -> [Vec<&str>; 3] {
    ["etag", "cache-control", "vary"]
        .map(|name| headers.get_all(name).iter().map(|value| value.to_str().unwrap()).collect())
}

/// Checks that the list of prompt sets matches none of `etags`, and adds its tag to them.
async fn expect_another_etag(server: &TestServer, account: &Account, etags: &mut Vec<String>) {
    let list = server.get(account, SETS).await;
    for old in etags.iter() {
        let reply = get_unless(server, account, SETS, old).await;
        assert_eq!((reply.status.as_u16(), &reply.text), (200, &list.text));
    }
    etags.push(etag(&list).to_owned());
}

on_both! {
    async fn every_read_has_an_etag_and_answers_304_to_it(server: TestServer) {
        let account = server.account().await;
        let set = server.prompt_set(&account, "Set").await;
        let prompt = server.prompt(&account, &set, "Which earbuds?").await;
        let brand = server.brand(&account, "Nurio").await;
        let run = server.submit(&account, run_body(std::slice::from_ref(&prompt), &["CLAUDE"])).await;
        let answer = server.answer(&account, AnswerRow::default()).await;
        let analysis = server.submit_analysis(&account, json!({ "url": "https://nurio.example" })).await;
        let id_of = |path: &str| match path.split(['{', '}']).nth(1) {
            Some("promptSetID") => set.clone(),
            Some("promptID") => prompt.clone(),
            Some("brandID") => brand.clone(),
            Some("runID") => run.clone(),
            Some("answerID") => answer.clone(),
            Some("taskID") => analysis.clone(),
            _ => String::new(),
        };
        for read in operation::ALL.iter().filter(|operation| operation.method == operation::Method::Get) {
            let query = match read.id {
                "count_answers" => "?searchTerms=a".to_owned(),
                "rank_token_neighbors" => "?words=a".to_owned(),
                "search_answer_texts" => "?phrase=a".to_owned(),
                "measure_prompts" | "list_leads" | "measure_source_influence" | "list_unnamed_searches" | "list_next_steps" => {
                    format!("?brandID={brand}")
                }
                "list_mentions" => format!("?answerID={answer}"),
                id if id.ends_with("_keywords") => "?keyword=%EC%9D%B4%EC%96%B4%ED%8F%B0".to_owned(),
                _ => String::new(),
            };
            let path = Operation::expand_path(read.path, &[&id_of(read.path)]) + &query;
            let full = send(&server, &account, Method::GET, &path, &[]).await;
            assert_eq!(full.status, 200, "{} {}", read.id, full.text);
            let expected = if read.id.starts_with("get_answer") { IMMUTABLE } else { REVALIDATED };
            assert_eq!(full.headers["cache-control"], expected, "{}", read.id);
            let vary = caching(&full.headers)[2].join(", ");
            assert!(vary.contains("api-key, authorization"), "{}: {vary}", read.id);
            let again = get_unless(&server, &account, &path, etag(&full)).await;
            assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""), "{}", read.id);
            assert_eq!(caching(&again.headers), caching(&full.headers), "{}", read.id);
            assert_eq!((again.headers["x-request-id"].len(), &again.headers["x-ratelimit-limit"]), (22, &"10".parse().unwrap()));
            assert!(!again.headers.contains_key("content-type"), "{}", read.id);
        }
    }

    async fn an_answer_is_immutable_once_it_has_ended(server: TestServer) {
        let account = server.account().await;
        for (status, expected) in [("PENDING", REVALIDATED), ("SUCCESS", IMMUTABLE), ("FAILED", IMMUTABLE)] {
            let id = server.answer(&account, AnswerRow { status, ..Default::default() }).await;
            let reply = server.get(&account, &format!("/v1/platform/answers/{id}")).await;
            assert_eq!((reply.status.as_u16(), &reply.headers["cache-control"]), (200, &expected.parse().unwrap()));
            let again = get_unless(&server, &account, &format!("/v1/platform/answers/{id}"), etag(&reply)).await;
            assert_eq!((again.status.as_u16(), &again.headers["cache-control"]), (304, &expected.parse().unwrap()));
        }
    }

    async fn the_etag_of_an_answer_changes_when_it_is_collected(server: TestServer) {
        let account = server.account().await;
        let prompts = server.prompts(&account, &["Which earbuds fit small ears?"]).await;
        let run = server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
        let list = server.get(&account, &format!("/v1/platform/answers?runID={run}")).await.ok();
        let path = format!("/v1/platform/answers/{}", list["answers"][0]["id"].as_str().unwrap());
        let pending = server.get(&account, &path).await;
        server.start_jobs().await;
        server.finished_run(&account, &run).await;
        let collected = get_unless(&server, &account, &path, etag(&pending)).await;
        assert_eq!((collected.status.as_u16(), collected.json()["status"].as_str()), (200, Some("SUCCESS")));
        assert_ne!(etag(&collected), etag(&pending));
        assert_eq!(collected.headers["cache-control"], IMMUTABLE);
    }

    async fn a_changed_list_has_another_etag(server: TestServer) {
        let account = server.account().await;
        let mut etags = Vec::new();
        expect_another_etag(&server, &account, &mut etags).await;
        let set = server.prompt_set(&account, "Set").await;
        expect_another_etag(&server, &account, &mut etags).await;
        server.patch(&account, &format!("{SETS}/{set}"), json!({ "name": "Other" })).await.ok();
        expect_another_etag(&server, &account, &mut etags).await;
        let other = server.prompt_set(&account, "Set").await;
        expect_another_etag(&server, &account, &mut etags).await;
        server.delete(&account, &format!("{SETS}/{set}")).await;
        expect_another_etag(&server, &account, &mut etags).await;
        server.delete(&account, &format!("{SETS}/{other}")).await;
        let empty = get_unless(&server, &account, SETS, &etags[0]).await;
        assert_eq!(empty.status, 304, "the list is as at the start");
    }

    async fn if_none_match_takes_a_list_weak_tags_and_a_star(server: TestServer) {
        let account = server.account().await;
        let list = server.get(&account, SETS).await;
        let tag = etag(&list);
        let one_of_many = format!("\"other\", W/{tag},\"x\"");
        let others = format!("\"other\", W/\"x\", {}", tag.trim_matches('"'));
        for (value, status) in [(one_of_many.as_str(), 304), ("*", 304), (&others, 200), ("\"*\"", 200), ("", 200)] {
            assert_eq!(get_unless(&server, &account, SETS, value).await.status, status, "{value}");
        }
        let headers = [("If-None-Match", "\"other\""), ("If-None-Match", tag)];
        assert_eq!(send(&server, &account, Method::GET, SETS, &headers).await.status, 304);
    }

    async fn head_has_the_headers_of_get_without_a_wrong_length(server: TestServer) {
        let account = server.account().await;
        let get = server.get(&account, SETS).await;
        let head = send(&server, &account, Method::HEAD, SETS, &[]).await;
        assert_eq!((head.status.as_u16(), caching(&head.headers)), (200, caching(&get.headers)));
        for method in [Method::HEAD, Method::GET] {
            let again = send(&server, &account, method, SETS, &[("If-None-Match", etag(&get))]).await;
            assert_eq!((again.status.as_u16(), caching(&again.headers)), (304, caching(&get.headers)));
            assert!(!again.headers.contains_key("content-length") && !again.headers.contains_key("transfer-encoding"));
        }
    }

    async fn organizations_never_share_an_etag(server: TestServer) {
        let (one, other) = (server.account().await, server.account().await);
        for path in [SETS, "/v1/platform/answers", "/v1/platform/regions"] {
            let (ours, theirs) = (server.get(&one, path).await, server.get(&other, path).await);
            assert_eq!(ours.text, theirs.text, "{path}");
            assert_ne!(etag(&ours), etag(&theirs), "{path}");
            assert_eq!(get_unless(&server, &other, path, etag(&ours)).await.status, 200, "{path}");
        }
        let answer = server.answer(&one, AnswerRow::default()).await;
        let path = format!("/v1/platform/answers/{answer}");
        let ours = server.get(&one, &path).await;
        let theirs = get_unless(&server, &other, &path, &format!("{}, *", etag(&ours))).await;
        assert_eq!(theirs.refusal(), (404, "ANSWER_NOT_FOUND".to_owned()));
    }

    async fn a_revoked_key_cannot_revalidate(server: TestServer) {
        let account = server.account().await;
        let answer = server.answer(&account, AnswerRow::default()).await;
        for path in [SETS.to_owned(), format!("/v1/platform/answers/{answer}")] {
            let known = server.get(&account, &path).await;
            let revoked_at = |at: Option<i64>| {
                api_key::Entity::update_many()
                    .col_expr(api_key::Column::RevokedAt, Expr::value(at))
                    .filter(api_key::Column::Id.eq(&account.key_id))
                    .exec(&server.app.database)
            };
            revoked_at(Some(server.clock.now().as_millisecond())).await.unwrap();
            for value in [etag(&known), "*"] {
                let reply = get_unless(&server, &account, &path, value).await;
                assert_eq!(reply.refusal(), (401, "COMMON_UNAUTHORIZED".to_owned()), "{path}");
                assert_eq!((&reply.headers["cache-control"], reply.headers.get("etag")), (&"no-store".parse().unwrap(), None));
            }
            revoked_at(None).await.unwrap();
            assert_eq!(get_unless(&server, &account, &path, etag(&known)).await.status, 304);
        }
    }

    async fn a_304_counts_toward_the_rate_limit(server: TestServer) {
        let account = server.account().await;
        let known = server.get(&account, SETS).await;
        server.clock.advance(SignedDuration::from_secs(1));
        let url = format!("{}/api{SETS}", server.url);
        let again = || server.http.get(&url).header("API-Key", &account.key).header("If-None-Match", etag(&known)).send();
        for remaining in (0..10).rev() {
            let reply = again().await.unwrap();
            assert_eq!((reply.status().as_u16(), &reply.headers()["x-ratelimit-remaining"]), (304, &remaining.into()));
        }
        let refused = Reply::of(again().await.unwrap()).await;
        assert_eq!(refused.refusal(), (429, "PLATFORM_RATE_LIMIT_EXCEEDED".to_owned()));
        assert_eq!(refused.headers["cache-control"], "no-store");
    }

    async fn errors_and_writes_are_not_stored_and_ignore_if_none_match(server: TestServer) {
        let account = server.account().await;
        let set = server.prompt_set(&account, "Set").await;
        let path = format!("{SETS}/{set}");
        let pending = server.answer(&account, AnswerRow { status: "PENDING", ..Default::default() }).await;
        for (method, path, body, status) in [
            (Method::GET, format!("{SETS}/zzzzzzzzzzzzzzzzzzzzzz"), None, 404),
            (Method::GET, format!("/v1/platform/answers/{pending}/markdown"), None, 404),
            (Method::GET, format!("{SETS}?limit=0"), None, 400),
            (Method::GET, "/v1/platform/none-such".to_owned(), None, 400),
            (Method::PUT, path.clone(), None, 405),
            (Method::POST, SETS.to_owned(), Some(json!({ "name": "Other" })), 200),
            (Method::PATCH, path.clone(), Some(json!({ "name": "Other" })), 200),
            (Method::DELETE, path, None, 204),
        ] {
            server.clock.advance(SignedDuration::from_millis(101));
            let request = server.http.request(method.clone(), format!("{}/api{path}", server.url));
            let request = request.header("API-Key", &account.key).header("If-None-Match", "*");
            let request = body.iter().fold(request, |request, body| request.json(body));
            let reply = Reply::of(request.send().await.unwrap()).await;
            assert_eq!(reply.status, status, "{method} {path}");
            assert_eq!(reply.headers["cache-control"], "no-store", "{method} {path}");
            assert!(!reply.headers.contains_key("etag"), "{method} {path}");
        }
    }

    async fn the_language_of_a_failure_has_its_own_etag(server: TestServer) {
        let account = server.account().await;
        let id = server.submit_analysis(&account, json!({ "url": "http://127.0.0.1/" })).await;
        server.start_jobs().await;
        assert_eq!(server.finished_analysis(&account, &id).await["status"], "FAILED");
        let path = Operation::expand_path(GET_SITE_KEYWORD_ANALYSIS.path, &[&id]);
        let korean = send(&server, &account, Method::GET, &path, &[("Accept-Language", "ko")]).await;
        let headers = [("Accept-Language", "en"), ("If-None-Match", etag(&korean))];
        let english = send(&server, &account, Method::GET, &path, &headers).await;
        assert_eq!(english.status, 200);
        assert_ne!(english.ok()["error"], korean.ok()["error"]);
        assert!(caching(&english.headers)[2].join(", ").contains("accept-language"));
    }

    async fn each_content_coding_has_its_own_etag(server: TestServer) {
        let account = server.account().await;
        let plain = server.get(&account, "/v1/platform/regions").await;
        for coding in ["identity", "gzip", "br", "gzip, deflate, br, zstd", "*"] {
            let reply = send(&server, &account, Method::GET, "/v1/platform/regions", &[("Accept-Encoding", coding)]).await;
            assert_eq!((etag(&reply), &reply.text), (etag(&plain), &plain.text), "{coding}");
            assert!(!reply.headers.contains_key("content-encoding"), "{coding}");
        }
    }
}
