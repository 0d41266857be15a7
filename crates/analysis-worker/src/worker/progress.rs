//! Reports progress to the page and to other tabs.

use answerdeck_analysis::{Pause, Phase, Place, Status};
use answerdeck_answer_store::{Progress, SortedSet};

use super::Worker;
use crate::peers::ToPeers;

impl Worker {
    pub(super) fn report(&mut self) {
        let known = self.answers.progress();
        let progress = self.progress.or(known);
        let is_full = self.overflow.as_ref().is_some_and(|overflow| overflow.is_full());
        self.reporter.report(Status {
            phase: self.phase(),
            kept: progress.map_or_else(|| self.answers.kept_answers(), |progress| progress.kept),
            total: progress.filter(|_| known.is_some()).map(|progress| progress.total),
            bytes: self.answers.bytes(),
            place: if is_full { Place::Full } else { self.place },
            revision: 0,
        });
    }

    fn phase(&self) -> Phase {
        let (unsearched, total) = (self.answers.unsearched(), self.answers.runs());
        if !self.schedule.is_online {
            Phase::Paused(Pause::Offline)
        } else if !self.schedule.is_visible {
            Phase::Paused(Pause::Hidden)
        } else if unsearched > 1 {
            Phase::Searching { searched: total.saturating_sub(unsearched), total }
        } else if self.schedule.has_failed() {
            Phase::Paused(Pause::Platform)
        } else if self.lock.is_none() && self.progress.is_some() {
            Phase::OtherTab
        } else if self.schedule.has_plans() || unsearched > 0 {
            Phase::Reading
        } else {
            Phase::Done
        }
    }

    /// Reports progress to other tabs. A run is reported once it has been searched, so that they need not search it.
    pub(super) fn tell_progress(&mut self) {
        let Some(Progress { kept, total }) = self.progress else { return };
        let is_searched = self.tracked.is_none() || self.answers.unsearched() == 0;
        let changed = if is_searched { std::mem::take(&mut self.unreported) } else { SortedSet::new() };
        self.tell(&ToPeers::Progress { kept, total, changed });
    }

    pub(super) fn tell(&self, message: &ToPeers) {
        if let Ok(text) = serde_json::to_string(message) {
            self.environment.tell_peers(&text);
        }
    }
}
