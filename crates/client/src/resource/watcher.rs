//! Polls a run or a site keyword analysis until it has ended.

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
    /// Returns whether it has ended. An ended resource never changes.
    fn has_ended(&self) -> bool;

    /// Returns the number of finished units and of all units. `(0, 0)` while the total is unknown.
    fn progress(&self) -> (u64, u64);
}

/// The progress of a run, without its items.
///
/// Source: docs/platform-api.md, section 2, Run.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunProgress {
    /// The state.
    pub status: RunStatus,
    /// The number of items.
    pub total_count: u64,
    /// The number of finished items.
    pub finished_count: u64,
    /// The number of unfinished items.
    pub running_count: u64,
}

impl Watchable for RunProgress {
    fn has_ended(&self) -> bool {
        match &self.status {
            RunStatus::Finished => true,
            RunStatus::Running => false,
            // A newer platform may have further states in which a run has ended.
            RunStatus::Unknown(_) => {
                self.total_count > 0 && self.finished_count >= self.total_count && self.running_count == 0
            }
        }
    }

    fn progress(&self) -> (u64, u64) {
        (self.finished_count, self.total_count)
    }
}

impl From<&Run> for RunProgress {
    fn from(run: &Run) -> Self {
        Self {
            status: run.status.clone(),
            total_count: run.total_count,
            finished_count: run.finished_count,
            running_count: run.running_count,
        }
    }
}

impl Watchable for Run {
    fn has_ended(&self) -> bool {
        RunProgress::from(self).has_ended()
    }

    fn progress(&self) -> (u64, u64) {
        RunProgress::from(self).progress()
    }
}

/// The progress of a site keyword analysis, without its keywords.
///
/// Source: docs/platform-api.md, section 2, Site keyword analysis.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteKeywordAnalysisProgress {
    /// The state.
    pub status: SiteKeywordAnalysisStatus,
    /// The number of processed pages.
    pub processed_pages: u32,
    /// The number of pages to read. `None` until it is known.
    pub total_pages: Option<u32>,
    /// Whether it has keywords or an error, as only an analysis that has ended has.
    pub has_result: bool,
}

impl Watchable for SiteKeywordAnalysisProgress {
    fn has_ended(&self) -> bool {
        match &self.status {
            SiteKeywordAnalysisStatus::Completed | SiteKeywordAnalysisStatus::Failed => true,
            SiteKeywordAnalysisStatus::Pending | SiteKeywordAnalysisStatus::InProgress => false,
            // As for a run.
            SiteKeywordAnalysisStatus::Unknown(_) => self.has_result,
        }
    }

    fn progress(&self) -> (u64, u64) {
        (self.processed_pages.into(), self.total_pages.unwrap_or_default().into())
    }
}

impl From<&SiteKeywordAnalysis> for SiteKeywordAnalysisProgress {
    fn from(analysis: &SiteKeywordAnalysis) -> Self {
        Self {
            status: analysis.status.clone(),
            processed_pages: analysis.processed_pages,
            total_pages: analysis.total_pages,
            has_result: !analysis.keywords.is_empty() || analysis.error.is_some(),
        }
    }
}

impl Watchable for SiteKeywordAnalysis {
    fn has_ended(&self) -> bool {
        SiteKeywordAnalysisProgress::from(self).has_ended()
    }

    fn progress(&self) -> (u64, u64) {
        SiteKeywordAnalysisProgress::from(self).progress()
    }
}

/// A stream of the states of one resource. It polls immediately, and ends after the state in which the resource has ended.
///
/// Polls are at most 30 s apart, or as long as [`Watcher::every`] sets. While the resource makes progress, the wait is
/// half of the estimated remaining time, at least 1 s. A poll without progress doubles the wait, up to the interval. While
/// the page is hidden, polls are at least 2 min apart; the next one follows at once when it is shown.
///
/// A transient error is an item of the stream, and polling continues. While the device is offline, the stream waits for
/// the connection. Every other error is the last item. Dropping the watcher stops polling.
pub struct Watcher<T> {
    poller: Option<Poller<T>>,
    interval: Duration,
    states: Option<LocalBoxStream<'static, Result<T>>>,
}

/// Fetches the current state.
type Fetch<T> = Rc<dyn Fn() -> LocalBoxFuture<'static, Result<T>>>;

struct Poller<T> {
    transport: Rc<dyn Transport>,
    fetch: Fetch<T>,
}

impl<T: Watchable> Watcher<T> {
    /// Returns a watcher that reads the states with `fetch`, and waits with `transport`.
    ///
    /// [`Runs::watch`](crate::Runs::watch) makes one with the right `fetch`. This is for what a binding to another language
    /// watches.
    pub fn new(transport: Rc<dyn Transport>, fetch: impl Fn() -> LocalBoxFuture<'static, Result<T>> + 'static) -> Self {
        let poller = Poller { transport, fetch: Rc::new(fetch) };
        Self { poller: Some(poller), interval: Duration::from_secs(POLL_SECONDS), states: None }
    }

    /// Sets the longest wait between two polls. 30 s by default.
    pub fn every(mut self, interval: Duration) -> Self {
        self.interval = interval;
        self
    }

    /// Returns the next state. `None` after the last state.
    ///
    /// # Errors
    /// Fails like reading the resource once.
    pub async fn next_state(&mut self) -> Option<Result<T>> {
        self.next().await
    }
}

impl<T: Watchable> Stream for Watcher<T> {
    type Item = Result<T>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(poller) = self.poller.take() {
            self.states = Some(Box::pin(states(poller, self.interval)));
        }
        match &mut self.states {
            Some(states) => states.poll_next_unpin(context),
            None => Poll::Ready(None),
        }
    }
}

/// When to poll next.
enum NextPoll {
    Immediately,
    After(Duration),
    WhenOnline,
}

fn states<T: Watchable>(poller: Poller<T>, interval: Duration) -> impl Stream<Item = Result<T>> {
    let Poller { transport, fetch } = poller;
    stream::unfold(Some((NextPoll::Immediately, PollSchedule::new(interval))), move |state| {
        let (transport, fetch) = (transport.clone(), fetch.clone());
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
                Ok(state) if state.has_ended() => None,
                Ok(state) => Some(NextPoll::After(schedule.wait(transport.now(), state.progress()))),
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
    interval: Duration,
    /// The time and the number of finished units of the last poll.
    last: Option<(Duration, u64)>,
    wait: Duration,
}

impl PollSchedule {
    fn new(interval: Duration) -> Self {
        Self { interval, last: None, wait: INITIAL_WAIT.min(interval) }
    }

    /// Returns the wait after a poll at `now` that found this progress.
    fn wait(&mut self, now: Duration, (finished, total): (u64, u64)) -> Duration {
        if let Some((last_time, last_finished)) = self.last {
            let progress = finished.saturating_sub(last_finished);
            self.wait = if progress == 0 {
                self.wait.saturating_mul(2)
            } else {
                let remaining = total.saturating_sub(finished);
                let seconds = now.saturating_sub(last_time).as_secs_f64() * remaining as f64 / progress as f64 / 2.0;
                Duration::from_secs_f64(seconds.min(self.interval.as_secs_f64()))
            };
            self.wait = self.wait.max(MIN_WAIT).min(self.interval);
        }
        self.last = Some((now, finished));
        self.wait
    }
}
