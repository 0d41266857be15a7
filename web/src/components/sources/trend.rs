//! Sources over time, below a ranking. Their code is loaded after that of the ranking.

use answerdeck_api::metrics::{SourceLevel, SourceTrend, SourceTrendFilter, SourceTrendPoint};
use leptos::prelude::*;
use time::Date;

use super::class_trend::class_trend;
use crate::charts::{Chart, Line, LineChart};
use crate::components::metrics::rates::TierBadge;
use crate::components::metrics::trends::{
    TrendPeriod, citation_share, columns_over_time, trend_axes, trend_description,
};
use crate::components::{NoAnswers, PeriodChoice, steady_view_with, with_tiers, within_period};
use crate::format::{parse_day, rate, time_zone};
use crate::lazy::{lazy_part, lazy_view, loaded};
use crate::locale::{Texts, t, t_with, texts};
use crate::navigation::use_open;
use crate::paths::{AnswerFilterParams, Period, SourcesParams, UrlParams};
use crate::queries::brands::use_all_brands;
use crate::queries::metrics::use_source_trend;
use crate::reactive::{live, live_option};
use crate::ui::{Methodology, skeleton};
use crate::untrusted::visible;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrendDomain {
    pub name: String,
    pub series: usize,
}

#[derive(Clone, Copy)]
pub struct SourceTrends {
    pub scope: Memo<AnswerFilterParams>,
    /// The domains. The first is on top.
    pub domains: Memo<Vec<TrendDomain>>,
    pub period: Memo<Period>,
    pub on_period: Callback<Period>,
    /// Whether the domains are sites.
    pub by_site: Memo<bool>,
    /// Whether all sources are ranked: adds their stability, and whose they are.
    pub is_all: bool,
    /// How the ranking above is counted. Empty while there is none.
    pub ranking: Signal<String>,
}

/// The share of domains in all citations over time, and how the numbers of the page are counted.
pub fn source_trends_view(trends: SourceTrends) -> AnyView {
    lazy_view(loaded(load), skeleton::<8>, move |view| view(trends))
}

lazy_part! {
    source_trends: fn(SourceTrends) -> AnyView = view
}

fn view(trends: SourceTrends) -> AnyView {
    let SourceTrends { scope, period, by_site, is_all, ranking, .. } = trends;
    let brands = use_all_brands();
    let explanation = t_with(move |t| {
        let (texts, by_site) = (t.sources(), by_site.get());
        let trend = (texts.methodology_trend)(by_site);
        let trend = match is_all {
            true => with_tiers(&[trend, (texts.methodology_stability)(by_site)].join("\n"), t),
            false => trend,
        };
        let has_owners = is_all && brands.with(|brands| brands.is_some_and(|brands| !brands.is_empty()));
        let owners = if has_owners { t.sources().methodology_classes } else { "" };
        [&ranking.get(), &trend, owners].join("\n")
    });
    view! {
        {domain_trend(trends)}
        {is_all.then(|| class_trend(scope, period))}
        <Methodology text=explanation />
    }
    .into_any()
}

fn domain_trend(SourceTrends { scope, domains, period, on_period, by_site, is_all, .. }: SourceTrends) -> AnyView {
    let trend = use_source_trend(move || {
        let domain: Vec<String> = domains.with(|domains| domains.iter().map(|domain| domain.name.clone()).collect());
        if domain.is_empty() {
            return None;
        }
        Some(SourceTrendFilter {
            domain,
            interval: Some(period.get().interval()),
            time_zone: Some(time_zone()),
            level: by_site.get().then_some(SourceLevel::Site),
            ..scope.get().counted_scope()?.into()
        })
    });
    let chart = move || {
        let scope = scope.get();
        trend.with(|trend| {
            let points = trend.map_or(&[][..], |trend| &trend.points);
            domains.with(|domains| line_chart(points, domains, period.get(), &scope, texts()))
        })
    };
    let description = t_with(move |t| {
        let chart = chart();
        let main = chart.lines.last().map(|line| (line.name.as_str(), &line.values[..]));
        trend_description(&chart.axes, main, t, |first, last| {
            (t.sources().trend_about)(by_site.get(), chart.lines.len() as u64, first, last)
        })
    });
    let on_open = use_open(move |index, series| {
        let first_day = chart().date_with_data(index)?;
        let answers = within_period(first_day, period.get(), &scope.get());
        let domain = domains.with(|domains| {
            domains.iter().find(|domain| Some(domain.series) == series).map(|domain| domain.name.clone())
        });
        if domain.is_none() {
            return Some(answers.address());
        }
        Some(SourcesParams { answers, domain, ..SourcesParams::default() }.address())
    });
    let is_empty = Memo::new(move |_| trend.with(|trend| trend.is_none_or(|trend| trend.points.is_empty())));
    let period_choice = move || view! { <PeriodChoice period answers=scope on_change=on_period /> }.into_any();
    let content = move || {
        if is_empty.get() {
            return view! { <NoAnswers params=scope /> }.into_any();
        }
        untrack(|| {
            let draw = Box::new(move |width: f64| chart().draw(width));
            let table = Box::new(move || chart().table(columns_over_time(texts())));
            view! {
                {period_choice()}
                <Chart title=t(|t| t.sources().trend) description draw table on_open selectable=usize::MAX />
            }
            .into_any()
        })
    };
    let stability = Memo::new(move |_| {
        let of = |trend: &SourceTrend| trend.stability.clone().filter(|_| is_all);
        trend.with(|trend| trend.and_then(of))
    });
    let steadiness = move || {
        let stability = stability.get()?;
        let (overlap, pairs, prompts) = (stability.overlap, stability.pairs, stability.sample.prompts);
        let text = t_with(move |t| (t.sources().stability)(by_site.get(), &rate(overlap), pairs, prompts));
        Some(view! { <p class="stability"><span>{text}</span>" " <TierBadge sample=stability.sample /></p> })
    };
    view! {
        <section class="section" aria-labelledby="source-trend">
            <h2 class="visually-hidden" id="source-trend">{t(|t| t.sources().trend)}</h2>
            {steady_view_with(trend, period_choice, skeleton::<5>, move || live(content))}
            {live_option(steadiness)}
        </section>
    }
    .into_any()
}

fn line_chart(
    points: &[SourceTrendPoint],
    domains: &[TrendDomain],
    period: Period,
    scope: &AnswerFilterParams,
    texts: Texts,
) -> LineChart {
    let points: Vec<(Date, &SourceTrendPoint)> =
        points.iter().filter_map(|point| Some((parse_day(&point.day)?, point))).collect();
    let line = |(index, domain): (usize, &TrendDomain)| {
        let value =
            |(_, point): &(Date, &SourceTrendPoint)| citation_share(*point.domains.get(index)?, point.citations, texts);
        Line {
            name: visible(&domain.name),
            series: domain.series,
            strong: domain.series == 1,
            values: points.iter().map(value).collect(),
        }
    };
    let mut lines: Vec<Line> = domains.iter().enumerate().map(line).collect();
    lines.reverse();
    let of = |(first_day, point): &(Date, &SourceTrendPoint)| TrendPeriod {
        first_day: *first_day,
        sample_change: point.sample_change,
        is_partial: point.partial,
    };
    let axes = trend_axes(points.iter().map(of).collect(), period, scope, texts);
    LineChart { axes, lines, shared_max: 0.0 }
}
