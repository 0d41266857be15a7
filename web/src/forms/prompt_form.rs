use answerdeck_api::limits::PROMPT_CONTENT_MAX;
use answerdeck_api::{Prompt, PromptCreate, PromptId, PromptSet, PromptSetId, PromptUpdate};
use leptos::prelude::*;

use super::TextRule;
use super::edit_form::{EditForm, FormState};
use super::set_field::{SetField, initial_set, keep_set, missing_set};
use crate::locale::{t, t_with, texts};
use crate::queries::prompts::{self, use_prompt};
use crate::reactive::{effect, live_option};
use crate::ui::{FieldError, SegmentedControl, TextField, use_notices};

pub const PROMPT_FORM: &str = "prompt";
const CONTENT: TextRule = TextRule { required: true, max: PROMPT_CONTENT_MAX };

/// Creates a prompt in one of the sets, or edits the given prompt. A notice follows the success.
#[component]
pub fn PromptForm(
    prompt: Option<Prompt>,
    sets: Vec<PromptSet>,
    /// The set that is selected at first.
    set: Option<PromptSetId>,
    /// Called when the prompt is saved, and when the user cancels.
    on_close: Callback<()>,
) -> AnyView {
    let notices = use_notices();
    let is_new = prompt.is_none();
    let set = prompt.as_ref().map(|prompt| prompt.prompt_set_id.clone()).or_else(|| initial_set(&sets, set));
    let known_answers = prompt.as_ref().and_then(|prompt| prompt.answer_count);
    let (id, saved_content) = prompt.map(|prompt| (prompt.id, prompt.content)).unzip();
    let saved_content = saved_content.unwrap_or_default();
    // A list does not say how many answers its prompts have. `None` if it is unknown.
    let stored = use_prompt(Signal::stored(id.clone()));
    let answers = Memo::new(move |_| stored.with(|prompt| prompt?.answer_count).or(known_answers));
    let is_settled = Memo::new(move |_| is_new || known_answers.is_some() || !stored.is_loading());
    let state = FormState::new(PROMPT_FORM, id.as_ref().map_or("", PromptId::as_str));
    let content = state.draft.text("content", saved_content.clone());
    let selected_set = RwSignal::new(set);
    // Old answers would stand under a question that nobody asked.
    let is_other_question = Memo::new(move |_| {
        let may_have_answers = !is_new && is_settled.get() && answers.get() != Some(0);
        may_have_answers && content.with(|content| content.trim() != saved_content.trim())
    });
    let saved_as_new = RwSignal::new(None::<bool>);
    if is_new {
        keep_set(state.draft, &sets, selected_set);
    }
    let set_error = missing_set(state.submitted, selected_set);
    let choice_error = Signal::derive(move || {
        (state.submitted.get() && saved_as_new.get().is_none()).then(|| texts().prompts().choose_saved.to_owned())
    });
    let save = Callback::new(move |()| {
        let Some(content) = content.with_untracked(|content| CONTENT.valid(content)) else { return false };
        let adds = match (is_other_question.get_untracked(), saved_as_new.get_untracked()) {
            (false, _) => false,
            (true, Some(adds)) => adds,
            (true, None) => return false,
        };
        let finish = state.finish(on_close);
        let saved = move |message: &str| {
            finish(());
            notices.notify(message.to_owned());
        };
        match (id.clone().filter(|_| !adds), selected_set.get_untracked()) {
            (Some(id), _) => {
                let update = PromptUpdate { content: Some(content) };
                prompts::update(state.mutation, id, update, move |_| saved(texts().prompts().saved));
            }
            (None, Some(prompt_set_id)) => {
                let create = PromptCreate { content, prompt_set_id };
                prompts::create(state.mutation, create, move |_| saved(texts().prompts().created));
            }
            (None, None) => return false,
        }
        true
    });
    // Whether there is something to choose may still be read.
    let waits = RwSignal::new(false);
    let submit = move |()| {
        if is_settled.get_untracked() {
            return save.run(());
        }
        waits.set(true);
        true
    };
    effect(move || {
        if waits.get() && is_settled.get() {
            waits.set(false);
            untrack(|| save.run(()));
        }
    });
    let choice = move || {
        is_other_question.get().then(|| {
            let (correction, new_prompt) = (t(|t| t.prompts().correction), t(|t| t.prompts().new_prompt));
            let options = vec![(Some(false), correction), (Some(true), new_prompt)];
            view! {
                <SegmentedControl
                    label=t_with(move |t| (t.prompts().has_answers)(answers.get()))
                    name="prompt-saved-as"
                    options
                    selected=saved_as_new
                    on_change=move |is_new| saved_as_new.set(is_new)
                />
                <div role="alert"><FieldError error=choice_error of_group=true /></div>
            }
        })
    };
    view! {
        <EditForm state fields=&["content"] waits on_submit=submit on_cancel=on_close>
            {is_new
                .then(|| {
                    view! {
                        <SetField
                            id="prompt-set"
                            label=t(|t| t.common().set)
                            sets
                            selected=selected_set
                            error=set_error
                        />
                    }
                })}
            <TextField
                id="prompt-content"
                label=t(|t| t.prompts().content)
                value=content
                hint=t(|t| t.prompts().content_hint)
                error=state.text_error(CONTENT, content, "content")
                max=PROMPT_CONTENT_MAX
                rows=4
                autofocus=true
            />
            {live_option(choice)}
        </EditForm>
    }
    .into_any()
}
