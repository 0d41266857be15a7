//! Migrations: of an empty database with which several servers start at once, and of one that cannot store any text.

use answerdeck_database::failure::reason;
use answerdeck_database::migrate;
use sea_orm::ConnectionTrait;
use serde_json::json;

use crate::harness::{Backend, TestServer, postgres};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_in_another_encoding_than_utf_8_is_refused() {
    let url = postgres::create("ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0").await;
    let error = migrate(&url).await.unwrap_err();
    assert_eq!(reason(&error), "its encoding is LATIN1: create one with ENCODING 'UTF8'");
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
