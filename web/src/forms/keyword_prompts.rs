//! Making prompts from keywords. The code is loaded when it is first needed.

use answerdeck_api::{PromptSet, PromptSetId};
use leptos::prelude::*;

use super::bulk_prompts_form::keyword_draft;
use super::set_field::SET;
use super::{BulkPromptsForm, PromptSetForm};
use crate::components::query_view;
use crate::drafts::Draft;
use crate::lazy::lazy_part;
use crate::locale::{t, texts};
use crate::queries::prompt_sets::use_all_prompt_sets;
use crate::reactive::live;
use crate::ui::{Button, DialogState, IconName, LazyDialog, focus_later, skeleton, use_notices};

/// The dialog that makes prompts from the keywords that it is opened for. A notice follows the success.
#[component]
pub fn KeywordPromptsDialog(dialog: DialogState<Vec<String>>) -> AnyView {
    let notices = use_notices();
    let added = move |count: usize| {
        dialog.close();
        notices.notify((texts().keywords().prompts_added)(count as u64));
    };
    let cancel = Callback::new(move |()| dialog.close());
    view! {
        <LazyDialog open=dialog.is_open() load title=t(|t| t.keywords().make_prompts_title) large=true let:form>
            {dialog.value().map(|keywords| form(keywords, Callback::new(added), cancel))}
        </LazyDialog>
    }
    .into_any()
}

/// The function that shows the form for keywords. It calls back with the number of created prompts when all are
/// created, or when the user cancels.
type KeywordPromptsView = fn(Vec<String>, Callback<usize>, Callback<()>) -> AnyView;

lazy_part! {
    /// The form that makes a prompt from each keyword: in a set that is chosen or created, with a preview, in batches.
    keyword_prompts: KeywordPromptsView = form_view
}

fn form_view(keywords: Vec<String>, on_added: Callback<usize>, on_cancel: Callback<()>) -> AnyView {
    let sets = use_all_prompt_sets();
    let created = RwSignal::new(None::<PromptSetId>);
    let is_creating = RwSignal::new(false);
    // Whether the select of the set gets the focus when it appears.
    let focuses_set = StoredValue::new(false);
    let write_set = Draft::new(&keyword_draft(&keywords)).keeper(SET);
    let saved = Callback::new(move |(id, _): (PromptSetId, String)| {
        // The form selects the created set, and not the one that was selected before.
        write_set("");
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
                        on_cancel.run(());
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
                    on_added
                    on_cancel
                />
            }
            .into_any()
        })
    };
    query_view(sets, skeleton::<3>, form)
}
