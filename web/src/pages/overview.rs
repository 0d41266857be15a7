//! The overview: what the numbers say, what to do next, how visible the brands are, what moved, what answers cite, and the
//! newest runs. Uses `list_runs`, `list_brands`, `get_organization`, `measure_brands`, `get_highlights`, `update_next_step`,
//! `list_prompt_sets`, `get_prompt` and `list_regions`.

mod figures;
mod finding;
mod next_steps;
mod shown;
mod unnamed_searches;

use answerdeck_api::Run;
use answerdeck_api::metrics::{BrandMetricsFilter, BrandMetricsInclude, HighlightFilter, HighlightInclude};
use leptos::prelude::*;

use crate::components::{
    CreditBalance, LINES_MAX, RelativeTime, RunProgress, ScopeTotal, query_view, run_name, steady_view,
    use_counted_answers, use_shown_period,
};
use crate::format::time_zone;
use crate::forms::{AnswerFilters, ScopeBar};
use crate::frame::with_shell;
use crate::locale::{Pick, t, t_with};
use crate::navigation::{use_navigate_in_place, use_period, use_url_params};
use crate::parts::{loaded, part_view};
use crate::paths::{
    self, AnswersParams, OVERVIEW, PROMPT_SETS, RUN_START, RUNS, SourcesParams, UrlParams, metrics_address,
};
use crate::queries::brands::{use_all_brands, use_own_brand};
use crate::queries::metrics::{use_brand_metrics, use_highlights};
use crate::queries::runs::{LiveRuns, use_live_runs, use_runs};
use crate::reactive::{live, live_option};
use crate::router::PageCode;
use crate::ui::{Empty, Icon, IconName, Methodology, PageHeader, Skeleton, Table};
use next_steps::NextSteps;
use shown::Shown;

/// The number of runs shown.
const RUNS_SHOWN: usize = 5;
/// The number of domains shown.
const DOMAINS_SHOWN: usize = 10;
/// The maximum length of each list of highlights.
const HIGHLIGHTS_MAX: u32 = 20;

/// The overview.
#[cfg_attr(feature = "split", lazy)]
pub fn overview_page() -> PageCode {
    with_shell(view)
}

