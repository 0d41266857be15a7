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
