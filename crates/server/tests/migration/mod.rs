//! Migrations: of a database that an earlier version wrote, and of an empty one with which several servers start at once.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::SignedDuration;
use sea_orm::{ConnectionTrait, Database};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::harness::process::ServerProcess;
use crate::harness::{AnswerRow, Backend, TestServer, postgres};
use crate::on_both;

const RUN: &str = "0000000000000000000run";

/// Statements that turn the current schema into that of the first version.
const TO_FIRST_VERSION: [&str; 38] = [
    "ALTER TABLE runs DROP COLUMN stopped_at",
    "ALTER TABLE answers RENAME COLUMN failure_code TO failure",
    "ALTER TABLE answers DROP COLUMN provider_status",
    "ALTER TABLE answers DROP COLUMN provider_message",
    "DROP TABLE idempotency_keys",
    "ALTER TABLE oauth_tokens DROP COLUMN successor_salt",
    "DROP TABLE engine_reloads",
    "DROP INDEX oauth_clients_used",
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

/// Each released migration with the SHA-256 of its file.
const RELEASED: [(&str, &str); 15] = [
    ("0001_first", "71dc71404b44da3658b23aebff14dcaa7f616edd3cbb858a37ac4e0ce249b434"),
    ("0002_run_prompts", "3f74c060e3b723da01aae193ba57d41918d939e21ab4f105d6eeb092ce2dbf57"),
    ("0003_grant_indexes", "f696adb5c9c040032a1e4c87448ab049f9d1e583d24892eca8f1a5d4b0ab4eaa"),
    ("0004_token_rebuilds", "f3239605470eead3f18e12169ec71639aab27cf5cef35d640c4b3e64de7fe1a1"),
    ("0005_limits_of_cost", "adc9c7d48ee222914bf35a6b84d411736601e14be6e3cc0a7e5606ce6cf06fe6"),
    ("0006_deletions", "6a5490cceff39a63683bcf5a08ae677a36bdaf4fc03f8db58c83fe01fca1e777"),
    ("0007_mcp", "1101fec300329b3b17ead8275208baee3fc436f454368d4c98f69b1e2fbe9c83"),
    ("0008_parts", "c0ba076a7b9d2479f32a20135fdaf67fa5bf03d39b1c004893dbb1c76cb6ca78"),
    ("0009_client_documents", "533d5639cd971b79b8fef47a8d05bf7faf103168a9c937b38f071806fd6590f4"),
    ("0010_engines", "637cdb0e1b9e21a8fd9dd035d6b01b985b72f150d487bb7df38321eb4787184c"),
    ("0011_used_clients", "cd49a6786598be5446d23f10a9804be74fe3d0418e395781682f674bd582b98a"),
    ("0012_repeated_requests", "5a8ade32a262a013e5b3e1a2bdd1e1f0a66bdad652bdfd959c554ef82ec72b12"),
    ("0013_failures", "249f6d5a682dbf34110d6250cc73c1c1418db567aa81ffb3c3b14554bcab7fb2"),
    ("0014_stopped_runs", "489b673b12d201d9d53359ebe434c49494f47812060243b730082cf30561b8fa"),
    ("0015_engine_reloads", "4b82d37aae1619827a42e23f5511a312517c4c77fb3f59bf024bf3aa8efe0cc9"),
];

#[test]
fn a_released_migration_never_changes() {
    for (name, hash) in RELEASED {
        let file = format!("{}/src/database/{name}.sql", env!("CARGO_MANIFEST_DIR"));
        let digest = Sha256::digest(std::fs::read(file).unwrap());
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, hash, "{name} has changed: add a migration instead");
    }
}

/// What the first version wrote and returned.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FirstVersion {
    key: String,
    /// The path of a run that was in progress when the server was killed.
    unfinished_run: String,
    /// Responses by path.
    responses: BTreeMap<String, Value>,
}

/// Starts a server with a database that the first version wrote, and checks that nothing is lost.
async fn upgrade_from_first_version(url: &str, dump: &str) {
    let database = Database::connect(url).await.unwrap();
    database.execute_unprepared(dump).await.unwrap();
    database.close().await.unwrap();
    let first: FirstVersion = serde_json::from_str(include_str!("../fixtures/first-version/responses.json")).unwrap();
    let server = ServerProcess::start(url.trim_end_matches(CREATE), &["--item-pause", "0"]);
    for (path, response) in &first.responses {
        assert_contains(&server.send(&first.key, path, None).await, response, path);
    }
    let finished =
        async { while server.send(&first.key, &first.unfinished_run, None).await["status"] != "FINISHED" {} };
    tokio::time::timeout(Duration::from_secs(60), finished).await.expect("the run finishes");
    let answers = server.send(&first.key, "/api/v1/platform/answers", None).await;
    assert_eq!(answers["answers"].as_array().unwrap().len(), 6);
}

/// Checks that a value has all that an earlier one has. It may have more fields.
fn assert_contains(value: &Value, earlier: &Value, path: &str) {
    match (value, earlier) {
        (Value::Object(value), Value::Object(earlier)) => {
            for (name, earlier) in earlier {
                assert_contains(value.get(name).unwrap_or(&Value::Null), earlier, &format!("{path} {name}"));
            }
        }
        (Value::Array(value), Value::Array(earlier)) => {
            assert_eq!(value.len(), earlier.len(), "{path}");
            value.iter().zip(earlier).for_each(|(value, earlier)| assert_contains(value, earlier, path));
        }
        _ => assert_eq!(value, earlier, "{path}"),
    }
}

/// The parameter of a URL with which a missing SQLite file is created.
const CREATE: &str = "?mode=rwc";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sqlite_database_of_the_first_version_is_upgraded() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}{CREATE}", folder.path().join("answerdeck.db").display());
    upgrade_from_first_version(&url, include_str!("../fixtures/first-version/sqlite.sql")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgresql_database_of_the_first_version_is_upgraded() {
    let url = postgres::fresh_database().await;
    upgrade_from_first_version(&url, include_str!("../fixtures/first-version/postgres.sql")).await;
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
