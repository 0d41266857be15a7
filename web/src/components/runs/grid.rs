//! The results of a run by prompt and model: a table whose cells link to the answers.

mod answers;
mod counts;

use std::sync::Arc;

use answerdeck_api::{Model, ModelCode, ModelRoute, PromptId, RunId};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::components::models::badge::{route_of, route_tag};
use crate::components::{ModelBadge, model_label};
use crate::format::count;
use crate::locale::{t, t_with};
use crate::paths::{AnswerFilterParams, UrlParams};
use crate::queries::{Query, use_models};
use crate::reactive::{live, live_option};
use crate::ui::{Icon, IconName};
use crate::untrusted::{quotation, visible};
pub use answers::GridAnswers;
use answers::{CellAnswers, set_answers};
pub use counts::{FailedCell, Grid, Row, StatusCounts};

/// The number of prompts on a page. With eight models that is 400 cells, which a phone renders without delay.
pub const PROMPTS_PER_PAGE: usize = 50;
/// The maximum length of a prompt in the name of a cell, in characters.
const PROMPT_MAX: usize = 80;

/// The number of models for which a tablet has room.
const COLUMNS_OF_TABLET: usize = 4;

/// A model, and the routes by which its answers came.
type Column = (ModelCode, Vec<ModelRoute>);

/// A prompt of the page: its index in the run, its id and its text.
type PromptRow = (usize, PromptId, String);

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
        grid.with(|grid| -> (Vec<Column>, Vec<PromptRow>) {
            let rows = grid.shown(only_failed.get()).skip(first).take(PROMPTS_PER_PAGE);
            (
                grid.models.iter().cloned().zip(grid.routes.iter().cloned()).collect(),
                rows.map(|(index, row)| (index, row.prompt.clone(), row.query.clone())).collect(),
            )
        })
    });
    let prompts =
        Signal::derive(move || layout.with(|(_, rows)| rows.iter().map(|(_, prompt, _)| prompt.clone()).collect()));
    let active = RwSignal::new((0_usize, 0_usize));
    let of_run = AnswerFilterParams::of_run(&run);
    set_answers(run, prompts, answers);
    let cells = Cells { of_run, grid, answers, active };
    let available = use_models();
    let table = move || {
        let (models, rows) = layout.get();
        active.set((0, 0));
        let only = only_route(&models, available);
        let is_bare = only.is_some();
        let heads = models.iter().cloned().map(|column| head(column, is_bare)).collect_view();
        let rows = rows.into_iter().enumerate().map(|(line, row)| cells.row(line, row, &models)).collect_view();
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
        .into_any()
    };
    let columns = Memo::new(move |_| layout.with(|(models, _)| models.len()));
    view! {
        <p class="muted grid-hint" data-many=move || (columns.get() > COLUMNS_OF_TABLET).then_some("")>
            {t_with(move |t| (t.runs().grid_columns)(columns.get() as u64))}
        </p>
        <div
            class="table-container grid-container"
            role="group"
            aria-label=t(|t| t.runs().grid)
            on:keydown=move |event| move_focus(&event, active.get_untracked())
        >
            {live(table)}
        </div>
    }
    .into_any()
}

// Tab reaches one cell, and the arrow keys move between cells.
fn move_focus(event: &KeyboardEvent, (row, column): (usize, usize)) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let found = |position| document().get_element_by_id(&cell_id(position));
    let next = match event.key().as_str() {
        "ArrowUp" => found((row.wrapping_sub(1), column)),
        "ArrowDown" => found((row + 1, column)),
        "ArrowLeft" => found((row, column.wrapping_sub(1))),
        "ArrowRight" => found((row, column + 1)),
        "Home" => found((row, 0)),
        "End" => (column..).map_while(|column| found((row, column))).last(),
        _ => return,
    };
    if let Some(element) = next.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        event.prevent_default();
        let _ = element.focus();
    }
}

fn cell_id((row, column): (usize, usize)) -> String {
    format!("cell-{row}-{column}")
}

// The route of all models, which is said once. `None` if they have several. A model without answers has its route of now, so that
// nothing moves when they arrive.
fn only_route(columns: &[Column], available: Query<Vec<Model>>) -> Option<ModelRoute> {
    let mut routes = columns.iter().flat_map(|(code, routes)| match routes.is_empty() {
        true => vec![route_of(available, code)],
        false => routes.iter().cloned().map(Some).collect(),
    });
    let only = routes.next()??;
    routes.all(|route| route.as_ref() == Some(&only)).then_some(only)
}

fn head((code, routes): Column, is_bare: bool) -> AnyView {
    let mut routes = routes.into_iter();
    let route = routes.next();
    let others = routes.filter(|_| !is_bare).map(|route| view! { " " {route_tag(&route)} }).collect_view();
    view! { <th scope="col"><ModelBadge code route is_bare />{others}</th> }.into_any()
}

/// What the cells share.
#[derive(Clone)]
struct Cells {
    of_run: AnswerFilterParams,
    grid: Memo<Arc<Grid>>,
    answers: RwSignal<GridAnswers>,
    /// The line and the column of the cell that Tab reaches.
    active: RwSignal<(usize, usize)>,
}

impl Cells {
    fn row(&self, line: usize, prompt: PromptRow, models: &[Column]) -> AnyView {
        let cells = models.iter().enumerate().map(|(column, (model, _))| self.cell((line, column), &prompt, model));
        view! {
            <tr>
                <th scope="row"><bdi class="line-clamp">{visible(&prompt.2)}</bdi></th>
                {cells.collect_view()}
            </tr>
        }
        .into_any()
    }

    fn cell(&self, position: (usize, usize), (index, prompt, query): &PromptRow, model: &ModelCode) -> AnyView {
        let Self { of_run, grid, answers, active } = self.clone();
        let (index, column) = (*index, position.1);
        let (of_prompt, of_model) = (prompt.clone(), model.clone());
        let address = Signal::derive(move || match grid.with(|grid| grid.only_answer(index, column)) {
            Some(answer) => of_run.answer(&answer),
            None => {
                let (prompt, model) = (Some(of_prompt.clone()), Some(of_model.clone()));
                AnswerFilterParams { prompt, model, ..of_run.clone() }.address()
            }
        });
        let counts = Memo::new(move |_| {
            grid.with(|grid| grid.rows.get(index).and_then(|row| row.cells.get(column)).copied().unwrap_or_default())
        });
        let (of_prompt, of_model) = (prompt.clone(), model.clone());
        let answers = Signal::derive(move || answers.with(|answers| answers.of(&of_prompt, &of_model)));
        let (models, prompt, model) = (use_models(), quotation(query, PROMPT_MAX), model.clone());
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
                    tabindex=move || if active.get() == position { "0" } else { "-1" }
                    on:focus=move |_| active.set(position)
                >
                    {live(move || status_counts(counts.get()))}
                    {live_option(move || answers.get().map(cell_answers))}
                </a>
            </td>
        }
        .into_any()
    }
}

/// The number of sources of the answers, and the own brand if they name it.
fn cell_answers(CellAnswers { own, answers, naming, citations }: CellAnswers) -> AnyView {
    let named = (naming > 0).then(|| {
        let share = (answers > 1).then(|| format!(" {naming}/{answers}"));
        view! { <span class="cell-brand"><bdi>{visible(&own)}</bdi>{share}</span> }
    });
    let sources = (citations > 0).then(|| {
        view! {
            <span class="cell-sources">
                <Icon icon=IconName::Sources />
                {t_with(move |_| count(citations))}
            </span>
        }
    });
    view! { {sources} {named} }.into_any()
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
