//! Due times while the process that handles them is killed by the system.

use std::collections::BTreeSet;

use answerdeck_database::entity::{digest, digest_settings, run, schedule, schedule_entry};
use answerdeck_server::clock::Clock;
use jiff::SignedDuration;
use sea_orm::prelude::Expr;
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::json;

use crate::harness::process::{Organization, ServerProcess};
use crate::harness::until;
use crate::on_both;

const SCHEDULES: usize = 30;
const KILLS: usize = 3;

/// Kills processes while they handle due times. Checks that each due time has one run, and the week one digest.
async fn kill_during_due_times(url: &str) {
    let Organization { key, .. } = Organization::create(url, 1_000).await;
    let server = ServerProcess::start(url, &["--rate-limit", "1000"]);
    let set = server.send(&key, "/api/v1/platform/prompt-sets", Some(&json!({ "name": "Set" }))).await["id"].clone();
    server.send(&key, "/api/v1/platform/prompts", Some(&json!({ "content": "A?", "promptSetID": set }))).await;
    let body = json!({
        "name": "Daily", "run": { "promptSetID": set, "models": ["CLAUDE"] },
        "recurrence": { "frequency": "DAILY", "time": "09:00", "timeZone": "UTC" },
    });
    for _ in 0..SCHEDULES {
        server.send(&key, "/api/v1beta/platform/schedules", Some(&body)).await;
    }
    server.kill();
    let database = answerdeck_database::connect(url).await.unwrap();
    let due = (Clock::system().now() - SignedDuration::from_mins(1)).as_millisecond();
    schedule::Entity::update_many()
        .col_expr(schedule::Column::NextDueAt, Expr::value(due))
        .exec(&database)
        .await
        .unwrap();
    let settings = digest_settings::Entity::update_many();
    settings.col_expr(digest_settings::Column::NextDueAt, Expr::value(due)).exec(&database).await.unwrap();
    let handled = async || schedule_entry::Entity::find().count(&database).await.unwrap();
    for _ in 0..KILLS {
        let before = handled().await;
        let server = ServerProcess::start(url, &[]);
        until(async || handled().await > before || before == SCHEDULES as u64).await;
        server.kill();
    }
    // The lease of a digest that was being made has expired.
    let settings = digest_settings::Entity::update_many();
    settings.col_expr(digest_settings::Column::LeaseUntil, Expr::value(0)).exec(&database).await.unwrap();
    let _server = ServerProcess::start(url, &[]);
    let digests = async || digest::Entity::find().count(&database).await.unwrap();
    until(async || handled().await == SCHEDULES as u64 && digests().await == 1).await;
    let entries = schedule_entry::Entity::find().all(&database).await.unwrap();
    let of_schedules: BTreeSet<&String> = entries.iter().map(|entry| &entry.schedule_id).collect();
    assert!(of_schedules.len() == SCHEDULES && entries.iter().all(|entry| entry.due_at == due), "{entries:#?}");
    let runs = run::Entity::find().all(&database).await.unwrap();
    let started: BTreeSet<Option<&String>> = entries.iter().map(|entry| entry.run_id.as_ref()).collect();
    assert_eq!((runs.len(), runs.iter().map(|run| Some(&run.id)).collect()), (SCHEDULES, started));
    let due_times = digest::Entity::find().all(&database).await.unwrap();
    assert_eq!(due_times.iter().map(|digest| digest.due_at).collect::<Vec<_>>(), [due]);
}

on_both! {
    async fn every_due_time_has_one_run_though_its_process_is_killed(server) {
        kill_during_due_times(&server.database_url).await;
    }
}
