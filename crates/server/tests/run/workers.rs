use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use answerdeck_database::entity::{answer, run};
use answerdeck_database::query_row;
use answerdeck_engine::Reply;
use answerdeck_server::jobs::Jobs;
use answerdeck_server::random::Random;
use answerdeck_server::run::collect_settings::CollectSettings;
use answerdeck_server::run::ledger::{self, AttemptResult, SettleResult};
use answerdeck_server::run::reply::AnalyzedReply;
use answerdeck_server::worker::WorkerError;
use answerdeck_server::worker::lease::{self, LEASE};
use answerdeck_server::{AppState, Config};
use sea_orm::sqlx::postgres::PgListener;
use sea_orm::{EntityTrait, PaginatorTrait};

use crate::harness::engines::{ProviderEngine, claude};
use crate::harness::held_pool::HeldPool;
use crate::harness::runs::{NO_PAUSE, assert_asked, run_body};
use crate::harness::{Backend, TestServer, hold_connection, until};
use crate::{on_both, on_sqlite};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_workers_of_all_processes_are_notified_of_new_work() {
    let server = TestServer::start(Backend::Postgres).await;
    let account = server.account().await;
    let prompts = server.prompts(&account, &["A?"]).await;
    let mut listener = PgListener::connect_with(server.app.database.get_postgres_connection_pool()).await.unwrap();
    listener.listen("answerdeck_work").await.unwrap();
    server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
    assert_eq!(listener.recv().await.unwrap().payload(), "run_items");
    server.submit_analysis(&account, serde_json::json!({ "url": "https://shop.example" })).await;
    assert_eq!(listener.recv().await.unwrap().payload(), "site_analyses");
    drop(listener);

    let listens = async || {
        let sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
                   AND query LIKE 'LISTEN%answerdeck_work%'";
        query_row::<i64>(&server.app.databases.auth, sql, []).await.unwrap() > Some(0)
    };
    server.start_jobs().await;
    until(listens).await;
}

on_sqlite! {
    async fn a_task_that_panics_stops_no_other_task(server, account) {
        server.submit_prompts(&account, &["A?", "B?"], &["CLAUDE"]).await;
        let engine = Arc::new(ProviderEngine::answering().free());
        let engines = claude(&engine);
        // The charge of the first answer needs an id.
        let panics = Arc::new(AtomicU8::new(0));
        let counted = Arc::clone(&panics);
        let random = Random::from_fn(move |bytes| {
            let number = if engine.asked().is_empty() { 100 } else { counted.fetch_add(1, Ordering::SeqCst) };
            assert!(number > 0, "there is no randomness");
            bytes.fill(number);
        });
        let app = AppState::new(Config::default(), server.app.database.clone(), server.clock.clone(), random, engines);
        let jobs = tokio::spawn(Jobs::new(app, NO_PAUSE).await.unwrap().run());
        let rows = async || answer::Entity::find().all(&server.app.database).await.unwrap();
        until(async || rows().await.iter().any(|row| row.status == answer::Status::Success)).await;
        assert!(panics.load(Ordering::SeqCst) > 1 && !jobs.is_finished());
    }

    async fn a_second_worker_on_one_sqlite_file_is_refused(server) {
        let first = Jobs::new(server.app.clone(), NO_PAUSE).await.unwrap();
        assert!(matches!(Jobs::new(server.app.clone(), NO_PAUSE).await, Err(WorkerError::InUse(_))));
        drop(first);
        assert!(Jobs::new(server.app.clone(), NO_PAUSE).await.is_ok());
    }
}

