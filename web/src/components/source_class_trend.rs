//! The share of own sites, of other brands' sites and of the rest in all citations, over time.

use answerdeck_analysis::{SourceClassPoint, SourceClassTrend};
use answerdeck_api::BrandId;
use answerdeck_insight::Period;
use leptos::prelude::*;

use super::analysis_view;
use super::brand_trend::RATE_AXIS;
use super::periods::{date_label, first_day, period_name, within_period};
use super::sample_change_notes::{columns_over_time, notes_about, sample_change_notes};
use super::source_owner::SOURCE_SERIES;
use crate::analysis::use_analysis;
use crate::charts::{Chart, Drawing, Layer, StackChart, Value};
use crate::format::rate;
use crate::locale::{Texts, t, t_with, texts};
use crate::navigation::use_open;
use crate::paths::{AnswersParams, UrlParams};
use crate::reactive::live_option;
use crate::ui::{Methodology, Skeleton};

/// How citations divide by the owner of the cited page, over time. Nothing is shown while no brands are tracked.
#[component]
pub fn SourceClassChart(
    /// The answers.
    scope: Memo<AnswersParams>,
    /// The period of the trend.
    period: Memo<Period>,
    /// The own brand.
    own: Memo<Option<BrandId>>,
) -> AnyView {
    let trend = use_analysis()
        .query(move || Some(SourceClassTrend { scope: scope.get().counted()?, period: period.get(), own: own.get() }));
    let chart = move || {
        trend.with(|reply| stack_chart(reply.map_or(&[], |reply| reply.value.as_slice()), period.get(), texts()))
    };
    let description = t_with(move |t| {
        let chart = chart();
        let last = chart.layers.iter().filter_map(|layer| {
            let value = layer.values.iter().flatten().next_back()?;
            Some(format!("{} {}", layer.name, rate(value.value)))
        });
        let last = last.collect::<Vec<_>>().join(", ");
        (t.sources().class_trend_about)(&last) + notes_about(&chart.notes, t)
    });
    let on_open = use_open(move |stop, _| {
        let first_day = chart().date_with_data(stop)?;
        Some(within_period(first_day, period.get(), &scope.get()).address())
    });
    let is_empty = Memo::new(move |_| trend.with(|reply| reply.is_none_or(|reply| reply.value.is_empty())));
    let content = move || {
        (!is_empty.get()).then(|| {
            let draw: Box<dyn Fn(f64) -> Drawing> = Box::new(move |width| chart().draw(width));
            let table = Box::new(move || chart().table(columns_over_time(texts())));
            untrack(|| {
                view! {
                    <Chart title=t(|t| t.sources().class_trend) description draw table on_open />
                    <Methodology label=t(|t| t.common().methodology) text=t(|t| t.sources().methodology_classes) />
                }
                .into_any()
            })
        })
    };
    view! {
        <section class="section" aria-label=t(|t| t.sources().class_trend)>
            {analysis_view(trend, || view! { <Skeleton rows=5 /> }.into_any(), move || live_option(content))}
        </section>
    }
    .into_any()
}

fn stack_chart(series: &[SourceClassPoint], period: Period, texts: Texts) -> StackChart {
    let points: Vec<_> = series
        .iter()
        .filter_map(|point| Some((first_day(&point.first_day)?, point.classes, point.sample_change)))
        .collect();
    let names = [texts.sources().own, texts.metrics().other_brand_pages, texts.metrics().other_pages];
    let layer = |(class, (name, series)): (usize, (&str, usize))| Layer {
        name: name.to_owned(),
        series,
        values: points
            .iter()
            .map(|(_, classes, _)| {
                let classes = (*classes)?;
                let value = *classes.shares()?.get(class)?;
                let number = *[classes.own, classes.other_brands, classes.rest].get(class)?;
                let of = (texts.metrics().of_citations)(number, classes.total());
                Some(Value {
                    value, text: format!("{} · {of}", rate(value)), counted: Some([number, classes.total()])
                })
            })
            .collect(),
    };
    StackChart {
        dates: points.iter().map(|(date, ..)| (*date, period_name(*date, period, texts))).collect(),
        layers: names.into_iter().zip(SOURCE_SERIES).enumerate().map(layer).collect(),
        notes: sample_change_notes(points.iter().map(|(.., change)| *change), texts),
        axis: RATE_AXIS,
        date_label: date_label(period, points.len()),
        no_data: texts.charts().no_data,
    }
}
