//! Deleting a prompt.

use answerdeck_api::Prompt;
use leptos::prelude::*;

use crate::components::Confirm;
use crate::locale::say;
use crate::queries::{Deed, prompts};

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
    let deed = Deed::new();
    let id = prompt.id.clone();
    let asked = id.clone();
    // Lists do not say how many answers there are.
    let whole = prompts::use_prompt(Signal::derive(move || Some(asked.clone())));
    let stays = say(move |t| (t.prompts().delete_stays)(whole.value().and_then(|prompt| prompt.answer_count)));
    let delete = move |()| {
        prompts::delete(deed, id.clone(), move |()| {
            on_deleted.try_run(());
        });
    };
    let what = prompt.content;
    view! { <Confirm what=say(move |_| what.clone()) stays deed on_confirm=delete on_cancel /> }.into_any()
}