on_both! {
    async fn jobs_work_while_requests_hold_all_of_their_connections(server, account) {
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        let mut held = Vec::new();
        for _ in 0..8 {
            held.push(hold_connection(&server.app.database).await);
        }
        server.start_jobs().await;
        let run = run::Entity::find_by_id(id);
        let monitoring = &server.app.databases.monitoring;
        until(async || run.clone().one(monitoring).await.unwrap().unwrap().status == run::Status::Finished).await;
    }

    async fn an_item_keeps_its_lease_while_its_answer_waits_for_text_analysis(server, account) {
        let id = server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        let engine = Arc::new(ProviderEngine::answering().free());
        let server = server.with_engines(claude(&engine)).await;
        let held = HeldPool::hold(&server.app.config.analyzer).await;
        let settings = CollectSettings { renewal_interval: Duration::from_millis(10), ..NO_PAUSE };
        tokio::spawn(Jobs::new(server.app.clone(), settings).await.unwrap().run());
        let item = async || answer::Entity::find().one(&server.app.database).await.unwrap().unwrap();
        until(async || !engine.asked().is_empty() && item().await.lease_owner.is_some()).await;
        for _ in 0..4 {
            server.clock.advance(LEASE / 2);
            let renewed = (server.clock.now() + LEASE).as_millisecond();
            until(async || item().await.lease_until.is_some_and(|lease| lease >= renewed)).await;
        }
        drop(held);
        assert_eq!(server.finished_run(&account, &id).await["successCount"], 1);
        assert_eq!((item().await.attempts, engine.asked()), (1, BTreeMap::from([("A?".to_owned(), 1)])));
    }

    async fn the_item_of_a_dead_worker_is_leased_again_when_its_lease_expires(server, account) {
        server.submit_prompts(&account, &["A?"], &["CLAUDE"]).await;
        let (database, organization) = (&server.app.database, account.organization_id.as_str());
        let acquire = async |worker: &str| {
            lease::acquire::<answer::Entity>(database, organization, worker, server.clock.now()).await.unwrap()
        };
        let dead = acquire("dead").await.unwrap();
        assert!(acquire("alive").await.is_none());
        server.expire_leases();
        let now = server.clock.now();
        let alive = acquire("alive").await.unwrap();
        assert_eq!((&alive.id, alive.attempts), (&dead.id, 2));
        let alive = answer::Model { route: Some("STAND_IN".to_owned()), ..alive };
        // The first worker was only slow. Its result is ignored.
        let reply = || AttemptResult::Answered {
            analyzed: AnalyzedReply {
                reply: Reply { content: "Late".to_owned(), ..Reply::default() },
                ..Default::default()
            },
            charge: 1_000,
        };
        let late = ledger::settle(&server.app, &dead, &reply(), now).await.unwrap();
        let ended = ledger::settle(&server.app, &alive, &reply(), now).await.unwrap();
        assert_eq!((late, ended), (SettleResult::LeaseLost, SettleResult::Succeeded));
    }

    async fn a_run_of_several_slices_completes_each_item_once(server, account) {
        let set = server.large_set(&account, 1).await;
        let body = serde_json::json!({ "promptSetID": set, "models": ["CLAUDE", "GEMINI"], "repeatCount": 3 });
        let id = server.submit(&account, body).await;
        server.start_jobs().await;
        let run = server.finished_run(&account, &id).await;
        assert_asked(run["answers"].as_array().unwrap(), 200, 3);
        assert_eq!(answer::Entity::find().count(&server.app.database).await.unwrap(), 600);
        let rows = run::Entity::find_by_id(&id).one(&server.app.database).await.unwrap().unwrap();
        assert_eq!((rows.total_count, rows.unstarted_count), (600, 0));
    }

    async fn runs_of_an_organization_do_not_wait_for_each_other(server, account) {
        let prompts = server.prompts(&account, &["Which earbuds fit small ears?"]).await;
        let long = serde_json::json!({ "promptIDs": prompts, "models": ["CLAUDE", "CHATGPT"], "repeatCount": 10 });
        let long = server.submit(&account, long).await;
        let short = server.submit(&account, run_body(&prompts, &["CLAUDE"])).await;
        server.start_jobs().await;
        server.finished_run(&account, &short).await;
        server.finished_run(&account, &long).await;
        let ended = |id: String| {
            let database = server.app.database.clone();
            async move { run::Entity::find_by_id(id).one(&database).await.unwrap().unwrap().finished_at.unwrap() }
        };
        assert!(ended(short).await <= ended(long).await);
        let rows = answer::Entity::find().all(&server.app.database).await.unwrap();
        assert!(rows.iter().all(|row| row.lease_owner.is_none() && row.lease_until.is_none()));
    }
}
