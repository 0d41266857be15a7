//! Why items of a run failed. The grid has the items. The code is loaded when one has failed.

use std::sync::Arc;

use answerdeck_api::Failure;
use leptos::prelude::*;

use crate::components::{FailedCell, Grid, model_label, more_rows, provider_words};
use crate::exports::{Export, ExportCsv, FailedItems};
use crate::lazy::lazy_part;
use crate::locale::{t, t_with, texts};
use crate::queries::use_models;
use crate::reactive::live;
use crate::untrusted::visible;

const REASONS_AT_FIRST: usize = 5;
/// The reasons that the button adds.
const STEP: usize = 100;

/// Shows why items of a grid failed.
pub type View = fn(Memo<Arc<Grid>>) -> AnyView;

lazy_part! {
    run_failures: View = view
}

fn view(grid: Memo<Arc<Grid>>) -> AnyView {
    let models = use_models();
    let total = Memo::new(move |_| grid.with(|grid| grid.failures().iter().map(|cell| cell.count).sum::<u64>()));
    let export = move |()| {
        let item = |cell: FailedCell<'_>| {
            let (prompt, query) = (cell.row.prompt.clone(), cell.row.query.clone());
            let (model, count) = (model_label(models, cell.model), cell.count);
            let reasons = cell.reasons.into_iter().map(reason_in_words).collect::<Vec<_>>().join("; ");
            FailedItems { prompt, query, model, count, reasons }
        };
        let failures: Vec<FailedItems> = grid.with(|grid| grid.failures().into_iter().map(item).collect());
        Export::table(move |tables| tables.failures(&failures))
    };
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
        </section>
    }
    .into_any()
}

/// Why the items failed, the most frequent reason first.
fn reasons(grid: Memo<Arc<Grid>>) -> AnyView {
    let all = Memo::new(move |_| grid.with(|grid| grid.reasons()));
    let (shown, more) = more_rows(Signal::derive(move || all.with(Vec::len)), REASONS_AT_FIRST, STEP);
    let row = |(failure, count): (Failure, u64)| {
        let words = provider_words(&failure);
        let reason = t_with(move |t| visible(t.item_failures().of(&failure)));
        view! {
            <li><strong>{t_with(move |t| (t.item_failures().items)(count))}</strong>" " {reason} {words}</li>
        }
    };
    let rows = move || all.get().into_iter().take(shown.get()).map(row).collect_view().into_any();
    view! {
        <ul class="failure-reasons" aria-label=t(|t| t.item_failures().reason)>{live(rows)}</ul>
        {more}
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
