//! The schema: of a database that an earlier version wrote, and of an empty one that several servers start with.

use jiff::SignedDuration;
use sea_orm::ConnectionTrait;
use serde_json::json;

use crate::harness::{AnswerRow, Backend, TestServer};
use crate::on_both;

const RUN: &str = "0000000000000000000run";

/// Turns the schema into the one of the first version.
const TO_FIRST_VERSION: [&str; 30] = [
    "ALTER TABLE answers DROP COLUMN route",
    "ALTER TABLE answers DROP COLUMN provider_cost",
    "ALTER TABLE runs DROP COLUMN provider_cost",
    "DROP TABLE engine_calls",
    "DROP TABLE answer_responses",
    "DROP TABLE engine_stops",
    "DROP TABLE engine_spend",
    "ALTER TABLE oauth_clients DROP COLUMN document_expires_at",
    "DROP TABLE recent_answers",
    "DROP TABLE run_parts",
    "DROP INDEX answer_columns_by_time",
    "ALTER TABLE answer_columns DROP COLUMN first_at",
    "ALTER TABLE answer_columns DROP COLUMN last_at",
    "DROP TABLE run_estimates",
    "ALTER TABLE oauth_requests DROP COLUMN resource",
    "ALTER TABLE oauth_grants DROP COLUMN resource",
    "ALTER TABLE oauth_tokens DROP COLUMN resource",
    "DROP INDEX runs_by_end",
    "DROP INDEX names_suspect",
    "ALTER TABLE names DROP COLUMN is_suspect",
    "DROP TABLE keyword_requests",
    "DROP INDEX site_analyses_by_end",
    "DROP TABLE token_rebuilds",
    "DROP INDEX oauth_grants_by_client",
    "DROP INDEX oauth_grants_by_key",
    "DROP TABLE run_prompts",
    "ALTER TABLE runs DROP COLUMN models",
    "ALTER TABLE runs DROP COLUMN unstarted_count",
    "ALTER TABLE runs DROP COLUMN credits_ran_out",
    "DELETE FROM seaql_migrations WHERE version <> '0001_first'",
];

on_both! {
    async fn a_run_of_an_earlier_version_is_shown_and_completed(server: TestServer) {
        let account = server.account().await;
        let organization = &account.organization_id;
        let rows = [
            format!(
                "INSERT INTO runs (id, organization_id, region, status, total_count, success_count, failed_count, created_at) \
                 VALUES ('{RUN}', '{organization}', 'KR', 'RUNNING', 1, 0, 0, 1)"
            ),
            format!(
                "INSERT INTO answers (id, organization_id, run_id, prompt_set_id, prompt_id, model, region, status, query, \
                 content, attempts, created_at) VALUES ('0000000000000000answer', '{organization}', '{RUN}', \
                 '0000000000000000000set', '0000000000000000prompt', 'CLAUDE', 'KR', 'PENDING', 'Which earbuds?', '', 0, 1)"
            ),
        ];
        for sql in TO_FIRST_VERSION.into_iter().chain(rows.iter().map(String::as_str)) {
            server.app.database.execute_unprepared(sql).await.unwrap();
        }
        let server = server.second_server().await;
        let run = server.get(&account, &format!("/v1/platform/runs/{RUN}")).await.ok();
        assert_eq!((&run["totalCount"], &run["answers"][0]["query"]), (&json!(1), &json!("Which earbuds?")));
        server.start_jobs().await;
        let run = server.finished_run(&account, RUN).await;
        assert_eq!(run["finishedCount"], 1);
    }

    async fn statistics_of_an_earlier_version_have_their_runs_and_times(server: TestServer) {
        let account = server.account().await;
        let mut scopes = Vec::new();
        // Two parts, without answers beside them.
        for _ in 0..2 {
            server.clock.advance(SignedDuration::from_hours(1));
            let run = server.run(&account).await;
            for _ in 0..128 {
                let row = AnswerRow { run_id: Some(run.clone()), fanouts: &["earbuds"], ..Default::default() };
                server.answer(&account, row).await;
            }
            scopes.extend([format!("runID={run}"), format!("from={}", server.clock.now())]);
        }
        scopes.push(format!("to={}", server.clock.now()));
        for sql in TO_FIRST_VERSION {
            server.app.database.execute_unprepared(sql).await.unwrap();
        }
        let server = server.second_server().await;
        for (scope, count) in scopes.iter().zip([128, 256, 128, 128, 128]) {
            let ranking = server.get(&account, &format!("/v1/platform/statistics/fanouts?{scope}")).await.ok();
            assert_eq!(ranking["fanouts"][0]["fanoutCount"], count, "{scope}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_servers_start_with_an_empty_database_at_once() {
    let server = TestServer::start(Backend::Postgres).await;
    for sql in ["DROP SCHEMA public CASCADE", "CREATE SCHEMA public"] {
        server.app.database.execute_unprepared(sql).await.unwrap();
    }
    let servers =
        tokio::join!(server.second_server(), server.second_server(), server.second_server(), server.second_server());
    let account = servers.0.account().await;
    assert_eq!(servers.3.get(&account, "/v1/platform/runs").await.ok()["runs"], json!([]));
}
