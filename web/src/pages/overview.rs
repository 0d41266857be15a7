//! The overview: the balance, the newest runs, how visible the brands are, what moved, and what answers cite. Uses
//! `get_credit_balance`, `list_runs`, `get_run`, `list_brands`, `get_organization`, `rank_source_domains`,
//! `list_prompt_sets`, `get_prompt`, `list_models` and `list_regions`, and in the analysis worker `list_answers`.

use answerdeck_analysis::{BrandMetrics, BrandReport, SourceDomains};
use answerdeck_api::{Brand, BrandId, Run, SourceDomainRanking, SourceDomainStatistic};
use answerdeck_insight::Period;
use leptos::prelude::*;

use crate::analysis::{AnalysisQuery, or_kept, use_analysis, use_brands_or_kept};
use crate::charts::{Bar, BarChart, Chart, DataTable, Drawing, ValueAxis};
use crate::components::{
    BrandMovements, BrandStats, BrandTrend, CoverageNote, NoAnswers, PeriodChoice, RelativeTime, RunProgress,
    ScopeTotal, ShareOfVoiceTrend, UnnamedSearchList, analysis_view, query_error, query_view, run_name,
    use_counted_answers, with_tiers, within_period,
};
use crate::format::{count, decimal};
use crate::forms::MetricsFilters;
use crate::frame::with_shell;
use crate::locale::{t, t_with, texts};
use crate::navigation::{use_navigate, use_open, use_period, use_url_params};
use crate::own_brand::owns_domain;
use crate::paths::{
    self, AnswersParams, BRANDS, BrandFigure, OVERVIEW, PROMPT_SETS, RUN_START, RUNS, SourcesParams, UrlParams,
    brand_answers, metrics_address,
};
use crate::queries::brands::use_own_brand;
use crate::queries::run_labels::label_of;
use crate::queries::runs::{LiveRuns, use_live_runs, use_runs};
use crate::queries::statistics::use_source_domains;
use crate::queries::{PagedQueryState, Query, use_credits};
use crate::reactive::{live, live_option};
use crate::router::PageCode;
use crate::ui::{Empty, Icon, IconName, Methodology, PageHeader, Skeleton, Table};
use crate::untrusted::visible;

/// The runs shown.
const RUNS_SHOWN: usize = 5;
/// The domains shown.
const DOMAINS_SHOWN: u32 = 10;
/// The color number of domains that are not the own brand's.
const OTHER_DOMAINS: usize = 8;

/// The overview.
#[cfg_attr(feature = "split", lazy)]
pub fn overview_page() -> PageCode {
    with_shell(view)
}

fn view() -> AnyView {
    let (answers, period) = (use_counted_answers(use_url_params()), use_period());
    let go = StoredValue::new_local(use_navigate());
    let brands = use_brands_or_kept();
    let own = use_own_brand(brands);
    let sources = or_kept(use_source_domains(move || answers.get().counted(), DOMAINS_SHOWN), move || {
        Some(SourceDomains { scope: answers.get().counted()?, limit: DOMAINS_SHOWN })
    });
    let report = use_analysis()
        .query(move || Some(BrandMetrics { scope: answers.get().counted()?, period: Some(period.get()) }));

    let choose_period = move |period| {
        let address = metrics_address(OVERVIEW, &answers.get_untracked(), period);
        go.with_value(|go| go(&address, true));
    };
    let address = Callback::new(move |answers: AnswersParams| metrics_address(OVERVIEW, &answers, period.get()));
    let clear = Signal::derive(move || address.run(AnswersParams::default()));
    let coverage = Signal::derive(move || report.with(|reply| reply.map(|reply| reply.coverage)));
    let brand_metrics = move |brands: Vec<Brand>| {
        if brands.is_empty() {
            return no_brands();
        }
        analysis_view(
            report,
            || view! { <Skeleton rows=4 /> }.into_any(),
            move || {
                let has_answers =
                    Memo::new(move |_| report.with(|reply| reply.is_some_and(|reply| reply.value.sample.answers > 0)));
                live(move || {
                    if has_answers.get() {
                        untrack(|| {
                            brand_views(
                                report,
                                own,
                                answers,
                                view! { <PeriodChoice period on_change=choose_period /> }.into_any(),
                                period,
                            )
                        })
                    } else {
                        view! { <NoAnswers coverage params=answers clear /> }.into_any()
                    }
                })
            },
        )
    };
    let has_brands = Memo::new(move |_| brands.with(|brands| brands.is_some_and(|brands| !brands.is_empty())));
    let own_id = Signal::derive(move || own.with(|own| own.as_ref().map(|brand| brand.id.clone())));
    let has_own = Memo::new(move |_| own_id.get().is_some());
    let insights = move || {
        view! {
            <div class="columns">
                <BrandMovements params=answers own=own_id />
                {live_option(move || {
                    has_own.get().then(|| untrack(|| view! { <UnnamedSearchList params=answers own /> }.into_any()))
                })}
            </div>
        }
        .into_any()
    };
    view! {
        <PageHeader title=t(|t| t.overview().title) description=t(|t| t.overview().description)>
            <a class="button" data-variant="primary" data-shortcut="new" href=RUN_START>
                <Icon icon=IconName::Play />
                {t(|t| t.runs().start)}
            </a>
        </PageHeader>
        <MetricsFilters params=answers address />
        <ScopeTotal report params=answers />
        <CoverageNote coverage />
        <section class="section" aria-labelledby="overview-brands">
            <div class="section-head">
                <h2 id="overview-brands">{t(|t| t.overview().brands)}</h2>
                <a href=BRANDS>{t(|t| t.overview().all_brands)}</a>
            </div>
            {query_view(brands, || view! { <Skeleton rows=4 /> }.into_any(), brand_metrics)}
        </section>
        {live_option(move || has_brands.get().then(|| untrack(insights)))}
        <div class="columns">
            <section class="section" aria-labelledby="overview-runs">
                <div class="section-head">
                    <h2 id="overview-runs">{t(|t| t.overview().newest_runs)}</h2>
                    <a href=RUNS>{t(|t| t.overview().all_runs)}</a>
                </div>
                {runs_view()}
            </section>
            <section class="section" aria-label=t(|t| t.overview().sources)>
                <div class="section-head">
                    <h2>{t(|t| t.sources().title)}</h2>
                    <a href=move || SourcesParams { answers: answers.get(), ..SourcesParams::default() }.address()>
                        {t(|t| t.overview().all_sources)}
                    </a>
                </div>
                {query_view(
                    sources,
                    || view! { <Skeleton rows=5 /> }.into_any(),
                    move |_| sources_view(sources, own, answers),
                )}
            </section>
        </div>
    }
    .into_any()
}

