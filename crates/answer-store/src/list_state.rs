//! What is known of the list of runs and that of all answers since they were last read.

use answerdeck_api::{Run, RunId, RunStatus, Timestamp};
use serde::{Deserialize, Serialize};

use crate::sorted::SortedMap;

/// The numbers of answers of a run, as the platform counts them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts {
    pub(crate) success: u64,
    pub(crate) failed: u64,
}

impl Counts {
    pub(crate) fn total(self) -> u64 {
        self.success.saturating_add(self.failed)
    }
}

/// A run of the list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ListedRun {
    pub(crate) is_finished: bool,
    pub(crate) counts: Counts,
}

impl From<&Run> for ListedRun {
    fn from(run: &Run) -> Self {
        let is_finished = run.status == RunStatus::Finished;
        Self { is_finished, counts: Counts { success: run.success_count, failed: run.failed_count } }
    }
}

/// Runs of the list.
pub(crate) type ListedRuns = SortedMap<RunId, ListedRun>;

/// The runs of the platform that are not kept. Together with the kept ones they are all that were submitted before the
/// list was read, so that the next reading can end at the first of them.
///
/// Without them, the whole list has to be read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MissingRuns {
    pub(crate) runs: ListedRuns,
}

impl MissingRuns {
    /// The answers of its finished runs.
    pub(crate) fn finished_answers(&self) -> u64 {
        let finished = self.runs.values().filter(|run| run.is_finished);
        finished.fold(0, |sum, run| sum.saturating_add(run.counts.total()))
    }
}

/// How far the list of all answers was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AnswerListCheckpoint {
    /// Whether the whole list was read.
    pub(crate) has_ended: bool,
    /// The cursor from which the reading of the whole list continues. `None` for its beginning.
    pub(crate) rest: Option<String>,
    /// The time of the newest answer. `None` if there was none.
    pub(crate) from: Option<Timestamp>,
    /// Whether there was an answer without a run: then new ones are looked for.
    pub(crate) has_found: bool,
    /// The time of the oldest answer without a run that had not ended.
    pub(crate) waiting_since: Option<Timestamp>,
}
