//! The result of a step of a synchronization.

use answerdeck_api::{RunId, Timestamp};

use crate::error::Unreadable;
use crate::kept_run::KeptRun;
use crate::listing::Listing;
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
    Listed(Listed),
    /// A run was kept, or answers without a run.
    Kept(NewlyKept),
    /// Answers without a run were looked for, and none are new.
    Searched(Searched),
    /// The answers of a run cannot be kept. The next synchronization tries it again. `None` for the answers without a run.
    Unreadable(Option<RunId>, Unreadable),
}

/// The runs of the platform that are not kept.
#[derive(Debug)]
pub struct Listed {
    pub(crate) listing: Listing,
    /// The kept runs that the platform has changed or deleted. They were deleted here.
    pub(crate) outdated: Vec<Option<RunId>>,
    /// Whether the list has changed.
    pub(crate) is_news: bool,
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
    /// The time from which answers without a run are looked for next. `None` after a run was kept.
    pub(crate) without_run_from: Option<Timestamp>,
}

/// The result of a search for answers without a run.
#[derive(Debug)]
pub struct Searched {
    /// The time from which the next search begins. `None` if there are no such answers.
    pub(crate) from: Option<Timestamp>,
    /// Whether the platform no longer has any of the kept ones. They were deleted.
    pub(crate) is_deleted: bool,
}
