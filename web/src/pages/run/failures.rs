//! The failed items of a run. The code is loaded when one has failed.

use std::sync::Arc;

use answerdeck_api::{ModelCode, PromptId, RunId};
use leptos::prelude::*;

use crate::components::{Grid, GridRow, ModelBadge, ShowMore};
use crate::exports::{Export, ExportCsv, FailedItems, TableExport};
use crate::locale::{t, t_with};
use crate::parts::lazy_part;
use crate::paths::{AnswersParams, UrlParams};
use crate::queries::{model_name, use_models};
use crate::reactive::live;
use crate::ui::Table;
use crate::untrusted::visible;

/// The items shown at first.
const SHOWN_AT_FIRST: usize = 20;
/// The items that the button adds.
const STEP: usize = 100;

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
            let failure = |(row, model, count): (&GridRow, &ModelCode, u64)| {
                (row.prompt.clone(), row.query.clone(), model.clone(), count)
            };
            grid.failures().into_iter().map(failure).collect::<Vec<_>>()
        })
    });
    let total = Memo::new(move |_| failures.with(|all| all.iter().map(|(.., count)| count).sum::<u64>()));
    let models = use_models();
    let export = move |()| {
        let item =
            |(prompt, query, model, count)| FailedItems { model: model_name(models, &model), prompt, query, count };
        Export::Table(TableExport::Failures(untrack(|| failures.get().into_iter().map(item).collect())))
    };
    let rows = move || {
        let row = |(prompt, query, model, count): (PromptId, String, ModelCode, u64)| {
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
                        <ModelBadge code=model />
                    </td>
                    <td class="number fit">{t_with(move |t| (t.runs().failure_count)(count))}</td>
                </tr>
            }
        };
        failures.get().into_iter().take(shown.get()).map(row).collect_view().into_any()
    };
    let head = view! {
        <th scope="col">{t(|t| t.runs().prompt)}</th>
        <th scope="col">{t(|t| t.runs().models)}</th>
        <th scope="col" class="number fit">{t(|t| t.runs().failed)}</th>
    }
    .into_any();
    let hidden = Signal::derive(move || failures.with(Vec::len).saturating_sub(shown.get()).min(STEP) as u64);
    view! {
        <section class="section" aria-labelledby="run-failures">
            <div class="section-head">
                <div>
                    <h2 id="run-failures">{t_with(move |t| (t.runs().failures)(total.get()))}</h2>
                    <p class="muted">{t(|t| t.runs().failures_description)}</p>
                </div>
                <ExportCsv export />
            </div>
            <Table head rows=live(rows) />
            <ShowMore rows=hidden on_click=move |()| shown.update(|shown| *shown += STEP) />
        </section>
    }
    .into_any()
}
