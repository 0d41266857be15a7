//! The schema: of a database that an earlier version wrote, and of an empty one that several servers start with.

use sea_orm::ConnectionTrait;
use serde_json::json;

use crate::harness::{Backend, TestServer};
use crate::on_both;

const RUN: &str = "0000000000000000000run";

/// Turns the schema into the one of the first version.
const TO_FIRST_VERSION: [&str; 17] = [
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
