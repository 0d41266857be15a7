//! The figures of the overview: brands, movements and sources.

use answerdeck_api::metrics::{BrandMetrics, BrandMetricsFilter, Highlights};
use answerdeck_api::{Brand, BrandId, SourceDomainRanking, SourceDomainStatistic};
use leptos::prelude::*;

use super::brands_section;
use super::collected_answers::CollectedAnswers;
use super::unnamed_searches::UnnamedSearches;
use crate::charts::{Bar, BarChart, Chart, DataTable, Drawing, ValueAxis};
use crate::components::{
    BrandInGroup, BrandMovements, BrandStats, BrandTrend, CoverageNote, LINES_MAX, NoAnswers, PeriodChoice,
    SOURCE_SERIES, ScopeTotal, ShareOfVoiceTrend, of_finished_runs, query_view, steady_view_with, with_tiers,
    within_period,
};
use crate::format::{count, decimal, time_zone};
use crate::locale::{t, t_with, texts};
use crate::navigation::use_open;
use crate::own_brand::owns_domain;
use crate::parts::lazy_part;
use crate::paths::{
    self, AnswersParams, BRANDS, BrandFigure, Period, SourcesParams, UrlParams, brand_answers, metrics_address,
};
use crate::queries::Query;
use crate::queries::metrics::use_brand_metrics;
use crate::reactive::{live, live_option};
use crate::ui::{Empty, Methodology, Skeleton};
use crate::untrusted::visible;

/// The data that the figures of the brands show.
#[derive(Clone, Copy)]
pub struct BrandFigures {
    /// All brands.
    pub brands: Query<Vec<Brand>>,
    /// The own brand.
    pub own: Memo<Option<Brand>>,
    /// The answers that are counted.
    pub answers: Memo<AnswersParams>,
    /// The period of the trends.
    pub period: Memo<Period>,
    /// Called when another period is selected.
    pub on_period: Callback<Period>,
    /// Returns the address of the page with other answers.
    pub address: Callback<AnswersParams, String>,
}

/// Shows the most cited domains, of which those of the own brand have another color.
type SourcesView = fn(Query<SourceDomainRanking>, Memo<Option<Brand>>, Memo<AnswersParams>) -> AnyView;

/// Shows what moved, and the searches without the own brand.
type InsightsView = fn(Query<Highlights>, Memo<AnswersParams>, Memo<Option<Brand>>) -> AnyView;

/// Functions that show the figures.
#[derive(Clone, Copy)]
pub struct Figures {
    /// Shows those of the brands.
    pub brands: fn(BrandFigures) -> AnyView,
    /// Shows what moved, and the searches without the own brand.
    pub insights: InsightsView,
    /// Shows the sources.
    pub sources: SourcesView,
}

lazy_part! {
    /// The figures of the overview.
    overview_figures: Figures = Figures { brands: brand_figures, insights, sources: sources_view }
}

fn insights(highlights: Query<Highlights>, answers: Memo<AnswersParams>, own: Memo<Option<Brand>>) -> AnyView {
    let movements = highlights.part(|found| found.movements.clone());
    let unnamed = highlights.part(|found| found.unnamed_searches.clone().unwrap_or_default());
    let own_id = Signal::derive(move || own.with(|own| own.as_ref().map(|brand| brand.id.clone())));
    let has_own = Memo::new(move |_| own.with(Option::is_some));
    view! {
        <div class="columns">
            <BrandMovements found=movements params=answers own=own_id />
            {live_option(move || {
                has_own.get().then(|| untrack(|| view! { <UnnamedSearches found=unnamed params=answers own /> }.into_any()))
            })}
        </div>
    }
    .into_any()
}

