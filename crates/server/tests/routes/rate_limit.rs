use answerdeck_server::Config;
use futures_util::future::join_all;
use jiff::SignedDuration;
use reqwest::Response;

use crate::harness::{Account, AnswerRow, Backend, TestServer, hold_connection};
use crate::{on_both, on_sqlite};

async fn request(server: &TestServer, account: &Account) -> Response {
    let url = format!("{}/api/v1beta/platform/credits/me", server.url);
    server.http.get(url).header("API-Key", &account.key).send().await.unwrap()
}

fn number(response: &Response, header: &str) -> i64 {
    response.headers()[header].to_str().unwrap().parse().unwrap()
}

on_both! {
    async fn ten_of_25_requests_in_a_window_succeed(server, account) {
        let replies = join_all((0..25).map(|_| request(&server, &account))).await;
        let reset = server.clock.now().as_second() + 1;
        for reply in &replies {
            assert_eq!((number(reply, "x-ratelimit-limit"), number(reply, "x-ratelimit-reset")), (10, reset));
            assert_eq!(reply.headers()["x-request-id"].len(), 22);
        }
        let (accepted, rejected): (Vec<_>, Vec<_>) = replies.into_iter().partition(|reply| reply.status().as_u16() == 200);
        assert_eq!((accepted.len(), rejected.len()), (10, 15));
        let mut remaining: Vec<i64> = accepted.iter().map(|reply| number(reply, "x-ratelimit-remaining")).collect();
        remaining.sort_unstable();
        assert_eq!(remaining, (0..10).collect::<Vec<_>>());
        assert!(accepted.iter().all(|reply| !reply.headers().contains_key("retry-after")));
        for reply in rejected {
            assert_eq!((reply.status().as_u16(), number(&reply, "retry-after")), (429, 1));
            assert_eq!(number(&reply, "x-ratelimit-remaining"), 0);
            let body: serde_json::Value = reply.json().await.unwrap();
            assert_eq!(body["code"], "PLATFORM_RATE_LIMIT_EXCEEDED");
        }
        server.clock.advance(SignedDuration::from_secs(1));
        assert_eq!(request(&server, &account).await.status().as_u16(), 200);
    }

    async fn a_request_is_refused_in_time_when_no_connection_is_free_for_its_credential(server, account) {
        let auth = &server.app.databases.auth;
        let mut held = Vec::new();
        while held.len() < 4 {
            held.push(hold_connection(auth).await);
        }
        let refused = request(&server, &account).await;
        assert_eq!((refused.status().as_u16(), number(&refused, "retry-after")), (503, 1));
        assert!(!refused.headers().contains_key("www-authenticate"));
        drop(held);
        assert_eq!(request(&server, &account).await.status().as_u16(), 200);
    }

    async fn a_credential_and_its_rate_limit_need_one_statement_and_a_read_another(server, account) {
        let answer = server.answer(&account, AnswerRow::default()).await;
        let client = server.oauth_client().await;
        let token = client.sign_in(&account).await.access;
        for (header, credential) in [("API-Key", account.key.clone()), ("Authorization", format!("Bearer {token}"))] {
            let answer = format!("answers/{answer}");
            // Beside brands, the own one is found. The organization carries all of its brands and the number of its new alerts. Its
            // routes are a question to its statistics, and its models may have stopped.
            let reads = ["prompt-sets", "runs", "answers", &answer].map(|path| (path, 1));
            for (path, count) in reads.into_iter().chain([("brands", 2), ("organizations/me", 5)]) {
                // The first request of a window also deletes old windows.
                server.clock.advance(SignedDuration::from_secs(61));
                server.statements.lock().unwrap().clear();
                let request = server.http.get(format!("{}/api/v1/platform/{path}", server.url));
                assert_eq!(request.header(header, &credential).send().await.unwrap().status(), 200, "{path}");
                let statements = std::mem::take(&mut *server.statements.lock().unwrap());
                assert_eq!(statements.len(), 1 + count, "{path}: {statements:?}");
            }
        }
    }

    async fn a_rate_limit_counts_requests_of_one_organization_with_a_valid_credential(server, one, two) {
        let unknown = Account { key: "adk_unknown".to_owned(), ..server.account().await };
        for reply in join_all((0..25).map(|_| request(&server, &unknown))).await {
            assert_eq!(reply.status().as_u16(), 401);
            assert!(!reply.headers().contains_key("x-ratelimit-limit"));
        }
        join_all((0..11).map(|_| request(&server, &one))).await;
        assert_eq!(request(&server, &one).await.status().as_u16(), 429);
        assert_eq!(number(&request(&server, &two).await, "x-ratelimit-remaining"), 9);
    }
}

on_sqlite! {
    async fn an_operator_can_allow_more_requests(server, account) {
        let server = server.with_config(Config { rate_limit: Some(12), ..server.app.config.clone() }).await;
        let replies = join_all((0..15).map(|_| request(&server, &account))).await;
        assert!(replies.iter().all(|reply| number(reply, "x-ratelimit-limit") == 12));
        assert_eq!(replies.iter().filter(|reply| reply.status().as_u16() == 200).count(), 12);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_on_the_same_postgres_share_the_rate_limit() {
    let one = TestServer::start(Backend::Postgres).await;
    let two = one.second_server().await;
    let account = one.account().await;
    let replies = join_all((0..25).map(|number| request(if number % 2 == 0 { &one } else { &two }, &account))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status().as_u16() == 200).count(), 10);
    one.clock.advance(SignedDuration::from_secs(120));
    assert_eq!(number(&request(&two, &account).await, "x-ratelimit-remaining"), 9);
}
