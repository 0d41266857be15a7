//! `answerdeck words rebuild`, block by block.

use answerdeck_server::backfill::backfill_tokens;
use serde_json::Value;

use crate::harness::{Account, AnswerRow, TestServer};
use crate::on_both;

const ANSWERS: i64 = 150;
const PART: i64 = 1_024;

/// Writes answers that name `누리오 에어`, before it is the name of a brand.
async fn answers(server: &TestServer, account: &Account, count: i64) {
    let row = |number: usize| {
        let content = if number.is_multiple_of(2) { "누리오 에어와 착용감" } else { "착용감과 배터리" };
        AnswerRow { content, ..Default::default() }
    };
    server.answers(account, usize::try_from(count).unwrap(), row).await;
}

/// The tokens of an organization and the numbers of their answers.
async fn ranking(server: &TestServer, account: &Account) -> Vec<(String, i64)> {
    let ranked = server.get(account, "/v1/platform/statistics/tokens?limit=100").await.ok();
    let token = |token: &Value| (token["token"].as_str().unwrap().to_owned(), token["answerCount"].as_i64().unwrap());
    ranked["tokens"].as_array().unwrap().iter().map(token).collect()
}

fn counts(counts: &[(&str, i64)]) -> Vec<(String, i64)> {
    counts.iter().map(|(token, count)| ((*token).to_owned(), *count)).collect()
}

async fn rebuild(server: &TestServer) -> i64 {
    let mut done = 0;
    while let Some(count) = backfill_tokens(&server.app).await.unwrap() {
        done += count;
    }
    done
}

on_both! {
    async fn a_rebuild_finds_the_names_of_later_brands_in_every_answer(server, account, other) {
        answers(&server, &account, ANSWERS).await;
        answers(&server, &other, 2).await;
        server.brand(&account, "누리오 에어").await;
        let before = counts(&[("착용감", 150), ("누리오", 75), ("배터리", 75), ("에어", 75)]);
        assert_eq!(ranking(&server, &account).await, before);
        assert!(server.app.statistics.begin_token_backfill(false).await.unwrap());
        assert_eq!(rebuild(&server).await, ANSWERS + 2);
        let after = counts(&[("착용감", 150), ("누리오 에어", 75), ("배터리", 75)]);
        assert_eq!(ranking(&server, &account).await, after);
        let untouched = counts(&[("착용감", 2), ("누리오", 1), ("배터리", 1), ("에어", 1)]);
        assert_eq!(ranking(&server, &other).await, untouched);
    }

    async fn a_stopped_rebuild_continues_and_a_finished_one_begins_again(server, account) {
        answers(&server, &account, PART + 6).await;
        assert!(server.app.statistics.begin_token_backfill(false).await.unwrap());
        assert_eq!(backfill_tokens(&server.app).await.unwrap(), Some(6));
        let next = server.second_server().await;
        assert!(!next.app.statistics.begin_token_backfill(false).await.unwrap());
        assert_eq!(next.app.statistics.remaining_token_backfill().await.unwrap(), PART);
        assert_eq!(rebuild(&next).await, PART);
        assert_eq!(next.app.statistics.remaining_token_backfill().await.unwrap(), 0);
        assert!(next.app.statistics.begin_token_backfill(false).await.unwrap());
        backfill_tokens(&next.app).await.unwrap();
        assert!(next.app.statistics.begin_token_backfill(true).await.unwrap());
        assert_eq!(next.app.statistics.remaining_token_backfill().await.unwrap(), PART + 6);
    }

    async fn answers_that_complete_during_a_rebuild_keep_their_tokens(server, account) {
        answers(&server, &account, 20).await;
        assert!(server.app.statistics.begin_token_backfill(false).await.unwrap());
        server.answer(&account, AnswerRow { content: "케이블", ..Default::default() }).await;
        assert_eq!(rebuild(&server).await, 20);
        let all = counts(&[("착용감", 20), ("누리오", 10), ("배터리", 10), ("에어", 10), ("케이블", 1)]);
        assert_eq!(ranking(&server, &account).await, all);
    }

    async fn two_processes_rebuild_each_answer_once(server, account) {
        answers(&server, &account, ANSWERS).await;
        server.brand(&account, "누리오 에어").await;
        assert!(server.app.statistics.begin_token_backfill(false).await.unwrap());
        let second = server.second_server().await;
        let (one, other) = tokio::join!(rebuild(&server), rebuild(&second));
        assert_eq!(one + other, ANSWERS);
        let after = counts(&[("착용감", 150), ("누리오 에어", 75), ("배터리", 75)]);
        assert_eq!(ranking(&server, &account).await, after);
    }
}
