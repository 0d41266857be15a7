//! The overview: what a new organization does first, what the numbers say, how visible the brands are, what to do next, what
//! moved, what answers cite, and the newest runs. Uses `list_runs`, `list_brands`, `get_organization`, `measure_brands`,
//! `get_highlights`, `update_next_step`, `match_answers`, `list_prompt_sets`, `get_prompt`, `list_regions`, `list_prompts`,
//! `list_schedules`, `create_brand`, `update_brand`, `preview_brand`, `submit_site_keyword_analysis`, `get_site_keyword_analysis`,
//! `create_prompt_set` and `create_prompts`.

mod checklist;
mod figures;
mod last_decision;
mod new_page;
mod newest_runs;
mod next_steps;
mod unnamed_searches;

use answerdeck_api::metrics::{BrandMetrics, BrandMetricsInclude, HighlightFilter, HighlightInclude, Highlights};
use answerdeck_api::{Brand, BrandId, Run, RunStatus, Timestamp};
use leptos::prelude::*;

use crate::components::{
    LINES_MAX, ScopeTotal, failure_view, finding_of_route, query_error, use_all_routes, use_counted_answers,
    use_shown_period,
};
use crate::forms::{AnswerFilters, PageFilters, ScopeBar};
use crate::lazy::{lazy_view, loaded, loaded_when};
use crate::locale::{t, t_with, texts};
use crate::navigation::{use_query_string, use_url_params};
use crate::paths::{
    self, AnswerFilterParams, OVERVIEW, Period, RUN_START, RUNS, SourcesParams, UrlParams, Window, metrics_address,
    period_of,
};
use crate::queries::brands::{use_all_brands, use_own_brand, use_own_brand_id};
use crate::queries::metrics::{trend_filter, use_brand_metrics, use_highlights};
use crate::queries::prompts::use_has_prompts;
use crate::queries::runs::{LiveRuns, use_live_runs, use_runs};
use crate::queries::{Items, Query};
use crate::reactive::{live_option, live_when};
use crate::router::use_router;
use crate::ui::{EmptyState, Icon, IconName, PageHeader, skeleton};
use figures::Figures;
use newest_runs::newest_runs;
use next_steps::next_steps;

/// The maximum length of each list of highlights.
const HIGHLIGHTS_MAX: u32 = 20;

/// What the parts of the page are made from.
#[derive(Clone, Copy)]
pub struct OverviewData {
    /// What the organization has. `None` until it is known.
    pub setup: Memo<Option<SetupProgress>>,
    pub brands: Query<Vec<Brand>>,
    pub own: Memo<Option<Brand>>,
    pub own_id: Memo<Option<BrandId>>,
    /// The filter in the address.
    pub params: Memo<AnswerFilterParams>,
    /// The answers that are counted.
    pub answers: Memo<AnswerFilterParams>,
    pub period: Memo<Period>,
    pub metrics: Query<BrandMetrics>,
    pub highlights: Query<Highlights>,
    pub runs: Query<Items<Run>>,
    pub live_runs: LiveRuns,
    /// When the newest run with answers was started, if it is known.
    pub newest: Memo<Option<Timestamp>>,
    /// Whether the platform has metrics. The figures of the brands say it if not.
    pub has_metrics: Memo<bool>,
    pub address: Callback<AnswerFilterParams, String>,
}

/// What an organization has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SetupProgress {
    pub brand: bool,
    /// Another brand to compare it with.
    pub rival: bool,
    pub prompts: bool,
    pub runs: bool,
}

impl SetupProgress {
    /// Whether it has all that figures need.
    pub fn is_complete(self) -> bool {
        self.brand && self.prompts && self.runs
    }
}

