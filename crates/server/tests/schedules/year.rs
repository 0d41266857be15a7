//! A year of schedules in three time zones, with two workers that are killed at any step, and days on which none runs.

use std::collections::{BTreeMap, BTreeSet};

use answerdeck_database::entity::{run, schedule};
use answerdeck_server::schedule::due::start_due;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use sea_orm::{ColumnTrait, DbBackend, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::{Value, json};

use crate::harness::{Account, TestServer, drop_after};
use crate::on_both;

/// The last local date on which the schedules are due.
const LAST: Date = Date::constant(2027, 11, 20);
/// The same on PostgreSQL: the calendar does not depend on the database, and a worker has been killed at each step until then.
const LAST_ON_POSTGRES: Date = Date::constant(2027, 5, 31);

struct Scheduled {
    account: Account,
    id: String,
    expected: BTreeSet<i64>,
}

/// The due times of a recurrence until `last`, from the rules of the calendar alone.
fn expected(zone: &str, time: &str, start: Timestamp, last: Date, is_due: impl Fn(Date) -> bool) -> BTreeSet<i64> {
    let zone = TimeZone::get(zone).unwrap();
    let first = zone.to_datetime(start).date();
    let days = first.series(1.day()).take_while(|date| *date <= last).filter(|date| is_due(*date));
    let at = |date: Date| date.to_datetime(time.parse().unwrap()).to_zoned(zone.clone()).unwrap().timestamp();
    days.map(at).filter(|due| *due > start).map(Timestamp::as_millisecond).collect()
}

async fn next_due(server: &TestServer) -> Option<i64> {
    let next = schedule::Entity::find().select_only().column(schedule::Column::NextDueAt);
    let next = next.filter(schedule::Column::NextDueAt.is_not_null()).order_by_asc(schedule::Column::NextDueAt);
    next.into_tuple().one(&server.app.database).await.unwrap()
}

on_both! {
    async fn every_due_time_of_a_year_has_one_run_or_one_stated_reason(server) {
        let last = match server.app.database.get_database_backend() {
            DbBackend::Postgres => LAST_ON_POSTGRES,
            _ => LAST,
        };
        let mut schedules = Vec::new();
        // Local times that clocks skip and repeat.
        for (zone, time) in [("Asia/Seoul", "00:00"), ("America/New_York", "02:30"), ("Australia/Lord_Howe", "01:45")] {
            let daily = json!({ "frequency": "DAILY", "time": time });
            let monthly = json!({ "frequency": "MONTHLY", "dayOfMonth": 31, "time": time });
            for (recurrence, is_due) in [(daily, (|_| true) as fn(Date) -> bool), (monthly, |date| date == date.last_of_month())] {
                let account = server.account().await;
                let prompts = server.prompts(&account, &["Which earbuds fit small ears?"]).await;
                let (mut recurrence, run) = (recurrence, json!({ "promptIDs": prompts, "models": ["CLAUDE"] }));
                recurrence["timeZone"] = json!(zone);
                recurrence["untilDate"] = json!(last.to_string());
                let body = json!({ "name": zone, "run": run, "recurrence": recurrence });
                let expected = expected(zone, time, server.clock.now(), last, is_due);
                schedules.push(Scheduled { id: server.schedule(&account, body).await, account, expected });
            }
        }
        let workers = [0, 1].map(|_| server.second_app(server.app.engines()));
        let mut round = 0_usize;
        while let Some(next) = next_due(&server).await {
            let next = Timestamp::from_millisecond(next).unwrap();
            let mut wait = server.clock.now().duration_until(next).max(SignedDuration::ZERO) + SignedDuration::from_secs(3);
            if round % 97 == 96 {
                // Nobody looks for some days.
                wait += SignedDuration::from_hours(24 * 5);
            }
            server.clock.advance(wait);
            if round.is_multiple_of(3) {
                drop_after(round / 3 % 60, start_due(&workers[0])).await;
            }
            let [one, other] = [start_due(&workers[0]), start_due(&workers[1])];
            let (one, other) = tokio::join!(one, other);
            one.and(other).unwrap();
            round += 1;
        }
        for Scheduled { account, id, expected } in &schedules {
            let entries = server.entries(account, id).await;
            let mut started = BTreeMap::new();
            let mut covered = BTreeSet::new();
            for entry in &entries {
                let due = entry["dueAt"].as_str().unwrap().parse::<Timestamp>().unwrap().as_millisecond();
                let count = entry["missedCount"].as_u64().unwrap_or(1);
                let due_times: Vec<i64> = expected.range(due..).take(count as usize).copied().collect();
                assert_eq!((due_times.first(), due_times.len()), (Some(&due), count as usize), "{entry}");
                for due in due_times {
                    assert!(covered.insert(due), "twice: {entry}");
                }
                assert_eq!(entry["runID"].is_string(), ["STARTED", "CAUGHT_UP"].contains(&entry["outcome"].as_str().unwrap()), "{entry}");
                if let Some(run) = entry["runID"].as_str() {
                    assert!(started.insert(run.to_owned(), due).is_none(), "{entry}");
                }
            }
            assert_eq!(covered, *expected, "{id}");
            let outcomes = |outcome: &str| entries.iter().filter(|entry| entry["outcome"] == outcome).count();
            assert!(outcomes("STARTED") >= 10.min(expected.len() - 2), "{entries:#?}");
            if expected.len() > 100 {
                assert!(outcomes("CAUGHT_UP") > 0 && outcomes("MISSED") > 0, "{entries:#?}");
            }
            let runs = run::Entity::find().filter(run::Column::ScheduleId.eq(id)).all(&server.app.database).await.unwrap();
            let runs: BTreeSet<String> = runs.into_iter().map(|run| run.id).collect();
            assert_eq!(runs, started.into_keys().collect());
            let schedule: Value = server.schedule_of(account, id).await;
            assert_eq!(schedule.get("nextDueAt"), None, "it has ended");
        }
    }
}
