//! The table of prompts.

use answerdeck_api::{Prompt, PromptId, PromptSet};
use leptos::prelude::*;

use super::figures;
use super::selection::Selection;
use crate::components::RelativeTime;
use crate::locale::{t, t_with};
use crate::paths::{AnswerFilterParams, PromptsParams, UrlParams};
use crate::queries::Query;
use crate::queries::deletions::Deletions;
use crate::ui::{Checkbox, DialogState, MenuItem, RowMenu, Table, TableOrder, actions_head};

/// The table with its rows. The set of a prompt is shown unless all are of one set. `order` is that of the columns with figures, which
/// a platform may not have: when a prompt was created is shown then.
pub(super) fn table(rows: AnyView, of_one_set: bool, order: Option<TableOrder>, select_all: AnyView) -> AnyView {
    let created = || view! { <th scope="col" class="wide-only fit">{t(|t| t.common().created)}</th> }.into_any();
    let head = view! {
            <th scope="col" class="fit">{select_all}</th>
            <th scope="col">{t(|t| t.common().prompt)}</th>
            {order.map(figures::heads)}
            {(!of_one_set)
                .then(|| view! { <th scope="col" class="wide-only fit prompt-set">{t(|t| t.common().set)}</th> })}
            {order.is_none().then(created)}
            {actions_head()}
    }
    .into_any();
    view! { <Table class="table prompts-table" head rows /> }.into_any()
}

pub(super) fn set_cell(prompt: &Prompt, sets: Query<Vec<PromptSet>>, filter: Memo<AnswerFilterParams>) -> AnyView {
    let id = prompt.prompt_set_id.clone();
    let of_set = PromptsParams::of_set(&id);
    let address = move || of_set.clone().counting(filter.get()).address();
    // The link has a name also before the sets are here.
    let name = t_with(move |t| {
        let known = sets.with(|sets| sets?.iter().find(|set| set.id == id).map(|set| set.name.clone()));
        known.unwrap_or_else(|| t.common().set.to_owned())
    });
    view! {
        <td class="wide-only fit muted prompt-set">
            <a class="ellipsis" href=address>
                {name}
            </a>
        </td>
    }
    .into_any()
}

/// The items of the menu of a row.
pub(super) fn menu(
    prompt: &Prompt,
    edit_dialog: DialogState<Prompt>,
    delete: Callback<Vec<PromptId>>,
) -> Vec<MenuItem> {
    let (to_edit, to_delete) = (prompt.clone(), prompt.id.clone());
    vec![
        MenuItem::edit(move || edit_dialog.open(Some(to_edit.clone()))),
        MenuItem::delete(move || delete.run(vec![to_delete.clone()])),
    ]
}

/// The row of a prompt, with the cell of its set, and the cells and the note of its figures if they are shown.
pub(super) fn row(
    prompt: Prompt,
    filter: Memo<AnswerFilterParams>,
    set: Option<AnyView>,
    figures: Option<(AnyView, AnyView)>,
    selection: Selection,
    deletions: Deletions,
    items: Vec<MenuItem>,
) -> AnyView {
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
    let created = figures.is_none().then(|| {
        view! {
            <td class="wide-only fit muted">
                <RelativeTime at=prompt.created_at />
            </td>
        }
    });
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
                <a href=move || filter.with(|filter| filter.prompt_page(&prompt.id))>
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
