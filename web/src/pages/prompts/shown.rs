//! What the parts of the page are made from.

use answerdeck_api::{Brand, PromptSet};
use leptos::prelude::*;

use crate::paths::{AnswerFilterParams, PromptsParams};
use crate::queries::{MeasuredPrompts, PromptOrder, Query};

#[derive(Clone, Copy)]
pub(super) struct Shown {
    pub(super) params: Memo<PromptsParams>,
    /// The filter of answers in the address.
    pub(super) filtered: Memo<AnswerFilterParams>,
    /// The answers that are counted.
    pub(super) answers: Memo<AnswerFilterParams>,
    /// The sorted column, as in the address.
    pub(super) sort: Memo<Option<String>>,
    /// The order by its numbers. `None` for the newest first.
    pub(super) order: Memo<Option<PromptOrder>>,
    pub(super) sets: Query<Vec<PromptSet>>,
    pub(super) brands: Query<Vec<Brand>>,
    pub(super) own: Memo<Option<Brand>>,
    pub(super) prompts: MeasuredPrompts,
    /// Whether there is an own brand, and the platform measures prompts.
    pub(super) has_figures: Memo<bool>,
}
