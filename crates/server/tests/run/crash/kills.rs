//! Killed servers, and crashes of PostgreSQL and ClickHouse.

use std::process::Stdio;
use std::time::Duration;

use throwaway_postgres::{Cluster, Settings};

use super::{Interruptions, Target, assert_survives};
use crate::harness::clickhouse::{ClickHouseServer, program};
use crate::harness::process::{answerdeck, lines_of};
use crate::harness::sqlite;

/// Kills of a test, unless `ANSWERDECK_KILLS` has another number.
const KILLS: u32 = 50;

fn kills(database_url: String, has_lost_connections: bool) -> Interruptions {
    Interruptions {
        count: std::env::var("ANSWERDECK_KILLS").map_or(KILLS, |kills| kills.parse().unwrap()),
        database_url,
        clients: 2,
        sets_per_run: 1,
        prompt_length: 0,
        has_lost_connections,
        environment: Vec::new(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_on_sqlite_loses_nothing_and_charges_once() {
    let folder = tempfile::tempdir().unwrap();
    let url = sqlite::url(folder.path());
    assert_survives(kills(url, false), async |_, _| true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_and_a_crashed_postgresql_lose_nothing_and_charge_once() {
    let cluster = Cluster::start(Settings::default()).unwrap();
    let interrupt = async |_: &_, number| {
        if number % 2 == 0 {
            return true;
        }
        cluster.crash().unwrap();
        cluster.start_server().unwrap();
        false
    };
    assert_survives(kills(format!("{}/postgres", cluster.url), true), interrupt).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn statistics_are_exact_while_servers_copiers_and_databases_are_killed() {
    let Some(program) = program() else { return };
    let cluster = Cluster::start(Settings::default()).unwrap();
    let (url, servers) = (format!("{}/postgres", cluster.url), [0, 1].map(|_| ClickHouseServer::start(&program)));
    let mut databases = Vec::new();
    for server in &servers {
        databases.push(server.database("answers").await);
    }
    let databases = databases.join(",");
    let statistics = |name| ["statistics", name, "--clickhouse", &databases];
    // A copier that was killed early leaves no copy.
    let assert_verified = |may_lack_copies: bool| {
        let verify = [statistics("verify").as_slice(), &["--times", "2"]].concat();
        let output = answerdeck(&url, &verify).stderr(Stdio::piped()).output().unwrap();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        let is_same = output.status.success() || (may_lack_copies && text.contains(", 0 of them in ClickHouse: copy"));
        assert!(is_same && text.contains("Compared ") && !text.contains("Compared 0 "), "{text}");
    };
    let interrupt = async |target: &Target, number: u32| {
        match number % 4 {
            0 | 2 => return true,
            1 => {
                cluster.crash().unwrap();
                cluster.start_server().unwrap();
                return false;
            }
            _ => {}
        }
        let killed = &servers[number as usize / 4 % 2];
        let mut copier = answerdeck(&url, &statistics("rebuild")).stdout(Stdio::null()).spawn().unwrap();
        if number % 8 == 3 {
            assert!(copier.wait().unwrap().success());
            killed.kill();
        } else {
            // Before it begins to copy, while it copies, or after its last copy.
            tokio::time::sleep(Duration::from_millis(u64::from(number % 50) * 4)).await;
            killed.kill();
            copier.kill().unwrap();
            copier.wait().unwrap();
        }
        killed.restart().await;
        // Nothing is stored while both count.
        target.server.borrow().as_ref().unwrap().kill();
        assert_verified(true);
        true
    };
    let environment = vec![("ANSWERDECK_CLICKHOUSE", databases.clone())];
    assert_survives(Interruptions { environment, ..kills(url.clone(), true) }, interrupt).await;
    assert_eq!(lines_of(&url, &statistics("rebuild")).pop().unwrap(), "Done: 0 answers have no copy yet");
    assert_verified(false);
}
