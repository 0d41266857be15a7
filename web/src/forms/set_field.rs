//! Fields that select a prompt set.

use answerdeck_api::{PromptSet, PromptSetId};
use leptos::prelude::*;

use crate::drafts::Draft;
use crate::locale::texts;
use crate::paths::AnswerFilterParams;
use crate::queries::Query;
use crate::ui::{SelectField, options_with};

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

/// The options of a filter by set, and the chosen one, which is an option even if the set was deleted.
pub fn set_options(
    sets: Query<Vec<PromptSet>>,
    params: Memo<AnswerFilterParams>,
) -> (Signal<Vec<(String, String)>>, Signal<String>) {
    let chosen = Memo::new(move |_| params.with(|params| params.set.clone().map(String::from)));
    let options = Signal::derive(move || {
        let sets = sets.value().map(|sets| sets.into_iter().map(|set| (String::from(set.id), set.name)).collect());
        options_with(texts().common().all_sets, sets, chosen.get(), texts().answers().deleted_set)
    });
    (options, Signal::derive(move || chosen.get().unwrap_or_default()))
}

pub fn keep_set(draft: Draft, sets: &[PromptSet], selected: RwSignal<Option<PromptSetId>>) {
    let text = |set: Option<PromptSetId>| set.map(String::from).unwrap_or_default();
    // The set may have been deleted since. The field would then show another set than the form submits.
    if draft.kept(SET).is_some_and(|id| sets.iter().all(|set| set.id.as_str() != id)) {
        draft.keeper(SET)("");
    }
    draft.keep(
        SET,
        text(selected.get_untracked()),
        move || text(selected.get()),
        move |id| selected.set(id.parse().ok()),
    );
}

/// The set to select at first: the given one if it exists, or else the only one.
pub fn initial_set(sets: &[PromptSet], set: Option<PromptSetId>) -> Option<PromptSetId> {
    set.filter(|id| sets.iter().any(|set| set.id == *id)).or_else(|| match sets {
        [only] => Some(only.id.clone()),
        _ => None,
    })
}
