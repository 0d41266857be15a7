//! Watching what takes its time until it has ended: a run, a site keyword analysis.

use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use answerdeck_api::limits::POLL_SECONDS;
use answerdeck_api::{Run, RunStatus, SiteKeywordAnalysis, SiteKeywordAnalysisStatus};
use futures_core::Stream;
use futures_core::future::LocalBoxFuture;
use futures_core::stream::LocalBoxStream;
use futures_util::{StreamExt, stream};

use crate::transport::Transport;
use crate::{Client, Error, Result};

/// Two polls are never closer than this, unless the interval is shorter.
const SHORTEST_WAIT: Duration = Duration::from_secs(1);
/// The second poll comes so soon, to learn how fast it goes.
const FIRST_WAIT: Duration = Duration::from_secs(2);

/// What can be watched.
pub trait Watched: sealed::Sealed + 'static {
    /// Whether it has ended: it then never changes.
    fn has_ended(&self) -> bool;

    /// How much of it is done, and of how much. `(0, 0)` while nobody knows.
    fn progress(&self) -> (u64, u64);
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for answerdeck_api::Run {}
    impl Sealed for answerdeck_api::SiteKeywordAnalysis {}
}

impl Watched for Run {
    fn has_ended(&self) -> bool {
        self.status == RunStatus::Finished
    }

    fn progress(&self) -> (u64, u64) {
        (self.finished_count, self.total_count)
    }
}

impl Watched for SiteKeywordAnalysis {
    fn has_ended(&self) -> bool {
        matches!(self.status, SiteKeywordAnalysisStatus::Completed | SiteKeywordAnalysisStatus::Failed)
    }

    fn progress(&self) -> (u64, u64) {
        (self.processed_pages.into(), self.total_pages.unwrap_or_default().into())
    }
}

/// A stream of the states of one thing. It begins at once and ends after the state in which the thing has ended.
///
/// Polls are 30 s apart, or as [`Watcher::every`] says, and sooner while the thing moves: after half of the time that
/// remains at the pace since the poll before, at least 1 s. A poll that finds no progress doubles the wait, up to the
/// interval.
///
/// An error that may pass is an item like any other, and the watch goes on; while the device is offline it waits for
/// the connection. Any other error is the last item. Dropping the watcher stops it.
pub struct Watcher<T> {
    start: Option<Start<T>>,
    interval: Duration,
    states: Option<LocalBoxStream<'static, Result<T>>>,
}

/// Reads the state.
type Look<T> = Rc<dyn Fn() -> LocalBoxFuture<'static, Result<T>>>;

struct Start<T> {
    transport: Rc<dyn Transport>,
    look: Look<T>,
}

impl<T: Watched> Watcher<T> {
    pub(crate) fn new(client: &Client, look: impl Fn() -> LocalBoxFuture<'static, Result<T>> + 'static) -> Self {
        let start = Start { transport: client.inner.transport.clone(), look: Rc::new(look) };
        Self { start: Some(start), interval: Duration::from_secs(POLL_SECONDS), states: None }
    }

    /// Polls at least so often.
    pub fn every(mut self, interval: Duration) -> Self {
        self.interval = interval;
        self
    }

    /// The next state; `None` after the last one.
    ///
    /// # Errors
    /// As reading it once.
    pub async fn next_state(&mut self) -> Option<Result<T>> {
        self.next().await
    }
}

impl<T: Watched> Stream for Watcher<T> {
    type Item = Result<T>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(start) = self.start.take() {
            self.states = Some(Box::pin(states(start, self.interval)));
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

fn states<T: Watched>(start: Start<T>, interval: Duration) -> impl Stream<Item = Result<T>> {
    let Start { transport, look } = start;
    stream::unfold(Some((Before::Nothing, Pace::new(interval))), move |state| {
        let (transport, look) = (transport.clone(), look.clone());
        async move {
            let (before, mut pace) = state?;
            match before {
                Before::Nothing => {}
                Before::Wait(wait) => transport.sleep(wait).await,
                Before::Connection => {
                    while !transport.is_online() {
                        transport.online_changed().await;
                    }
                }
            }
            let result = look().await;
            let next = match &result {
                Ok(state) if state.has_ended() => None,
                Ok(state) => Some(Before::Wait(pace.wait(transport.now(), state.progress()))),
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

/// How fast a thing moves, and so when to look at it again.
struct Pace {
    interval: Duration,
    last: Option<(Duration, u64)>,
    wait: Duration,
}

impl Pace {
    fn new(interval: Duration) -> Self {
        Self { interval, last: None, wait: FIRST_WAIT.min(interval) }
    }

    /// The wait after a poll at `now` that found so much done, of so much.
    fn wait(&mut self, now: Duration, (done, total): (u64, u64)) -> Duration {
        if let Some((then, done_then)) = self.last {
            let progress = done.saturating_sub(done_then);
            self.wait = if progress == 0 {
                self.wait * 2
            } else {
                let remaining = total.saturating_sub(done);
                let seconds = now.saturating_sub(then).as_secs_f64() * remaining as f64 / progress as f64 / 2.0;
                Duration::from_secs_f64(seconds.min(self.interval.as_secs_f64()))
            };
            self.wait = self.wait.max(SHORTEST_WAIT).min(self.interval);
        }
        self.last = Some((now, done));
        self.wait
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use answerdeck_api::{RunId, SiteKeywordAnalysisId};
    use serde_json::json;

    use super::*;
    use crate::transport::fake::{FakeTransport, json};
    use crate::transport::{Transport, TransportError};

    fn id() -> RunId {
        "r".repeat(22).parse().unwrap()
    }

    fn watcher(fake: &FakeTransport) -> Watcher<Run> {
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
    fn an_analysis_is_watched_by_its_pages_until_it_has_ended_either_way() {
        for last in ["COMPLETED", "FAILED"] {
            let id: SiteKeywordAnalysisId = "s".repeat(22).parse().unwrap();
            let state = |status: &str, processed: u32, total: Option<u32>| {
                json!({
                    "id": id, "status": status, "maxPages": 50, "processedPages": processed, "totalPages": total,
                    "keywords": [],
                })
            };
            let fake = FakeTransport::replies([
                json(200, state("PENDING", 0, None)),
                json(200, state("IN_PROGRESS", 10, Some(40))),
                json(200, state("IN_PROGRESS", 30, Some(40))),
                json(200, state(last, 40, Some(40))),
            ]);
            let client = Client::builder("https://platform.example").transport(fake.shared()).build().unwrap();
            let states: Vec<_> = fake.run(client.site_keyword_analyses().watch(id.clone()).collect());
            assert_eq!(states.last().unwrap().as_ref().unwrap().status.as_str(), last);
            assert_eq!(poll_times(&fake), [0.0, 2.0, 5.0, 6.0], "after half of what remains: 2 s × 30 / 10 / 2");
        }
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
