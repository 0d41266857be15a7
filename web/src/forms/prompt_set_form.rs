//! Creating and editing a prompt set.

use answerdeck_api::limits::{PROMPT_SET_DESCRIPTION_MAX, PROMPT_SET_NAME_MAX};
use answerdeck_api::{PromptSet, PromptSetCreate, PromptSetId, PromptSetUpdate};
use leptos::prelude::*;

use super::TextRule;
use crate::components::{DraftNote, FormError};
use crate::drafts::Draft;
use crate::locale::{t, texts};
use crate::queries::{Mutation, prompt_sets};
use crate::ui::{Form, FormActions, TextArea, TextField};

const NAME: TextRule = TextRule { required: true, max: PROMPT_SET_NAME_MAX };
const DESCRIPTION: TextRule = TextRule { required: false, max: PROMPT_SET_DESCRIPTION_MAX };

/// Creates a prompt set, or edits the given set.
#[component]
pub fn PromptSetForm(
    /// The set to edit. `None` creates a set.
    set: Option<PromptSet>,
    /// Called with the set's id and name when the set is saved.
    #[prop(into)]
    on_saved: Callback<(PromptSetId, String)>,
    /// Called when the user cancels.
    #[prop(into)]
    on_cancel: Callback<()>,
) -> AnyView {
    let (id, saved_name, saved_description) = match set {
        Some(set) => (Some(set.id), set.name, set.description.unwrap_or_default()),
        None => (None, String::new(), String::new()),
    };
    let draft = Draft::new(&format!("prompt-set.{}", id.as_ref().map_or("", PromptSetId::as_str)));
    let name = draft.text("name", saved_name);
    let description = draft.text("description", saved_description);
    let submitted = RwSignal::new(false);
    let mutation = Mutation::new();

    let error = move |rule: TextRule, text: RwSignal<String>, field: &'static str| {
        Signal::derive(move || {
            let invalid = submitted.get().then(|| text.with(|text| rule.message(text, texts()))).flatten();
            invalid.or_else(|| mutation.failure()?.of_field(field))
        })
    };
    let submit = move |()| {
        submitted.set(true);
        let (name, description) = (name.get_untracked(), description.get_untracked());
        if NAME.check(&name).is_some() || DESCRIPTION.check(&description).is_some() {
            return false;
        }
        let name = name.trim().to_owned();
        let description = Some(description.trim().to_owned()).filter(|description| !description.is_empty());
        let remove_draft = draft.remover();
        match id.clone() {
            None => {
                let set = PromptSetCreate { name: name.clone(), description };
                prompt_sets::create(mutation, set, move |id| {
                    remove_draft();
                    on_saved.try_run((id, name));
                });
            }
            Some(id) => {
                let update = PromptSetUpdate { name: Some(name), description: Some(description) };
                prompt_sets::update(mutation, id, update, move |set| {
                    remove_draft();
                    on_saved.try_run((set.id, set.name));
                });
            }
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
                label=t(|t| t.prompt_sets().set_description)
                value=description
                optional=true
                error=error(DESCRIPTION, description, "description")
                max=PROMPT_SET_DESCRIPTION_MAX
            />
            <FormError failure=Signal::derive(move || mutation.failure()) fields=&["name", "description"] />
            <FormActions busy=Signal::derive(move || mutation.is_busy()) on_cancel=cancel />
        </Form>
    }
    .into_any()
}
