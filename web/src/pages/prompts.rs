//! Prompts: of a set or of all, searched by content; make one or many, change, delete. Uses `list_prompts`,
//! `list_prompt_sets`, `create_prompt`, `create_prompts`, `update_prompt`, `get_prompt` and `delete_prompt`.

use answerdeck_api::{Prompt, PromptFilter, PromptSet};
use leptos::prelude::*;

use crate::components::{
    Button, Dialog, Empty, IconName, PageHead, RelativeTime, RowActions, SearchField, SelectField, Skeleton, Variant,
    focus_page_head, infinite_list, use_notices,
};
use crate::forms::{BulkPromptsForm, DeletePrompt, PromptForm};
use crate::frame::with_shell;
use crate::locale::{t, t_with, texts};
use crate::navigation::{use_navigate, use_url_params};
use crate::paths::{self, PROMPT_SETS, PROMPTS, PromptsParams, UrlParams};
use crate::queries::Query;
use crate::queries::prompt_sets::use_all_prompt_sets;
use crate::queries::prompts::use_prompts;
use crate::router::PageView;

/// Prompts.
#[cfg_attr(feature = "split", lazy)]
pub fn prompts_page() -> PageView {
    with_shell(view)
}

fn view() -> AnyView {
    let params = use_url_params::<PromptsParams>();
    let prompts = use_prompts(move || {
        let params = params.get();
        PromptFilter { prompt_set_id: params.set, content_contains: params.search, ..PromptFilter::default() }
    });
    let sets = use_all_prompt_sets();
    let go = StoredValue::new_local(use_navigate());
    let notices = use_notices();
    let editing = RwSignal::new(None::<Prompt>);
    let edit_open = RwSignal::new(false);
    let bulk_open = RwSignal::new(false);
    let deleting = RwSignal::new(None::<Prompt>);
    let delete_open = RwSignal::new(false);

    let show = move |next: PromptsParams| go.with_value(|go| go(&next.address(), true));
    let create = move |()| {
        editing.set(None);
        edit_open.set(true);
    };
    let edit = Callback::new(move |prompt: Prompt| {
        editing.set(Some(prompt));
        edit_open.set(true);
    });
    let delete = Callback::new(move |prompt: Prompt| {
        deleting.set(Some(prompt));
        delete_open.set(true);
    });
    let saved = move |()| {
        let texts = texts().prompts();
        let words = if editing.with_untracked(Option::is_some) { texts.saved } else { texts.created };
        edit_open.set(false);
        notices.tell(words.to_owned());
    };
    let added = move |count: usize| {
        bulk_open.set(false);
        notices.tell((texts().bulk().done)(count as u64));
    };
    let deleted = move |()| {
        delete_open.set(false);
        notices.tell(texts().prompts().deleted.to_owned());
        focus_page_head();
    };

    let set_of = move |params: &PromptsParams| {
        let id = params.set.clone()?;
        sets.value()?.into_iter().find(|set| set.id == id)
    };
    let shown_set = Memo::new(move |_| params.with(set_of));
    let title = t_with(move |t| shown_set.get().map_or_else(|| t.prompts().title.to_owned(), |set| set.name));
    let sentence = t_with(move |t| {
        shown_set.get().and_then(|set| set.description).unwrap_or_else(|| t.prompts().sentence.to_owned())
    });
    let no_sets = move || sets.value().is_some_and(|sets| sets.is_empty());
    let actions = move || {
        view! {
            <Button
                label=t(|t| t.prompts().add_many)
                icon=IconName::Lines
                disabled=Signal::derive(no_sets)
                on_click=move |()| bulk_open.set(true)
            />
            <Button
                label=t(|t| t.prompts().new)
                variant=Variant::Primary
                icon=IconName::Plus
                is_new=true
                disabled=Signal::derive(no_sets)
                on_click=create
            />
        }
    };
    let none = move || {
        if no_sets() {
            return need_set();
        }
        if params.with(|params| params.search.is_some()) {
            return none_found();
        }
        view! {
            <Empty title=t(|t| t.prompts().empty) sentence=t(|t| t.prompts().empty_sentence)>
                {actions()}
            </Empty>
        }
        .into_any()
    };
    let set_options = Signal::derive(move || {
        let all = (String::new(), texts().prompts().all_sets.to_owned());
        let sets = sets.value().unwrap_or_default();
        std::iter::once(all).chain(sets.into_iter().map(|set| (set.id.into(), set.name))).collect::<Vec<_>>()
    });
    let form_title = t_with(move |t| {
        let words = if editing.with(Option::is_some) { t.prompts().edit } else { t.prompts().new };
        words.to_owned()
    });
    let all_sets = move || sets.value().unwrap_or_default();
    view! {
        <PageHead title sentence>
            {actions()}
        </PageHead>
        <div class="filters" role="search">
            <SearchField
                id="prompt-search"
                label=t(|t| t.prompts().search)
                value=Signal::derive(move || params.get().search.unwrap_or_default())
                on_search=move |text: String| {
                    let search = Some(text).filter(|text| !text.is_empty());
                    show(PromptsParams { search, ..params.get_untracked() });
                }
            />
            <SelectField
                id="prompt-set-filter"
                label=t(|t| t.prompts().set)
                options=set_options
                chosen=Signal::derive(move || params.get().set.map(String::from).unwrap_or_default())
                on_choose=move |id: String| show(PromptsParams { set: id.parse().ok(), ..params.get_untracked() })
            />
        </div>
        <section class="section" aria-label=t(|t| t.prompts().title)>
            {infinite_list(
                prompts,
                || view! { <Skeleton /> }.into_any(),
                none,
                move |prompts| table(prompts, sets, params.with(|params| params.set.is_some()), edit, delete),
            )}
        </section>
        <Dialog open=edit_open title=form_title>
            <PromptForm
                prompt=editing.get_untracked()
                sets=all_sets()
                set=params.get_untracked().set
                on_saved=saved
                on_cancel=move |()| edit_open.set(false)
            />
        </Dialog>
        <Dialog open=bulk_open title=t(|t| t.bulk().title) large=true>
            <BulkPromptsForm
                sets=all_sets()
                set=params.get_untracked().set
                on_added=added
                on_cancel=move |()| bulk_open.set(false)
            />
        </Dialog>
        <Dialog open=delete_open title=t(|t| t.prompts().delete_title)>
            {deleting
                .get_untracked()
                .map(|prompt| {
                    view! {
                        <DeletePrompt
                            prompt
                            on_deleted=deleted
                            on_cancel=move |()| delete_open.set(false)
                        />
                    }
                })}
        </Dialog>
    }
    .into_any()
}

