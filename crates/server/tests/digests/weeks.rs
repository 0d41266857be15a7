//! A year of digests in three time zones, with two workers that are killed at any step, and weeks in which none runs.

use std::collections::BTreeSet;

use answerdeck_database::entity::{digest, digest_settings};
use answerdeck_database::execute;
use answerdeck_server::AppState;
use answerdeck_server::digests::due::make_next;
use answerdeck_server::worker::lease::LEASE;
use futures_util::FutureExt;
use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::json;

use crate::harness::digests::DIGEST_SETTINGS;
use crate::harness::{Account, Backend, TestServer, drop_after};
use crate::{on_both, on_sqlite};

/// A year, and a downtime at its end.
const WEEKS: usize = 56;

/// The Sundays from a time on, at a local time: by the calendar alone.
fn expected(zone: &str, time: &str, start: Timestamp) -> BTreeSet<i64> {
    let zone = TimeZone::get(zone).unwrap();
    let first = zone.to_datetime(start).date();
    let sundays = first.series(1.day()).filter(|date: &Date| date.weekday() == Weekday::Sunday).take(WEEKS);
    let at = |date: Date| date.to_datetime(time.parse().unwrap()).to_zoned(zone.clone()).unwrap().timestamp();
    sundays.map(at).map(Timestamp::as_millisecond).collect()
}

async fn make_all(app: &AppState, worker: &str) {
    while make_next(app, worker).await.unwrap() {}
}

async fn next_due(server: &TestServer) -> Timestamp {
    let next = digest_settings::Entity::find().select_only().column(digest_settings::Column::NextDueAt);
    let next =
        next.filter(digest_settings::Column::NextDueAt.is_not_null()).order_by_asc(digest_settings::Column::NextDueAt);
    let next: Option<i64> = next.into_tuple().one(&server.app.database).await.unwrap();
    Timestamp::from_millisecond(next.unwrap()).unwrap()
}

async fn due_times(server: &TestServer, account: &Account) -> Vec<i64> {
    let rows = digest::Entity::find().filter(digest::Column::OrganizationId.eq(&account.organization_id));
    rows.order_by_asc(digest::Column::Id)
        .all(&server.app.database)
        .await
        .unwrap()
        .iter()
        .map(|row| row.due_at)
        .collect()
}

