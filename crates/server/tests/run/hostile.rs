//! Answers quote hostile documents unchanged, as data.

use std::path::Path;

use answerdeck_engine::corpus::Corpus;
use answerdeck_engine::stand_in;
use serde_json::Value;

use crate::harness::TestServer;
use crate::{on_both, on_sqlite};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/hostile-corpus");

async fn answer(server: &TestServer, corpus: &Path, query: &str) -> Value {
    let account = server.account().await;
    let id = server.submit_prompts(&account, &[query], &["CHATGPT"]).await;
    let engines = stand_in::engines(Corpus::from_folder(corpus, server.clock.now()).unwrap());
    let jobs = server.work_with(engines).await;
    server.finished_run(&account, &id).await;
    jobs.shut_down().await;
    server.get(&account, &format!("/v1/platform/answers?runID={id}")).await.ok()["answers"][0].clone()
}

on_both! {
    async fn a_megabyte_of_text_and_a_huge_table_are_quoted_completely(server) {
        let folder = tempfile::tempdir().unwrap();
        let front = |name: &str| {
            format!("+++\nurl = \"https://{name}.example/\"\ntitle = \"{name}\"\nsite = \"blog\"\nlanguage = \"en\"\nage_days = 1\n+++\n")
        };
        let long = format!("{}Hostile megabyte {}.\n", front("megabyte"), "word ".repeat(210_000));
        std::fs::write(folder.path().join("megabyte.md"), &long).unwrap();
        let row = format!("|{}\n", " hostile table |".repeat(50));
        let table = format!("{}{row}|{}\n{}", front("table"), "---|".repeat(50), row.repeat(1_000));
        std::fs::write(folder.path().join("table.md"), &table).unwrap();
        let long = answer(&server, folder.path(), "hostile megabyte").await;
        assert!(long["content"].as_str().unwrap().len() > 1_000_000);
        let table = answer(&server, folder.path(), "hostile table").await;
        assert!(table["content"].as_str().unwrap().lines().filter(|line| line.starts_with("| hostile table |")).count() > 1_000);
    }
}

on_sqlite! {
    async fn markup_links_and_control_characters_of_a_document_are_quoted_unchanged(server) {
        for (query, quoted) in [
            ("hostile script tags", "<script>window.hostile = true</script>"),
            ("hostile event handlers", "<img src=x onerror=\"window.hostile = true\">"),
            ("hostile javascript links", "[press me](javascript:window.hostile=true)"),
            ("hostile data addresses", "](data:text/html;base64,"),
            ("hostile direction overrides", "\u{202e}"),
            ("hostile nesting", "> > > > > > > > > >"),
        ] {
            let answer = answer(&server, Path::new(FIXTURES), query).await;
            assert!(answer["content"].as_str().unwrap().contains(quoted), "{query}: {answer:#}");
        }
        let answer = answer(&server, Path::new(FIXTURES), "hostile javascript links").await;
        let source = answer["sources"].as_array().unwrap().iter().find(|source| source.get("domain").is_none()).unwrap();
        assert_eq!(source["url"], "javascript:window.hostile=true");
        assert_eq!(source["title"], "Links <b>pressed</b> & [hostile](javascript:window.hostile=true)");
    }
}
