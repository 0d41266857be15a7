//! Disks that are full or broken for a while, again and again.

use super::{Interruptions, Target, assert_survives};
use crate::harness::io_faults::{BROKEN, IoFaults, READ_ONLY};
use crate::harness::small_disk::SmallDisk;
use crate::harness::sqlite;

/// Faults of a test, unless `ANSWERDECK_FAULTS` has another number.
const FAULTS: u32 = 3;
/// Megabytes of a disk, and how many more it has for each fault: the clients store about as much until the next one.
const MEGABYTES: (u32, u32) = (20, 5);

/// The faults of a test, for eight clients with runs.
pub(super) fn faults(database_url: String) -> Interruptions {
    Interruptions {
        count: std::env::var("ANSWERDECK_FAULTS").map_or(FAULTS, |faults| faults.parse().unwrap()),
        database_url,
        clients: 8,
        sets_per_run: 10,
        prompt_length: 1_000,
        has_lost_connections: false,
        environment: Vec::new(),
    }
}

/// Mounts a disk on which `faults` can store what they need.
pub(super) fn small_disk(faults: &Interruptions, megabytes: u32) -> Option<SmallDisk> {
    SmallDisk::mount(megabytes + MEGABYTES.1 * faults.count)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_on_sqlite_works_again_when_a_full_disk_has_space() {
    let mut faults = faults(String::new());
    let Some(disk) = small_disk(&faults, MEGABYTES.0) else { return println!("skipped") };
    faults.database_url = sqlite::url(disk.path());
    let interrupt = async |target: &Target, _| {
        disk.fill();
        target.refusals(2).await;
        target.assert_not_ready().await;
        disk.free();
        target.assert_no_refusals().await;
        false
    };
    assert_survives(faults, interrupt).await;
}

/// Checks that a server works again after calls that write have failed with this error.
async fn assert_survives_io_faults(error: i32) {
    let folder = tempfile::tempdir().unwrap();
    let Some(io) = IoFaults::prepare(folder.path()) else { return };
    let mut faults = faults(sqlite::url(folder.path()));
    faults.environment = io.environment();
    let interrupt = async |target: &Target, number: u32| {
        // Every call, or only some of those of a transaction.
        io.fail(error, 1 + number % 3);
        target.refusals(2).await;
        target.assert_not_ready().await;
        io.end();
        target.assert_no_refusals().await;
        false
    };
    assert_survives(faults, interrupt).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_on_sqlite_works_again_when_a_broken_disk_works() {
    assert_survives_io_faults(BROKEN).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_on_sqlite_works_again_when_a_read_only_disk_can_be_written() {
    assert_survives_io_faults(READ_ONLY).await;
}
