use answerdeck_api::BrandId;
use answerdeck_api::metrics::{BrandMetrics, BrandSeriesPoint};
use leptos::prelude::*;
use time::Date;

use super::trend::{OTHER_BRANDS, axes_of, brand_colors, brand_of_color, dated_points, period_answers};
use crate::charts::{Chart, Layer, StackChart, Value};
use crate::components::metrics::rates::exploratory;
use crate::components::metrics::trends::{columns_over_time, trend_description};
use crate::format::rate;
use crate::locale::{Texts, t, t_with, texts};
use crate::navigation::use_open;
use crate::paths::{AnswerFilterParams, Period};
use crate::queries::Query;
use crate::sorting::sort_by_key;

/// The number of brands with their own color. All others share one.
const BRANDS_MAX: usize = 7;

#[component]
pub fn ShareOfVoiceTrend(
    /// The brands, with a series.
    metrics: Query<BrandMetrics>,
    scope: Memo<AnswerFilterParams>,
    period: Memo<Period>,
    /// The brand at the bottom, where its share is easiest to read.
    #[prop(into)]
    own: Signal<Option<BrandId>>,
) -> AnyView {
    let chart = move || {
        let (own, scope) = (own.get(), scope.get());
        metrics.with(|found| {
            let empty = BrandMetrics::default();
            stack_chart(found.unwrap_or(&empty), own.as_ref(), period.get(), &scope, texts())
        })
    };
    let description = t_with(move |t| {
        let chart = chart();
        let all = metrics.with(|found| found.map_or(0, |found| found.total_brands));
        let main = chart.layers.first().map(|layer| (layer.name.as_str(), &layer.values[..]));
        trend_description(&chart.axes, main, t, |first, last| {
            (t.metrics().trend_about)(all.min(BRANDS_MAX as u64), all, first, last)
        })
    });
    let draw = Box::new(move |width: f64| chart().draw(width));
    let table = Box::new(move || chart().table(columns_over_time(texts())));
    let on_open = use_open(move |index, series| {
        let date = chart().date_with_data(index)?;
        Some(period_answers(date, period.get(), &scope.get(), brand_of_color(metrics, &own.get(), series)))
    });
    view! { <Chart title=t(|t| t.metrics().share_trend) description draw table on_open selectable=BRANDS_MAX /> }
        .into_any()
}

fn stack_chart(
    metrics: &BrandMetrics,
    own: Option<&BrandId>,
    period: Period,
    scope: &AnswerFilterParams,
    texts: Texts,
) -> StackChart {
    let points = dated_points(metrics);
    // It has no interval: it is not a share of trials.
    let share = |point: &BrandSeriesPoint, named: u64| {
        let value = (point.namings > 0).then(|| named as f64 / point.namings as f64)?;
        let counted = (texts.metrics().of_mentions)(named, point.namings);
        let text = [&rate(value), " · ", &counted, &exploratory(&point.naming.tier, texts)].concat();
        Some(Value { value, text, counted: Some([named, point.namings]) })
    };
    let named = |point: &BrandSeriesPoint, index: usize| Some(point.brands.get(index)?.mention_rate.numerator);
    let mut colored: Vec<(usize, usize)> = brand_colors(&metrics.brands, own)
        .into_iter()
        .enumerate()
        .filter_map(|(index, color)| Some((color.filter(|color| *color <= BRANDS_MAX)?, index)))
        .collect();
    sort_by_key(&mut colored, |colored| *colored);
    let mut layers: Vec<Layer> = colored
        .iter()
        .filter_map(|(series, index)| {
            let value = |(_, point): &(Date, &BrandSeriesPoint)| share(point, named(point, *index)?);
            let name = metrics.brands.get(*index)?.name.clone();
            Some(Layer { name, series: *series, values: points.iter().map(value).collect() })
        })
        .collect();
    if (layers.len() as u64) < metrics.total_brands {
        let rest = |(_, point): &(Date, &BrandSeriesPoint)| {
            let shown: u64 = colored.iter().filter_map(|(_, index)| named(point, *index)).sum();
            share(point, point.namings.saturating_sub(shown))
        };
        let name = texts.metrics().other_brands.to_owned();
        layers.push(Layer { name, series: OTHER_BRANDS, values: points.iter().map(rest).collect() });
    }
    StackChart { axes: axes_of(&points, period, scope, texts), layers }
}