fn need_set() -> AnyView {
    view! {
        <Empty title=t(|t| t.prompts().need_set) sentence=t(|t| t.prompts().need_set_sentence)>
            <a class="button" data-variant="primary" href=PROMPT_SETS>
                {t(|t| t.prompt_sets().title)}
            </a>
        </Empty>
    }
    .into_any()
}

fn none_found() -> AnyView {
    view! {
        <Empty title=t(|t| t.prompts().none_found) sentence=t(|t| t.prompts().none_found_sentence)>
            <a class="button" href=PROMPTS>
                {t(|t| t.prompts().show_all)}
            </a>
        </Empty>
    }
    .into_any()
}

fn table(
    prompts: Vec<Prompt>,
    sets: Query<Vec<PromptSet>>,
    of_one_set: bool,
    edit: Callback<Prompt>,
    delete: Callback<Prompt>,
) -> AnyView {
    let rows = prompts.into_iter().map(|prompt| row(prompt, sets, of_one_set, edit, delete)).collect_view();
    view! {
        <div class="table-box">
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">{t(|t| t.prompts().content)}</th>
                        {(!of_one_set).then(|| view! { <th scope="col" class="wide fit">{t(|t| t.prompts().set)}</th> })}
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

fn row(
    prompt: Prompt,
    sets: Query<Vec<PromptSet>>,
    of_one_set: bool,
    edit: Callback<Prompt>,
    delete: Callback<Prompt>,
) -> AnyView {
    let (to_edit, to_delete) = (prompt.clone(), prompt.clone());
    let (edit_name, delete_name) = (prompt.content.clone(), prompt.content.clone());
    let set = (!of_one_set).then(|| {
        let id = prompt.prompt_set_id.clone();
        let address = PromptsParams { set: Some(id.clone()), search: None }.address();
        let name = move || sets.with(|sets| sets?.iter().find(|set| set.id == id).map(|set| set.name.clone()));
        view! {
            <td class="wide fit soft">
                <a class="short" href=address>
                    {name}
                </a>
            </td>
        }
    });
    view! {
        <tr>
            <th scope="row">
                <a href=paths::prompt(&prompt.id)>
                    <span class="clamp">{prompt.content}</span>
                </a>
            </th>
            {set}
            <td class="wide fit soft">
                <RelativeTime at=prompt.created_at />
            </td>
            <RowActions
                edit=t_with(move |t| (t.prompts().edit_one)(&edit_name))
                delete=t_with(move |t| (t.prompts().delete_one)(&delete_name))
                on_edit=move |()| edit.run(to_edit.clone())
                on_delete=move |()| delete.run(to_delete.clone())
            />
        </tr>
    }
    .into_any()
}
