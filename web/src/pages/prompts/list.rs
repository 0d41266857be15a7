//! The list of prompts, or why it is empty.

use answerdeck_api::PromptId;
use leptos::prelude::*;

use super::dialogs::{Dialogs, new_buttons};
use super::figures::{COLUMNS, cells, note};
use super::selection::{Selection, select_all};
use super::shown::Shown;
use super::table::{menu, row, set_cell, table};
use crate::components::{infinite_list, settled, settled_view, shown_count};
use crate::locale::{Pick, t};
use crate::navigation::use_table_order;
use crate::paths::{PROMPTS, PromptsParams, RUN_START, UrlParams};
use crate::queries::MeasuredPrompts;
use crate::queries::deletions::Deletions;
use crate::reactive::live;
use crate::ui::{EmptyState, empty_with_link, loading, none_found};

pub(super) fn list(
    shown: Shown,
    dialogs: Dialogs,
    selection: Selection,
    deletions: Deletions,
    delete: Callback<Vec<PromptId>>,
) -> AnyView {
    let Shown { params, filtered, answers, sort, sets, brands, own, has_figures, .. } = shown;
    let MeasuredPrompts { list: prompts, measured, .. } = shown.prompts;
    let of_one_set = Memo::new(move |_| params.with(|params| params.answers.set.is_some()));
    let order = use_table_order(
        &COLUMNS,
        sort,
        Callback::new(move |sort| PromptsParams { sort, ..params.get_untracked() }.address()),
    );
    let rows = move || {
        let order = has_figures.get().then_some(order);
        untrack(|| {
            infinite_list(
                prompts,
                shown_count(prompts),
                |prompt| prompt.id.as_str(),
                loading,
                move || empty(shown, dialogs),
                move |rows| table(rows, of_one_set.get(), order, select_all(prompts, selection, deletions)),
                move |prompt| {
                    let figures =
                        order.map(|_| (cells(prompt.id.clone(), measured, own, answers), note(&prompt.id, measured)));
                    let set = (!of_one_set.get()).then(|| set_cell(&prompt, sets, filtered));
                    let items = menu(&prompt, dialogs.edit, delete);
                    row(prompt, filtered, set, figures, selection, deletions, items)
                },
            )
        })
    };
    // The columns depend on whether there is an own brand.
    let is_settled = settled(brands);
    let settled_rows = move || match is_settled.get() {
        true => live(rows),
        false => loading(),
    };
    settled_view(sets, loading, move || live(settled_rows))
}

fn empty(Shown { params, order, .. }: Shown, dialogs: Dialogs) -> AnyView {
    if params.with(|params| params.search.is_some()) {
        return no_matches();
    }
    if order.with(Option::is_some) {
        return none_answered();
    }
    view! {
        <EmptyState title=t(|t| t.prompts().empty) description=t(|t| t.prompts().empty_description)>
            {new_buttons(dialogs)}
        </EmptyState>
    }
    .into_any()
}

fn none_answered() -> AnyView {
    let description: Pick = |t| t.metrics().no_answers_description;
    empty_with_link(|t| t.prompts().none_answered, description, (RUN_START, |t| t.common().new_run))
}

fn no_matches() -> AnyView {
    let all = Signal::stored(PROMPTS.to_owned());
    none_found(|t| t.prompts().none_found, |t| t.prompts().none_found_description, (all, |t| t.prompts().show_all))
}