fn view() -> AnyView {
    let (params, chosen_period) = (use_url_params::<AnswersParams>(), use_period());
    let answers = use_counted_answers(Memo::new(move |_| params.get().recent()));
    let period = use_shown_period(answers, chosen_period);
    let go = StoredValue::new_local(use_navigate_in_place());
    let brands = use_all_brands();
    let own = use_own_brand(brands);
    // The own brand is known with all brands.
    let own_id = move || own.with(|own| own.as_ref().map(|own| own.id.clone()));
    let scope = move || if brands.is_loading() { None } else { answers.get().counted() };
    let metrics = use_brand_metrics(
        move || {
            let scope = scope()?;
            let before = scope.from.is_some().then_some(BrandMetricsInclude::Before);
            Some(BrandMetricsFilter {
                limit: Some(LINES_MAX as u32),
                interval: Some(period.get().interval()),
                time_zone: Some(time_zone()),
                include: before.into_iter().collect(),
                ..scope.into()
            })
        },
        own_id,
    );
    let highlights = use_highlights(move || {
        let include = vec![HighlightInclude::NextSteps];
        Some(HighlightFilter { brand_id: own_id(), include, limit: Some(HIGHLIGHTS_MAX), ..scope()?.into() })
    });
    let sources = highlights.part(|found| {
        let mut sources = found.source_domains.clone();
        sources.domains.truncate(DOMAINS_SHOWN);
        sources
    });
    let figures = loaded(figures::load);
    let choose_period = Callback::new(move |period| {
        let address = metrics_address(OVERVIEW, &params.get_untracked(), period);
        go.with_value(|go| go(&address));
    });
    let address = Callback::new(move |answers: AnswersParams| metrics_address(OVERVIEW, &answers, chosen_period.get()));
    let shown = Shown { brands, own, params, answers, period, metrics, highlights, address };
    let no_figures = || view! { <Skeleton rows=4 /> }.into_any();
    let has_brands = Memo::new(move |_| brands.with(|brands| brands.is_some_and(|brands| !brands.is_empty())));
    // The figures of the brands say it when the platform has no metrics.
    let is_said = Memo::new(move |_| has_brands.get() && highlights.is_missing());
    let insights = move || {
        part_view(figures, || view! { <Skeleton rows=4 /> }.into_any(), move |figures| (figures.insights)(shown))
    };
    let cited = move || {
        query_view(
            sources,
            || view! { <Skeleton rows=5 /> }.into_any(),
            move |found| {
                if found.total_citations == 0 {
                    let is_everything = answers.with_untracked(AnswersParams::is_everything);
                    let empty: Pick = match is_everything {
                        true => |t| t.overview().sources_empty,
                        false => |t| t.overview().sources_none_found,
                    };
                    return view! { <p class="muted">{t(empty)}</p> }.into_any();
                }
                part_view(
                    figures,
                    || view! { <Skeleton rows=5 /> }.into_any(),
                    move |figures| (figures.sources)(sources, own, answers),
                )
            },
        )
    };
    let is_open = RwSignal::new(false);
    let title = view! {
        <PageHeader title=t(|t| t.frame().overview)>
            <a class="button" data-variant="primary" data-shortcut="new" href=RUN_START>
                <Icon icon=IconName::Play />
                {t(|t| t.runs().start)}
            </a>
        </PageHeader>
    };
    let total = view! { <ScopeTotal metrics params=answers /> };
    view! {
        <ScopeBar
            params
            answers
            address
            period
            on_period=choose_period
            is_open
            title=title.into_any()
            total=total.into_any()
        />
        <AnswerFilters params address bar=is_open />
        {part_view(figures, || view! { <p class="finding"></p> }.into_any(), move |figures| (figures.finding)(shown))}
        <div class="overview-lead">
            {live_option(move || {
                (!is_said.get()).then(|| untrack(|| view! { <NextSteps highlights params=answers own /> }.into_any()))
            })}
            <div>{part_view(figures, no_figures, move |figures| (figures.brands)(shown))}</div>
        </div>
        {live_option(move || (has_brands.get() && !is_said.get()).then(|| untrack(insights)))}
        <div class="columns">
            <section class="section" aria-labelledby="overview-runs">
                <div class="section-head">
                    <h2 id="overview-runs">{t(|t| t.overview().newest_runs)}</h2>
                    <a href=RUNS>{t(|t| t.runs().all)}</a>
                </div>
                {runs_view()}
            </section>
            <section class="section" aria-label=t(|t| t.overview().sources)>
                <div class="section-head">
                    <h2>{t(|t| t.frame().sources)}</h2>
                    <a href=move || SourcesParams { answers: answers.get(), ..SourcesParams::default() }.address()>
                        {t(|t| t.overview().all_sources)}
                    </a>
                </div>
                {live_option(move || (!is_said.get()).then(|| untrack(cited)))}
            </section>
        </div>
    }
    .into_any()
}

fn runs_view() -> AnyView {
    let runs = use_runs();
    let live_runs = use_live_runs(runs);
    let content = move || {
        let newest = runs.with_items(|runs| runs.iter().take(RUNS_SHOWN).cloned().collect::<Vec<_>>());
        if newest.is_empty() {
            return no_runs();
        }
        let head = view! {
            <th scope="col">{t(|t| t.runs().run)}</th>
            <th scope="col">{t(|t| t.runs().progress)}</th>
        };
        let rows = newest.into_iter().map(|run| run_row(run, live_runs)).collect_view();
        view! { <Table class="table newest-runs" head=head.into_any() rows=rows.into_any() /> }.into_any()
    };
    view! {
        <p class="balance">
            <span class="muted">{t(|t| t.overview().balance)}</span>
            " "
            <strong class="number">
                <CreditBalance />
            </strong>
        </p>
        {steady_view(runs, || view! { <Skeleton rows=RUNS_SHOWN /> }.into_any(), move || live(content))}
        <Methodology label=t(|t| t.common().methodology) text=t(|t| t.overview().methodology_balance) />
    }
    .into_any()
}

fn no_runs() -> AnyView {
    view! {
        <Empty title=t(|t| t.overview().no_runs) description=t(|t| t.overview().no_runs_description)>
            <a class="button" data-variant="primary" href=PROMPT_SETS>
                {t(|t| t.overview().first_set)}
            </a>
        </Empty>
    }
    .into_any()
}

fn run_row(run: Run, live_runs: LiveRuns) -> AnyView {
    let address = paths::run(&run.id);
    let started = run.created_at.clone();
    let newest = Memo::new(move |_| live_runs.newest(&run));
    let name = t_with(move |t| newest.with(|run| run_name(run, t)));
    view! {
        <tr>
            <th scope="row">
                <a href=address>
                    <bdi class="line-clamp">{name}</bdi>
                </a>
                {started.map(|at| view! { <span class="cell-note"><RelativeTime at /></span> })}
            </th>
            <td>
                <RunProgress run=newest />
            </td>
        </tr>
    }
    .into_any()
}
