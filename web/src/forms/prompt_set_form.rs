//! Making or changing a prompt set.

use answerdeck_api::limits::{PROMPT_SET_DESCRIPTION_MAX, PROMPT_SET_NAME_MAX};
use answerdeck_api::{PromptSet, PromptSetCreate, PromptSetId, PromptSetUpdate};
use leptos::prelude::*;

use super::{Form, TextRule};
use crate::components::{Button, FormError, TextArea, TextField, Variant};
use crate::locale::{t, texts};
use crate::queries::{Mutation, prompt_sets};

const NAME: TextRule = TextRule { required: true, max: PROMPT_SET_NAME_MAX };
const DESCRIPTION: TextRule = TextRule { required: false, max: PROMPT_SET_DESCRIPTION_MAX };

/// Makes a prompt set, or changes the one that it is given.
#[component]
pub fn PromptSetForm(
    /// The set to change. A new one is made when there is none.
    set: Option<PromptSet>,
    /// Called with the set's id and name when it is saved.
    #[prop(into)]
    on_saved: Callback<(PromptSetId, String)>,
    /// Called when the person thinks better of it.
    #[prop(into)]
    on_cancel: Callback<()>,
) -> AnyView {
    let (id, was_name, was_description) = match set {
        Some(set) => (Some(set.id), set.name, set.description.unwrap_or_default()),
        None => (None, String::new(), String::new()),
    };
    let name = RwSignal::new(was_name);
    let description = RwSignal::new(was_description);
    let tried = RwSignal::new(false);
    let mutation = Mutation::new();

    let error = move |rule: TextRule, text: RwSignal<String>, field: &'static str| {
        Signal::derive(move || {
            let typed = tried.get().then(|| text.with(|text| rule.t_with(text, texts()))).flatten();
            typed.or_else(|| mutation.failure()?.of_field(field))
        })
    };
    let submit = move |()| {
        tried.set(true);
        let (name, description) = (name.get_untracked(), description.get_untracked());
        if NAME.check(&name).is_some() || DESCRIPTION.check(&description).is_some() {
            return false;
        }
        let name = name.trim().to_owned();
        let description = Some(description.trim().to_owned()).filter(|description| !description.is_empty());
        match id.clone() {
            None => {
                let set = PromptSetCreate { name: name.clone(), description };
                prompt_sets::create(mutation, set, move |id| {
                    on_saved.try_run((id, name));
                });
            }
            Some(id) => {
                let update = PromptSetUpdate { name: Some(name), description: Some(description) };
                prompt_sets::update(mutation, id, update, move |set| {
                    on_saved.try_run((set.id, set.name));
                });
            }
        }
        true
    };
    view! {
        <Form on_submit=submit>
            <TextField
                id="set-name"
                label=t(|t| t.prompt_sets().name)
                value=name
                hint=t(|t| t.prompt_sets().name_hint)
                error=error(NAME, name, "name")
                max=PROMPT_SET_NAME_MAX
                autofocus=true
            />
            <TextArea
                id="set-description"
                label=t(|t| t.prompt_sets().description)
                value=description
                optional=true
                error=error(DESCRIPTION, description, "description")
                max=PROMPT_SET_DESCRIPTION_MAX
            />
            <FormError failure=Signal::derive(move || mutation.failure()) fields=&["name", "description"] />
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
