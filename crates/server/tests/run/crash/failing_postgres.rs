//! PostgreSQL on a full disk, and killed during commits.

use throwaway_postgres::{Cluster, Settings};

use super::failing_disk::{faults, small_disk};
use super::{Target, assert_survives};
use crate::harness::postgres_proxy::PostgresProxy;

/// Megabytes of an empty cluster and its write-ahead log.
const CLUSTER_MEGABYTES: u32 = 150;
/// A commit waits 20 milliseconds for others before it is durable.
const SLOW_COMMITS: &str = "-c fsync=on -c commit_delay=20000 -c commit_siblings=1";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_works_again_when_the_full_disk_of_postgresql_has_space() {
    let mut faults = faults(String::new());
    let Some(disk) = small_disk(&faults, CLUSTER_MEGABYTES) else { return println!("skipped") };
    let folder = disk.path().join("postgres");
    std::fs::create_dir(&folder).unwrap();
    let cluster = Cluster::start(Settings { folder: Some(&folder), ..Settings::default() }).unwrap();
    let _stop = scopeguard::guard((), |()| drop(cluster.crash()));
    faults.database_url = format!("{}/postgres", cluster.url);
    // A full disk can stop PostgreSQL.
    faults.has_lost_connections = true;
    let interrupt = async |target: &Target, _| {
        disk.fill();
        target.refusals(2).await;
        target.assert_not_ready().await;
        disk.free();
        if !cluster.is_running().unwrap() {
            cluster.start_server().unwrap();
        }
        target.successes().await;
        false
    };
    assert_survives(faults, interrupt).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commits_during_which_postgresql_is_killed_are_stored_or_not_acknowledged() {
    let mut faults = faults(String::new());
    // In memory, if that is possible: a killed process loses nothing that it has written, and a commit waits there too.
    let disk = small_disk(&faults, 2 * CLUSTER_MEGABYTES);
    let folder = disk.as_ref().map(|disk| disk.path().join("postgres"));
    if let Some(folder) = &folder {
        std::fs::create_dir(folder).unwrap();
    }
    let settings = Settings { folder: folder.as_deref(), options: SLOW_COMMITS, ..Settings::default() };
    let cluster = Cluster::start(settings).unwrap();
    let _stop = scopeguard::guard((), |()| drop(cluster.crash()));
    let proxy = PostgresProxy::start(&format!("{}/postgres", cluster.url)).await;
    faults.database_url = proxy.url.clone();
    faults.has_lost_connections = true;
    let interrupt = async |target: &Target, _| {
        proxy.commit().await;
        cluster.crash().unwrap();
        cluster.start_server().unwrap();
        target.successes().await;
        false
    };
    assert_survives(faults, interrupt).await;
}
