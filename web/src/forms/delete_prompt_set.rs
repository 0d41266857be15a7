//! Deleting a prompt set.

use answerdeck_api::PromptSet;
use leptos::prelude::*;

use crate::components::Confirm;
use crate::locale::{t, t_with};
use crate::queries::{Mutation, prompt_sets};
use crate::ui::IconName;

/// Asks for confirmation, with the number of prompts in the set, and deletes the set and its prompts.
#[component]
pub fn DeletePromptSet(
    set: PromptSet,
    #[prop(into)] on_deleted: Callback<()>,
    #[prop(into)] on_cancel: Callback<()>,
) -> AnyView {
    let mutation = Mutation::new();
    let id = set.id.clone();
    let details_id = id.clone();
    // The number in the list may be old.
    let details = prompt_sets::use_prompt_set(Signal::derive(move || Some(details_id.clone())));
    let message = t_with(move |t| {
        let count = details.value().and_then(|set| set.prompt_count).map(u64::from);
        (t.prompt_sets().delete_message)(&set.name, count)
    });
    let delete = move |()| {
        prompt_sets::delete(mutation, id.clone(), move |()| {
            on_deleted.try_run(());
        });
    };
    view! {
        <Confirm
            message
            note=t(|t| t.prompt_sets().delete_note)
            label=t(|t| t.common().delete)
            icon=IconName::Delete
            cancel=t(|t| t.common().cancel)
            mutation
            on_confirm=delete
            on_cancel
        />
    }
    .into_any()
}
