//! Polls a run or a site keyword analysis until it has ended.

use std::cell::Cell;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use answerdeck_api::limits::POLL_SECONDS;
use answerdeck_api::{Run, RunStatus, SiteKeywordAnalysis, SiteKeywordAnalysisStatus};
use futures_core::Stream;
use futures_core::future::LocalBoxFuture;
use futures_core::stream::LocalBoxStream;
use futures_util::future::select;
use futures_util::{StreamExt, stream};

use crate::error::{Error, Result};
use crate::transport::Transport;

/// The shortest wait between two polls, unless the interval is shorter.
const MIN_WAIT: Duration = Duration::from_secs(1);
/// The wait before the second poll, which measures the speed.
const INITIAL_WAIT: Duration = Duration::from_secs(2);

/// The shortest wait while the page is hidden.
const HIDDEN_WAIT: Duration = Duration::from_secs(120);

/// A resource that can be watched.
pub trait Watchable: 'static {
    /// Returns how far it is.
    fn progress(&self) -> Progress;
}

/// How far a run or a site keyword analysis is.
///
/// Source: docs/platform-api.md, section 2, Run and Site keyword analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Whether it has ended. What has ended never changes.
    pub has_ended: bool,
    /// The number of finished items, or of processed pages.
    pub finished: u64,
    /// The number of all items, or pages. 0 while it is unknown.
    pub total: u64,
}

impl Progress {
    /// Returns the progress of a run by its counts of items.
    pub fn of_run(status: &RunStatus, finished: u64, total: u64, running: u64) -> Self {
        let has_ended = match status {
            RunStatus::Finished => true,
            RunStatus::Running => false,
            // A newer platform may have further states in which a run has ended.
            RunStatus::Unknown(_) => total > 0 && finished >= total && running == 0,
        };
        Self { has_ended, finished, total }
    }

    /// Returns the progress of a site keyword analysis by its counts of pages. Only one that has ended has a result: keywords or
    /// an error.
    pub fn of_analysis(status: &SiteKeywordAnalysisStatus, finished: u64, total: u64, has_result: bool) -> Self {
        let has_ended = match status {
            SiteKeywordAnalysisStatus::Completed | SiteKeywordAnalysisStatus::Failed => true,
            SiteKeywordAnalysisStatus::Pending | SiteKeywordAnalysisStatus::InProgress => false,
            // As for a run.
            SiteKeywordAnalysisStatus::Unknown(_) => has_result,
        };
        Self { has_ended, finished, total }
    }
}

impl Watchable for Run {
    fn progress(&self) -> Progress {
        Progress::of_run(&self.status, self.finished_count, self.total_count, self.running_count)
    }
}

impl Watchable for SiteKeywordAnalysis {
    fn progress(&self) -> Progress {
        let has_result = !self.keywords.is_empty() || self.error.is_some();
        let (finished, total) = (self.processed_pages.into(), self.total_pages.unwrap_or_default().into());
        Progress::of_analysis(&self.status, finished, total, has_result)
    }
}

/// A stream of the states of one resource. It polls immediately, and ends after the state in which the resource has ended.
///
/// Polls are at most 30 s apart, or as long as [`Watcher::every`] sets. While the resource makes progress, the wait is
/// half of the estimated remaining time, at least 1 s and at most twice the wait before, because progress may have stood
/// still for a moment, as while the server restarts. A poll without progress doubles the wait, up to the interval. While
/// the page is hidden, polls are at least 2 min apart; the next one follows at once when it is shown.
///
/// A transient error is an item of the stream, and polling continues. While the device is offline, the stream waits for
/// the connection. Every other error is the last item. Dropping the watcher stops polling.
pub struct Watcher<T> {
    interval: Rc<Cell<Duration>>,
    states: LocalBoxStream<'static, Result<T>>,
}

