//! When the worker sends requests to the platform, and how much it reads.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use answerdeck_answer_store::SyncMode;
use answerdeck_client::Error;
use answerdeck_client::transport::Transport;

/// While the page is visible, the brands and the list of runs are read this often, and a kept run is compared.
const LIST_INTERVAL: Duration = Duration::from_secs(300);
/// With up to this many kept runs, the whole list is compared at every interval, so that a deleted run is noticed: ten requests.
/// With more, it is compared less often, in proportion.
const COMPARED_RUNS: usize = 100;
/// The wait after the first failure. It doubles with every further one.
const RETRY_MIN: Duration = Duration::from_secs(5);
const RETRY_MAX: Duration = Duration::from_secs(300);

pub(super) struct Schedule {
    transport: Rc<dyn Transport>,
    pub(super) is_visible: bool,
    pub(super) is_online: bool,
    /// Whether the brands have to be read.
    pub(super) needs_brands: bool,
    /// Whether a response of the platform is awaited. It must not be dropped for a new plan.
    pub(super) is_requesting: bool,
    /// The synchronization that has begun.
    current: Option<SyncMode>,
    plans: VecDeque<SyncMode>,
    next_run_list: Duration,
    next_comparison: Duration,
    /// The failures since something was kept or a synchronization ended.
    failures: u32,
    /// Whether the last request failed.
    has_failed: bool,
    /// The next try after a failure.
    retry_at: Duration,
    /// The platform asked to receive no request before this time.
    asked_until: Duration,
}

impl Schedule {
    pub(super) fn new(transport: Rc<dyn Transport>) -> Self {
        Self {
            transport,
            is_visible: true,
            is_online: true,
            needs_brands: true,
            is_requesting: false,
            current: None,
            plans: VecDeque::new(),
            next_run_list: Duration::ZERO,
            next_comparison: Duration::ZERO,
            failures: 0,
            has_failed: false,
            retry_at: Duration::ZERO,
            asked_until: Duration::ZERO,
        }
    }

    /// A store was opened. The whole list of runs was read once or not, and so was that of all answers.
    pub(super) fn opened(&mut self, has_listed_runs: bool, has_listed_answers: bool) {
        self.current = None;
        self.plans = match (has_listed_runs, has_listed_answers) {
            (_, true) => VecDeque::from([SyncMode::NewRuns, SyncMode::AllRuns]),
            // An interrupted reading continues before anything is compared.
            (true, false) => VecDeque::from([SyncMode::AllAnswers, SyncMode::AllRuns]),
            // The first synchronization reads both.
            (false, false) => VecDeque::from([SyncMode::AllAnswers]),
        };
        self.restart_interval();
    }

    /// Records whether the page is visible and has a connection.
    pub(super) fn set_page(&mut self, is_visible: bool, is_online: bool) {
        let was_away = !(self.is_visible && self.is_online);
        (self.is_visible, self.is_online) = (is_visible, is_online);
        if was_away && self.may_work() {
            self.succeeded();
            self.retry_at = Duration::ZERO;
            if self.transport.now() >= self.next_run_list {
                self.list_now();
            }
        }
    }

    pub(super) fn may_work(&self) -> bool {
        self.is_visible && self.is_online
    }

    /// Reads the new runs soon.
    pub(super) fn list_now(&mut self) {
        // The list of all answers has them, too.
        if !matches!(self.plans.front(), Some(SyncMode::NewRuns | SyncMode::AllAnswers)) {
            self.plans.push_front(SyncMode::NewRuns);
        }
    }

    /// Returns how long to wait before the next request: `None` to send it now, and `Some(None)` to wait for a message.
    /// `has_listed_answers`: whether the list of all answers was read to its end.
    pub(super) fn wait(&mut self, has_listed_answers: bool) -> Option<Option<Duration>> {
        if !self.may_work() {
            return Some(None);
        }
        let now = self.transport.now();
        let retry_at = self.retry_at.max(self.asked_until);
        if now < retry_at {
            return Some(Some(retry_at - now));
        }
        if self.has_plans() {
            return None;
        }
        // Even while the brands cannot be read.
        if now >= self.next_run_list {
            if now >= self.next_comparison {
                self.plans.push_front(SyncMode::AllRuns);
                // The platform refused it before.
                if !has_listed_answers {
                    self.plans.push_front(SyncMode::AllAnswers);
                }
            }
            self.plans.push_front(SyncMode::KeptRun);
            // They may have been edited elsewhere.
            self.needs_brands = true;
            return None;
        }
        if self.needs_brands {
            return None;
        }
        Some(Some(self.next_run_list - now))
    }

    pub(super) fn has_plans(&self) -> bool {
        self.current.is_some() || !self.plans.is_empty()
    }

    pub(super) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Begins the next synchronization, or the same again. `has_listed_answers`: as in [`wait`](Self::wait).
    pub(super) fn begin(&mut self, has_listed_answers: bool) -> SyncMode {
        let next = self.current.or_else(|| self.plans.pop_front());
        // The list that was read to its end is not read again, because a run failed afterwards.
        let mode = next.filter(|mode| !(has_listed_answers && *mode == SyncMode::AllAnswers));
        *self.current.insert(mode.unwrap_or(SyncMode::NewRuns))
    }

    /// The synchronization was interrupted.
    pub(super) fn interrupted(&mut self) {
        if let Some(mode) = self.current.take() {
            self.plans.push_front(mode);
        }
    }

    /// The synchronization has ended. `runs` is the number of kept runs.
    pub(super) fn finished(&mut self, runs: usize) {
        if matches!(self.current.take(), Some(SyncMode::AllRuns | SyncMode::AllAnswers)) {
            let intervals = 1 + (runs / COMPARED_RUNS) as u32;
            self.next_comparison = self.transport.now() + LIST_INTERVAL * intervals;
        }
        self.restart_interval();
    }

    /// Another tab has completed the synchronization.
    pub(super) fn finished_elsewhere(&mut self) {
        if self.current.is_none() {
            self.plans.clear();
            self.restart_interval();
        }
    }

    fn restart_interval(&mut self) {
        self.next_run_list = self.transport.now() + LIST_INTERVAL;
    }

    /// The platform has responded. The next request may still fail.
    pub(super) fn answered(&mut self) {
        self.has_failed = false;
    }

    /// Something was read and kept.
    pub(super) fn succeeded(&mut self) {
        (self.failures, self.has_failed) = (0, false);
    }

    /// The platform failed. Waits before the next request, longer every time.
    pub(super) fn failed(&mut self, error: &Error) {
        let wait = RETRY_MIN.saturating_mul(2_u32.saturating_pow(self.failures)).min(RETRY_MAX);
        (self.failures, self.has_failed) = (self.failures.saturating_add(1), true);
        let now = self.transport.now();
        self.retry_at = now + wait;
        self.asked_until = now + error.retry_after().unwrap_or_default();
    }
}