pub fn view() -> AnyView {
    let (params, chosen_period) = (use_url_params::<AnswerFilterParams>(), use_query_string(period_of));
    let answers = use_counted_answers(params);
    let period = use_shown_period(answers, chosen_period);
    let brands = use_all_brands();
    let (own, own_id) = (use_own_brand(), use_own_brand_id());
    // The own brand is known with all brands.
    let scope = move || if brands.is_loading() { None } else { answers.get().counted_scope() };
    let metrics = use_brand_metrics(
        move || Some(trend_filter(scope()?, LINES_MAX as u32, period.get(), &[BrandMetricsInclude::Before])),
        move || own_id.get(),
    );
    let highlights = use_highlights(move || {
        let (scope, mut include) = (scope()?, vec![HighlightInclude::NextSteps]);
        // All time has no time before it.
        if scope.from.is_some() {
            include.push(HighlightInclude::SourceChanges);
        }
        Some(HighlightFilter { brand_id: own_id.get(), include, limit: Some(HIGHLIGHTS_MAX), ..scope.into() })
    });
    let runs = use_runs();
    let live_runs = use_live_runs(runs);
    let (setup, prompts) = use_setup(brands, runs);
    let is_new = Memo::new(move |_| setup.get().is_some_and(|setup| !setup.is_complete()));
    let checklist = loaded_when(move || is_new.get(), checklist::load);
    let figures = loaded(figures::load);

    let router = use_router();
    let choose_period = Callback::new(move |period| {
        let address = metrics_address(OVERVIEW, &params.get_untracked(), period);
        router.navigate_in_place(&address);
    });
    let address = move |answers: AnswerFilterParams| metrics_address(OVERVIEW, &answers, chosen_period.get());
    let filters = PageFilters { has_bar: true, ..PageFilters::new(params, address) };
    let address = filters.address;

    // While no finished run has answers, the days are not why there are none.
    let has_answers = |run: &Run| run.status == RunStatus::Finished && run.success_count > 0;
    let is_empty = Memo::new(move |_| metrics.with(|found| found.is_some_and(|found| found.coverage.answers == 0)));
    let is_first = Memo::new(move |_| {
        let has_none = runs.with(|read| read.is_some()) && !runs.has_more();
        is_empty.get() && has_none && !runs.with_items(|runs| runs.iter().any(has_answers))
    });
    let newest = move |runs: &[Run]| runs.iter().find(|run| has_answers(run))?.created_at.clone();
    let newest = Memo::new(move |_| runs.with_items(newest));
    // The run that collects the first answers, until they are counted.
    let is_running = |run: &Run| run.status == RunStatus::Running;
    let first_run = Memo::new(move |_| {
        let newest = |runs: &[Run]| runs.iter().find(|run| is_running(run)).map(|run| live_runs.newest(run));
        let run = if is_first.get() { runs.with_items(newest) } else { None };
        run.filter(|run| is_running(run) || run.success_count > 0)
    });
    let is_first_running = Memo::new(move |_| first_run.with(Option::is_some));
    let filter = Memo::new(move |_| if is_first.get() { params.get().within(Window::All) } else { answers.get() });
    let has_brands = Memo::new(move |_| brands.with(|brands| brands.is_some_and(|brands| !brands.is_empty())));
    let has_metrics = Memo::new(move |_| !has_brands.get() || !highlights.is_missing());
    let is_counted = move || metrics.with(|found| found.is_some_and(|found| found.all.sample.answers > 0));
    let all_routes = use_all_routes(params, answers, address, move || own_id.with(Option::is_some) && is_counted());
    let data = OverviewData {
        setup,
        brands,
        own,
        own_id,
        params,
        answers: filter,
        period,
        metrics,
        highlights,
        runs,
        live_runs,
        newest,
        has_metrics,
        address,
    };
    let sentences = Memo::new(move |_| figures.get().map(|figures| (figures.finding)(data)).unwrap_or_default());
    // A set, a prompt or a run in the address was deleted, with all of its answers.
    let is_gone = Memo::new(move |_| metrics.failure().is_some_and(|failure| failure.is_item_missing()));
    // Nothing could be read, for the same reason.
    let has_failed = Memo::new(move |_| {
        let failures = [metrics.failure(), highlights.failure(), runs.failure()];
        let [first, others @ ..] = failures.map(|failure| failure.map(|failure| failure.message(texts())));
        first.is_some() && others.iter().all(|other| *other == first) && runs.len() == 0
    });
    let retry = Callback::new(move |()| {
        metrics.retry();
        highlights.retry();
        runs.retry();
    });
    let failed = move || Some(query_error(untrack(|| metrics.failure())?, retry));
    let has_runs = Memo::new(move |_| setup.get().is_none_or(|setup| setup.runs));
    let has_results = Memo::new(move |_| has_runs.get() && !is_gone.get() && !has_failed.get());
    let has_figures = Memo::new(move |_| !is_gone.get() && !is_first_running.get() && !has_failed.get());

    // Before the first answer, there is nothing to choose from.
    let has_choices = Memo::new(move |_| has_runs.get() && !is_first.get());
    // The next step is the primary action while there is one.
    let is_primary = Memo::new(move |_| !is_new.get() && !is_first_running.get());
    let total = view! { <ScopeTotal metrics params=answers /> };
    let first_steps = move || lazy_view(checklist, skeleton::<4>, move |checklist| checklist(data));
    // Without answers, it says nothing.
    let lines: Signal<usize> = Signal::derive(move || if is_empty.get() { 0 } else { 11 });
    let insights = move || lazy_view(figures, skeleton::<4>, move |figures| (figures.insights)(data));
    let methodology = move || lazy_view(figures, || ().into_any(), move |figures| (figures.methodology)(data));
    view! {
        <ScopeBar
            filters
            answers
            runs
            period
            on_period=choose_period
            has_choices
            title=title(has_runs, is_primary)
            total=total.into_any()
        />
        {live_when(move || has_choices.get(), move || view! { <AnswerFilters filters /> })}
        {live_option(move || failure_view(prompts))}
        {live_option(move || (is_gone.get() || has_failed.get()).then(failed).flatten())}
        {live_when(move || is_new.get(), first_steps)}
        {live_when(move || is_first_running.get(), move || first_run_view(first_run))}
        {live_when(move || has_runs.get() && has_figures.get(), move || finding_of_route(lines, sentences, all_routes))}
        {live_when(move || !is_new.get() && has_figures.get(), move || brands_and_steps(data, figures))}
        {live_when(
            move || has_brands.get() && has_runs.get() && has_figures.get() && has_metrics.get(),
            insights,
        )}
        {live_when(move || has_results.get(), move || runs_and_sources(data, figures))}
        {live_when(move || has_results.get(), methodology)}
    }
    .into_any()
}

