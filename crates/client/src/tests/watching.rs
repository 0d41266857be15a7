//! Watchers of runs and site keyword analyses.

use std::collections::VecDeque;
use std::time::Duration;

use answerdeck_api::{Run, RunId, RunStatus, SiteKeywordAnalysisId};
use futures_util::StreamExt;
use serde_json::json;

use crate::error::Result;
use crate::resource::Watcher;
use crate::tests::client;
use crate::transport::fake::{FakeTransport, json as reply};
use crate::transport::{Transport, TransportError};

fn id() -> RunId {
    "r".repeat(22).parse().unwrap()
}

fn watcher(fake: &FakeTransport) -> Watcher<Run> {
    client(fake).runs().watch(id())
}

fn run(finished: u64, total: u64) -> serde_json::Value {
    let status = if finished == total && total > 0 { "FINISHED" } else { "RUNNING" };
    json!({
        "id": id(), "status": status, "totalCount": total, "finishedCount": finished, "successCount": finished,
        "failedCount": 0, "runningCount": total - finished, "answers": []
    })
}

/// Returns a server with a run of `total` items that finishes one item every `seconds_per_item` seconds.
fn steady_run(total: u64, seconds_per_item: f64) -> FakeTransport {
    FakeTransport::new(move |_, now| reply(200, run(((now.as_secs_f64() / seconds_per_item) as u64).min(total), total)))
}

fn poll_times(fake: &FakeTransport) -> Vec<f64> {
    fake.sent().iter().map(|(time, _)| time.as_secs_f64()).collect()
}

#[test]
fn the_first_poll_is_immediate_and_the_last_state_is_finished() {
    let fake = FakeTransport::replies([reply(200, run(0, 0)), reply(200, run(1, 2)), reply(200, run(2, 2))]);
    let states: Vec<Result<Run>> = fake.run(watcher(&fake).collect());
    let finished: Vec<u64> = states.iter().map(|state| state.as_ref().unwrap().finished_count).collect();
    assert_eq!(finished, [0, 1, 2]);
    assert_eq!(poll_times(&fake)[0], 0.0);
    assert_eq!(states[2].as_ref().unwrap().status, RunStatus::Finished);
}

#[test]
fn a_run_without_progress_is_polled_less_often_down_to_every_30_seconds() {
    let fake = FakeTransport::new(|_, now| reply(200, run(if now.as_secs() > 119 { 5 } else { 0 }, 5)));
    fake.run(watcher(&fake).collect::<Vec<_>>());
    assert_eq!(poll_times(&fake), [0.0, 2.0, 6.0, 14.0, 30.0, 60.0, 90.0, 120.0]);
}

#[test]
fn a_run_is_polled_more_often_towards_its_estimated_end() {
    let fake = steady_run(40, 10.0);
    fake.run(watcher(&fake).collect::<Vec<_>>());
    let times = poll_times(&fake);
    let waits: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(waits.contains(&30.0), "every 30 s far from the end: {waits:?}");
    assert!(*waits.last().unwrap() < 20.0, "more often near the end: {waits:?}");
    assert!(*times.last().unwrap() < 410.0, "seen soon after the end at 400 s: {times:?}");
}

#[test]
fn the_end_of_a_fast_run_is_seen_within_1500_ms_with_at_most_one_poll_per_second() {
    let fake = steady_run(80, 0.2);
    fake.run(watcher(&fake).collect::<Vec<_>>());
    let times = poll_times(&fake);
    assert!(times.windows(2).all(|pair| pair[1] - pair[0] >= 1.0), "{times:?}");
    assert!((16.0..17.5).contains(times.last().unwrap()), "{times:?}");
    assert!(times.len() < 12, "{times:?}");
}

#[test]
fn a_fast_run_that_hardly_made_progress_for_a_moment_is_polled_again_soon() {
    let states = [0, 50, 51, 100].map(|finished| reply(200, run(finished, 100)));
    let fake = FakeTransport::replies(states);
    fake.run(watcher(&fake).collect::<Vec<_>>());
    assert_eq!(poll_times(&fake), [0.0, 2.0, 3.0, 5.0], "at most twice the wait before");
}

#[test]
fn every_sets_the_interval() {
    let fake = FakeTransport::new(|_, now| reply(200, run(u64::from(now.as_secs() > 300), 1)));
    fake.run(watcher(&fake).every(Duration::from_secs(120)).collect::<Vec<_>>());
    assert!(poll_times(&fake).windows(2).any(|pair| pair[1] - pair[0] == 120.0));
}

#[test]
fn polling_continues_after_a_transient_error() {
    let broken = || reply(500, json!({ "message": "broken", "requestID": "r-1" }));
    let fake = FakeTransport::replies([reply(200, run(0, 1)), broken(), reply(200, run(1, 1))]);
    let states: Vec<Result<Run>> = fake.run(watcher(&fake).collect());
    assert!(states[1].as_ref().unwrap_err().is_server());
    assert_eq!(states[2].as_ref().unwrap().status, RunStatus::Finished);
    assert_eq!(poll_times(&fake), [0.0, 2.0, 32.0]);
}

