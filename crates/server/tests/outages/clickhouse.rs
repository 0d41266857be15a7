//! Counts of a server with ClickHouse: they are exact, whatever is copied, and none is half of the answers.

use std::process::Stdio;
use std::time::Duration;

use answerdeck_database::{execute, query_row};
use answerdeck_guarded_http::CertificateRoots;
use answerdeck_server::Config;
use answerdeck_statistics::ClickHouse;
use reqwest::Method;
use serde_json::json;

use super::assert_unavailable;
use crate::harness::clickhouse::{ClickHouseServer, program};
use crate::harness::process::{answerdeck, lines_of};
use crate::harness::{Account, AnswerRow, Backend, Reply, TestServer, drop_after, until};

const DOMAINS: &str = "/v1/platform/statistics/source-domains";
const PAGES: &[(&str, Option<&str>)] =
    &[("https://a.example/1", Some("a.example")), ("https://b.example/1", Some("b.example"))];

/// A server with ClickHouse, in which a test interferes.
struct Copying {
    servers: Vec<ClickHouseServer>,
    urls: Vec<String>,
    server: TestServer,
    account: Account,
}

impl Copying {
    /// `None` if ClickHouse is not installed.
    async fn start() -> Option<Self> {
        let program = program()?;
        let servers: Vec<ClickHouseServer> = (0..2).map(|_| ClickHouseServer::start(&program)).collect();
        let mut urls = Vec::new();
        for server in &servers {
            urls.push(server.database("answers").await);
        }
        let server = TestServer::start(Backend::Sqlite).await;
        let clickhouse = clickhouse(&urls);
        for name in clickhouse.names() {
            clickhouse.create_table(name).await.unwrap();
        }
        let server = server.with_config(Config { clickhouse: Some(clickhouse), ..Config::default() }).await;
        let account = server.account().await;
        server.brand(&account, "Nurio").await;
        Some(Self { servers, urls, server, account })
    }

    async fn store(&self, answers: usize) {
        for _ in 0..answers {
            let row = AnswerRow { sources: PAGES, content: "Nurio earbuds", ..AnswerRow::default() };
            self.server.answer(&self.account, row).await;
        }
    }

    async fn copy(&self) {
        self.server.copy_answers().await;
    }

    /// Counts the citations of all answers, without copying before.
    async fn count(&self) -> Reply {
        Reply::of(self.server.request(&self.account, Method::GET, DOMAINS, None)).await
    }

    async fn assert_citations(&self, citations: u64) {
        assert_eq!(self.count().await.ok()["totalCitations"], citations);
    }

    /// The number of copies that no query counts, or not yet, and that of complete ones.
    async fn copies(&self) -> (i64, i64) {
        let sql = "SELECT count(*), (SELECT count(*) FROM part_copies WHERE is_complete) FROM unused_copies";
        query_row(&self.server.app.database, sql, []).await.unwrap().unwrap()
    }

    async fn unused(&self) -> i64 {
        self.copies().await.0
    }

    /// Runs a statement on each server.
    async fn execute(&self, sql: &str) -> Vec<String> {
        let mut results = Vec::new();
        for url in &self.urls {
            let (url, database) = url.rsplit_once('/').unwrap();
            let request = self.server.http.post(format!("{url}/?database={database}")).body(sql.to_owned());
            let response = request.send().await.unwrap();
            assert!(response.status().is_success(), "{sql}");
            results.push(response.text().await.unwrap().trim().to_owned());
        }
        results
    }

    /// The answers that all servers have.
    async fn stored(&self) -> u64 {
        let sql = "SELECT count() FROM answers";
        self.execute(sql).await.iter().map(|count| count.parse::<u64>().unwrap()).sum()
    }

    fn command(&self, name: &str) -> Vec<String> {
        lines_of(&self.server.database_url, &["statistics", name, "--clickhouse", &self.urls.join(",")])
    }
}

fn clickhouse(urls: &[String]) -> ClickHouse {
    let urls: Vec<_> = urls.iter().map(|url| url.parse().unwrap()).collect();
    ClickHouse::new(&urls, CertificateRoots::default().tls())
}

