//! Creating and editing a prompt.

use answerdeck_api::limits::PROMPT_CONTENT_MAX;
use answerdeck_api::{Prompt, PromptCreate, PromptId, PromptSet, PromptSetId, PromptUpdate};
use leptos::prelude::*;

use super::TextRule;
use super::edit_form::{EditForm, EditState};
use super::set_field::{SetField, initial_set, keep_set};
use crate::locale::{t, texts};
use crate::queries::prompts;
use crate::ui::TextArea;

/// The kind of this form, for its draft.
pub const PROMPT_FORM: &str = "prompt";
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
    let state = EditState::new(PROMPT_FORM, id.as_ref().map_or("", PromptId::as_str));
    let content = state.draft.text("content", saved_content.unwrap_or_default());
    let selected_set = RwSignal::new(initial_set(&sets, set));
    if is_new {
        keep_set(state.draft, &sets, selected_set);
    }
    let set_error = Signal::derive(move || {
        (state.is_submitted() && selected_set.get().is_none()).then(|| texts().prompts().choose_set.to_owned())
    });
    let submit = move |()| {
        let typed = content.get_untracked();
        if CONTENT.check(&typed).is_some() {
            return false;
        }
        let content = typed.trim().to_owned();
        let finish = state.finish(on_saved);
        match (id.clone(), selected_set.get_untracked()) {
            (Some(id), _) => {
                prompts::update(state.mutation, id, PromptUpdate { content: Some(content) }, move |_| finish(()));
            }
            (None, Some(prompt_set_id)) => {
                prompts::create(state.mutation, PromptCreate { content, prompt_set_id }, move |_| finish(()));
            }
            (None, None) => return false,
        }
        true
    };
    view! {
        <EditForm state fields=&["content"] on_submit=submit on_cancel>
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
                error=state.text_error(CONTENT, content, "content")
                max=PROMPT_CONTENT_MAX
                rows=4
                autofocus=true
            />
        </EditForm>
    }
    .into_any()
}
