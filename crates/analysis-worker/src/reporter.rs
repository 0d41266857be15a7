//! Reports the state of the worker to the page when it changes, but not too often.

use std::rc::Rc;
use std::time::Duration;

use answerdeck_analysis::{FromWorker, Phase, Status};

use crate::environment::Environment;

/// While answers are read, values of questions change all the time. Pages ask again this often.
const REVISION_INTERVAL: Duration = Duration::from_secs(1);

pub(crate) struct Reporter {
    environment: Rc<dyn Environment>,
    last: Option<Status>,
    revision: u32,
    revised_at: Option<Duration>,
    /// Whether values of questions have changed since the last revision.
    is_outdated: bool,
}

impl Reporter {
    pub(crate) fn new(environment: Rc<dyn Environment>) -> Self {
        Self { environment, last: None, revision: 0, revised_at: None, is_outdated: false }
    }

    /// Records that values of questions may have changed.
    pub(crate) fn change(&mut self) {
        self.is_outdated = true;
    }

    /// Discards the changes so far. No reply was counted before them.
    pub(crate) fn discard_changes(&mut self) {
        self.is_outdated = false;
    }

    /// Sends the state if it has changed. Its revision is set here.
    pub(crate) fn report(&mut self, status: Status) {
        let now = self.environment.transport().now();
        let is_busy =
            matches!(status.phase, Phase::Opening | Phase::Reading | Phase::OtherTab | Phase::Searching { .. });
        let is_recent = self.revised_at.is_some_and(|at| now.saturating_sub(at) < REVISION_INTERVAL);
        if self.is_outdated && !(is_busy && is_recent) {
            self.is_outdated = false;
            self.revision = self.revision.wrapping_add(1);
            self.revised_at = Some(now);
        }
        let status = Status { revision: self.revision, ..status };
        if self.last.as_ref() != Some(&status) {
            self.environment.post(&FromWorker::Status(status.clone()));
            self.last = Some(status);
        }
    }
}
