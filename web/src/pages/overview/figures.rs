//! The figures of the overview: brands, movements and sources.

use answerdeck_api::metrics::{BrandMetrics, Comparison, Highlights};
use answerdeck_api::{Brand, BrandId, SourceDomainRanking, SourceDomainStatistic};
use answerdeck_insight::owns_domain;
use leptos::prelude::*;

use super::finding::finding;
use super::shown::Shown;
use super::unnamed_searches::UnnamedSearches;
use crate::charts::{Bar, BarChart, Chart, DataTable, Drawing, ValueAxis};
use crate::components::{
    BrandMovements, BrandStats, BrandTrend, CoverageNote, NoAnswers, SOURCE_SERIES, Sentence, ShareOfVoiceTrend,
    of_finished_runs, query_view, steady_view, with_sample, with_tiers, within_period,
};
use crate::format::{count, decimal};
use crate::lazy::lazy_part;
use crate::locale::{Texts, t, t_with, texts};
use crate::navigation::use_open;
use crate::paths::{
    self, AnswerFilterParams, BRANDS, BrandFigure, SourcesParams, UrlParams, Window, brand_answers, metrics_address,
};
use crate::queries::Query;
use crate::reactive::{live, live_option};
use crate::ui::{Methodology, skeleton};
use crate::untrusted::visible;

/// Shows the most cited domains, of which those of the own brand have another color.
type SourcesView = fn(Query<SourceDomainRanking>, Memo<Option<Brand>>, Memo<AnswerFilterParams>) -> AnyView;

#[derive(Clone, Copy)]
pub struct Figures {
    /// What the numbers say, in words. Reactive.
    pub finding: fn(Shown) -> Vec<Sentence>,
    pub brands: fn(Shown) -> AnyView,
    /// Shows what moved, and the searches without the own brand.
    pub insights: fn(Shown) -> AnyView,
    pub sources: SourcesView,
    pub methodology: fn(Query<BrandMetrics>, Query<Highlights>) -> AnyView,
}

lazy_part! {
    overview_figures: Figures = Figures { finding, brands, insights, sources: sources_view, methodology }
}

fn insights(Shown { highlights, answers, own, .. }: Shown) -> AnyView {
    let movements = highlights.map(|found| found.movements.clone());
    let unnamed = highlights.map(|found| found.unnamed_searches.clone().unwrap_or_default());
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

fn brands(shown: Shown) -> AnyView {
    let Shown { brands, params, metrics, address, .. } = shown;
    let coverage = Signal::derive(move || metrics.with(|found| found.map(|found| found.coverage)));
    let everything = Signal::derive(move || address.run(AnswerFilterParams::default().within(Window::All)));
    let has_answers = Memo::new(move |_| metrics.with(|found| found.is_some_and(|found| found.all.sample.answers > 0)));
    let counted = move || match has_answers.get() {
        true => untrack(|| brand_views(shown)),
        false => view! { <NoAnswers coverage params clear=everything /> }.into_any(),
    };
    let found = move |brands: Vec<Brand>| match brands.is_empty() {
        // The checklist says it.
        true => ().into_any(),
        false => steady_view(metrics, skeleton::<4>, move || live(counted)),
    };
    view! {
        <CoverageNote coverage />
        <section class="section" aria-labelledby="overview-brands">
            <h2 class="visually-hidden" id="overview-brands">{t(|t| t.frame().brands)}</h2>
            {query_view(brands, skeleton::<4>, found)}
        </section>
    }
    .into_any()
}

fn brand_views(Shown { own, answers, period, metrics, .. }: Shown) -> AnyView {
    let own_id = Signal::derive(move || own.with(|own| own.as_ref().map(|brand| brand.id.clone())));
    let has_own = Memo::new(move |_| own_id.get().is_some());
    // The page of the brand shows what moved.
    let address = Signal::derive(move || {
        let page = own_id.get().map(|own| paths::brand(&own)).unwrap_or_default();
        metrics_address(&page, &answers.get(), period.get())
    });
    let summary = move || match has_own.get() {
        true => untrack(|| view! { <BrandStats id=own_id own=own_id metrics params=answers address /> }.into_any()),
        false => choose_own(),
    };
    let of_period = Callback::new(move |(first_day, brand): (_, Option<BrandId>)| {
        let answers = within_period(first_day, period.get(), &answers.get());
        brand.map_or_else(|| answers.address(), |brand| brand_answers(&brand, &answers, BrandFigure::Named, None))
    });
    view! {
        {live(summary)}
        <div class="columns">
            <BrandTrend metrics period own=own_id strong=own_id answers=of_period />
            <ShareOfVoiceTrend metrics period own=own_id answers=of_period />
        </div>
        <div class="section-head">
            <a href=move || paths::brands(&answers.get(), None)>{t(|t| t.overview().all_brands)}</a>
        </div>
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

fn sources_view(
    sources: Query<SourceDomainRanking>,
    own: Memo<Option<Brand>>,
    answers: Memo<AnswerFilterParams>,
) -> AnyView {
    let chart = move || {
        let is_own =
            |domain: &str| own.with(|own| own.as_ref().is_some_and(|brand| owns_domain(&brand.websites, domain)));
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
    view! { <Chart title=t(|t| t.overview().sources) description draw table on_open /> }.into_any()
}

fn methodology(metrics: Query<BrandMetrics>, highlights: Query<Highlights>) -> AnyView {
    let text = t_with(move |t| {
        let brands = metrics.with(|found| {
            let sample = &found.filter(|found| found.all.sample.answers > 0)?.all.sample;
            Some(of_finished_runs(&with_tiers(&(t.metrics().methodology)(sample.answers, sample.prompts), t), t))
        });
        let found = highlights.with(|found| found.map(|found| methodology_of_highlights(found, t)));
        let runs = [t.runs().methodology_items, t.runs().methodology_progress, t.overview().methodology_runs].join(" ");
        brands.into_iter().chain(found).chain([runs]).collect::<Vec<_>>().join("\n")
    });
    view! { <Methodology label=t(|t| t.common().methodology) text /> }.into_any()
}

fn methodology_of_highlights(found: &Highlights, t: Texts) -> String {
    let samples = |Comparison { before, after, .. }: &Comparison| {
        [&before.comparable, &after.comparable].map(|sample| (sample.answers, sample.prompts))
    };
    let compared = found.movements.comparison.as_ref().map(samples);
    let moved = with_sample(t.overview().methodology_moved, compared.map(t.overview().methodology_moved_sample));
    let sources = (t.overview().sources_methodology)(found.source_domains.total_citations);
    [t.next_steps().methodology, &moved, t.overview().methodology_unnamed, &sources].join("\n")
}
