//! The result of a step of a synchronization.

use answerdeck_api::RunId;

use crate::error::Unreadable;
use crate::kept_run::KeptRun;
use crate::list_state::{AnswerListCheckpoint, MissingRuns};
use crate::prompt_sets::PromptSets;

/// How many answers are kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// The answers that are kept, and those of the run that is being read.
    pub kept: u64,
    /// The answers of all finished runs that are known.
    pub total: u64,
}

/// The result of a step. [`AnswerStore::apply`](crate::AnswerStore::apply) takes it.
#[derive(Debug)]
pub enum SyncEvent {
    /// A page was read.
    Read(Progress),
    /// The list of runs was read.
    RunsListed(RunsListed),
    /// A run was kept, or answers without a run.
    Kept(NewlyKept),
    /// The list of all answers was read further, without new answers without a run.
    AnswersListed(AnswersListed),
    /// The answers of a run cannot be kept. A later synchronization tries it again. `None` for the list of all answers.
    Unreadable(Option<RunId>, Unreadable),
}

/// The runs of the platform that are not kept.
#[derive(Debug)]
pub struct RunsListed {
    pub(crate) missing_runs: MissingRuns,
    /// The kept runs that the platform has changed or deleted. They were deleted here.
    pub(crate) outdated: Vec<Option<RunId>>,
    /// Whether the list has changed.
    pub(crate) is_news: bool,
    /// Whether the synchronization had not read the list before.
    pub(crate) is_first: bool,
}

/// A run that was kept, or the answers without a run.
#[derive(Debug)]
pub struct NewlyKept {
    /// `None` for the answers without a run.
    pub(crate) run: Option<RunId>,
    pub(crate) kept: KeptRun,
    pub(crate) columns: Vec<u8>,
    /// `None` if they are as before.
    pub(crate) prompt_sets: Option<PromptSets>,
    /// How far the list of all answers has been read together with it. `None` if that has not changed.
    pub(crate) checkpoint: Option<Box<AnswerListCheckpoint>>,
}

/// The list of all answers was read further.
#[derive(Debug)]
pub struct AnswersListed {
    pub(crate) checkpoint: AnswerListCheckpoint,
    /// Whether the platform no longer has any of the kept answers without a run. They were deleted.
    pub(crate) is_deleted: bool,
}