on_both! {
    async fn every_week_of_a_year_has_one_digest_and_a_downtime_only_its_newest(server) {
        let mut organizations = Vec::new();
        // Local times that clocks skip and repeat.
        for (zone, time) in [("Asia/Seoul", "00:00"), ("America/New_York", "02:30"), ("Australia/Lord_Howe", "01:45")] {
            let account = server.account().await;
            let expected = expected(zone, time, server.clock.now());
            server.enable_digests(&account, json!({ "weekday": "SUNDAY", "time": time, "timeZone": zone })).await;
            organizations.push((account, expected, BTreeSet::<i64>::new()));
        }
        let workers = [0, 1].map(|_| server.second_app(server.app.engines()));
        let end = server.clock.now() + SignedDuration::from_hours(24 * 7 * 51);
        let mut round = 0_usize;
        while next_due(&server).await < end {
            let next = next_due(&server).await;
            let mut wait = server.clock.now().duration_until(next).max(SignedDuration::ZERO) + SignedDuration::from_secs(3);
            if round % 23 == 22 {
                // Nobody looks for three weeks.
                wait += SignedDuration::from_hours(24 * 21);
            }
            server.clock.advance(wait);
            let now = server.clock.now().as_millisecond();
            for (_, expected, made) in &mut organizations {
                made.extend(expected.range(..=now).next_back());
            }
            if round.is_multiple_of(3) {
                drop_after(round / 3 * 7 % 90, make_next(&workers[0], "one")).await;
                // What it leased is free again, before the next organization is due.
                server.clock.advance(LEASE);
            }
            // PostgreSQL keeps the locks of a worker that is gone until it notices. Others skip these rows meanwhile.
            while next_due(&server).await <= server.clock.now() {
                tokio::join!(make_all(&workers[0], "one"), make_all(&workers[1], "two"));
            }
            round += 1;
        }
        for (account, expected, made) in &organizations {
            let due = due_times(&server, account).await;
            assert_eq!(due, made.iter().copied().collect::<Vec<_>>());
            assert!(due.len() > 40 && due.len() < expected.len(), "{}", due.len());
        }
    }

    async fn an_organization_whose_digest_fails_holds_up_no_other(server, failing, other) {
        for account in [&failing, &other] {
            server.enable_digests(account, json!({})).await;
        }
        let sql = "UPDATE digest_settings SET time_zone = 'Nowhere' WHERE organization_id = $1";
        execute(&server.app.database, sql, [failing.organization_id.as_str().into()]).await.unwrap();
        server.advance_to("2026-11-22T23:00:00Z");
        server.make_digests().await;
        assert_eq!((server.digests(&failing).await.len(), server.digests(&other).await.len()), (0, 1));
        let sql = "UPDATE digest_settings SET time_zone = 'Asia/Seoul' WHERE organization_id = $1";
        execute(&server.app.database, sql, [failing.organization_id.as_str().into()]).await.unwrap();
        server.clock.advance(LEASE);
        server.make_digests().await;
        assert_eq!(server.digests(&failing).await.len(), 1);
    }

    async fn a_change_moves_the_next_digest_but_not_one_that_is_due(server, account) {
        let settings = server.enable_digests(&account, json!({})).await;
        assert_eq!(settings["nextAt"], "2026-11-22T23:00:00.000Z");
        let moved = server.patch(&account, DIGEST_SETTINGS, json!({ "weekday": "TUESDAY" })).await.ok();
        assert_eq!(moved["nextAt"], "2026-11-23T23:00:00.000Z");
        server.advance_to("2026-11-23T23:00:01Z");
        let due = server.patch(&account, DIGEST_SETTINGS, json!({ "weekday": "FRIDAY" })).await.ok();
        assert_eq!(due["nextAt"], "2026-11-23T23:00:00.000Z");
        server.make_digests().await;
        assert_eq!(server.digests(&account).await.len(), 1);
        assert_eq!(server.digest_settings(&account).await["nextAt"], "2026-11-26T23:00:00.000Z");
        server.patch(&account, DIGEST_SETTINGS, json!({ "enabled": false })).await.ok();
        server.advance_to("2026-12-27T23:00:00Z");
        server.make_digests().await;
        assert_eq!(server.digests(&account).await.len(), 1);
        let enabled = server.patch(&account, DIGEST_SETTINGS, json!({ "enabled": true })).await.ok();
        assert_eq!(enabled["nextAt"], "2026-12-31T23:00:00.000Z");
    }
}

on_sqlite! {
    async fn a_week_that_clocks_change_is_compared_with_a_time_of_its_length(server, account) {
        server.advance_to("2027-03-08T00:00:00Z");
        server.enable_digests(&account, json!({ "timeZone": "America/New_York" })).await;
        server.advance_to("2027-03-15T13:00:00Z");
        server.make_digests().await;
        let digests = server.digests(&account).await;
        let ends: Vec<_> = digests.iter().map(|digest| (digest["findings"]["from"].clone(), digest["findings"]["to"].clone())).collect();
        // The week lacks an hour.
        assert_eq!(ends[0], (json!("2027-03-08T05:00:00.000Z"), json!("2027-03-15T04:00:00.000Z")));
    }
}

// On SQLite the work would hold the lock of writers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_that_change_while_a_digest_is_made_are_those_of_the_next_one() {
    let server = TestServer::start(Backend::Postgres).await;
    let account = server.account().await;
    server.enable_digests(&account, json!({})).await;
    server.advance_to("2026-11-22T23:00:01Z");
    let app = server.second_app(server.app.engines());
    // Leased, and not yet made.
    let mut work = Box::pin(make_next(&app, "one"));
    while digest_settings::Entity::find()
        .filter(digest_settings::Column::LeaseOwner.eq("one"))
        .one(&server.app.database)
        .await
        .unwrap()
        .is_none()
    {
        assert!((&mut work).now_or_never().is_none(), "it was made at once");
        tokio::task::yield_now().await;
    }
    server.patch(&account, DIGEST_SETTINGS, json!({ "weekday": "FRIDAY" })).await.ok();
    assert!(work.await.unwrap());
    assert_eq!(server.digests(&account).await.len(), 1);
    assert_eq!(server.digest_settings(&account).await["nextAt"], "2026-11-26T23:00:00.000Z");
}
