use answerdeck_api::{PromptSet, PromptSetCreate, PromptSetId};
use leptos::prelude::*;

use crate::drafts::Draft;
use crate::locale::texts;
use crate::queries::deletions::use_delayed_deletion;
use crate::queries::{Kind, Mutation, prompt_sets};
use crate::ui::SelectField;

/// The field of a draft that keeps the selected set.
pub const SET: &str = "set";

/// A field that selects a prompt set. While none is selected, its first option asks to select one.
#[component]
pub fn SetField(
    id: &'static str,
    #[prop(into)] label: Signal<String>,
    sets: Vec<PromptSet>,
    selected: RwSignal<Option<PromptSetId>>,
    error: Signal<Option<String>>,
) -> AnyView {
    // What is put in a set whose deletion waits would be deleted with it.
    use_delayed_deletion().send_of(Kind::Prompts);
    let options = Signal::derive(move || {
        let none = selected.with(Option::is_none).then(|| (String::new(), texts().prompts().choose_set.to_owned()));
        none.into_iter().chain(sets.iter().map(|set| (set.id.to_string(), set.name.clone()))).collect::<Vec<_>>()
    });
    view! {
        <SelectField
            id
            label
            options
            selected=Signal::derive(move || selected.get().map(String::from).unwrap_or_default())
            on_change=move |value: String| selected.set(value.parse().ok())
            error
        />
    }
    .into_any()
}

/// The error of a field that needs a set, once its form was submitted.
pub fn missing_set(submitted: RwSignal<bool>, selected: RwSignal<Option<PromptSetId>>) -> Signal<Option<String>> {
    Signal::derive(move || {
        (submitted.get() && selected.with(Option::is_none)).then(|| texts().prompts().choose_set.to_owned())
    })
}

pub fn keep_set(draft: Draft, sets: &[PromptSet], selected: RwSignal<Option<PromptSetId>>) {
    // The set may have been deleted since. The field would then show another set than the form submits.
    if draft.kept(SET).is_some_and(|id| sets.iter().all(|set| set.id.as_str() != id)) {
        draft.forget(SET);
    }
    let text = move || selected.get().map(String::from).unwrap_or_default();
    draft.keep(SET, text, move |id| selected.set(id.parse().ok()));
}

/// The set to select at first: the given one if it exists, or else the only one.
pub fn initial_set(sets: &[PromptSet], set: Option<PromptSetId>) -> Option<PromptSetId> {
    set.filter(|id| sets.iter().any(|set| set.id == *id)).or_else(|| match sets {
        [only] => Some(only.id.clone()),
        _ => None,
    })
}

/// Calls `create` with the chosen set, or with a new one of this name, which is then the chosen one. Returns whether there is one.
pub fn create_in_set(
    mutation: Mutation,
    chosen: RwSignal<Option<PromptSetId>>,
    name: Option<String>,
    create: impl FnOnce(PromptSetId) + 'static,
) -> bool {
    match (chosen.get_untracked(), name) {
        (Some(id), _) => create(id),
        (None, Some(name)) => prompt_sets::create(mutation, PromptSetCreate { name, description: None }, move |id| {
            // Unless the form or its page was left. When it opens again, the set is there to be chosen.
            if chosen.try_set(Some(id.clone())).is_none() {
                create(id);
            }
        }),
        (None, None) => return false,
    }
    true
}
