//! A next step, and when a rate is evidence for it.

use answerdeck_api::metrics::{NextStepEvidence, NextStepKind};
use answerdeck_insight::rate;

/// A step before its names are read.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) kind: NextStepKind,
    /// The number of its subject. A model has one for each of its routes.
    pub(super) number: u32,
    /// The latest answer to the prompt, with the search, or citing the page. 0 for a model.
    pub(super) latest: u128,
    pub(super) size: u64,
    pub(super) evidence: NextStepEvidence,
    pub(super) before: Option<NextStepEvidence>,
}

/// Whether a rate is significantly higher than another: their intervals do not overlap. `false` without answers.
pub(super) fn is_significantly_higher(high: NextStepEvidence, low: NextStepEvidence) -> bool {
    let rate = |NextStepEvidence { answers, of }| rate(answers, of);
    answerdeck_insight::is_significantly_higher(rate(high), rate(low))
}
