//! The items of a run by prompt and model.

use std::sync::Arc;

use answerdeck_api::RunId;
use answerdeck_api::metrics::PromptMetricsFilter;
use leptos::prelude::*;

use crate::components::{Grid, GridAnswers, PROMPTS_PER_PAGE, RunGrid, model_label};
use crate::exports::{Export, ExportCsv, ListExport, TableExport};
use crate::locale::{t, t_with};
use crate::paths;
use crate::queries::brands::use_own_brand;
use crate::queries::use_models;
use crate::router::use_router;
use crate::ui::{BLANK_LINE, Checkbox, EmptyState, Icon, IconName};

#[component]
pub fn GridSection(
    run: RunId,
    grid: Memo<Arc<Grid>>,
    has_failures: Memo<bool>,
    page: Memo<usize>,
    chosen: Memo<bool>,
    answers: RwSignal<GridAnswers>,
) -> AnyView {
    // Without failures, the choice is hidden, so all prompts are shown.
    let only_failed = Memo::new(move |_| chosen.get() && has_failures.get());
    let router = use_router();
    let choose = {
        let run = run.clone();
        Callback::new(move |only_failed: bool| router.navigate_in_place(&paths::run_page(&run, 1, only_failed)))
    };
    let prompts = Memo::new(move |_| grid.with(|grid| grid.shown(only_failed.get()).count()));
    let page = Memo::new(move |_| page.get().min(prompts.get().div_ceil(PROMPTS_PER_PAGE)).max(1));
    let pages = {
        let run = run.clone();
        move || {
            let (all, page) = (prompts.get(), page.get());
            (all > PROMPTS_PER_PAGE).then(|| page_links(&run, page, all, only_failed.get()))
        }
    };
    let is_empty = Memo::new(move |_| grid.with(|grid| grid.rows.is_empty()));
    let (names, own) = (use_models(), use_own_brand());
    let of_run = run.clone();
    let export = move |()| {
        let (grid, only_failed) = (grid.get_untracked(), only_failed.get_untracked());
        let models = untrack(|| grid.models.iter().map(|code| model_label(names, code)).collect());
        // Only the prompts of this page have their answers.
        let has_answers = answers.with_untracked(|answers| answers.naming[1] > 0);
        let Some(own) = own.get_untracked().filter(|_| has_answers) else {
            return Export::Table(TableExport::RunGrid { grid, only_failed, models });
        };
        let (run_id, brand_id) = (Some(of_run.clone()), Some(own.id));
        let filter = PromptMetricsFilter { run_id, brand_id, ..PromptMetricsFilter::default() };
        Export::List(Box::new(ListExport::RunGrid { grid, only_failed, models, filter, own: own.name }))
    };
    let body = move || {
        if is_empty.get() {
            return view! { <EmptyState title=t(|t| t.runs().preparing) description=t(|t| t.runs().grid_empty) /> }
                .into_any();
        }
        view! { <RunGrid run=run.clone() grid only_failed page answers /> }.into_any()
    };
    // A line, also without a brand.
    let legend = t_with(move |t| {
        own.with(|own| own.as_ref().map_or_else(|| BLANK_LINE.to_owned(), |own| (t.runs().cell_legend)(&own.name)))
    });
    view! {
        <section class="section" aria-label=t(|t| t.runs().grid)>
            <div class="section-head">
                <div>
                    <h2>{t(|t| t.runs().grid)}</h2>
                    <p class="muted">{legend}</p>
                </div>
                <ExportCsv export disabled=is_empty />
            </div>
            {move || {
                has_failures
                    .get()
                    .then(|| {
                        view! {
                            <Checkbox checked=only_failed on_change=choose>
                                {t(|t| t.runs().only_failed)}
                            </Checkbox>
                        }
                    })
            }}
            {body}
            {pages}
        </section>
    }
    .into_any()
}

fn page_links(run: &RunId, page: usize, all: usize, only_failed: bool) -> AnyView {
    let first = (page - 1) * PROMPTS_PER_PAGE + 1;
    let last = (page * PROMPTS_PER_PAGE).min(all);
    let range = t_with(move |t| (t.runs().page_of)(first as u64, last as u64, all as u64));
    let previous = (page > 1).then(|| {
        view! {
            <a class="button" href=paths::run_page(run, page - 1, only_failed)>
                <Icon icon=IconName::Back />
                {t(|t| t.runs().previous_page)}
            </a>
        }
    });
    let next = (last < all).then(|| {
        view! {
            <a class="button" href=paths::run_page(run, page + 1, only_failed)>
                {t(|t| t.runs().next_page)}
                <Icon icon=IconName::Next />
            </a>
        }
    });
    view! {
        <nav class="list-footer" aria-label=t(|t| t.runs().pages)>
            {previous} <span role="status">{range}</span> {next}
        </nav>
    }
    .into_any()
}
