//! Costly requests wait for the permits of a fair semaphore, and too many of them are refused.

use std::time::Duration;

use answerdeck_database::query_row;
use axum::body::Body;
use axum::http::Request;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use jiff::SignedDuration;
use sea_orm::{ConnectionTrait, DatabaseTransaction};
use serde_json::json;
use tower::ServiceExt;

use crate::harness::{Account, AnswerRow, Backend, Reply, TestServer, hold_connection, until};
use crate::on_both;

/// Takes all connections of requests that read many answers.
async fn held_connections(server: &TestServer) -> Vec<DatabaseTransaction> {
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(hold_connection(&server.app.databases.heavy_reads).await);
    }
    held
}

/// Sends `requests` equal requests at the same time, and returns the first response that the rate limit allows.
async fn first_of(server: &TestServer, account: &Account, path: &str, requests: usize) -> Reply {
    let mut replies: FuturesUnordered<_> = (0..requests).map(|_| server.get(account, path)).collect();
    let first = async {
        loop {
            let reply = replies.next().await.unwrap();
            if reply.status != 429 {
                return reply;
            }
            server.clock.advance(SignedDuration::from_secs(1));
            replies.push(server.get(account, path));
        }
    };
    let first = tokio::time::timeout(Duration::from_secs(20), first).await.expect("one of them is refused");
    server.clock.advance(SignedDuration::from_secs(1));
    first
}

fn assert_busy(reply: &Reply) {
    assert_eq!((reply.status.as_u16(), reply.json()["message"].as_str()), (503, Some("The server is busy")));
    assert_eq!(reply.headers["retry-after"], "1");
}

on_both! {
    async fn a_long_run_is_refused_when_two_are_read_and_four_wait(server, account) {
        let set = server.large_set(&account, 1).await;
        let models = ["CHATGPT", "PERPLEXITY", "CLAUDE", "GEMINI"];
        let id = server.submit(&account, json!({ "promptSetID": set, "models": models, "repeatCount": 10 })).await;
        let path = format!("/v1/platform/runs/{id}");
        let mut unread = Vec::new();
        for _ in 0..2 {
            server.clock.advance(SignedDuration::from_secs(1));
            let request = Request::get(format!("/api{path}")).header("API-Key", &account.key).body(Body::empty());
            let response = answerdeck_server::router::router(&server.app).oneshot(request.unwrap()).await.unwrap();
            assert_eq!(response.status(), 200);
            unread.push(response);
        }
        assert_busy(&first_of(&server, &account, &path, 5).await);
        drop(unread);
        server.get(&account, &path).await.ok();
    }

    async fn a_costly_read_is_refused_when_ten_of_the_organization_wait_and_others_are_not(server, account) {
        let set = server.prompt_set(&account, "Set").await;
        let answer = server.answer(&account, AnswerRow::default()).await;
        let held = held_connections(&server).await;
        for path in [
            "/v1/platform/statistics/fanouts",
            &format!("/v1beta/platform/metrics/mentions?answerID={answer}"),
            "/v1/platform/answers?route=API",
            "/v1/platform/answers?model=CLAUDE&region=KR",
            "/v1/platform/prompts?contentContains=a",
        ] {
            assert_busy(&first_of(&server, &account, path, 12).await);
        }
        // An index serves the others.
        for path in [
            "organizations/me",
            "answers?",
            "answers?model=CLAUDE&from=2026-11-20T00:00:00Z",
            &format!("prompts?promptSetID={set}&contentContains=a"),
        ] {
            server.get(&account, &format!("/v1/platform/{path}")).await.ok();
        }
        drop(held);
        server.get(&account, "/v1/platform/answers?route=API").await.ok();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn highlights_that_take_long_leave_connections_to_other_organizations() {
    let server = TestServer::start(Backend::Postgres).await;
    let (account, other) = (server.account().await, server.account().await);
    let path = format!("/v1beta/platform/metrics/highlights?brandID={}", server.brand(&account, "Nurio").await);
    let lock = hold_connection(&server.app.database).await;
    // Every query about answers reads it.
    lock.execute_unprepared("LOCK TABLE recent_answers").await.unwrap();
    let while_they_wait = async {
        let sql =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        let monitoring = &server.app.databases.monitoring;
        until(async || query_row::<i64>(monitoring, sql, []).await.unwrap() > Some(0)).await;
        server.get(&other, "/v1/platform/prompts?contentContains=a").await.ok();
        lock.rollback().await.unwrap();
    };
    let (highlights, ()) = tokio::join!(server.get(&account, &path), while_they_wait);
    highlights.ok();
}
