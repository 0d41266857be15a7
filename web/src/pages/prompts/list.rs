//! The list of prompts, or why it is empty.

use answerdeck_api::Prompt;
use leptos::prelude::*;

use super::figures::{COLUMNS, cells, heads, note};
use super::selection::select_all;
use super::{PromptsData, new_buttons};
use crate::components::{RelativeTime, infinite_list};
use crate::locale::{Pick, t, t_with};
use crate::navigation::use_table_order;
use crate::paths::{PROMPTS, PromptsParams, RUN_START, UrlParams};
use crate::reactive::{live, live_on};
use crate::ui::{
    Checkbox, MenuItem, RowMenu, Table, TableOrder, actions_head, empty_with_action, empty_with_link, loading,
    none_found,
};

pub(super) fn list(data: PromptsData) -> AnyView {
    let PromptsData { params, sort, has_figures, is_ready, .. } = data;
    let prompts = data.prompts.list;
    let of_one_set = Memo::new(move |_| params.with(|params| params.answers.set.is_some()));
    let order = use_table_order(
        &COLUMNS,
        sort,
        Callback::new(move |sort| PromptsParams { sort, ..params.get_untracked() }.address()),
    );
    let rows = move |has_figures: bool| {
        let order = has_figures.then_some(order);
        infinite_list(
            prompts,
            |prompt| prompt.id.as_str(),
            loading,
            move || empty(data),
            move |rows| table(rows, of_one_set.get(), order, select_all(data)),
            move |prompt| {
                let figures = order.map(|_| (cells(prompt.id.clone(), data), note(&prompt.id, data)));
                let set = (!of_one_set.get()).then(|| set_cell(&prompt, data));
                row(prompt, set, figures, data)
            },
        )
    };
    live(move || if is_ready.get() { live_on(has_figures, rows) } else { loading() })
}

/// Whether an empty list has no prompts at all: it is neither searched nor sorted by what its answers say. Reactive.
pub(super) fn is_without_prompts(PromptsData { params, order, .. }: PromptsData) -> bool {
    params.with(|params| params.search.is_none()) && order.with(Option::is_none)
}

fn empty(data: PromptsData) -> AnyView {
    if data.params.with(|params| params.search.is_some()) {
        let all: (_, Pick) = (Signal::stored(PROMPTS.to_owned()), |t| t.prompts().show_all);
        return none_found(|t| t.prompts().none_found, |t| t.answers().matches_none_description, all);
    }
    if data.order.with(Option::is_some) {
        let run: (_, Pick) = (RUN_START, |t| t.common().new_run);
        return empty_with_link(|t| t.prompts().none_answered, |t| t.metrics().no_answers_description, run);
    }
    empty_with_action(|t| t.prompts().empty, |t| t.prompts().empty_description, new_buttons(data.dialogs))
}

// The table with its rows. The set of a prompt is shown unless all are of one set. `order` is that of the columns with figures, which
// a platform may not have: when a prompt was created is shown then.
fn table(rows: AnyView, of_one_set: bool, order: Option<TableOrder>, select_all: AnyView) -> AnyView {
    let created = || view! { <th scope="col" class="wide-only fit">{t(|t| t.common().created)}</th> }.into_any();
    let head = view! {
        <th scope="col" class="fit">{select_all}</th>
        <th scope="col">{t(|t| t.common().prompt)}</th>
        {order.map(heads)}
        {(!of_one_set)
            .then(|| view! { <th scope="col" class="wide-only fit prompt-set">{t(|t| t.common().set)}</th> })}
        {order.is_none().then(created)}
        {actions_head()}
    };
    view! { <Table class="table prompts-table" head=head.into_any() rows /> }.into_any()
}

fn set_cell(prompt: &Prompt, PromptsData { sets, filtered, .. }: PromptsData) -> AnyView {
    let id = prompt.prompt_set_id.clone();
    let of_set = PromptsParams::of_set(&id);
    let address = move || of_set.clone().counting(filtered.get()).address();
    // The link has a name also before the sets are here.
    let name = t_with(move |t| {
        let known = sets.with(|sets| sets?.iter().find(|set| set.id == id).map(|set| set.name.clone()));
        known.unwrap_or_else(|| t.common().set.to_owned())
    });
    view! {
        <td class="wide-only fit muted prompt-set">
            <a class="set-name line-clamp" href=address title=name>{name}</a>
        </td>
    }
    .into_any()
}

// The row of a prompt, with the cell of its set, and the cells and the note of its figures if they are shown.
fn row(prompt: Prompt, set: Option<AnyView>, figures: Option<(AnyView, AnyView)>, data: PromptsData) -> AnyView {
    let PromptsData { filtered, dialogs, selection, deletions, delete, .. } = data;
    let (to_edit, to_delete) = (prompt.clone(), prompt.id.clone());
    let items = vec![
        MenuItem::edit(move || dialogs.edit.open(Some(to_edit.clone()))),
        MenuItem::delete(move || delete.run(vec![to_delete.clone()])),
    ];
    let id = prompt.id.clone();
    let (hidden_id, checked_id) = (id.clone(), id.clone());
    let select_name = prompt.content.clone();
    let select = move |checked: bool| {
        if checked {
            selection.add(vec![id.clone()]);
        } else {
            selection.selected.update(|selected| selected.retain(|other| *other != id));
        }
    };
    let name = Signal::stored(prompt.content.clone());
    let (figures, note) = figures.unzip();
    let created =
        figures.is_none().then(|| view! { <td class="wide-only fit muted"><RelativeTime at=prompt.created_at /></td> });
    view! {
        <tr hidden=move || deletions.is_hidden(hidden_id.as_str())>
            <td class="fit">
                <Checkbox
                    name=t_with(move |t| (t.common().select)(&select_name))
                    checked=Signal::derive(move || selection.selected.with(|selected| selected.contains(&checked_id)))
                    on_change=select
                />
            </td>
            <th scope="row">
                <a class="strong" href=move || filtered.with(|filtered| filtered.prompt_page(&prompt.id))>
                    <span class="line-clamp">{prompt.content}</span>
                </a>
                {note}
            </th>
            {figures}
            {set}
            {created}
            <RowMenu name items />
        </tr>
    }
    .into_any()
}