fn no_brands() -> AnyView {
    view! {
        <Empty title=t(|t| t.overview().no_brands) description=t(|t| t.overview().no_brands_description)>
            <a class="button" data-variant="primary" href=BRANDS>
                {t(|t| t.overview().add_brand)}
            </a>
        </Empty>
    }
    .into_any()
}

fn brand_views(
    report: AnalysisQuery<BrandReport>,
    own: Memo<Option<Brand>>,
    answers: Memo<AnswersParams>,
    period_choice: AnyView,
    period: Memo<Period>,
) -> AnyView {
    let own_id = Signal::derive(move || own.with(|own| own.as_ref().map(|brand| brand.id.clone())));
    let has_own = Memo::new(move |_| own_id.get().is_some());
    let summary =
        move || if has_own.get() { untrack(|| own_stats(report, own, own_id, answers, period)) } else { choose_own() };
    let of_period = Callback::new(move |first_day| within_period(first_day, period.get(), &answers.get()).address());
    let methodology = t_with(move |t| {
        let sample = report.with(|reply| reply.map(|reply| reply.value.sample)).unwrap_or_default();
        with_tiers(&(t.metrics().methodology)(sample.answers, sample.prompts), t)
    });
    view! {
        {live(summary)}
        {period_choice}
        <div class="columns">
            <BrandTrend report period own=own_id answers=of_period />
            <ShareOfVoiceTrend report period own=own_id answers=of_period />
        </div>
        <Methodology label=t(|t| t.common().methodology) text=methodology />
    }
    .into_any()
}

fn choose_own() -> AnyView {
    view! {
        <p>
            <a class="button" href=BRANDS>
                {t(|t| t.overview().choose_own)}
            </a>
        </p>
    }
    .into_any()
}

fn own_stats(
    report: AnalysisQuery<BrandReport>,
    own: Memo<Option<Brand>>,
    id: Signal<Option<BrandId>>,
    answers: Memo<AnswersParams>,
    period: Memo<Period>,
) -> AnyView {
    let name = move || own.with(|own| own.as_ref().map(|brand| brand.name.clone()));
    let address = move || id.get().map(|id| metrics_address(&paths::brand(&id), &answers.get(), period.get()));
    let named = Signal::derive(move || {
        let address = |id| brand_answers(&id, &answers.get(), BrandFigure::Named, None);
        id.get().map(address).unwrap_or_default()
    });
    let metrics = Memo::new(move |_| {
        report.with(|reply| reply?.value.brands.iter().find(|brand| Some(&brand.id) == id.get().as_ref()).cloned())
    });
    view! {
        <h3>
            <a href=address>
                <bdi>{name}</bdi>
            </a>
        </h3>
        <BrandStats brand=metrics answers=named />
    }
    .into_any()
}

