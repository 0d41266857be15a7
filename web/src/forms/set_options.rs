//! The options of a field that selects a prompt set.

use answerdeck_api::{PromptSet, PromptSetId};
use leptos::prelude::*;

use crate::locale::texts;

/// The options of a select field: the sets, after a prompt to choose one while none is selected.
pub fn set_options(sets: Vec<PromptSet>, selected: RwSignal<Option<PromptSetId>>) -> Signal<Vec<(String, String)>> {
    Signal::derive(move || {
        let none = selected.with(Option::is_none).then(|| (String::new(), texts().prompts().choose_set.to_owned()));
        none.into_iter().chain(sets.iter().map(|set| (set.id.to_string(), set.name.clone()))).collect()
    })
}

/// The set to select at first: the given one, or else the only one.
pub fn initial_set(sets: &[PromptSet], set: Option<PromptSetId>) -> Option<PromptSetId> {
    set.or_else(|| match sets {
        [only] => Some(only.id.clone()),
        _ => None,
    })
}
