//! Why a question has no value.

use answerdeck_analysis::Refusal;
use answerdeck_answer_store::ArchiveError;

/// A question without a value.
pub(crate) enum Unanswered {
    Refused(Refusal),
    /// The store failed. The question can be asked again after the store has been reopened.
    Archive(ArchiveError),
}

impl From<Refusal> for Unanswered {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
