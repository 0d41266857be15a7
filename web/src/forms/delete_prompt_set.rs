//! Deleting a prompt set.

use answerdeck_api::PromptSet;
use leptos::prelude::*;

use crate::components::Confirm;
use crate::locale::{t, t_with};
use crate::queries::{Mutation, prompt_sets};

/// Asks, with how many prompts go, and deletes.
#[component]
pub fn DeletePromptSet(
    /// The set.
    set: PromptSet,
    /// Called when it is deleted.
    #[prop(into)]
    on_deleted: Callback<()>,
    /// Called when the person thinks better of it.
    #[prop(into)]
    on_cancel: Callback<()>,
) -> AnyView {
    let mutation = Mutation::new();
    let id = set.id.clone();
    let asked = id.clone();
    // Lists do not say how many prompts a set holds.
    let whole = prompt_sets::use_prompt_set(Signal::derive(move || Some(asked.clone())));
    let what = t_with(move |t| {
        let count = whole.value().and_then(|set| set.prompt_count).map(u64::from);
        (t.prompt_sets().delete_what)(&set.name, count)
    });
    let delete = move |()| {
        prompt_sets::delete(mutation, id.clone(), move |()| {
            on_deleted.try_run(());
        });
    };
    view! {
        <Confirm
            what
            stays=t(|t| t.prompt_sets().delete_stays)
            mutation
            on_confirm=delete
            on_cancel
        />
    }
    .into_any()
}
