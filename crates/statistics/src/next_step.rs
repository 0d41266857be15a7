//! What answers show that could be done for a brand.

use std::collections::HashSet;

use answerdeck_api::metrics::{BrandName, Coverage, NextStepEvidence, NextStepKind, Sample};
use answerdeck_api::{PromptId, Timestamp};
use futures_util::future::BoxFuture;

/// Returns those of some texts that name other brands and not the brand that a step would be for. They are those of prompts and
/// searches, and titles of pages.
pub type TextsAboutOthers<'a> = &'a (dyn Fn(Vec<String>) -> BoxFuture<'static, HashSet<String>> + Sync);

#[derive(Debug, Clone, PartialEq)]
pub struct FoundSteps {
    /// How many answers were counted.
    pub coverage: Coverage,
    /// The answers of the scope.
    pub sample: Sample,
    /// When the first answer was requested that is compared with the period before.
    pub since: Option<Timestamp>,
    /// The rivals of the brand. Those named most often together with it are first.
    pub rivals: Vec<BrandName>,
    /// The number of all steps.
    pub total: u64,
    /// Of each kind, at least the largest.
    pub steps: Vec<FoundStep>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundStep {
    /// What it is about.
    pub kind: NextStepKind,
    /// The text of the prompt, the URL of the page, the text of the search, or the code of the model.
    pub subject: String,
    pub prompt_id: Option<PromptId>,
    /// The title of the page, if it is known.
    pub title: Option<String>,
    /// The domain of the page, if it is known.
    pub domain: Option<String>,
    /// The number of answers concerned.
    pub size: u64,
    pub evidence: NextStepEvidence,
    /// The same answers in the period before.
    pub before: Option<NextStepEvidence>,
}
