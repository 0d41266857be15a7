//! Documents that nobody vouches for reach the reader of an answer as they are: as data.

use std::path::Path;

use answerdeck_server::engine::local;
use answerdeck_server::engine::local::corpus::Corpus;
use answerdeck_server::jobs::Jobs;
use serde_json::Value;

use crate::harness::TestServer;
use crate::harness::work::{NO_PAUSE, run_of};
use crate::on_both;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/hostile-corpus");

async fn answer(server: &TestServer, corpus: &Path, query: &str) -> Value {
    let account = server.account().await;
    let prompts = server.prompts(&account, &[query]).await;
    let id = server.submit(&account, run_of(&prompts, &["CHATGPT"])).await;
    let engines = local::engines(Corpus::folder(corpus, server.clock.now()).unwrap());
    let app = server.another(engines);
    let worker = tokio::spawn(Jobs::new(app.clone(), NO_PAUSE).await.unwrap().run());
    server.finished(&account, &id).await;
    app.shutdown.cancel();
    worker.await.unwrap();
    server.get(&account, &format!("/v1/platform/answers?runID={id}")).await.ok()["answers"][0].clone()
}

on_both! {
    async fn markup_links_and_controls_of_a_document_are_quoted_as_they_stand(server: TestServer) {
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

    async fn a_megabyte_and_a_huge_table_are_quoted_whole(server: TestServer) {
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