fn runs_view() -> AnyView {
    let runs = use_runs();
    let live_runs = use_live_runs(runs);
    let credits = use_credits();
    let balance =
        t_with(move |_| credits.with(|credits| credits.map_or("–".to_owned(), |credits| decimal(credits.balance))));
    let body = move || match runs.state() {
        PagedQueryState::Loading => view! { <Skeleton rows=RUNS_SHOWN /> }.into_any(),
        PagedQueryState::Failed(failure) if runs.len() == 0 => {
            query_error(failure, Callback::new(move |()| runs.retry()))
        }
        _ if runs.len() == 0 => no_runs(),
        _ => {
            let newest = runs.with_items(|runs| runs.iter().take(RUNS_SHOWN).cloned().collect::<Vec<_>>());
            let head = view! {
                <th scope="col">{t(|t| t.overview().run)}</th>
                <th scope="col">{t(|t| t.overview().progress)}</th>
            };
            let rows = newest.into_iter().map(|run| run_row(run, live_runs)).collect_view();
            view! { <Table class="table newest-runs" head=head.into_any() rows=rows.into_any() /> }.into_any()
        }
    };
    view! {
        <p class="balance">
            <span class="muted">{t(|t| t.overview().balance)}</span>
            " "
            <strong class="number">{balance}</strong>
        </p>
        {live(body)}
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
    let label = label_of(&run);
    let started = run
        .created_at
        .clone()
        .map_or_else(|| view! { {t(|t| t.overview().run)} }.into_any(), |at| view! { <RelativeTime at /> }.into_any());
    // To read what a run asks would be a request for each: the list of runs does it.
    let cell = match label {
        None => view! { <a href=address>{started}</a> }.into_any(),
        Some(label) => view! {
            <a href=address>
                <bdi class="line-clamp">{t_with(move |t| run_name(Some(&label), 0, t))}</bdi>
            </a>
            <span class="cell-note">{started}</span>
        }
        .into_any(),
    };
    let newest = Memo::new(move |_| live_runs.newest(&run));
    view! {
        <tr>
            <th scope="row">{cell}</th>
            <td>
                <RunProgress run=newest />
            </td>
        </tr>
    }
    .into_any()
}

fn sources_view(
    sources: Query<SourceDomainRanking>,
    own: Memo<Option<Brand>>,
    answers: Memo<AnswersParams>,
) -> AnyView {
    let chart = move || {
        let is_own = |domain: &str| own.with(|own| own.as_ref().is_some_and(|brand| owns_domain(brand, domain)));
        let texts = texts().overview();
        let bars = sources.with(|ranking| {
            let domains = ranking.into_iter().flat_map(|ranking| &ranking.domains);
            let bar = |statistic: &SourceDomainStatistic| {
                let own = is_own(&statistic.domain);
                let domain = visible(&statistic.domain).into_owned();
                Bar {
                    name: if own { (texts.own_site)(&domain) } else { domain },
                    series: if own { 1 } else { OTHER_DOMAINS },
                    value: Some(statistic.citation_count as f64),
                    label: count(statistic.citation_count),
                    text: (texts.citations_in)(statistic.citation_count, statistic.answer_count),
                }
            };
            domains.map(bar).collect()
        });
        BarChart { bars, axis: ValueAxis { min_step: 1.0, limit: None, label: decimal } }
    };
    let total = move || sources.with(|ranking| ranking.map_or(0, |ranking| ranking.total_citations));
    let description = t_with(move |t| {
        sources.with(|ranking| {
            let shown = ranking.map_or(0, |ranking| ranking.domains.len() as u64);
            let domains = ranking.and_then(|ranking| ranking.total_domains);
            (t.overview().sources_about)(shown, domains, total())
        })
    });
    if total() == 0 {
        return view! { <p class="muted">{t(|t| t.overview().sources_empty)}</p> }.into_any();
    }
    let draw: Box<dyn Fn(f64) -> Drawing> = Box::new(move |width| chart().draw(width));
    let table = Box::new(move || {
        let texts = texts().overview();
        let columns = [texts.domain, texts.citations, texts.answers].map(str::to_owned).to_vec();
        let row = |statistic: &SourceDomainStatistic| {
            vec![
                visible(&statistic.domain).into_owned(),
                count(statistic.citation_count),
                count(statistic.answer_count),
            ]
        };
        let rows = sources.with(|ranking| ranking.map(|ranking| ranking.domains.iter().map(row).collect()));
        DataTable { columns, rows: rows.unwrap_or_default() }
    });
    let on_open = use_open(move |bar| {
        let domain = sources.with(|ranking| Some(ranking?.domains.get(bar)?.domain.clone()))?;
        let of_domain = SourcesParams { answers: answers.get(), domain: Some(domain), ..SourcesParams::default() };
        Some(of_domain.address())
    });
    view! {
        <Chart title=t(|t| t.overview().sources) description draw table on_open />
        <Methodology
            label=t(|t| t.common().methodology)
            text=t_with(move |t| (t.overview().sources_methodology)(total()))
        />
    }
    .into_any()
}
