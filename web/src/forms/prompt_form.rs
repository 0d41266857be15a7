//! Creating and editing a prompt.

use answerdeck_api::limits::PROMPT_CONTENT_MAX;
use answerdeck_api::{Prompt, PromptCreate, PromptId, PromptSet, PromptSetId, PromptUpdate};
use leptos::prelude::*;

use super::TextRule;
use super::set_field::{SetField, initial_set, keep_set};
use crate::components::{DraftNote, FormError};
use crate::drafts::Draft;
use crate::locale::{t, texts};
use crate::queries::{Mutation, prompts};
use crate::ui::{Form, FormActions, TextArea};

const CONTENT: TextRule = TextRule { required: true, max: PROMPT_CONTENT_MAX };

/// Creates a prompt in one of the sets, or edits the given prompt.
#[component]
pub fn PromptForm(
    /// The prompt to edit. `None` creates a prompt.
    prompt: Option<Prompt>,
    /// The sets to choose from for a new prompt.
    sets: Vec<PromptSet>,
    /// The set that is selected at first.
    set: Option<PromptSetId>,
    /// Called when the prompt is saved.
    #[prop(into)]
    on_saved: Callback<()>,
    /// Called when the user cancels.
    #[prop(into)]
    on_cancel: Callback<()>,
) -> AnyView {
    let is_new = prompt.is_none();
    let (id, saved_content) = prompt.map(|prompt| (prompt.id, prompt.content)).unzip();
    let draft = Draft::new(&format!("prompt.{}", id.as_ref().map_or("", PromptId::as_str)));
    let content = draft.text("content", saved_content.unwrap_or_default());
    let selected_set = RwSignal::new(initial_set(&sets, set));
    if is_new {
        keep_set(draft, selected_set);
    }
    let submitted = RwSignal::new(false);
    let mutation = Mutation::new();

    let content_error = Signal::derive(move || {
        let invalid = submitted.get().then(|| content.with(|text| CONTENT.message(text, texts()))).flatten();
        invalid.or_else(|| mutation.failure()?.of_field("content"))
    });
    let set_error = Signal::derive(move || {
        (submitted.get() && selected_set.get().is_none()).then(|| texts().prompts().choose_set.to_owned())
    });
    let submit = move |()| {
        submitted.set(true);
        let typed = content.get_untracked();
        if CONTENT.check(&typed).is_some() {
            return false;
        }
        let content = typed.trim().to_owned();
        let remove_draft = draft.remover();
        match (id.clone(), selected_set.get_untracked()) {
            (Some(id), _) => {
                prompts::update(mutation, id, PromptUpdate { content: Some(content) }, move |_| {
                    remove_draft();
                    on_saved.try_run(());
                });
            }
            (None, Some(prompt_set_id)) => {
                prompts::create(mutation, PromptCreate { content, prompt_set_id }, move |_| {
                    remove_draft();
                    on_saved.try_run(());
                });
            }
            (None, None) => return false,
        }
        true
    };
    let cancel = move |()| {
        draft.discard();
        on_cancel.run(());
    };
    view! {
        <Form on_submit=submit>
            <DraftNote draft />
            {is_new
                .then(|| {
                    view! {
                        <SetField
                            id="prompt-set"
                            label=t(|t| t.prompts().set)
                            sets
                            selected=selected_set
                            error=set_error
                        />
                    }
                })}
            <TextArea
                id="prompt-content"
                label=t(|t| t.prompts().content)
                value=content
                hint=t(|t| t.prompts().content_hint)
                error=content_error
                max=PROMPT_CONTENT_MAX
                rows=4
                autofocus=true
            />
            <FormError failure=Signal::derive(move || mutation.failure()) fields=&["content"] />
            <FormActions busy=Signal::derive(move || mutation.is_busy()) on_cancel=cancel />
        </Form>
    }
    .into_any()
}
