//! The forms that create prompts or edit one. Their code is loaded when a dialog first opens.

use answerdeck_api::{Prompt, PromptSet, PromptSetId};
use leptos::prelude::*;

use super::{BulkPromptsForm, PromptForm, SavedPrompt};
use crate::lazy::lazy_part;

/// The sets to choose from, and the one that is selected at first.
#[derive(Default)]
pub struct Sets {
    pub all: Vec<PromptSet>,
    pub selected: Option<PromptSetId>,
}

/// The functions that show the forms. The last parameter is called when the user cancels.
#[derive(Clone, Copy)]
pub struct PromptForms {
    /// Creates a prompt in a set, or edits the given one. Calls back with what it did.
    pub one: fn(Option<Prompt>, Sets, Callback<SavedPrompt>, Callback<()>) -> AnyView,
    /// Creates many in a set. Calls back with their number when all are created.
    pub many: fn(Sets, Callback<usize>, Callback<()>) -> AnyView,
}

lazy_part! {
    prompt_forms: PromptForms = PromptForms { one, many }
}

fn one(prompt: Option<Prompt>, sets: Sets, on_saved: Callback<SavedPrompt>, on_cancel: Callback<()>) -> AnyView {
    view! { <PromptForm prompt sets=sets.all set=sets.selected on_saved on_cancel /> }.into_any()
}

fn many(sets: Sets, on_added: Callback<usize>, on_cancel: Callback<()>) -> AnyView {
    view! { <BulkPromptsForm sets=sets.all set=sets.selected on_added on_cancel /> }.into_any()
}
