//! Killed servers and crashes of PostgreSQL.

use super::{Interruptions, assert_survives};
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
    let cluster = throwaway_postgres::Cluster::start(throwaway_postgres::Settings::default()).unwrap();
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
