//! Making or changing a prompt.

use answerdeck_api::limits::PROMPT_CONTENT_MAX;
use answerdeck_api::{Prompt, PromptCreate, PromptSet, PromptSetId, PromptUpdate};
use leptos::prelude::*;

use super::{Form, TextRule};
use crate::components::{Button, FormError, SelectField, TextArea, Variant};
use crate::locale::{t, texts};
use crate::queries::{Mutation, prompts};

const CONTENT: TextRule = TextRule { required: true, max: PROMPT_CONTENT_MAX };

/// Makes a prompt in one of the sets, or changes the one that it is given.
#[component]
pub fn PromptForm(
    /// The prompt to change. A new one is made when there is none.
    prompt: Option<Prompt>,
    /// The sets that a new one may go into.
    sets: Vec<PromptSet>,
    /// The set that is chosen at first.
    set: Option<PromptSetId>,
    /// Called when it is saved.
    #[prop(into)]
    on_saved: Callback<()>,
    /// Called when the person thinks better of it.
    #[prop(into)]
    on_cancel: Callback<()>,
) -> AnyView {
    let is_new = prompt.is_none();
    let (id, was_content) = prompt.map(|prompt| (prompt.id, prompt.content)).unzip();
    let content = RwSignal::new(was_content.unwrap_or_default());
    let only = if sets.len() == 1 { sets.first().map(|set| set.id.clone()) } else { None };
    let chosen = RwSignal::new(set.or(only));
    let tried = RwSignal::new(false);
    let mutation = Mutation::new();

    let content_error = Signal::derive(move || {
        let typed = tried.get().then(|| content.with(|text| CONTENT.t_with(text, texts()))).flatten();
        typed.or_else(|| mutation.failure()?.of_field("content"))
    });
    let set_error = Signal::derive(move || {
        (tried.get() && chosen.get().is_none()).then(|| texts().prompts().choose_set.to_owned())
    });
    let submit = move |()| {
        tried.set(true);
        let typed = content.get_untracked();
        if CONTENT.check(&typed).is_some() {
            return false;
        }
        let content = typed.trim().to_owned();
        match (id.clone(), chosen.get_untracked()) {
            (Some(id), _) => {
                prompts::update(mutation, id, PromptUpdate { content: Some(content) }, move |_| {
                    on_saved.try_run(());
                });
            }
            (None, Some(prompt_set_id)) => {
                prompts::create(mutation, PromptCreate { content, prompt_set_id }, move |_| {
                    on_saved.try_run(());
                });
            }
            (None, None) => return false,
        }
        true
    };
    let options = Signal::derive(move || {
        let none = chosen.with(Option::is_none).then(|| (String::new(), texts().prompts().choose_set.to_owned()));
        none.into_iter().chain(sets.iter().map(|set| (set.id.to_string(), set.name.clone()))).collect::<Vec<_>>()
    });
    view! {
        <Form on_submit=submit>
            {is_new
                .then(|| {
                    view! {
                        <SelectField
                            id="prompt-set"
                            label=t(|t| t.prompts().set)
                            options
                            chosen=Signal::derive(move || chosen.get().map(String::from).unwrap_or_default())
                            on_choose=move |value: String| chosen.set(value.parse().ok())
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
            <div class="form-foot">
                <Button label=t(|t| t.common().cancel) on_click=on_cancel />
                <Button
                    label=t(|t| t.common().save)
                    variant=Variant::Primary
                    submit=true
                    busy=Signal::derive(move || mutation.is_busy())
                />
            </div>
        </Form>
    }
    .into_any()
}
