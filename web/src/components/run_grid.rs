//! The results of a run by prompt and model: a table whose cells link to the answers.

mod answers;
mod counts;

use std::sync::Arc;

use answerdeck_api::{ModelCode, RunId};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::model_badge::route_tag;
use super::{ModelBadge, model_label};
use crate::format::count;
use crate::locale::{t, t_with};
use crate::paths::{AnswerFilterParams, UrlParams};
use crate::queries::use_models;
use crate::reactive::live_option;
use crate::ui::{Icon, IconName};
use crate::untrusted::{quotation, visible};
pub use answers::GridAnswers;
use answers::{CellAnswers, load_answers};
pub use counts::{FailedCell, Grid, Row, StatusCounts};

/// The number of prompts on a page. With eight models that is 400 cells, which a phone renders without delay.
pub const PROMPTS_PER_PAGE: usize = 50;

/// One page of the results of a run. When the run changes only the cells are updated, so the table keeps the focus.
#[component]
pub fn RunGrid(
    run: RunId,
    grid: Memo<Arc<Grid>>,
    #[prop(into)] only_failed: Signal<bool>,
    /// The page of prompts, from 1.
    page: Memo<usize>,
    answers: RwSignal<GridAnswers>,
) -> AnyView {
    let layout = Memo::new(move |_| {
        let first = (page.get() - 1) * PROMPTS_PER_PAGE;
        grid.with(|grid| {
            let rows = grid.shown(only_failed.get()).skip(first).take(PROMPTS_PER_PAGE);
            (
                grid.models.iter().cloned().zip(grid.routes.iter().cloned()).collect::<Vec<_>>(),
                rows.map(|(index, row)| (index, row.prompt.clone(), row.query.clone())).collect::<Vec<_>>(),
            )
        })
    });
    let prompts =
        Signal::derive(move || layout.with(|(_, rows)| rows.iter().map(|(_, prompt, _)| prompt.clone()).collect()));
    load_answers(run.clone(), prompts, answers);
    // Roving tabindex: Tab reaches one cell, and the arrow keys move between cells.
    let active_cell = RwSignal::new((0_usize, 0_usize));
    let keydown = move |event: leptos::ev::KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let (row, column) = active_cell.get_untracked();
        let next = match event.key().as_str() {
            "ArrowUp" => (row.wrapping_sub(1), column),
            "ArrowDown" => (row + 1, column),
            "ArrowLeft" => (row, column.wrapping_sub(1)),
            "ArrowRight" => (row, column + 1),
            "Home" => (row, 0),
            _ => return,
        };
        let found = document().get_element_by_id(&cell_id(next));
        if let Some(element) = found.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
            event.prevent_default();
            let _ = element.focus();
        }
    };
    let table = move || {
        let (models, rows) = layout.get();
        active_cell.set((0, 0));
        // One route of all models is said once.
        let only = models.first().and_then(|(_, routes)| routes.first().cloned());
        let only = only.filter(|only| models.iter().all(|(_, routes)| routes.iter().eq([only])));
        let is_bare = only.is_some();
        let heads = models.iter().cloned().map(|(code, routes)| {
            let mut routes = routes.into_iter();
            let route = routes.next();
            let others = routes.filter(|_| !is_bare).map(|route| view! { " " {route_tag(&route)} }).collect_view();
            view! { <th scope="col"><ModelBadge code route is_bare />{others}</th> }
        });
        let heads = heads.collect_view();
        let rows = rows
            .into_iter()
            .enumerate()
            .map(|(line, (index, prompt, query))| {
                let name = quotation(&query, 80);
                let cells = models
                    .iter()
                    .enumerate()
                    .map(|(column, (model, _))| {
                        let of_run = AnswerFilterParams { run: Some(run.clone()), ..AnswerFilterParams::default() };
                        let (of_prompt, of_model) = (Some(prompt.clone()), Some(model.clone()));
                        let address = Signal::derive(move || {
                            let of_cell = || AnswerFilterParams {
                                prompt: of_prompt.clone(),
                                model: of_model.clone(),
                                ..of_run.clone()
                            };
                            let only = grid.with(|grid| grid.only_answer(index, column));
                            only.map_or_else(|| of_cell().address(), |answer| of_run.answer(&answer))
                        });
                        let counts = Memo::new(move |_| {
                            grid.with(|grid| {
                                grid.rows.get(index).and_then(|row| row.cells.get(column)).copied().unwrap_or_default()
                            })
                        });
                        let (of_prompt, of_model) = (prompt.clone(), model.clone());
                        let answers = Signal::derive(move || answers.with(|answers| answers.of(&of_prompt, &of_model)));
                        cell(address, name.clone(), model.clone(), counts, answers, (line, column), active_cell)
                    })
                    .collect_view();
                view! {
                    <tr>
                        <th scope="row">
                            <bdi class="line-clamp">{visible(&query).into_owned()}</bdi>
                        </th>
                        {cells}
                    </tr>
                }
            })
            .collect_view();
        view! {
            <table class="table grid">
                <thead>
                    <tr>
                        <th scope="col">
                            {t(|t| t.common().prompt)} {only.map(|route| view! { " " {route_tag(&route)} })}
                        </th>
                        {heads}
                    </tr>
                </thead>
                <tbody translate="no">{rows}</tbody>
            </table>
        }
    };
    let columns = t_with(move |t| (t.runs().grid_columns)(layout.with(|(models, _)| models.len() as u64)));
    view! {
        <p class="muted narrow-only">{columns}</p>
        <div class="table-container grid-container" role="group" aria-label=t(|t| t.runs().grid) on:keydown=keydown>
            {table}
        </div>
    }
    .into_any()
}