impl<T: Watchable> Watcher<T> {
    /// Returns a watcher that reads the states with `fetch`, and waits with `transport`.
    ///
    /// [`Runs::watch`](crate::Runs::watch) makes one with the right `fetch`. This is for what a binding to another language
    /// watches.
    pub fn new(transport: Rc<dyn Transport>, fetch: impl Fn() -> LocalBoxFuture<'static, Result<T>> + 'static) -> Self {
        let interval = Rc::new(Cell::new(Duration::from_secs(POLL_SECONDS)));
        Self { states: states(transport, Rc::new(fetch), interval.clone()).boxed_local(), interval }
    }

    /// Sets the longest wait between two polls. 30 s by default.
    pub fn every(self, interval: Duration) -> Self {
        self.interval.set(interval);
        self
    }

    /// Returns the next state. `None` after the last state.
    pub async fn next_state(&mut self) -> Option<Result<T>> {
        self.next().await
    }
}

impl<T: Watchable> Stream for Watcher<T> {
    type Item = Result<T>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.states.poll_next_unpin(context)
    }
}

/// When to poll next.
enum NextPoll {
    Immediately,
    After(Duration),
    WhenOnline,
}

fn states<T: Watchable>(
    transport: Rc<dyn Transport>,
    fetch: Rc<dyn Fn() -> LocalBoxFuture<'static, Result<T>>>,
    interval: Rc<Cell<Duration>>,
) -> impl Stream<Item = Result<T>> {
    let schedule = PollSchedule { last: None, wait: INITIAL_WAIT };
    stream::unfold(Some((NextPoll::Immediately, schedule)), move |state| {
        let (transport, fetch, interval) = (transport.clone(), fetch.clone(), interval.get());
        async move {
            let (next_poll, mut schedule) = state?;
            match next_poll {
                NextPoll::Immediately => {}
                NextPoll::After(wait) => {
                    transport.sleep(wait).await;
                    if !transport.is_visible() {
                        select(transport.sleep(HIDDEN_WAIT.saturating_sub(wait)), pin!(shown(&*transport))).await;
                    }
                }
                NextPoll::WhenOnline => {
                    while !transport.is_online() {
                        transport.online_changed().await;
                    }
                }
            }
            let result = fetch().await;
            let next = match &result {
                Ok(state) if state.progress().has_ended => None,
                Ok(state) => Some(NextPoll::After(schedule.wait(interval, transport.now(), state.progress()))),
                Err(error) if error.is_offline() => Some(NextPoll::WhenOnline),
                Err(error) if is_transient(error) => Some(NextPoll::After(interval)),
                Err(_) => None,
            };
            Some((result, next.map(|next_poll| (next_poll, schedule))))
        }
    })
}

/// Completes when the page is visible.
async fn shown(transport: &dyn Transport) {
    while !transport.is_visible() {
        transport.visibility_changed().await;
    }
}

/// Returns whether a later poll may succeed.
fn is_transient(error: &Error) -> bool {
    error.is_retryable() || error.is_server()
}

/// Computes the wait between polls from the progress of the resource.
struct PollSchedule {
    /// The time and the number of finished units of the last poll.
    last: Option<(Duration, u64)>,
    wait: Duration,
}

impl PollSchedule {
    /// Returns the wait after a poll at `now` that found this progress, at most `interval`.
    fn wait(&mut self, interval: Duration, now: Duration, Progress { finished, total, .. }: Progress) -> Duration {
        if let Some((last_time, last_finished)) = self.last {
            let progress = finished.saturating_sub(last_finished);
            let doubled = self.wait.saturating_mul(2);
            self.wait = if progress == 0 {
                doubled
            } else {
                let remaining = total.saturating_sub(finished);
                let seconds = now.saturating_sub(last_time).as_secs_f64() * remaining as f64 / progress as f64 / 2.0;
                Duration::from_secs_f64(seconds.min(doubled.min(interval).as_secs_f64()))
            };
            self.wait = self.wait.max(MIN_WAIT);
        }
        self.last = Some((now, finished));
        self.wait = self.wait.min(interval);
        self.wait
    }
}
