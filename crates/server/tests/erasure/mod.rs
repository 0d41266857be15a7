//! Erasure: what remains in the files of the database after a deletion.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;

use answerdeck_api::Source;
use answerdeck_database::{erasure, execute, query_row};
use answerdeck_engine::{AskOutcome, Reply};
use answerdeck_server::organization::account::set_websites;
use answerdeck_server::organization::deletion::delete_organization;
use answerdeck_server::run::deletion;
use sea_orm::{ConnectionTrait, DbBackend};
use serde_json::json;

use crate::harness::engines::{ProviderEngine, claude, reply};
use crate::harness::process::{answerdeck, lines_of};
use crate::harness::runs::run_body;
use crate::harness::small_disk::SmallDisk;
use crate::harness::{Account, TestServer, sqlite};
use crate::{on_both, on_sqlite};

/// A word that only the deleted organization has.
const MARK: &str = "Zyxwarble";
const INSERT_CACHE_ENTRY: &str = "INSERT INTO keyword_cache_entries (hash, data, expires_at) VALUES ('a', $1, 0)";

/// How often a file contains the mark, in small or capital letters. A missing file does not.
fn marks(file: &Path) -> usize {
    let bytes = std::fs::read(file).unwrap_or_default();
    bytes.windows(MARK.len()).filter(|window| window.eq_ignore_ascii_case(MARK.as_bytes())).count()
}

fn beside(file: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", file.display()))
}

fn database_file(server: &TestServer) -> PathBuf {
    server.app.database.get_sqlite_connection_pool().connect_options().get_filename().to_owned()
}

async fn number(server: &TestServer, sql: &str) -> i64 {
    query_row(&server.app.database, sql, []).await.unwrap().unwrap()
}

/// Fills an organization with texts that have the mark, and returns its run.
async fn fill(server: &TestServer, account: &Account) -> String {
    let websites = [format!("https://{MARK}.example")];
    set_websites(&server.app.database, &account.organization_id, &websites).await.unwrap();
    let set = server.post(account, "/v1/platform/prompt-sets", json!({ "name": MARK })).await.ok();
    let mut prompts = Vec::new();
    for number in 0..30 {
        let content = format!("{number} {}", format!("{MARK} ").repeat(1 + 3 * number));
        prompts.push(server.prompt(account, set["id"].as_str().unwrap(), content.trim()).await);
    }
    let brand = json!({ "name": MARK, "description": MARK, "synonyms": [], "websites": websites });
    server.post(account, "/v1/platform/brands", brand).await.ok();
    server.complete_run(account, run_body(&prompts, &["CLAUDE"])).await
}

/// Starts jobs with an engine whose answers have the mark.
async fn start_jobs(server: &TestServer) {
    let engine = Arc::new(ProviderEngine::new(|query| {
        let url = format!("https://{MARK}.example/{}", query.split(' ').next().unwrap_or_default());
        Ok(AskOutcome::Answered(Reply {
            content: format!("{query} {}", MARK.repeat(20)),
            sources: vec![Source { url, title: MARK.to_owned(), domain: Some(format!("{MARK}.example")) }],
            fanouts: vec![query.to_owned()],
            ..reply()
        }))
    }));
    server.app.set_engines(claude(&engine));
    server.start_jobs().await;
}

