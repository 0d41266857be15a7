//! A run by prompt and model: a table whose cells lead to their answers.

mod counts;

use std::sync::Arc;

use answerdeck_api::{ModelCode, RunId};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::{Icon, IconName, ModelBadge};
use crate::locale::{t, t_with};
use crate::paths::AnswersParams;
use crate::paths::UrlParams;
use crate::queries::{model_name, use_models};
use crate::untrusted::{first_line, visible};
pub use counts::{Grid, Row, StatusCounts};

/// Prompts of one page: with eight models some hundred cells, which no phone minds.
pub const PROMPTS_A_PAGE: usize = 50;

/// One page of a run by prompt and model. Only the cells follow the run; the table stays, and with it the focus.
#[component]
pub fn RunGrid(
    /// The run.
    run: RunId,
    /// Its items, counted.
    grid: Memo<Arc<Grid>>,
    /// The page of prompts, from 1.
    page: Memo<usize>,
) -> AnyView {
    let shape = Memo::new(move |_| {
        let first = (page.get() - 1) * PROMPTS_A_PAGE;
        grid.with(|grid| {
            let rows = grid.rows.iter().enumerate().skip(first).take(PROMPTS_A_PAGE);
            (grid.models.clone(), rows.map(|(at, row)| (at, row.prompt.clone(), row.query.clone())).collect::<Vec<_>>())
        })
    });
    // One stop of the Tab key; the arrow keys go on from there.
    let stop = RwSignal::new((0_usize, 0_usize));
    let keydown = move |event: leptos::ev::KeyboardEvent| {
        let (row, column) = stop.get_untracked();
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
        let (models, rows) = shape.get();
        stop.set((0, 0));
        let heads =
            models.iter().cloned().map(|code| view! { <th scope="col"><ModelBadge code /></th> }).collect_view();
        let rows = rows
            .into_iter()
            .enumerate()
            .map(|(line, (at, prompt, query))| {
                let name = first_line(&query, 80);
                let cells = models
                    .iter()
                    .enumerate()
                    .map(|(column, model)| {
                        let params = AnswersParams {
                            run: Some(run.clone()),
                            prompt: Some(prompt.clone()),
                            model: Some(model.clone()),
                            ..AnswersParams::default()
                        };
                        let counts = Memo::new(move |_| {
                            grid.with(|grid| {
                                grid.rows.get(at).and_then(|row| row.cells.get(column)).copied().unwrap_or_default()
                            })
                        });
                        cell(params.address(), name.clone(), model.clone(), counts, (line, column), stop)
                    })
                    .collect_view();
                view! {
                    <tr>
                        <th scope="row">
                            <bdi class="clamp">{visible(&query).into_owned()}</bdi>
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
                        <th scope="col">{t(|t| t.runs().prompt)}</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        }
    };
    view! {
        <div class="table-box grid-box" role="group" aria-label=t(|t| t.runs().grid) on:keydown=keydown>
            {table}
        </div>
    }
    .into_any()
}

fn cell_id((row, column): (usize, usize)) -> String {
    format!("cell-{row}-{column}")
}

fn cell(
    address: String,
    prompt: String,
    model: ModelCode,
    counts: Memo<StatusCounts>,
    at: (usize, usize),
    stop: RwSignal<(usize, usize)>,
) -> AnyView {
    let models = use_models();
    let label = t_with(move |t| {
        let StatusCounts { succeeded, failed, waiting } = counts.get();
        (t.runs().cell)(&prompt, &model_name(models, &model), succeeded, failed, waiting)
    });
    view! {
        <td>
            <a
                class="grid-cell"
                id=cell_id(at)
                href=address
                aria-label=label
                title=label
                tabindex=move || if stop.get() == at { "0" } else { "-1" }
                on:focus=move |_| stop.set(at)
            >
                {move || marks(counts.get())}
            </a>
        </td>
    }
    .into_any()
}

/// How many repetitions succeeded, failed and wait: a sign each, with a number where there are several.
pub fn marks(counts: StatusCounts) -> AnyView {
    let several = counts.total() > 1;
    let states = [
        ("good", IconName::Check, counts.succeeded),
        ("bad", IconName::Close, counts.failed),
        ("waiting", IconName::Waiting, counts.waiting),
    ];
    states
        .into_iter()
        .filter(|(.., number)| *number > 0)
        .map(|(state, icon, number)| {
            view! {
                <span class="mark" data-state=state>
                    <Icon icon />
                    {several.then(|| number.to_string())}
                </span>
            }
        })
        .collect_view()
        .into_any()
}
