//! The dialogs that create one prompt or many, or edit one, and the buttons that open them.

use answerdeck_api::{Prompt, PromptId};
use leptos::prelude::*;

use super::PromptsData;
use crate::drafts;
use crate::forms::{
    BULK_PROMPTS_FORM, BulkPromptsDialog, PROMPT_FORM, PromptForms, load_prompt_forms, new_title, reopen,
};
use crate::locale::{t, t_with};
use crate::navigation::use_query_string;
use crate::pages::new_item::new_button;
use crate::paths::{PromptsParams, UrlParams, opens_new};
use crate::queries::prompts::use_prompt;
use crate::reactive::effect;
use crate::router::use_router;
use crate::ui::{Button, DialogState, IconName, LazyDialog};

#[derive(Clone, Copy)]
pub(super) struct Dialogs {
    pub(super) edit: DialogState<Prompt>,
    is_bulk_open: RwSignal<bool>,
}

/// The dialogs. One opens when it was open before a reload, or when the address asks for a new prompt.
pub(super) fn use_dialogs(params: Memo<PromptsParams>) -> Dialogs {
    let edit = DialogState::<Prompt>::new();
    let is_bulk_open = RwSignal::new(drafts::was_open(BULK_PROMPTS_FORM).is_some());
    let (router, opens_new) = (use_router(), use_query_string(opens_new));
    // The prompt need not be in the part of the list that is loaded.
    let edited = drafts::was_open(PROMPT_FORM).and_then(|id| id.parse::<PromptId>().ok());
    let edited = use_prompt(Signal::stored(edited));
    reopen(edit, PROMPT_FORM, move |_| edited.value());
    effect(move || {
        if opens_new.get() {
            edit.open(None);
            // Going back does not open it again.
            router.navigate(&params.get_untracked().address(), true);
        }
    });
    Dialogs { edit, is_bulk_open }
}

pub(super) fn new_buttons(Dialogs { edit, is_bulk_open }: Dialogs) -> AnyView {
    view! {
        <Button label=t(|t| t.prompts().add_many) icon=IconName::List on_click=move |()| is_bulk_open.set(true) />
        {new_button(|t| t.common().new_prompt, edit)}
    }
    .into_any()
}

/// The dialogs in the page. A new prompt belongs to the set of the filter at first.
pub(super) fn dialogs_view(data: PromptsData) -> AnyView {
    let PromptsData { dialogs: Dialogs { edit, is_bulk_open }, sets, filtered, .. } = data;
    let set = Signal::derive(move || filtered.get().set);
    let close = Callback::new(move |()| edit.close());
    let edit_form = move |forms: PromptForms| match edit.value() {
        None => (forms.new)(sets, set.get_untracked(), close),
        Some(prompt) => (forms.edit)(prompt, close),
    };
    let new = new_title(sets, |t| t.common().new_prompt);
    let title = t_with(move |t| if edit.has_value() { t.prompts().edit.to_owned() } else { new.get() });
    view! {
        <LazyDialog open=edit.is_open() load=load_prompt_forms title children=edit_form />
        <BulkPromptsDialog is_open=is_bulk_open sets set />
    }
    .into_any()
}