#[test]
fn a_permanent_error_ends_the_stream() {
    let not_found = json!({ "code": "TASK_GENERATION_RUN_NOT_FOUND", "message": "" });
    let fake = FakeTransport::replies([reply(404, not_found)]);
    let states: Vec<Result<Run>> = fake.run(watcher(&fake).collect());
    assert_eq!(states.len(), 1);
    assert!(states[0].as_ref().unwrap_err().is_not_found());
}

#[test]
fn polling_pauses_while_offline_and_resumes_immediately_when_online() {
    let lost = || Err(TransportError::NotSent("offline".to_owned()));
    let mut replies = VecDeque::from([reply(200, run(0, 1)), lost(), reply(200, run(1, 1))]);
    let fake = FakeTransport::new(move |_, _| replies.pop_front().unwrap());
    let mut watcher = watcher(&fake);
    fake.run(async {
        watcher.next().await.unwrap().unwrap();
        fake.set_online(false);
        assert!(watcher.next().await.unwrap().unwrap_err().is_offline());
        let reconnect = async {
            fake.sleep(Duration::from_secs(3_600)).await;
            fake.set_online(true);
        };
        let (state, ()) = futures_util::future::join(watcher.next(), reconnect).await;
        assert_eq!(state.unwrap().unwrap().status, RunStatus::Finished);
    });
    assert_eq!(poll_times(&fake), [0.0, 2.0, 3_602.0]);
}

#[test]
fn an_analysis_is_polled_by_its_page_progress_until_it_completes_or_fails() {
    for last in ["COMPLETED", "FAILED"] {
        let id: SiteKeywordAnalysisId = "s".repeat(22).parse().unwrap();
        let state = |status: &str, processed: u32, total: Option<u32>| {
            json!({
                "id": id, "status": status, "maxPages": 50, "processedPages": processed, "totalPages": total,
                "keywords": [],
            })
        };
        let fake = FakeTransport::replies([
            reply(200, state("PENDING", 0, None)),
            reply(200, state("IN_PROGRESS", 10, Some(40))),
            reply(200, state("IN_PROGRESS", 30, Some(40))),
            reply(200, state(last, 40, Some(40))),
        ]);
        let states: Vec<_> = fake.run(client(&fake).site_keyword_analyses().watch(id.clone()).collect());
        assert_eq!(states.last().unwrap().as_ref().unwrap().status.as_str(), last);
        assert_eq!(poll_times(&fake), [0.0, 2.0, 5.0, 6.0], "half of the remaining time: 2 s × 30 / 10 / 2");
    }
}

#[test]
fn an_unknown_status_ends_the_watch_when_everything_is_finished() {
    let state = |status: &str, finished: u64| {
        let mut state = run(finished, 2);
        state["status"] = json!(status);
        reply(200, state)
    };
    let fake = FakeTransport::replies([state("PAUSED", 1), state("RUNNING", 2), state("CANCELLED", 2)]);
    assert_eq!(fake.run(watcher(&fake).collect::<Vec<_>>()).len(), 3);

    let id: SiteKeywordAnalysisId = "s".repeat(22).parse().unwrap();
    let analysis =
        |status: &str, error: Option<&str>| reply(200, json!({ "id": id, "status": status, "error": error }));
    let fake = FakeTransport::replies([analysis("QUEUED", None), analysis("ABORTED", Some("stopped"))]);
    assert_eq!(fake.run(client(&fake).site_keyword_analyses().watch(id.clone()).collect::<Vec<_>>()).len(), 2);
}

#[test]
fn a_hidden_page_polls_every_two_minutes_and_at_once_when_it_is_shown() {
    let fake = FakeTransport::new(|_, now| reply(200, run(u64::from(now.as_secs() >= 300), 1)));
    fake.set_visible(false);
    let watching = watcher(&fake).collect::<Vec<_>>();
    let show = async {
        fake.sleep(Duration::from_secs(301)).await;
        fake.set_visible(true);
    };
    fake.run(futures_util::future::join(watching, show));
    assert_eq!(poll_times(&fake), [0.0, 120.0, 240.0, 301.0]);
}

#[test]
fn a_watch_with_the_longest_interval_does_not_overflow() {
    let fake = FakeTransport::new(|_, _| reply(200, run(0, 1)));
    let polls = watcher(&fake).every(Duration::MAX).take(3);
    fake.run(polls.collect::<Vec<_>>());
}

#[test]
fn a_dropped_watcher_sends_nothing_more() {
    let fake = FakeTransport::new(|_, _| reply(200, run(0, 1)));
    let mut watcher = watcher(&fake);
    fake.run(watcher.next()).unwrap().unwrap();
    drop(watcher);
    fake.run(fake.sleep(Duration::from_secs(600)));
    assert_eq!(fake.sent().len(), 1);
}
