//! The messages between the workers of tabs with the same store.

use answerdeck_answer_store::SortedSet;
use answerdeck_api::RunId;
use serde::{Deserialize, Serialize};

/// A message to the workers of other tabs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ToPeers {
    /// The sender reads answers from the platform.
    Progress {
        /// The answers that are kept, and those of the run that is being read.
        kept: u64,
        /// The answers of all finished runs.
        total: u64,
        /// The runs that were kept or deleted since the last message. `None` for the answers without a run.
        changed: SortedSet<Option<RunId>>,
    },
    /// Everything that can be kept is kept.
    Done,
    /// Brands were created, edited or deleted.
    BrandsChanged,
    /// The user deleted the kept answers.
    Forget,
}
