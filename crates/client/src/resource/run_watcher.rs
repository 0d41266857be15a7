//! Watching a run until it has finished.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use answerdeck_api::limits::RUN_POLL_SECONDS;
use answerdeck_api::{Run, RunId, RunStatus};
use futures_core::Stream;
use futures_core::stream::LocalBoxStream;
use futures_util::{StreamExt, stream};

use crate::resource::Runs;
use crate::{Error, Result};

/// Two polls are never closer than this, unless the interval is shorter.
const SHORTEST_WAIT: Duration = Duration::from_secs(1);
/// The second poll comes so soon, to learn how fast the run is.
const FIRST_WAIT: Duration = Duration::from_secs(2);

/// A stream of the states of one run. It begins at once and ends after the state in which the run has finished.
///
/// Polls are 30 s apart, or as [`RunWatcher::every`] says, and sooner while the run moves: after half of the time that
/// remains at the pace since the poll before, at least 1 s. A poll that finds no progress doubles the wait, up to the
/// interval.
///
/// An error that may pass is an item like any other, and the watch goes on; while the device is offline it waits for
/// the connection. Any other error is the last item. Dropping the watcher stops it.
///
/// Source: platform API, section 4, rule 2.
pub struct RunWatcher {
    start: Option<(Runs, RunId)>,
    interval: Duration,
    states: Option<LocalBoxStream<'static, Result<Run>>>,
}

impl RunWatcher {
    pub(crate) fn new(runs: Runs, id: RunId) -> Self {
        Self { start: Some((runs, id)), interval: Duration::from_secs(RUN_POLL_SECONDS), states: None }
    }

    /// Polls at least so often.
    pub fn every(mut self, interval: Duration) -> Self {
        self.interval = interval;
        self
    }

    /// The next state; `None` after the last one.
    ///
    /// # Errors
    /// As [`Runs::get`].
    pub async fn next_state(&mut self) -> Option<Result<Run>> {
        self.next().await
    }
}

impl Stream for RunWatcher {
    type Item = Result<Run>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some((runs, id)) = self.start.take() {
            self.states = Some(Box::pin(states(runs, id, self.interval)));
        }
        match &mut self.states {
            Some(states) => states.poll_next_unpin(context),
            None => Poll::Ready(None),
        }
    }
}

/// What is to happen before the next poll.
enum Before {
    Nothing,
    Wait(Duration),
    Connection,
}

fn states(runs: Runs, id: RunId, interval: Duration) -> impl Stream<Item = Result<Run>> {
    let start = Some((Before::Nothing, Pace::new(interval)));
    stream::unfold(start, move |state| {
        let (runs, id) = (runs.clone(), id.clone());
        async move {
            let (before, mut pace) = state?;
            let transport = &runs.0.inner.transport;
            match before {
                Before::Nothing => {}
                Before::Wait(wait) => transport.sleep(wait).await,
                Before::Connection => {
                    while !transport.is_online() {
                        transport.online_changed().await;
                    }
                }
            }
            let result = runs.get(&id).await;
            let next = match &result {
                Ok(run) if run.status == RunStatus::Finished => None,
                Ok(run) => Some(Before::Wait(pace.wait(transport.now(), run))),
                Err(error) if error.is_offline() => Some(Before::Connection),
                Err(error) if may_pass(error) => Some(Before::Wait(interval)),
                Err(_) => None,
            };
            Some((result, next.map(|before| (before, pace))))
        }
    })
}

/// A read never leaves an outcome unknown, so only what the platform or the network may get over is left.
fn may_pass(error: &Error) -> bool {
    error.is_retryable() || error.is_server()
}

/// How fast a run moves, and so when to look at it again.
struct Pace {
    interval: Duration,
    last: Option<(Duration, u64)>,
    wait: Duration,
}

impl Pace {
    fn new(interval: Duration) -> Self {
        Self { interval, last: None, wait: FIRST_WAIT.min(interval) }
    }