on_sqlite! {
    async fn a_deleted_row_is_overwritten_and_its_pages_leave_the_file(server) {
        let (database, file) = (&server.app.database, database_file(&server));
        execute(database, INSERT_CACHE_ENTRY, [MARK.repeat(40_000).into()]).await.unwrap();
        erasure::shrink(database, &server.app.shutdown).await.unwrap();
        let (pages, size) = (number(&server, "PRAGMA page_count").await, std::fs::metadata(&file).unwrap().len());
        assert!(marks(&file) > 39_000, "an ordinary row can be found");
        database.execute_unprepared("DELETE FROM keyword_cache_entries").await.unwrap();
        assert!(number(&server, "PRAGMA freelist_count").await > 40);
        erasure::shrink(database, &server.app.shutdown).await.unwrap();
        assert_eq!(number(&server, "PRAGMA freelist_count").await, 0);
        assert!(number(&server, "PRAGMA page_count").await < pages - 40);
        assert!(std::fs::metadata(&file).unwrap().len() < size);
        assert_eq!((marks(&file), marks(&beside(&file, "-wal"))), (0, 0));
    }

    async fn a_vacuum_leaves_nothing_of_a_deleted_organization_in_the_files_of_sqlite(server, account, other) {
        start_jobs(&server).await;
        fill(&server, &account).await;
        let kept = server.prompts(&other, &["Which earbuds fit small ears?"]).await.remove(0);
        let file = database_file(&server);
        erasure::shrink(&server.app.database, &server.app.shutdown).await.unwrap();
        let before = marks(&file);
        assert!(before > 3_000, "{before}");
        assert!(delete_organization(&server.app, &account.organization_id).await.unwrap());
        // What remains are copies in pages that SQLite has split or merged.
        assert!(marks(&file) < before / 2, "{} of {before}", marks(&file));
        let copy = beside(&file, ".copy");
        lines_of(&server.database_url, &["backup", copy.to_str().unwrap()]);
        assert_eq!(marks(&copy), 0, "a backup has no deleted row");
        let sizes = lines_of(&server.database_url, &["vacuum"]).remove(0);
        let (before, after) = sizes.split_once('\t').unwrap();
        assert!(before.parse::<u64>().unwrap() >= after.parse().unwrap(), "{sizes}");
        assert_eq!((marks(&file), marks(&beside(&file, "-wal"))), (0, 0));
        server.get(&other, &format!("/v1/platform/prompts/{kept}")).await.ok();
    }

    async fn a_vacuum_without_space_for_temporary_files_names_their_folder(server) {
        let Some(disk) = SmallDisk::mount(1) else { return println!("skipped") };
        execute(&server.app.database, INSERT_CACHE_ENTRY, [MARK.repeat(1_000_000).into()]).await.unwrap();
        let mut vacuum = answerdeck(&server.database_url, &["vacuum"]);
        let output = vacuum.env("SQLITE_TMPDIR", disk.path()).stderr(Stdio::piped()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains("disk is full") && error.contains("SQLITE_TMPDIR"), "{error}");
    }

    async fn a_deleted_run_leaves_no_log_of_its_answers(server, account) {
        start_jobs(&server).await;
        let run = fill(&server, &account).await;
        let log = beside(&database_file(&server), "-wal");
        assert!(marks(&log) > 0);
        assert!(deletion::delete(&server.app, &run).await.unwrap());
        assert_eq!(marks(&log), 0);
    }

    async fn a_file_that_was_created_without_incremental_vacuum_gets_it_by_a_vacuum(server, account) {
        // As another program created it.
        let pool = server.app.database.get_sqlite_connection_pool();
        let mut connection = pool.acquire().await.unwrap();
        for sql in ["PRAGMA auto_vacuum = NONE", "VACUUM"] {
            sea_orm::sqlx::query(sql).execute(&mut *connection).await.unwrap();
        }
        drop(connection);
        let server = server.second_server().await;
        assert_eq!(number(&server, "PRAGMA auto_vacuum").await, 0);
        server.prompt_set(&account, "Set").await;
        lines_of(&server.database_url, &["vacuum"]);
        // A server that has the file open goes on writing it.
        server.prompt_set(&account, "Another").await;
        assert_eq!(number(&server.second_server().await, "PRAGMA auto_vacuum").await, 2);
        sqlite::assert_intact(&server.app.database).await;
    }
}

on_both! {
    async fn a_vacuum_keeps_the_data_of_a_running_server(server, account) {
        let prompts = server.prompts(&account, &["A?", "B?"]).await;
        let is_postgres = server.app.database.get_database_backend() == DbBackend::Postgres;
        // PostgreSQL writes a table that it vacuums to another file.
        let node = async || if is_postgres { number(&server, "SELECT pg_relation_filenode('prompts')::bigint").await } else { 0 };
        let before = node().await;
        let sizes = lines_of(&server.database_url, &["vacuum"]).remove(0);
        assert!(sizes.split('\t').all(|size| size.parse::<u64>().unwrap() > 0), "{sizes}");
        assert_eq!(node().await != before, is_postgres);
        for prompt in prompts {
            server.get(&account, &format!("/v1/platform/prompts/{prompt}")).await.ok();
        }
        server.prompt_set(&account, "After").await;
    }
}
