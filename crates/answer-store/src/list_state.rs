//! What earlier readings found in the list of runs and in the list of all answers.

use answerdeck_api::{Run, RunId, RunStatus, Timestamp};
use serde::{Deserialize, Serialize};

use crate::sorted::SortedMap;

/// How many answers a run has by status, as the platform counts them.
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

/// The runs of the platform that are not kept. Together with the kept runs, they are all runs that existed when the list was last
/// read. So the next reading can stop at the first run that it knows. Without this record, it has to read the whole list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MissingRuns {
    pub(crate) runs: ListedRuns,
}

impl MissingRuns {
    /// The number of answers of the finished runs.
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
    /// The cursor at which an interrupted reading of the whole list resumes. `None` for its beginning.
    pub(crate) rest: Option<String>,
    /// The time of the newest answer. `None` if there was none.
    pub(crate) from: Option<Timestamp>,
    /// Whether an answer without a run was found. Only then are new ones looked for.
    pub(crate) has_found: bool,
    /// The time of the oldest pending answer without a run.
    pub(crate) pending_since: Option<Timestamp>,
}
