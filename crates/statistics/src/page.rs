//! Parts of lists. The caller makes the cursors.

use answerdeck_api::metrics::{AnswerMatch, BrandName, Coverage, PromptMetrics, PromptSummary, PromptWithoutSearch};

/// A part of a list that is ordered by counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRange {
    /// The number of items before it.
    pub skip: usize,
    /// The number of its items. The statistics return one more if there are.
    pub limit: usize,
}

impl PageRange {
    /// The items of the page, and one more if there are.
    pub(crate) fn of<T>(self, items: impl IntoIterator<Item = T>) -> Vec<T> {
        items.into_iter().skip(self.skip).take(self.limit.saturating_add(1)).collect()
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct PromptPage {
    /// How many answers were counted.
    pub coverage: Coverage,
    /// What all prompts have together, whichever are named.
    pub all: PromptSummary,
    /// The number of the named prompts with answers.
    pub total: u64,
    /// The brands, in the order of the `named` of every model.
    pub brands: Vec<BrandName>,
    /// The rivals that a gap is about. Those named most often together with the brand are first.
    pub rivals: Vec<BrandName>,
    pub prompts: Vec<PromptMetrics>,
}

/// A part of the list of prompts for which no model searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptsWithoutSearch {
    /// The number of all prompts with answers.
    pub total_prompts: u64,
    /// The number of all prompts without a search.
    pub total_without_search: u64,
    pub prompts: Vec<PromptWithoutSearch>,
}

/// A part of the list of answers that meet conditions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchingAnswers {
    /// How many answers were counted.
    pub coverage: Coverage,
    /// The number of all answers that meet the conditions.
    pub total: u64,
    /// The answers, newest first.
    pub answers: Vec<AnswerMatch>,
}
