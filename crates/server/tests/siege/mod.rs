//! Attacks by one organization at the full rate that it is allowed, while another does its ordinary work.
//!
//! The tests are short, and assert only that nothing fails and that every charge is correct. `cargo xtask siege` gives each
//! attack more time, prints what was measured, and fails when the other organization waits too long or the server needs too
//! much memory.

mod attack;
mod figures;
#[allow(dead_code, reason = "the benchmark of answers uses all of it")]
#[path = "../../benches/answers/history.rs"]
mod history;
mod hostile_site;
mod ordinary_work;

use std::sync::Arc;
use std::time::Duration;

use answerdeck_database::entity::{answer, credit_entry};
use answerdeck_engine::Engines;
use answerdeck_server::clock::Clock;
use answerdeck_server::random::Random;
use answerdeck_server::{AppState, Config};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use tokio::task::JoinSet;
use tokio::time::interval;

use crate::harness::process::{Organization, ServerProcess};
use crate::harness::rows;
use crate::harness::runs::assert_balances;
use crate::on_both;
use attack::{Attack, Attacker};
use figures::{Figures, Usage};
use ordinary_work::OrdinaryWork;

/// The time between two requests of the attacker: its rate limit is ten a second.
const PACE: Duration = Duration::from_millis(101);

/// How long a siege takes, and over how much.
#[derive(Debug, Clone, Copy)]
struct Size {
    /// Requests of the attacker in each attack.
    requests: u32,
    /// Answers that it has already.
    answers: usize,
    is_printed: bool,
}

impl Size {
    /// Short, unless `ANSWERDECK_SIEGE_SECONDS` has the seconds of each attack.
    fn of_environment() -> Self {
        match std::env::var("ANSWERDECK_SIEGE_SECONDS") {
            Ok(seconds) => Self { requests: 10 * seconds.parse::<u32>().unwrap(), answers: 100_000, is_printed: true },
            Err(_) => Self { requests: 12, answers: 200, is_printed: false },
        }
    }
}

/// Attacks a server on this database in every way.
async fn run_attacks(database_url: &str) {
    let size = Size::of_environment();
    // The attacker can pay for one answer, and buys one more before each of its largest runs.
    let rich = Organization::create(database_url, 100_000).await;
    let poor = Organization::create(database_url, 1).await;
    Organization::create_demo(database_url).await;
    let database = answerdeck_database::connect(database_url).await.unwrap();
    let backend = database.get_database_backend();
    let clock = Clock::manual("2026-08-01T00:00:00Z".parse().unwrap());
    let app = AppState::new(Config::default(), database.clone(), clock, Random::system(), Engines::default());
    history::fill(&app, &poor.id, size.answers).await;
    let options = ["--demo", "--allow-private-sites", "--trusted-proxy", "127.0.0.1", "--item-pause", "0"];
    let server = Arc::new(ServerProcess::start(database_url, &options));
    let attacker = Arc::new(Attacker::prepare(app, Arc::clone(&server), poor).await);
    let work = Arc::new(OrdinaryWork::prepare(Arc::clone(&server), rich).await);
    if size.is_printed {
        let Size { requests, answers, .. } = size;
        println!("\n{backend:?}, {answers} answers, {requests} requests in each attack\n{}", Figures::HEADER);
    }
    let mut beyond = Vec::new();
    for attack in Attack::ALL {
        let before = Usage::of(server.id());
        let attacked = tokio::spawn(run_attack(Arc::clone(&attacker), attack, size.requests));
        let mut figures = work.until_end_of(attack, attacked).await;
        figures.usage = Usage::of(server.id()).since(&before);
        if size.is_printed {
            println!("{}", figures.row(attack));
            beyond.extend((!figures.are_within_bounds()).then_some(attack));
        }
        figures
            .statuses
            .keys()
            .for_each(|status| assert!(attack.accepts(*status), "{attack:?}: {:?}", figures.statuses));
    }
    work.finish().await;
    drop((attacker, work));
    check_charges(&database).await;
    assert!(beyond.is_empty(), "{backend:?}: the figures of {beyond:?} are beyond the bounds");
}

/// Sends the requests of an attack at the full rate, without waiting for their responses, then waits for all of them.
async fn run_attack(attacker: Arc<Attacker>, attack: Attack, requests: u32) -> Vec<Option<u16>> {
    let (mut pace, mut sent) = (interval(PACE), JoinSet::new());
    for number in 0..requests {
        pace.tick().await;
        let attacker = Arc::clone(&attacker);
        sent.spawn(async move { attacker.send(attack, number).await });
    }
    attacker.disconnect_after(sent).await
}

/// Each successful answer that the API charged for is charged once, and a balance is the sum of its entries.
async fn check_charges(database: &sea_orm::DatabaseConnection) {
    let entries = credit_entry::Entity::find().all(database).await.unwrap();
    let mut charged: Vec<&String> = entries.iter().filter_map(|entry| entry.answer_id.as_ref()).collect();
    let count = charged.len();
    charged.sort_unstable();
    charged.dedup();
    assert!(count > 0 && charged.len() == count, "an answer is charged twice");
    for answers in charged.chunks(500) {
        let ids = answers.iter().map(|id| (*id).clone());
        let rows = answer::Entity::find().filter(answer::Column::Id.is_in(ids)).all(database).await.unwrap();
        assert!(rows.len() == answers.len() && rows.iter().all(|row| row.status == answer::Status::Success));
    }
    assert_balances(database, &entries).await;
}

on_both! {
    async fn an_organization_cannot_block_another(server) {
        run_attacks(&server.database_url).await;
    }
}
