//! Copies of a database that a server uses: they can be served, and have everything that was acknowledged before.

use std::collections::BTreeSet;
use std::pin::pin;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::harness::process::{Organization, ServerProcess, answerdeck, lines_of};
use crate::harness::runs::end_leases;
use crate::harness::{postgres, sqlite, until};

const SETS: &str = "/api/v1/platform/prompt-sets";
/// Copying megabytes takes longer than a request.
const HUNDREDS_OF_LONG_PROMPTS: usize = 10;

/// A server with prompts and a run in progress.
struct Work {
    server: ServerProcess,
    key: String,
    run: String,
    /// The prompt sets that the server acknowledged before the copy began.
    sets: BTreeSet<String>,
}

impl Work {
    async fn begin(database: &str) -> Self {
        let Organization { key, .. } = Organization::create(database, 1_000).await;
        let server = ServerProcess::start(database, &["--item-pause", "300"]);
        let set = server.send(&key, SETS, Some(&json!({ "name": "Set" }))).await["id"].take();
        let long = json!({ "content": "누".repeat(1_000), "promptSetID": set });
        let long = json!({ "prompts": vec![long; 100] });
        let mut prompts = Value::Null;
        for _ in 0..HUNDREDS_OF_LONG_PROMPTS {
            prompts = server.send(&key, "/api/v1/platform/prompts/bulk", Some(&long)).await["ids"].take();
        }
        let prompts: Vec<&Value> = prompts.as_array().unwrap().iter().take(10).collect();
        let run = server.submit(&key, json!({ "promptIDs": prompts, "models": ["CLAUDE", "CHATGPT"] })).await;
        let sets = BTreeSet::from([set.as_str().unwrap().to_owned()]);
        Self { server, key, run, sets }
    }

    /// Runs a command while a client creates prompt sets: a request is in flight when the command starts and when it
    /// ends. The command and each request succeed.
    async fn run_during_requests(&self, command: Command) {
        let mut command = tokio::process::Command::from(command);
        let mut status = pin!(async { command.stdout(Stdio::null()).status().await.unwrap() });
        let mut ended = None;
        while ended.is_none() {
            let body = json!({ "name": "Meanwhile" });
            let mut request = pin!(self.server.send(&self.key, SETS, Some(&body)));
            tokio::select! {
                biased;
                _ = &mut request => {}
                status = &mut status => {
                    ended = Some(status);
                    request.await;
                }
            }
        }
        assert!(ended.unwrap().success(), "{ended:?}");
    }

    /// Checks that a server of the copy serves it, while the first one works.
    async fn assert_serves(&self, copy: &ServerProcess) {
        let sets = copy.send(&self.key, &format!("{SETS}?limit=100"), None).await;
        let sets = sets["promptSets"].as_array().unwrap().iter().map(|set| set["id"].as_str().unwrap().to_owned());
        assert!(self.sets.is_subset(&sets.collect()));
        let count = copy.send(&self.key, "/api/v1/platform/prompts?limit=100", None).await;
        assert_eq!(count["prompts"].as_array().unwrap().len(), 100);
        for server in [copy, &self.server] {
            until(async || server.send(&self.key, &self.run, None).await["status"] == "FINISHED").await;
            server.send(&self.key, SETS, Some(&json!({ "name": "After" }))).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_sqlite_is_served_while_the_first_server_works() {
    let folder = tempfile::tempdir().unwrap();
    let url = |name: &str| format!("sqlite://{}", folder.path().join(name).display());
    let work = Work::begin(&url("answerdeck.db")).await;
    let file = folder.path().join("copy.db");
    work.run_during_requests(answerdeck(&url("answerdeck.db"), &["backup", file.to_str().unwrap()])).await;
    let copy = answerdeck_database::connect(&url("copy.db")).await.unwrap();
    sqlite::assert_intact(&copy).await;
    copy.close().await.unwrap();
    work.assert_serves(&ServerProcess::start(&url("copy.db"), &["--item-pause", "0"])).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dump_of_postgresql_is_restored_and_served_while_the_first_server_works() {
    let (url, restored) = (postgres::migrated_database().await, postgres::fresh_database().await);
    let work = Work::begin(&url).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answerdeck.dump");
    let mut dump = Command::new(throwaway_postgres::program("pg_dump"));
    dump.arg("--format=custom").arg(format!("--file={}", file.display())).arg(&url);
    work.run_during_requests(dump).await;
    let mut restore = Command::new(throwaway_postgres::program("pg_restore"));
    restore.args(["--exit-on-error", "--no-owner"]).arg(format!("--dbname={restored}")).arg(&file);
    work.run_during_requests(restore).await;
    let copy = answerdeck_database::connect(&restored).await.unwrap();
    end_leases(&copy).await;
    work.assert_serves(&ServerProcess::start(&restored, &["--item-pause", "0"])).await;
}

#[test]
fn a_backup_that_fails_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let url = sqlite::url(folder.path());
    lines_of(&url, &["migrate"]);
    let (copies, program) = (tempfile::tempdir().unwrap(), env!("CARGO_BIN_EXE_answerdeck"));
    // Without the trap, the signal of a file that is too large ends the process.
    let script = "trap '' XFSZ; exec prlimit --fsize=20000: -- \"$0\" backup \"$1\" --database \"$2\"";
    let copy = copies.path().join("copy.db");
    let backup = Command::new("sh").args(["-c", script, program]).arg(&copy).arg(&url).output().unwrap();
    let error = String::from_utf8(backup.stderr).unwrap();
    assert!(!backup.status.success() && error.contains("disk"), "{error}");
    assert_eq!(std::fs::read_dir(copies.path()).unwrap().count(), 0);
}