fn brand_figures(BrandFigures { brands, own, answers, period, on_period, address }: BrandFigures) -> AnyView {
    let metrics = use_brand_metrics(
        move || {
            // The own brand is known with all brands.
            if brands.is_loading() {
                return None;
            }
            Some(BrandMetricsFilter {
                limit: Some(LINES_MAX as u32),
                interval: Some(period.get().interval()),
                time_zone: Some(time_zone()),
                ..answers.get().counted()?.into()
            })
        },
        move || own.with(|own| own.as_ref().map(|own| own.id.clone())),
    );
    let coverage = Signal::derive(move || metrics.with(|found| found.map(|found| found.coverage)));
    let clear = Signal::derive(move || address.run(AnswersParams::default()));
    let has_answers = Memo::new(move |_| metrics.with(|found| found.is_some_and(|found| found.all.sample.answers > 0)));
    let counted = move || match has_answers.get() {
        true => untrack(|| brand_views(metrics, own, answers, period, on_period)),
        false => view! { <NoAnswers coverage params=answers clear /> }.into_any(),
    };
    let found = move |brands: Vec<Brand>| {
        if brands.is_empty() {
            return no_brands();
        }
        steady_view_with(
            metrics,
            move || view! { <PeriodChoice period answers on_change=on_period /> }.into_any(),
            || view! { <Skeleton rows=4 /> }.into_any(),
            move || live(counted),
        )
    };
    view! {
        <div class="scope-row">
            <ScopeTotal metrics params=answers />
            <CollectedAnswers metrics period />
        </div>
        <CoverageNote coverage />
        {brands_section(answers, query_view(brands, || view! { <Skeleton rows=4 /> }.into_any(), found))}
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
    metrics: Query<BrandMetrics>,
    own: Memo<Option<Brand>>,
    answers: Memo<AnswersParams>,
    period: Memo<Period>,
    on_period: Callback<Period>,
) -> AnyView {
    let own_id = Signal::derive(move || own.with(|own| own.as_ref().map(|brand| brand.id.clone())));
    let has_own = Memo::new(move |_| own_id.get().is_some());
    let summary =
        move || if has_own.get() { untrack(|| own_stats(metrics, own, own_id, answers, period)) } else { choose_own() };
    let of_period = Callback::new(move |(first_day, brand): (_, Option<BrandId>)| {
        let answers = within_period(first_day, period.get(), &answers.get());
        brand.map_or_else(|| answers.address(), |brand| brand_answers(&brand, &answers, BrandFigure::Named, None))
    });
    let methodology = t_with(move |t| {
        let sample = metrics.with(|found| found.map(|found| found.all.sample.clone())).unwrap_or_default();
        of_finished_runs(&with_tiers(&(t.metrics().methodology)(sample.answers, sample.prompts), t), t)
    });
    view! {
        {live(summary)}
        <PeriodChoice period answers on_change=on_period />
        <div class="columns">
            <BrandTrend metrics period own=own_id answers=of_period />
            <ShareOfVoiceTrend metrics period own=own_id answers=of_period />
        </div>
        <Methodology label=t(|t| t.common().methodology) text=methodology />
    }
    .into_any()
}

fn choose_own() -> AnyView {
    view! {
        <p>
            <a class="button" href=BRANDS>
                {t(|t| t.fanouts().choose_own)}
            </a>
        </p>
    }
    .into_any()
}

fn own_stats(
    metrics: Query<BrandMetrics>,
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
    let brand = Memo::new(move |_| metrics.with(|found| BrandInGroup::find(found?, &id.get()?)));
    view! {
        <h3>
            <a href=address>
                <bdi>{name}</bdi>
            </a>
        </h3>
        <BrandStats brand answers=named />
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
        let texts = texts();
        let bars = sources.with(|ranking| {
            let [own_series, _, other_series] = SOURCE_SERIES;
            let domains = ranking.into_iter().flat_map(|ranking| &ranking.domains);
            let bar = |statistic: &SourceDomainStatistic| {
                let own = is_own(&statistic.domain);
                let domain = visible(&statistic.domain).into_owned();
                Bar {
                    name: if own { (texts.overview().own_site)(&domain) } else { domain },
                    series: if own { own_series } else { other_series },
                    value: Some(statistic.citation_count as f64),
                    label: count(statistic.citation_count),
                    text: (texts.sources().citations_in)(statistic.citation_count, statistic.answer_count),
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
    let draw: Box<dyn Fn(f64) -> Drawing> = Box::new(move |width| chart().draw(width));
    let table = Box::new(move || {
        let texts = texts().sources();
        let columns = [texts.domain, texts.citations, texts.answers].map(str::to_owned).to_vec();
        let row = |statistic: &SourceDomainStatistic| {
            vec![
                visible(&statistic.domain).into_owned(),
                count(statistic.citation_count),
                count(statistic.answer_count),
            ]
        };
        let rows = sources.with(|ranking| ranking.map(|ranking| ranking.domains.iter().map(row).collect()));
        DataTable { columns, rows: rows.unwrap_or_default(), numbers: None }
    });
    let on_open = use_open(move |bar, _| {
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
