//! Which answers a worker claims.

use std::collections::{BTreeMap, BTreeSet};

use answerdeck_database::entity::answer;
use answerdeck_server::engines::permits::FreePermits;
use answerdeck_server::run::claim::{Claim, ClaimedAnswer, Turns};
use sea_orm::{ConnectionTrait, EntityTrait};

use crate::harness::{Account, Backend, TestServer, hold_connection};
use crate::on_both;

fn permits(count: usize) -> [FreePermits; 1] {
    [FreePermits { model: "CLAUDE".to_owned(), pool: "CLAUDE".to_owned(), count, in_use: 0, is_priced: true }]
}

async fn claim(
    server: &TestServer,
    database: &impl ConnectionTrait,
    worker: &str,
    turns: &mut Turns,
    count: usize,
) -> Vec<ClaimedAnswer> {
    let (permits, now) = (permits(count), server.clock.now());
    let claimed = Claim { worker, permits: &permits, turns, limit: count, now }.claim(database).await.unwrap();
    turns.record(&claimed);
    claimed
}

async fn run(server: &TestServer, account: &Account, prompts: usize) -> String {
    let contents: Vec<String> = (0..prompts).map(|number| format!("{number}?")).collect();
    server.submit_prompts(account, &contents.iter().map(String::as_str).collect::<Vec<_>>(), &["CLAUDE"]).await
}

fn counts(claimed: &[ClaimedAnswer]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for claimed in claimed {
        *counts.entry(claimed.answer.run_id.clone()).or_default() += 1;
    }
    counts
}

on_both! {
    async fn organizations_take_turns_and_so_do_the_runs_of_each(server, one, other) {
        let runs = [run(&server, &one, 4).await, run(&server, &one, 4).await, run(&server, &one, 4).await];
        let of_other = run(&server, &other, 4).await;
        let (mut turns, mut served) = (Turns::default(), Vec::new());
        for _ in 0..6 {
            let claimed = claim(&server, &server.app.database, "worker", &mut turns, 1).await;
            served.push(claimed[0].answer.run_id.clone());
        }
        let of_one: Vec<&String> = served.iter().filter(|run| **run != of_other).collect();
        assert_eq!(of_one, runs.iter().collect::<Vec<_>>());
        assert!(served.chunks(2).all(|pair| pair.contains(&of_other)), "{served:?}");
    }

    async fn a_batch_is_shared_between_organizations_and_the_next_begins_with_the_one_that_got_less(server, one, two) {
        let (of_one, of_two) = (run(&server, &one, 4).await, run(&server, &two, 4).await);
        let mut turns = Turns::default();
        let first = counts(&claim(&server, &server.app.database, "worker", &mut turns, 3).await);
        let second = counts(&claim(&server, &server.app.database, "worker", &mut turns, 3).await);
        assert_eq!(BTreeSet::from([first[&of_one], first[&of_two]]), BTreeSet::from([1, 2]));
        assert_eq!((first[&of_one] + second[&of_one], first[&of_two] + second[&of_two]), (3, 3));
    }

    async fn a_batch_is_no_larger_than_the_permits_of_its_engine_and_what_its_organization_can_pay(server, account) {
        run(&server, &account, 5).await;
        server.set_balance(&account, 2_000).await;
        let other = server.account().await;
        run(&server, &other, 9).await;
        let database = &server.app.database;
        let claimed = claim(&server, database, "worker", &mut Turns::default(), 5).await;
        assert_eq!(claimed.len(), 5);
        // The attempts in progress need all credits of the first organization.
        let rest = claim(&server, database, "worker", &mut Turns::default(), 20).await;
        assert_eq!((rest.len(), claim(&server, database, "worker", &mut Turns::default(), 20).await), (6, Vec::new()));
        server.expire_leases();
        assert_eq!(claim(&server, database, "worker", &mut Turns::default(), 20).await.len(), 11);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_workers_on_postgresql_that_claim_at_the_same_moment_get_different_full_batches() {
    let server = TestServer::start(Backend::Postgres).await;
    let account = server.account().await;
    run(&server, &account, 12).await;
    run(&server, &account, 1).await;
    // The first has locked its rows, and not committed yet.
    let first_transaction = hold_connection(&server.app.database).await;
    let first = claim(&server, &first_transaction, "first", &mut Turns::default(), 5).await;
    let second = claim(&server, &server.app.database, "second", &mut Turns::default(), 5).await;
    first_transaction.commit().await.unwrap();
    let third = claim(&server, &server.app.database, "third", &mut Turns::default(), 5).await;
    assert_eq!([first.len(), second.len(), third.len()], [5, 5, 3]);
    let ids = |claimed: &[ClaimedAnswer]| claimed.iter().map(|claimed| claimed.answer.id.clone()).collect::<Vec<_>>();
    let all: BTreeSet<String> = [first, second, third].iter().flat_map(|claimed| ids(claimed)).collect();
    assert_eq!(all.len(), 13);
    let rows = answer::Entity::find().all(&server.app.database).await.unwrap();
    for (worker, count) in [("first", 5), ("second", 5), ("third", 3)] {
        assert_eq!(rows.iter().filter(|row| row.lease_owner.as_deref() == Some(worker)).count(), count);
    }
}
