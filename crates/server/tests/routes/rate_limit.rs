use futures_util::future::join_all;
use jiff::SignedDuration;
use reqwest::Response;

use crate::harness::{Account, Backend, TestServer};
use crate::on_both;

async fn ask(server: &TestServer, account: &Account) -> Response {
    let url = format!("{}/api/v1beta/platform/credits/me", server.url);
    server.http.get(url).header("API-Key", &account.key).send().await.unwrap()
}

fn number(response: &Response, header: &str) -> i64 {
    response.headers()[header].to_str().unwrap().parse().unwrap()
}

on_both! {
    async fn ten_of_25_requests_in_a_window_are_answered(server: TestServer) {
        let account = server.account().await;
        let replies = join_all((0..25).map(|_| ask(&server, &account))).await;
        let reset = server.clock.now().as_second() + 1;
        for reply in &replies {
            assert_eq!((number(reply, "x-ratelimit-limit"), number(reply, "x-ratelimit-reset")), (10, reset));
            assert_eq!(reply.headers()["x-request-id"].len(), 22);
        }
        let (answered, refused): (Vec<_>, Vec<_>) = replies.into_iter().partition(|reply| reply.status().as_u16() == 200);
        assert_eq!((answered.len(), refused.len()), (10, 15));
        let mut remaining: Vec<i64> = answered.iter().map(|reply| number(reply, "x-ratelimit-remaining")).collect();
        remaining.sort_unstable();
        assert_eq!(remaining, (0..10).collect::<Vec<_>>());
        assert!(answered.iter().all(|reply| !reply.headers().contains_key("retry-after")));
        for reply in refused {
            assert_eq!((reply.status().as_u16(), number(&reply, "retry-after")), (429, 1));
            assert_eq!(number(&reply, "x-ratelimit-remaining"), 0);
            let body: serde_json::Value = reply.json().await.unwrap();
            assert_eq!(body["code"], "PLATFORM_RATE_LIMIT_EXCEEDED");
        }
        server.clock.advance(SignedDuration::from_secs(1));
        assert_eq!(ask(&server, &account).await.status().as_u16(), 200);
    }

    async fn organizations_are_counted_apart(server: TestServer) {
        let (one, two) = (server.account().await, server.account().await);
        join_all((0..11).map(|_| ask(&server, &one))).await;
        assert_eq!(ask(&server, &one).await.status().as_u16(), 429);
        assert_eq!(ask(&server, &two).await.status().as_u16(), 200);
    }

    async fn a_refused_credential_counts_for_nobody(server: TestServer) {
        let account = server.account().await;
        let stranger = Account { key: "adk_unknown".to_owned(), ..server.account().await };
        for reply in join_all((0..25).map(|_| ask(&server, &stranger))).await {
            assert_eq!(reply.status().as_u16(), 401);
            assert!(!reply.headers().contains_key("x-ratelimit-limit"));
        }
        assert_eq!(number(&ask(&server, &account).await, "x-ratelimit-remaining"), 9);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_processes_on_one_postgres_count_together() {
    let one = TestServer::start(Backend::Postgres).await;
    let two = one.second_server().await;
    let account = one.account().await;
    let replies = join_all((0..25).map(|number| ask(if number % 2 == 0 { &one } else { &two }, &account))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status().as_u16() == 200).count(), 10);
    one.clock.advance(SignedDuration::from_secs(120));
    assert_eq!(number(&ask(&two, &account).await, "x-ratelimit-remaining"), 9);
}