/// How many answers in parts have no copy.
async fn uncopied(server: &TestServer) -> i64 {
    server.app.statistics.count_copied().await.unwrap().unwrap().uncopied
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_count_is_never_half_while_clickhouse_is_away_or_lacks_answers() {
    let Some(copying) = Copying::start().await else { return };
    copying.store(3).await;
    copying.assert_citations(6).await;
    copying.copy().await;
    copying.assert_citations(6).await;

    copying.servers.iter().for_each(ClickHouseServer::kill);
    let refused = copying.count().await;
    assert_unavailable(&refused);
    assert_eq!(refused.json()["message"], "The statistics are not available at the moment");
    copying.server.get(&copying.account, "/v1/platform/brands").await.ok();
    copying.store(1).await;
    assert_unavailable(&copying.count().await);
    // The part has changed, so it is counted from the database until it is copied again.
    assert!(copying.server.app.statistics.copy_parts(true).await.is_err());
    copying.assert_citations(8).await;
    for server in &copying.servers {
        server.restart().await;
    }
    copying.copy().await;
    copying.assert_citations(8).await;

    copying.execute("TRUNCATE TABLE answers").await;
    assert_unavailable(&copying.count().await);
    assert_eq!(copying.command("rebuild"), ["Done: 0 answers have no copy yet"]);
    copying.assert_citations(8).await;
    // A second copy with the same number, as no process makes it.
    copying.execute("INSERT INTO answers SELECT * FROM answers").await;
    assert_unavailable(&copying.count().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_is_stopped_at_any_point_is_counted_once_or_not_at_all() {
    let Some(copying) = Copying::start().await else { return };
    let mut citations = 0;
    for polls in 0..60 {
        // A stopped copy of the part is made again after a change.
        copying.store(1).await;
        citations += 2;
        drop_after(polls, copying.server.app.statistics.copy_parts(true)).await;
        copying.assert_citations(citations).await;
    }
    copying.store(1).await;
    copying.copy().await;
    copying.assert_citations(citations + 2).await;
    assert_eq!(uncopied(&copying.server).await, 0);
    let scraped = copying.server.scrape().await;
    assert!(scraped.contains("answerdeck_uncopied_answers 0\n"), "{scraped}");
    let verified = "Compared 208 results of 61 answers, 61 of them in ClickHouse: all are the same";
    assert_eq!(copying.command("verify"), [verified]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_copiers_and_servers_leave_nothing_that_is_counted_twice() {
    let Some(copying) = Copying::start().await else { return };
    let urls = copying.urls.join(",");
    for kill in 1..=30 {
        copying.store(40).await;
        let before = copying.copies().await;
        let arguments = ["statistics", "rebuild", "--clickhouse", &urls];
        let mut copier = answerdeck(&copying.server.database_url, &arguments).stdout(Stdio::null()).spawn().unwrap();
        // From the end of the copies before to that of the last new one.
        until(async || copying.copies().await != before).await;
        tokio::time::sleep(Duration::from_millis(2 * kill)).await;
        let killed = &copying.servers[usize::try_from(kill).unwrap() % 2];
        if kill % 3 == 0 {
            killed.kill();
        }
        copier.kill().unwrap();
        copier.wait().unwrap();
        if kill % 3 == 0 {
            killed.restart().await;
        }
        until(async || copying.count().await.status == 200).await;
        copying.assert_citations(80 * kill).await;
    }
    assert_eq!(copying.command("rebuild").last().unwrap(), "Done: 0 answers have no copy yet");
    let verified = "Compared 208 results of 1200 answers, 1200 of them in ClickHouse: all are the same";
    assert_eq!(copying.command("verify"), [verified]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_part_that_changes_while_it_is_copied_is_copied_again() {
    let Some(copying) = Copying::start().await else { return };
    let run = copying.server.run(&copying.account).await;
    for run_id in [None, Some(run.clone())] {
        copying.server.answer(&copying.account, AnswerRow { run_id, sources: PAGES, ..AnswerRow::default() }).await;
    }
    let server = &copying.server;
    let copied = async || server.app.statistics.copy_parts(true).await.unwrap();
    let deleted = async || answerdeck_server::run::deletion::delete(&server.app, &run).await.unwrap();
    tokio::join!(copied(), deleted());
    copying.assert_citations(2).await;
    copying.copy().await;
    copying.assert_citations(2).await;
    // The brand is found in copied answers.
    server.post(&copying.account, "/v1/platform/brands", json!({ "name": "Content", "synonyms": [] })).await.ok();
    server.find_brands().await;
    let named = async || {
        let path = "/v1beta/platform/metrics/brands";
        let metrics = Reply::of(server.request(&copying.account, Method::GET, path, None)).await.ok();
        metrics["all"]["brands"][0]["mentionRate"]["numerator"].as_u64().unwrap()
    };
    assert_eq!(named().await, 1);
    copying.copy().await;
    assert_eq!(named().await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn copies_that_ended_are_deleted_when_no_query_can_count_them() {
    let Some(copying) = Copying::start().await else { return };
    copying.store(2).await;
    copying.copy().await;
    copying.store(1).await;
    copying.copy().await;
    let server = &copying.server;
    server.app.statistics.delete_unused_copies().await.unwrap();
    assert_eq!(copying.stored().await, 5);
    assert_eq!(copying.unused().await, 1);
    execute(&server.app.database, "UPDATE unused_copies SET since = 0", []).await.unwrap();
    server.app.statistics.delete_unused_copies().await.unwrap();
    assert_eq!(copying.unused().await, 0);
    until(async || copying.stored().await == 3).await;
    copying.assert_citations(6).await;

    answerdeck_server::organization::deletion::delete_organization(&server.app, &copying.account.organization_id)
        .await
        .unwrap();
    execute(&server.app.database, "UPDATE unused_copies SET since = 0", []).await.unwrap();
    server.app.statistics.delete_unused_copies().await.unwrap();
    until(async || copying.stored().await == 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parts_on_a_server_that_no_option_names_are_counted_from_the_database_and_copied_elsewhere() {
    let Some(copying) = Copying::start().await else { return };
    copying.store(2).await;
    copying.copy().await;
    let stored = copying.execute("SELECT count() FROM answers").await;
    let used = stored.iter().position(|count| count == "2").unwrap();
    let clickhouse = clickhouse(&copying.urls[1 - used..2 - used]);
    let config = Config { clickhouse: Some(clickhouse), ..Config::default() };
    let other = copying.server.with_config(config).await;
    copying.servers[used].kill();
    let count = async || {
        let reply = Reply::of(other.request(&copying.account, Method::GET, DOMAINS, None)).await;
        reply.ok()["totalCitations"].clone()
    };
    assert_eq!(count().await, 4);
    assert_eq!(uncopied(&other).await, 2);
    other.copy_answers().await;
    assert_eq!((count().await, uncopied(&other).await), (json!(4), 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn verify_fails_without_a_copy_and_without_a_server() {
    let Some(copying) = Copying::start().await else { return };
    let urls = copying.urls.join(",");
    let verify = || {
        let arguments = ["statistics", "verify", "--times", "1", "--clickhouse", &urls];
        let output = answerdeck(&copying.server.database_url, &arguments).stderr(Stdio::piped()).output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    let (success, error) = verify();
    assert!(!success && error.ends_with("error: there are no answers yet: nothing was compared\n"), "{error}");
    copying.store(2).await;
    let (success, error) = verify();
    assert!(!success && error.contains(" results of 2 answers, 0 of them in ClickHouse: "), "{error}");
    copying.copy().await;
    assert!(verify().0);
    copying.servers[1].kill();
    let (success, error) = verify();
    assert!(!success && error.contains("error: ClickHouse: 127.0.0.1:"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn verify_names_what_differs() {
    let Some(copying) = Copying::start().await else { return };
    copying.store(2).await;
    copying.copy().await;
    copying.execute("ALTER TABLE answers UPDATE domains = [] WHERE 1").await;
    let cited = "SELECT sum(length(domains)) FROM answers";
    until(async || copying.execute(cited).await.iter().all(|sum| sum == "0")).await;
    let urls = copying.urls.join(",");
    let arguments = ["statistics", "verify", "--times", "1", "--clickhouse", &urls];
    let output = answerdeck(&copying.server.database_url, &arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let (id, first) = (&copying.account.organization_id, text.lines().next().unwrap_or_default());
    assert!(
        !output.status.success() && first.starts_with(&format!("{id}: domains, brands, prompts differ in ")),
        "{text}"
    );
}