    /// The wait after a poll at `now` that found `run`.
    fn wait(&mut self, now: Duration, run: &Run) -> Duration {
        let finished = run.finished_count;
        if let Some((then, finished_then)) = self.last {
            let progress = finished.saturating_sub(finished_then);
            self.wait = if progress == 0 {
                self.wait * 2
            } else {
                let remaining = run.total_count.saturating_sub(finished);
                let seconds = now.saturating_sub(then).as_secs_f64() * remaining as f64 / progress as f64 / 2.0;
                Duration::from_secs_f64(seconds.min(self.interval.as_secs_f64()))
            };
            self.wait = self.wait.max(SHORTEST_WAIT).min(self.interval);
        }
        self.last = Some((now, finished));
        self.wait
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use serde_json::json;

    use super::*;
    use crate::Client;
    use crate::transport::fake::{FakeTransport, json};
    use crate::transport::{Transport, TransportError};

    fn id() -> RunId {
        "r".repeat(22).parse().unwrap()
    }

    fn watcher(fake: &FakeTransport) -> RunWatcher {
        let client = Client::builder("https://platform.example").transport(fake.shared()).build().unwrap();
        client.runs().watch(id())
    }

    fn run(finished: u64, total: u64) -> serde_json::Value {
        let status = if finished == total && total > 0 { "FINISHED" } else { "RUNNING" };
        json!({
            "id": id(), "status": status, "totalCount": total, "finishedCount": finished, "successCount": finished,
            "failedCount": 0, "runningCount": total - finished, "answers": []
        })
    }

    /// A run of `total` items that ends one every `each` seconds.
    fn steady(total: u64, each: f64) -> FakeTransport {
        FakeTransport::new(move |_, now| json(200, run(((now.as_secs_f64() / each) as u64).min(total), total)))
    }

    fn poll_times(fake: &FakeTransport) -> Vec<f64> {
        fake.sent().iter().map(|(time, _)| time.as_secs_f64()).collect()
    }

    #[test]
    fn the_first_state_comes_at_once_and_the_last_one_is_finished() {
        let fake = FakeTransport::replies([json(200, run(0, 0)), json(200, run(1, 2)), json(200, run(2, 2))]);
        let states: Vec<Result<Run>> = fake.run(watcher(&fake).collect());
        let finished: Vec<u64> = states.iter().map(|state| state.as_ref().unwrap().finished_count).collect();
        assert_eq!(finished, [0, 1, 2]);
        assert_eq!(poll_times(&fake)[0], 0.0);
        assert_eq!(states[2].as_ref().unwrap().status, RunStatus::Finished);
    }

    #[test]
    fn a_run_that_stands_still_is_polled_less_and_less_down_to_every_30_seconds() {
        let fake = FakeTransport::new(|_, now| json(200, run(if now.as_secs() > 119 { 5 } else { 0 }, 5)));
        fake.run(watcher(&fake).collect::<Vec<_>>());
        assert_eq!(poll_times(&fake), [0.0, 2.0, 6.0, 14.0, 30.0, 60.0, 90.0, 120.0]);
    }

    #[test]
    fn a_run_about_to_end_is_polled_sooner_by_its_own_pace() {
        let fake = steady(40, 10.0);
        fake.run(watcher(&fake).collect::<Vec<_>>());
        let times = poll_times(&fake);
        let waits: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(waits.contains(&30.0), "far from its end every 30 s: {waits:?}");
        assert!(*waits.last().unwrap() < 20.0, "at its end sooner: {waits:?}");
        assert!(*times.last().unwrap() < 410.0, "seen soon after it ended at 400 s: {times:?}");
    }

    #[test]
    fn a_quick_run_is_seen_to_end_within_about_a_second_and_never_polled_more_often_than_each_second() {
        let fake = steady(80, 0.2);
        fake.run(watcher(&fake).collect::<Vec<_>>());
        let times = poll_times(&fake);
        assert!(times.windows(2).all(|pair| pair[1] - pair[0] >= 1.0), "{times:?}");
        assert!((16.0..17.5).contains(times.last().unwrap()), "{times:?}");
        assert!(times.len() < 12, "{times:?}");
    }

    #[test]
    fn the_interval_is_the_callers() {
        let fake = FakeTransport::new(|_, now| json(200, run(u64::from(now.as_secs() > 300), 1)));
        fake.run(watcher(&fake).every(Duration::from_secs(120)).collect::<Vec<_>>());
        assert!(poll_times(&fake).windows(2).any(|pair| pair[1] - pair[0] == 120.0));
    }

    #[test]
    fn an_error_that_may_pass_is_a_state_and_the_watch_goes_on() {
        let broken = || json(500, json!({ "message": "broken", "requestID": "r-1" }));
        let fake = FakeTransport::replies([json(200, run(0, 1)), broken(), json(200, run(1, 1))]);
        let states: Vec<Result<Run>> = fake.run(watcher(&fake).collect());
        assert!(states[1].as_ref().unwrap_err().is_server());
        assert_eq!(states[2].as_ref().unwrap().status, RunStatus::Finished);
        assert_eq!(poll_times(&fake), [0.0, 2.0, 32.0]);
    }

    #[test]
    fn any_other_error_ends_the_watch() {
        let gone = json!({ "code": "TASK_GENERATION_RUN_NOT_FOUND", "message": "" });
        let fake = FakeTransport::replies([json(404, gone)]);
        let states: Vec<Result<Run>> = fake.run(watcher(&fake).collect());
        assert_eq!(states.len(), 1);
        assert!(states[0].as_ref().unwrap_err().is_not_found());
    }

    #[test]
    fn the_watch_pauses_while_offline_and_looks_at_once_when_back() {
        let lost = || Err(TransportError::NotSent("offline".to_owned()));
        let mut replies = VecDeque::from([json(200, run(0, 1)), lost(), json(200, run(1, 1))]);
        let fake = FakeTransport::new(move |_, _| replies.pop_front().unwrap());
        let mut watcher = watcher(&fake);
        fake.run(async {
            watcher.next().await.unwrap().unwrap();
            fake.set_online(false);
            assert!(watcher.next().await.unwrap().unwrap_err().is_offline());
            let back = async {
                fake.sleep(Duration::from_secs(3_600)).await;
                fake.set_online(true);
            };
            let (state, ()) = futures_util::future::join(watcher.next(), back).await;
            assert_eq!(state.unwrap().unwrap().status, RunStatus::Finished);
        });
        assert_eq!(poll_times(&fake), [0.0, 2.0, 3_602.0]);
    }

    #[test]
    fn a_watcher_that_is_dropped_sends_nothing_more() {
        let fake = FakeTransport::new(|_, _| json(200, run(0, 1)));
        let mut watcher = watcher(&fake);
        fake.run(watcher.next()).unwrap().unwrap();
        drop(watcher);
        fake.run(fake.sleep(Duration::from_secs(600)));
        assert_eq!(fake.sent().len(), 1);
    }
}
