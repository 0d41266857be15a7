//! Deleting a prompt.

use answerdeck_api::Prompt;
use leptos::prelude::*;

use crate::components::ConfirmDelete;
use crate::locale::t_with;
use crate::queries::{Mutation, prompts};

/// Asks for confirmation, with the number of answers that stay, and deletes the prompt.
#[component]
pub fn DeletePrompt(
    /// The prompt.
    prompt: Prompt,
    /// Called when the prompt is deleted.
    #[prop(into)]
    on_deleted: Callback<()>,
    /// Called when the user cancels.
    #[prop(into)]
    on_cancel: Callback<()>,
) -> AnyView {
    let mutation = Mutation::new();
    let id = prompt.id.clone();
    let details_id = id.clone();
    // A prompt of a list has no number of answers.
    let details = prompts::use_prompt(Signal::derive(move || Some(details_id.clone())));
    let note = t_with(move |t| (t.prompts().delete_note)(details.value().and_then(|prompt| prompt.answer_count)));
    let delete = move |()| {
        prompts::delete(mutation, id.clone(), move |()| {
            on_deleted.try_run(());
        });
    };
    let content = prompt.content;
    view! { <ConfirmDelete message=t_with(move |_| content.clone()) note mutation on_confirm=delete on_cancel /> }
        .into_any()
}
