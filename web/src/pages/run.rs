//! One run: live progress, or what its answers say about the own brand, why some items failed, and the items by prompt and model.
//! Uses `get_run`, `stop_run`, `get_schedule`, `measure_prompts`, `list_brands` and `get_organization`.

mod failures;
mod progress;

use std::sync::Arc;

use answerdeck_api::metrics::PromptMetricsFilter;
use answerdeck_api::{Run, RunId, RunStatus};
use leptos::prelude::*;

use crate::components::{
    Confirm, Grid, GridAnswers, PROMPTS_PER_PAGE, RunGrid, adjacent_link, model_label, run_name, run_size,
    settled_view, steady_item_view,
};
use crate::exports::{Export, ExportCsv, ListExport};
use crate::format::date_time;
use crate::lazy::{lazy_view, loaded_when};
use crate::locale::{t, t_with, texts};
use crate::navigation::{use_path_id, use_query_string};
use crate::paths::{self, AnswerFilterParams, RUNS, RunStartParams, UrlParams};
use crate::queries::brands::use_own_brand;
use crate::queries::run_selection::retried_items;
use crate::queries::runs::use_live_run;
use crate::queries::{Kind, Mutation, Query, refreshed, runs, use_models};
use crate::reactive::{live, live_on, live_option, live_when};
use crate::router::use_router;
use crate::ui::{
    BLANK_LINE, Button, ButtonLink, Checkbox, Dialog, IconName, Methodology, PageHeader, empty_state, focus_later,
    keep_focus, loading, use_notices,
};
use progress::progress_section;

