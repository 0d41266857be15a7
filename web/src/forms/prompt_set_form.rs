use answerdeck_api::limits::{PROMPT_SET_DESCRIPTION_MAX, PROMPT_SET_NAME_MAX};
use answerdeck_api::{PromptSet, PromptSetCreate, PromptSetId, PromptSetUpdate};
use leptos::prelude::*;

use super::TextRule;
use super::edit_form::{EditForm, FormState};
use crate::locale::{Pick, t};
use crate::queries::prompt_sets;
use crate::ui::TextField;

pub const PROMPT_SET_FORM: &str = "prompt-set";
pub const SET_NAME: TextRule = TextRule { required: true, max: PROMPT_SET_NAME_MAX };
const DESCRIPTION: TextRule = TextRule { required: false, max: PROMPT_SET_DESCRIPTION_MAX };

#[component]
pub fn PromptSetForm(
    set: Option<PromptSet>,
    #[prop(optional)] save_label: Option<Pick>,
    #[prop(into)] on_saved: Callback<(PromptSetId, String)>,
    #[prop(into)] on_cancel: Callback<()>,
) -> AnyView {
    let (id, saved_name, saved_description) = match set {
        Some(set) => (Some(set.id), set.name, set.description.unwrap_or_default()),
        None => (None, String::new(), String::new()),
    };
    let state = FormState::new(PROMPT_SET_FORM, id.as_ref().map_or("", PromptSetId::as_str));
    let name = state.draft.text("name", saved_name);
    let description = state.draft.text("description", saved_description);
    let submit = move |()| {
        let name = name.with_untracked(|name| SET_NAME.valid(name));
        let description = description.with_untracked(|description| DESCRIPTION.valid_or_none(description));
        let (Some(name), Some(description)) = (name, description) else { return false };
        let finish = state.finish(on_saved);
        match id.clone() {
            None => {
                let set = PromptSetCreate { name: name.clone(), description };
                prompt_sets::create(state.mutation, set, move |id| finish((id, name)));
            }
            Some(id) => {
                let update = PromptSetUpdate { name: Some(name), description: Some(description) };
                prompt_sets::update(state.mutation, id, update, move |set| finish((set.id, set.name)));
            }
        }
        true
    };
    view! {
        <EditForm state fields=&["name", "description"] save_label on_submit=submit on_cancel>
            <TextField
                id="set-name"
                label=t(|t| t.common().name)
                value=name
                hint=t(|t| t.prompt_sets().name_hint)
                error=state.text_error(SET_NAME, name, "name")
                max=PROMPT_SET_NAME_MAX
                autofocus=true
            />
            <TextField
                id="set-description"
                label=t(|t| t.common().description)
                value=description
                optional=true
                error=state.text_error(DESCRIPTION, description, "description")
                max=PROMPT_SET_DESCRIPTION_MAX
                rows=3
            />
        </EditForm>
    }
    .into_any()
}
