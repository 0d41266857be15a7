//! Making prompts from keywords. The code is loaded when it is first needed.

use answerdeck_api::{PromptSet, PromptSetId};
use leptos::prelude::*;

use super::bulk_prompts_form::keyword_draft;
use super::set_field::SET;
use super::{BulkPromptsForm, PromptSetForm};
use crate::components::query_view;
use crate::drafts::Draft;
use crate::lazy::lazy_part;
use crate::locale::t;
use crate::queries::prompt_sets::use_all_prompt_sets;
use crate::reactive::live;
use crate::ui::{Button, DialogState, IconName, LazyDialog, focus_later, skeleton};

/// The dialog that makes prompts from the keywords that it is opened for.
#[component]
pub fn KeywordPromptsDialog(dialog: DialogState<Vec<String>>) -> AnyView {
    let close = Callback::new(move |()| dialog.close());
    view! {
        <LazyDialog open=dialog.is_open() load title=t(|t| t.keywords().make_prompts_title) large=true let:form>
            {dialog.value().map(|keywords| form(keywords, close))}
        </LazyDialog>
    }
    .into_any()
}

lazy_part! {
    /// The form that makes a prompt from each keyword: in a set that is chosen or created, with a preview, in batches. It calls
    /// back when all are created, and when the user cancels.
    keyword_prompts: fn(Vec<String>, Callback<()>) -> AnyView = form_view
}

fn form_view(keywords: Vec<String>, on_close: Callback<()>) -> AnyView {
    let sets = use_all_prompt_sets();
    let created = RwSignal::new(None::<PromptSetId>);
    let is_creating = RwSignal::new(false);
    // Whether the select of the set gets the focus when it appears.
    let focuses_set = StoredValue::new(false);
    let draft = Draft::new(&keyword_draft(&keywords));
    let saved = Callback::new(move |(id, _): (PromptSetId, String)| {
        // The form selects the created set, and not the one that was selected before.
        draft.forget(SET);
        focuses_set.set_value(true);
        created.set(Some(id));
        is_creating.set(false);
    });
    let form = move |sets: Vec<PromptSet>| {
        let keywords = keywords.clone();
        live(move || {
            if is_creating.get() || (sets.is_empty() && created.with(Option::is_none)) {
                let cancel = move |()| {
                    if is_creating.get_untracked() {
                        is_creating.set(false);
                        focus_later(".keyword-set button");
                    } else {
                        on_close.run(());
                    }
                };
                return view! { <PromptSetForm set=None on_saved=saved on_cancel=cancel /> }.into_any();
            }
            // The list is being read again. Fields that are shown before it has the new set would be replaced while the user
            // types.
            if created.with(|id| id.as_ref().is_some_and(|id| sets.iter().all(|set| set.id != *id))) {
                return skeleton::<3>();
            }
            if focuses_set.get_value() {
                focuses_set.set_value(false);
                focus_later("#bulk-set");
            }
            view! {
                <div class="keyword-set">
                    <Button
                        label=t(|t| t.common().new_set)
                        icon=IconName::Plus
                        on_click=move |()| {
                            is_creating.set(true);
                            focus_later("#set-name");
                        }
                    />
                </div>
                <BulkPromptsForm
                    sets=sets.clone()
                    set=created.get()
                    keywords=keywords.clone()
                    on_added=on_close
                    on_cancel=on_close
                />
            }
            .into_any()
        })
    };
    query_view(sets, skeleton::<3>, form)
}
