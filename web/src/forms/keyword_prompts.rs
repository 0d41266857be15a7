//! Making prompts of keywords.

use answerdeck_api::{PromptSet, PromptSetId};
use leptos::prelude::*;

use super::{BulkPromptsForm, PromptSetForm};
use crate::components::query_view;
use crate::locale::t;
use crate::queries::prompt_sets::use_all_prompt_sets;
use crate::reactive::live;
use crate::ui::{Button, IconName, Skeleton};

/// Makes a prompt of each keyword: in a set that is chosen or created, with a preview, in batches.
#[component]
pub fn KeywordPrompts(
    /// The keywords.
    keywords: Vec<String>,
    /// Called with the number of created prompts when all are created.
    #[prop(into)]
    on_added: Callback<usize>,
    /// Called when the user cancels.
    #[prop(into)]
    on_cancel: Callback<()>,
) -> AnyView {
    let sets = use_all_prompt_sets();
    let created = RwSignal::new(None::<PromptSetId>);
    let is_creating = RwSignal::new(false);
    let saved = move |(id, _): (PromptSetId, String)| {
        created.set(Some(id));
        is_creating.set(false);
    };
    let form = move |sets: Vec<PromptSet>| {
        let keywords = keywords.clone();
        live(move || {
            if is_creating.get() || (sets.is_empty() && created.with(Option::is_none)) {
                let cancel =
                    move |()| if is_creating.get_untracked() { is_creating.set(false) } else { on_cancel.run(()) };
                return view! { <PromptSetForm set=None on_saved=saved on_cancel=cancel /> }.into_any();
            }
            view! {
                <div class="keyword-set">
                    <Button
                        label=t(|t| t.keywords().new_set)
                        icon=IconName::Plus
                        on_click=move |()| is_creating.set(true)
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
    query_view(sets, || view! { <Skeleton rows=3 /> }.into_any(), form)
}