pub fn view() -> AnyView {
    let id = use_path_id::<RunId>();
    let run = use_live_run(id.into());
    // Loads the model names at the same time as the run, which contains only codes. The page also says which have stopped.
    let models = refreshed(use_models(), Kind::Models);
    let title = t_with(move |t| run.value().map_or_else(|| t.common().run.to_owned(), |run| run_name(&run, t)));
    let description = t_with(move |t| {
        let Some(run) = run.value() else { return String::new() };
        let started = run.created_at.as_ref().map(date_time).unwrap_or_default();
        let credits = run.credits.filter(|credits| *credits > 0.0).map(t.runs().credits);
        let parts = [started, run_size(&run, t), credits.unwrap_or_default()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    });
    // The failed items that can be retried, and the items that a retry asks.
    let retried = Memo::new(move |_| {
        let run = run.value().filter(|run| run.status == RunStatus::Finished)?;
        Some(retried_items(run.answers.as_deref().unwrap_or_default()))
    });
    let run_id = Memo::new(move |_| run.value().map(|run| run.id.clone()));
    // Shown together with the title of the run, so that they do not move under the pointer when it arrives.
    let actions = move || {
        let links = action_links(run_id.get()?, untrack(|| run.value())?, retried.get());
        let actions = view! {
            {links}
            {stop_button(run)}
        };
        Some(actions.into_any())
    };
    // Why items failed comes together with what is below it, which would move. In a run that is watched, it comes when one fails.
    let failures = loaded_when(move || run.with(|run| run.is_some_and(|run| run.failed_count > 0)), failures::load);
    let is_ready = Memo::new(move |is_ready| {
        is_ready == Some(&true)
            || failures.with(Option::is_some)
            || run.with(|run| run.is_none_or(|run| run.failed_count == 0))
    });
    let ready = move |is_ready: bool| match is_ready {
        true => sections(run, failures),
        false => loading(),
    };
    let body = move || settled_view(models, loading, move || live_on(is_ready, ready));
    view! {
        <PageHeader title description back=(t(|t| t.frame().runs), RUNS.into())>{live_option(actions)}</PageHeader>
        {steady_item_view(id, run, body, (RUNS, |t| t.frame().runs))}
    }
    .into_any()
}

// The button that stops a run which is in progress, with the dialog that asks first.
fn stop_button(run: Query<Arc<Run>>) -> AnyView {
    let can_stop =
        Memo::new(move |_| run.value().is_some_and(|run| run.status == RunStatus::Running && run.stopped_at.is_none()));
    let open = RwSignal::new(false);
    let button = move || {
        // There is nothing to stop any more.
        on_cleanup(move || {
            keep_focus();
            open.try_set(false);
        });
        view! { <Button label=t(|t| t.runs().stop) icon=IconName::Stop on_click=move |()| open.set(true) /> }
    };
    view! {
        {live_when(move || can_stop.get(), button)}
        <Dialog open title=t(|t| t.runs().stop_title)>{stop_question(run, open)}</Dialog>
    }
    .into_any()
}

fn stop_question(run: Query<Arc<Run>>, open: RwSignal<bool>) -> AnyView {
    let (mutation, notices) = (Mutation::new(), use_notices());
    let message = t_with(move |t| (t.runs().stop_message)(run.value().map_or(0, |run| run.running_count)));
    let stop = move |()| {
        let Some(id) = untrack(|| run.value()).map(|run| run.id.clone()) else { return };
        runs::stop(mutation, id, move |_| {
            // The dialog may have been closed meanwhile.
            if mutation.busy.try_get_untracked().is_none() {
                return;
            }
            open.set(false);
            notices.notify(texts().runs().stop_begun.to_owned());
            // The button disappears.
            focus_later("h1");
            run.retry();
        });
    };
    view! {
        <Confirm
            message
            note=t(|t| t.runs().stop_note)
            label=t(|t| t.runs().stop)
            icon=IconName::Stop
            cancel=t(|t| t.runs().keep_running)
            mutation
            on_confirm=stop
            on_cancel=move |()| open.set(false)
        />
    }
    .into_any()
}

// The links beside the title. `retried` are the failed items whose prompts still exist, and the items that a retry asks: `None` while
// the run is in progress, which is stopped before it runs again.
fn action_links(id: RunId, run: Arc<Run>, retried: Option<[u64; 2]>) -> AnyView {
    let answers = AnswerFilterParams::of_run(&id).address();
    let again = RunStartParams { run: Some(id), ..RunStartParams::default() };
    let mut items = run.answers.iter().flatten().peekable();
    let all_deleted = items.peek().is_some() && items.all(|item| item.prompt_deleted);
    let weekly = (retried.is_some() && !all_deleted && run.schedule_id.is_none()).then(|| {
        let address = weekly(&run, &again).schedule_address();
        view! { <ButtonLink label=t(|t| t.schedules().run_weekly) href=address icon=IconName::Schedules /> }
    });
    let retry = retried.filter(|[failed, _]| *failed > 0).map(|[failed, asked]| {
        let address = RunStartParams { failed: true, ..again.clone() }.address();
        view! { <ButtonLink label=t_with(move |t| (t.runs().retry_failed)(failed, asked)) href=address /> }
    });
    let again = retried.map(|_| match all_deleted {
        true => view! {
            <Button label=t(|t| t.runs().run_again) disabled=true />
            <span class="muted">{t(|t| t.runs().all_deleted)}</span>
        }
        .into_any(),
        false => view! { <ButtonLink label=t(|t| t.runs().run_again) href=again.address() /> }.into_any(),
    });
    view! {
        <ButtonLink label=t(|t| t.runs().see_answers) href=answers icon=IconName::Answers />
        {retry}
        {again}
        {weekly}
    }
    .into_any()
}

// What a schedule of such runs asks: the set, which may have other prompts later, or else the prompts of the run.
fn weekly(run: &Run, again: &RunStartParams) -> RunStartParams {
    let Some(set) = run.prompt_set_id.clone() else { return again.clone() };
    let region = run.answers.iter().flatten().next().map(|item| item.region.clone());
    RunStartParams {
        set: Some(set),
        models: run.models.clone().unwrap_or_default(),
        region,
        repeats: run.repeat_count,
        ..RunStartParams::default()
    }
}

fn sections(run: Query<Arc<Run>>, failures: RwSignal<Option<failures::View>>) -> AnyView {
    let without_answers = |run: Arc<Run>| Run { answers: None, ..(*run).clone() };
    let Some(first) = run.value().map(without_answers) else { return loading() };
    let id = first.id.clone();
    let counts = Memo::new(move |previous: Option<&Run>| {
        run.value().map_or_else(|| previous.unwrap_or(&first).clone(), without_answers)
    });
    let grid = Memo::new(move |_| Arc::new(run.value().and_then(|run| grid_of(&run)).unwrap_or_default()));
    let has_failures = Memo::new(move |_| grid.with(|grid| grid.shown(true).next().is_some()));
    let failures = move || lazy_view(failures, || ().into_any(), move |view| view(grid));
    let answers = RwSignal::new(GridAnswers::default());
    view! {
        {progress_section(counts, run, answers)}
        {live_when(move || has_failures.get(), failures)}
        {grid_section(id, grid, has_failures, answers)}
        <Methodology text=t(|t| t.runs().methodology) />
    }
    .into_any()
}

// A run of a set asks its oldest prompt first. Its grid begins with the newest one, as the list of prompts does.
fn grid_of(run: &Run) -> Option<Grid> {
    let mut grid = Grid::from_items(run.answers.as_deref()?);
    if run.prompt_set_id.is_some() {
        grid.rows.reverse();
    }
    Some(grid)
}

// The items by prompt and model. Only the failed ones if they were chosen.
fn grid_section(
    run: RunId,
    grid: Memo<Arc<Grid>>,
    has_failures: Memo<bool>,
    answers: RwSignal<GridAnswers>,
) -> AnyView {
    let (page, chosen) = (use_query_string(paths::page_number), use_query_string(paths::only_failed));
    // Without failures, the choice is hidden, so all prompts are shown.
    let only_failed = Memo::new(move |_| chosen.get() && has_failures.get());
    let (router, run) = (use_router(), StoredValue::new(run));
    let choose = Callback::new(move |only_failed: bool| {
        router.navigate_in_place(&run.with_value(|run| paths::run_page(run, 1, only_failed)));
    });
    let prompts = Memo::new(move |_| grid.with(|grid| grid.shown(only_failed.get()).count()));
    let page = Memo::new(move |_| page.get().min(prompts.get().div_ceil(PROMPTS_PER_PAGE)).max(1));
    let pages = move || {
        let (only_failed, all, page) = (only_failed.get(), prompts.get(), page.get());
        (all > PROMPTS_PER_PAGE).then(|| run.with_value(|run| page_links(run, page, all, only_failed)))
    };
    let is_empty = Memo::new(move |_| grid.with(|grid| grid.rows.is_empty()));
    let (names, own) = (use_models(), use_own_brand());
    let export = move |()| {
        let (grid, only_failed) = (grid.get(), only_failed.get());
        let models: Vec<String> = grid.models.iter().map(|code| model_label(names, code)).collect();
        // Only the prompts of this page have their answers.
        let has_answers = answers.with(|answers| answers.naming[1] > 0);
        let Some(own) = own.get().filter(|_| has_answers) else {
            return Export::table(move |tables| tables.run_grid(&grid, only_failed, &models));
        };
        let (run_id, brand_id) = (Some(run.get_value()), Some(own.id));
        let filter = PromptMetricsFilter { run_id, brand_id, ..PromptMetricsFilter::default() };
        Export::List(Box::new(ListExport::RunGrid { grid, only_failed, models, filter, own: own.name }))
    };
    let choice =
        move || view! { <Checkbox checked=only_failed on_change=choose>{t(|t| t.runs().only_failed)}</Checkbox> };
    let body = move || {
        if is_empty.get() {
            return empty_state(|t| t.runs().preparing, |t| t.runs().grid_empty);
        }
        view! { <RunGrid run=run.get_value() grid only_failed page answers /> }.into_any()
    };
    // A line, also without a brand.
    let legend = t_with(move |t| {
        own.with(|own| own.as_ref().map_or_else(|| BLANK_LINE.to_owned(), |own| (t.runs().cell_legend)(&own.name)))
    });
    view! {
        <section class="section" aria-label=t(|t| t.runs().grid)>
            <div class="section-head">
                <div><h2>{t(|t| t.runs().grid)}</h2><p class="muted">{legend}</p></div>
                <ExportCsv export disabled=is_empty />
            </div>
            {live_when(move || has_failures.get(), choice)}
            {live(body)}
            {live_option(pages)}
        </section>
    }
    .into_any()
}

fn page_links(run: &RunId, page: usize, all: usize, only_failed: bool) -> AnyView {
    let first = (page - 1) * PROMPTS_PER_PAGE + 1;
    let last = (page * PROMPTS_PER_PAGE).min(all);
    let range = t_with(move |t| (t.runs().page_of)(first as u64, last as u64, all as u64));
    let address = |page: usize| paths::run_page(run, page, only_failed);
    let previous = (page > 1).then(|| adjacent_link(address(page - 1), |t| t.runs().previous_page, false, None));
    let next = (last < all).then(|| adjacent_link(address(page + 1), |t| t.runs().next_page, true, None));
    view! {
        <nav class="list-footer" aria-label=t(|t| t.runs().pages)>
            {previous} <span role="status">{range}</span> {next}
        </nav>
    }
    .into_any()
}
