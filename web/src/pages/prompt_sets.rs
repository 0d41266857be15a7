//! Prompt sets: list, make, change, delete. Uses `list_prompt_sets`, `create_prompt_set`, `update_prompt_set`,
//! `get_prompt_set` and `delete_prompt_set`.

use answerdeck_api::PromptSet;
use leptos::prelude::*;

use crate::components::{
    Button, Dialog, Empty, IconName, PageHead, RelativeTime, RowActions, Skeleton, Variant, focus_page_head,
    infinite_list, use_notices,
};
use crate::forms::{DeletePromptSet, PromptSetForm};
use crate::frame::with_shell;
use crate::locale::{t, t_with, texts};
use crate::paths::{PromptsParams, UrlParams};
use crate::queries::prompt_sets::use_prompt_sets;
use crate::router::PageView;

/// Prompt sets.
#[cfg_attr(feature = "split", lazy)]
pub fn prompt_sets_page() -> PageView {
    with_shell(view)
}

fn view() -> AnyView {
    let sets = use_prompt_sets();
    let notices = use_notices();
    let editing = RwSignal::new(None::<PromptSet>);
    let edit_open = RwSignal::new(false);
    let deleting = RwSignal::new(None::<PromptSet>);
    let delete_open = RwSignal::new(false);

    let create = move |()| {
        editing.set(None);
        edit_open.set(true);
    };
    let edit = Callback::new(move |set: PromptSet| {
        editing.set(Some(set));
        edit_open.set(true);
    });
    let delete = Callback::new(move |set: PromptSet| {
        deleting.set(Some(set));
        delete_open.set(true);
    });
    let saved = move |(_, name): (_, String)| {
        let texts = texts().prompt_sets();
        let words = if editing.with_untracked(Option::is_some) { texts.saved } else { texts.created };
        edit_open.set(false);
        notices.tell(words(&name));
    };
    let deleted = move |()| {
        delete_open.set(false);
        if let Some(set) = deleting.get_untracked() {
            notices.tell((texts().prompt_sets().deleted)(&set.name));
        }
        focus_page_head();
    };

    let new_button = move || {
        view! {
            <Button
                label=t(|t| t.prompt_sets().new)
                variant=Variant::Primary
                icon=IconName::Plus
                is_new=true
                on_click=create
            />
        }
    };
    let none = move || {
        view! {
            <Empty title=t(|t| t.prompt_sets().empty) sentence=t(|t| t.prompt_sets().empty_sentence)>
                {new_button()}
            </Empty>
        }
        .into_any()
    };
    let form_title = t_with(move |t| {
        let set = editing.with(Option::is_some);
        if set { t.prompt_sets().edit.to_owned() } else { t.prompt_sets().new.to_owned() }
    });
    view! {
        <PageHead title=t(|t| t.prompt_sets().title) sentence=t(|t| t.prompt_sets().sentence)>
            {new_button()}
        </PageHead>
        <section class="section" aria-label=t(|t| t.prompt_sets().title)>
            {infinite_list(
                sets,
                || view! { <Skeleton /> }.into_any(),
                none,
                move |sets| table(sets, edit, delete),
            )}
        </section>
        <Dialog open=edit_open title=form_title>
            <PromptSetForm
                set=editing.get_untracked()
                on_saved=saved
                on_cancel=move |()| edit_open.set(false)
            />
        </Dialog>
        <Dialog open=delete_open title=t(|t| t.prompt_sets().delete_title)>
            {deleting
                .get_untracked()
                .map(|set| {
                    view! {
                        <DeletePromptSet
                            set
                            on_deleted=deleted
                            on_cancel=move |()| delete_open.set(false)
                        />
                    }
                })}
        </Dialog>
    }
    .into_any()
}

fn table(sets: Vec<PromptSet>, edit: Callback<PromptSet>, delete: Callback<PromptSet>) -> AnyView {
    let rows = sets.into_iter().map(|set| row(set, edit, delete)).collect_view();
    view! {
        <div class="table-box">
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">{t(|t| t.prompt_sets().name)}</th>
                        <th scope="col" class="wide fit">{t(|t| t.common().created)}</th>
                        <th scope="col" class="fit">
                            <span class="unseen">{t(|t| t.common().actions)}</span>
                        </th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row(set: PromptSet, edit: Callback<PromptSet>, delete: Callback<PromptSet>) -> AnyView {
    let address = PromptsParams { set: Some(set.id.clone()), search: None }.address();
    let (to_edit, to_delete) = (set.clone(), set.clone());
    let (edit_name, delete_name) = (set.name.clone(), set.name.clone());
    view! {
        <tr>
            <th scope="row">
                <a class="strong" href=address>{set.name}</a>
                {set.description.map(|description| view! { <span class="cell-more clamp">{description}</span> })}
                <span class="cell-more narrow">
                    <RelativeTime at=set.created_at.clone() />
                </span>
            </th>
            <td class="wide fit soft">
                <RelativeTime at=set.created_at />
            </td>
            <RowActions
                edit=t_with(move |t| (t.prompt_sets().edit_one)(&edit_name))
                delete=t_with(move |t| (t.prompt_sets().delete_one)(&delete_name))
                on_edit=move |()| edit.run(to_edit.clone())
                on_delete=move |()| delete.run(to_delete.clone())
            />
        </tr>
    }
    .into_any()
}