// What the organization has, and the query for its prompts.
fn use_setup(brands: Query<Vec<Brand>>, runs: Query<Items<Run>>) -> (Memo<Option<SetupProgress>>, Query<bool>) {
    let has_runs = Memo::new(move |_| runs.with(|read| read.is_some()).then(|| runs.len() > 0));
    let prompts = use_has_prompts(move || has_runs.get() == Some(false));
    let setup = Memo::new(move |_| {
        let runs = has_runs.get()?;
        // What ran were prompts.
        let prompts = runs || prompts.value()?;
        let brands = brands.with(|brands| brands.map(Vec::len))?;
        Some(SetupProgress { brand: brands > 0, rival: brands > 1, prompts, runs })
    });
    (setup, prompts)
}

// The first steps have the link to the first run.
fn title(has_runs: Memo<bool>, is_primary: Memo<bool>) -> AnyView {
    let new_run = move || {
        let variant = move || is_primary.get().then_some("primary");
        view! {
            <a class="button" data-variant=variant data-shortcut="new" href=RUN_START>
                <Icon icon=IconName::Play />
                {t(|t| t.common().new_run)}
            </a>
        }
    };
    view! { <PageHeader title=t(|t| t.frame().overview)>{live_when(move || has_runs.get(), new_run)}</PageHeader> }
        .into_any()
}

// While it collects the first answers, there is nothing else to say.
fn first_run_view(run: Memo<Option<Run>>) -> AnyView {
    let about = t_with(move |t| {
        let [done, all] = run.with(|run| run.as_ref().map_or([0; 2], |run| [run.finished_count, run.total_count]));
        let progress = if all == 0 { t.runs().preparing.to_owned() + "." } else { (t.runs().announce)(done, all) };
        format!("{progress} {}", t.overview().first_answers_about)
    });
    let address = move || run.with(|run| run.as_ref().map(|run| paths::run(&run.id)));
    view! {
        <EmptyState title=t(|t| t.overview().first_answers) description=about>
            <a class="button" data-variant="primary" href=address>{t(|t| t.overview().see_progress)}</a>
        </EmptyState>
    }
    .into_any()
}

fn brands_and_steps(data: OverviewData, figures: RwSignal<Option<Figures>>) -> AnyView {
    view! {
        <div class="overview-lead">
            <div>{lazy_view(figures, skeleton::<4>, move |figures| (figures.brands)(data))}</div>
            {live_when(move || data.has_metrics.get(), move || next_steps(data))}
        </div>
    }
    .into_any()
}

fn runs_and_sources(data: OverviewData, figures: RwSignal<Option<Figures>>) -> AnyView {
    let OverviewData { params, answers, has_metrics, .. } = data;
    let newest = t_with(move |t| {
        let has_no_chips = params.with(AnswerFilterParams::has_no_chips);
        (if has_no_chips { t.overview().newest_runs } else { t.overview().newest_of_all_runs }).to_owned()
    });
    let sources = move || lazy_view(figures, skeleton::<5>, move |figures| (figures.sources)(data));
    view! {
        <div class="columns">
            <section class="section" aria-labelledby="overview-runs">
                <div class="section-head">
                    <h2 id="overview-runs">{newest}</h2>
                    <a href=RUNS>{t(|t| t.answers().all_runs)}</a>
                </div>
                {newest_runs(data)}
            </section>
            <section class="section" aria-label=t(|t| t.overview().sources)>
                <div class="section-head">
                    <h2>{t(|t| t.frame().sources)}</h2>
                    <a href=move || SourcesParams { answers: answers.get(), ..SourcesParams::default() }.address()>
                        {t(|t| t.overview().all_sources)}
                    </a>
                </div>
                {live_when(move || has_metrics.get(), sources)}
            </section>
        </div>
    }
    .into_any()
}
