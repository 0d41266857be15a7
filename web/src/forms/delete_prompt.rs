//! Deleting a prompt.

use answerdeck_api::Prompt;
use leptos::prelude::*;

use crate::components::Confirm;
use crate::locale::t_with;
use crate::queries::{Mutation, prompts};

/// Asks, with how many answers stay, and deletes.
#[component]
pub fn DeletePrompt(
    /// The prompt.
    prompt: Prompt,
    /// Called when it is deleted.
    #[prop(into)]
    on_deleted: Callback<()>,
    /// Called when the person thinks better of it.
    #[prop(into)]
    on_cancel: Callback<()>,
) -> AnyView {
    let mutation = Mutation::new();
    let id = prompt.id.clone();
    let asked = id.clone();
    // Lists do not say how many answers there are.
    let whole = prompts::use_prompt(Signal::derive(move || Some(asked.clone())));
    let stays = t_with(move |t| (t.prompts().delete_stays)(whole.value().and_then(|prompt| prompt.answer_count)));
    let delete = move |()| {
        prompts::delete(mutation, id.clone(), move |()| {
            on_deleted.try_run(());
        });
    };
    let what = prompt.content;
    view! { <Confirm what=t_with(move |_| what.clone()) stays mutation on_confirm=delete on_cancel /> }.into_any()
}
