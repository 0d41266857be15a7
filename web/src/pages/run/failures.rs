//! The failed items of a run. The code is loaded when one has failed.

use std::sync::Arc;

use answerdeck_api::{Failure, ModelCode, PromptId, RunId};
use leptos::prelude::*;

use crate::components::{FailedCell, Grid, ModelBadge, ShowMore, model_label, provider_words, route_head_text};
use crate::exports::{Export, ExportCsv, FailedItems, TableExport};
use crate::locale::{t, t_with, texts};
use crate::parts::lazy_part;
use crate::paths::{AnswersParams, UrlParams};
use crate::queries::use_models;
use crate::reactive::live;
use crate::ui::{SortKey, Table, TableOrder};
use crate::untrusted::visible;

const SHOWN_AT_FIRST: usize = 20;
const REASONS_AT_FIRST: usize = 5;
/// The items that the button adds.
const STEP: usize = 100;

/// The columns by which the table can be sorted. Its own order is that of the run.
const COLUMNS: [&str; 4] = ["", "prompt", "model", "-failed"];

/// Shows the failed items of a run.
type Failures = fn(RunId, Memo<Arc<Grid>>) -> AnyView;

lazy_part! {
    /// The failed items, by prompt and model.
    run_failures: Failures = view
}

fn view(run: RunId, grid: Memo<Arc<Grid>>) -> AnyView {
    let shown = RwSignal::new(SHOWN_AT_FIRST);
    let failures = Memo::new(move |_| {
        grid.with(|grid| {
            let failure = |cell: FailedCell<'_>| {
                let reasons: Vec<Failure> = cell.reasons().cloned().collect();
                (cell.row.prompt.clone(), cell.row.query.clone(), cell.model.clone(), cell.count, reasons)
            };
            grid.failures().into_iter().map(failure).collect::<Vec<_>>()
        })
    });
    let models = use_models();
    let order = TableOrder::forgotten(&COLUMNS);
    let in_order = move || {
        failures.with(|all| {
            let key = |column: &str, row: usize| {
                let (_, query, model, count, _) = all.get(row)?;
                match column {
                    "prompt" => SortKey::text(query),
                    "model" => SortKey::text(&model_label(models, model)),
                    "failed" => SortKey::count(*count),
                    _ => None,
                }
            };
            let positions = order.positions(all.len(), &key);
            positions.into_iter().filter_map(|row| all.get(row).cloned()).collect::<Vec<_>>()
        })
    };
    let total = Memo::new(move |_| failures.with(|all| all.iter().map(|(.., count, _)| count).sum::<u64>()));
    let export = move |()| {
        let item = |(prompt, query, model, count, reasons): (_, _, _, _, Vec<Failure>)| {
            let reasons = reasons.iter().map(reason_in_words).collect::<Vec<_>>().join("; ");
            FailedItems { model: model_label(models, &model), prompt, query, count, reasons }
        };
        Export::Table(TableExport::Failures(untrack(|| in_order().into_iter().map(item).collect())))
    };
    let rows = move || {
        let row = |(prompt, query, model, count, _): (PromptId, String, ModelCode, u64, Vec<Failure>)| {
            let address = AnswersParams {
                run: Some(run.clone()),
                prompt: Some(prompt),
                model: Some(model.clone()),
                ..AnswersParams::default()
            }
            .address();
            view! {
                <tr>
                    <th scope="row" class="text-cell">
                        <a href=address>
                            <bdi class="line-clamp">{visible(&query).into_owned()}</bdi>
                        </a>
                    </th>
                    <td>
                        <ModelBadge code=model in_table=true />
                    </td>
                    <td class="number fit">{t_with(move |t| (t.runs().failure_count)(count))}</td>
                </tr>
            }
        };
        in_order().into_iter().take(shown.get()).map(row).collect_view().into_any()
    };
    let head = view! {
        {order.head("prompt", t(|t| t.runs().prompt), "")}
        {order.head("model", route_head_text(|t| t.answers().model), "")}
        {order.head("failed", t(|t| t.runs().failed), "number fit")}
    }
    .into_any();
    let hidden = Signal::derive(move || failures.with(Vec::len).saturating_sub(shown.get()).min(STEP) as u64);
    view! {
        <section class="section" aria-labelledby="run-failures">
            <div class="section-head">
                <div>
                    <h2 id="run-failures">{t_with(move |t| (t.runs().failures)(total.get()))}</h2>
                    <p class="muted">{t(|t| t.item_failures().not_charged)}</p>
                </div>
                <ExportCsv export />
            </div>
            {reasons(grid)}
            <Table head rows=live(rows) />
            <ShowMore rows=hidden on_click=move |()| shown.update(|shown| *shown += STEP) />
        </section>
    }
    .into_any()
}

/// Why the items failed, the most frequent reason first.
fn reasons(grid: Memo<Arc<Grid>>) -> AnyView {
    let shown = RwSignal::new(REASONS_AT_FIRST);
    let all = Memo::new(move |_| grid.with(|grid| grid.reasons()));
    let hidden = Signal::derive(move || all.with(Vec::len).saturating_sub(shown.get()).min(STEP) as u64);
    let row = |(failure, count): (Failure, u64)| {
        let words = provider_words(&failure);
        let reason = t_with(move |t| visible(t.item_failures().of(&failure)).into_owned());
        view! {
            <li>
                <strong>{t_with(move |t| (t.item_failures().items)(count))}</strong>
                " "
                {reason}
                {words}
            </li>
        }
    };
    let rows = move || all.get().into_iter().take(shown.get()).map(row).collect_view().into_any();
    view! {
        <ul class="failure-reasons" aria-label=t(|t| t.item_failures().reason)>{live(rows)}</ul>
        <ShowMore rows=hidden on_click=move |()| shown.update(|shown| *shown += STEP) />
    }
    .into_any()
}

/// A reason with what the provider said, in one text.
fn reason_in_words(failure: &Failure) -> String {
    let texts = texts().item_failures();
    let said = [&failure.provider_status, &failure.provider_message].into_iter().flatten().map(String::as_str);
    let said = said.collect::<Vec<_>>().join(" ");
    let reason = texts.of(failure);
    if said.is_empty() { reason.to_owned() } else { format!("{reason} {} {said}", texts.provider_says) }
}
