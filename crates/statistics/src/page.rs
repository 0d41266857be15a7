//! Parts of lists. Their `next_cursor` is `None`: the caller makes the cursors.

use answerdeck_api::metrics::{BrandName, PromptMetricsList};

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

/// A part of a list of prompts, and the rivals that a gap is about. Those named most often together with the brand are first.
#[derive(Debug, Clone, PartialEq)]
pub struct PromptPage {
    pub list: PromptMetricsList,
    pub rivals: Vec<BrandName>,
}