fn cell_id((row, column): (usize, usize)) -> String {
    format!("cell-{row}-{column}")
}

fn cell(
    address: Signal<String>,
    prompt: String,
    model: ModelCode,
    counts: Memo<StatusCounts>,
    answers: Signal<Option<CellAnswers>>,
    position: (usize, usize),
    active_cell: RwSignal<(usize, usize)>,
) -> AnyView {
    let models = use_models();
    let label = t_with(move |t| {
        let StatusCounts { succeeded, failed, pending } = counts.get();
        let mut label = (t.runs().cell)(&prompt, &model_label(models, &model), succeeded, failed, pending);
        if let Some(CellAnswers { own, answers, naming, citations }) = answers.get() {
            label += &(t.runs().cell_answers)(&own, naming, answers, citations);
        }
        label
    });
    view! {
        <td>
            <a
                class="grid-cell"
                id=cell_id(position)
                href=address
                aria-label=label
                title=label
                tabindex=move || if active_cell.get() == position { "0" } else { "-1" }
                on:focus=move |_| active_cell.set(position)
            >
                {move || status_counts(counts.get())}
                {live_option(move || answers.get().map(cell_answers))}
            </a>
        </td>
    }
    .into_any()
}

/// The own brand if the answers name it, and the number of their sources.
fn cell_answers(CellAnswers { own, answers, naming, citations }: CellAnswers) -> AnyView {
    let named = (naming > 0).then(|| {
        let share = (answers > 1).then(|| format!(" {naming}/{answers}"));
        view! { <span class="cell-brand"><bdi>{visible(&own).into_owned()}</bdi>{share}</span> }
    });
    let sources = (citations > 0).then(|| {
        view! {
            <span class="cell-sources">
                <Icon icon=IconName::Sources />
                {t_with(move |_| count(citations))}
            </span>
        }
    });
    view! { {named} {sources} }.into_any()
}

/// The numbers of succeeded, failed and pending repetitions, each with an icon. A single repetition has no number.
fn status_counts(counts: StatusCounts) -> AnyView {
    let is_repeated = counts.total() > 1;
    let states = [
        ("succeeded", IconName::Check, counts.succeeded),
        ("failed", IconName::Close, counts.failed),
        ("pending", IconName::Pending, counts.pending),
    ];
    states
        .into_iter()
        .filter(|(.., number)| *number > 0)
        .map(|(state, icon, number)| {
            view! {
                <span class="status-count" data-state=state>
                    <Icon icon />
                    {is_repeated.then(|| number.to_string())}
                </span>
            }
        })
        .collect_view()
        .into_any()
}
