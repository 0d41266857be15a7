use std::cmp::Reverse;

use answerdeck_api::BrandId;
use answerdeck_api::metrics::{BrandMetrics, BrandName, BrandSeriesPoint};
use leptos::prelude::*;
use time::Date;

use crate::charts::{Axes, Chart, Line, LineChart, Value};
use crate::components::metrics::periods::within_period;
use crate::components::metrics::rates::{exploratory, rate_details};
use crate::components::metrics::trends::{
    TrendEvent, TrendPeriod, annotate_events, columns_over_time, trend_axes, trend_description,
};
use crate::format::{parse_day, rate};
use crate::locale::{Texts, t, t_with, texts};
use crate::navigation::use_open;
use crate::paths::{AnswerFilterParams, BrandFigure, Period, UrlParams, brand_answers};
use crate::queries::Query;
use crate::sorting::sort_by_key;

/// The number of lines that can be distinguished: as many as there are colors.
pub const LINES_MAX: usize = 8;

/// The color number of the brands without their own color.
pub const OTHER_BRANDS: usize = 8;

#[component]
pub fn BrandTrend(
    /// The brands, with a series.
    metrics: Query<BrandMetrics>,
    scope: Memo<AnswerFilterParams>,
    period: Memo<Period>,
    /// The own brand, which has the first color.
    #[prop(into)]
    own: Signal<Option<BrandId>>,
    /// The brand whose line is thick.
    #[prop(into)]
    strong: Signal<Option<BrandId>>,
    /// What happened in its time.
    #[prop(optional, into)]
    events: Signal<Vec<TrendEvent>>,
    /// The brand whose answers a period leads to when no line is chosen. Without one, it leads to all answers.
    #[prop(optional)]
    brand: Option<StoredValue<BrandId>>,
) -> AnyView {
    // Made once for the drawing and the description: most of its time goes into the texts of its values.
    let chart = Memo::new_with_compare(
        move |_| {
            let (own, strong, scope) = (own.get(), strong.get(), scope.get());
            metrics.with(|found| {
                let empty = BrandMetrics::default();
                let brands = [own.as_ref(), strong.as_ref()];
                let mut chart = line_chart(found.unwrap_or(&empty), brands, period.get(), &scope, texts());
                annotate_events(&mut chart.axes, events.get(), texts());
                chart
            })
        },
        |_, _| true,
    );
    let description = t_with(move |t| {
        let chart = chart.read();
        let all = metrics.with(|found| found.map_or(0, |found| found.total_brands));
        let main = chart.lines.last().map(|line| (line.name.as_str(), &line.values[..]));
        trend_description(&chart.axes, main, t, |first, last| {
            (t.metrics().trend_about)(chart.lines.len() as u64, all, first, last)
        })
    });
    let draw = Box::new(move |width: f64| chart.with(|chart| chart.draw(width)));
    let table = Box::new(move || chart.read().table(columns_over_time(texts())));
    let on_open = use_open(move |index, series| {
        let date = chart.with(|chart| chart.date_with_data(index))?;
        let brand = brand_of_color(metrics, &own.get(), series).or_else(|| brand.map(|brand| brand.get_value()));
        Some(period_answers(date, period.get(), &scope.get(), brand))
    });
    view! { <Chart title=t(|t| t.metrics().mention_trend) description draw table on_open selectable=LINES_MAX /> }
        .into_any()
}

/// The address of the answers of a period, or of those that name a brand.
pub fn period_answers(first_day: Date, period: Period, scope: &AnswerFilterParams, brand: Option<BrandId>) -> String {
    let answers = within_period(first_day, period, scope);
    brand.map_or_else(|| answers.address(), |brand| brand_answers(&brand, &answers, BrandFigure::Named, None))
}

pub fn brand_of_color(metrics: Query<BrandMetrics>, own: &Option<BrandId>, color: Option<usize>) -> Option<BrandId> {
    metrics.with(|found| {
        let brands = &found?.brands;
        let colors = brand_colors(brands, own.as_ref());
        let (brand, _) = brands.iter().zip(colors).find(|(_, other)| other.is_some() && *other == color)?;
        Some(brand.id.clone())
    })
}

/// The color of a brand. `None` if it is not among those that are shown as lines.
pub fn brand_color(brands: &[BrandName], own: Option<&BrandId>, id: &BrandId) -> Option<usize> {
    let index = brands.iter().position(|brand| brand.id == *id)?;
    *brand_colors(brands, own).get(index)?
}

/// The color of a brand in charts of it alone. Reactive.
pub fn color_of(metrics: Query<BrandMetrics>, own: Option<&BrandId>, id: &BrandId) -> usize {
    metrics.with(|found| brand_color(&found?.brands, own, id)).unwrap_or(OTHER_BRANDS)
}

pub fn dated_points(metrics: &BrandMetrics) -> Vec<(Date, &BrandSeriesPoint)> {
    let points = metrics.series.iter().flat_map(|series| &series.points);
    points.filter_map(|point| Some((parse_day(&point.day)?, point))).collect()
}

pub fn axes_of(points: &[(Date, &BrandSeriesPoint)], period: Period, scope: &AnswerFilterParams, texts: Texts) -> Axes {
    let of = |(first_day, point): &(Date, &BrandSeriesPoint)| TrendPeriod {
        first_day: *first_day,
        sample_change: point.sample_change,
        is_partial: point.partial,
    };
    trend_axes(points.iter().map(of).collect(), period, scope, texts)
}

/// The color of each brand that is shown as a line, in their order: most named first. The own brand has the first color; the
/// others keep theirs while the same brands are shown. `None` for those that are not among the most named.
pub fn brand_colors(brands: &[BrandName], own: Option<&BrandId>) -> Vec<Option<usize>> {
    let mut shown: Vec<&BrandId> = brands.iter().map(|brand| &brand.id).collect();
    sort_by_key(&mut shown, |id| Some(*id) != own);
    shown.truncate(LINES_MAX);
    // The oldest first: ids ascend in time.
    sort_by_key(&mut shown, |id| (Some(*id) != own, *id));
    let color = |brand: &BrandName| shown.iter().position(|id| **id == brand.id).map(|position| position + 1);
    brands.iter().map(color).collect()
}

fn mention_rate(point: &BrandSeriesPoint, index: usize, texts: Texts) -> Option<Value> {
    let (counted, answers) = (point.brands.get(index)?.mention_rate, point.sample.answers);
    let value = counted.value?;
    let details = [" · ", &rate_details(counted, answers, texts), &exploratory(&point.sample.tier, texts)].concat();
    Some(Value { value, text: rate(value) + &details, counted: Some([counted.numerator, answers]) })
}

fn line_chart(
    metrics: &BrandMetrics,
    [own, strong]: [Option<&BrandId>; 2],
    period: Period,
    scope: &AnswerFilterParams,
    texts: Texts,
) -> LineChart {
    let points = dated_points(metrics);
    let line = |(index, (brand, color)): (usize, (&BrandName, Option<usize>))| {
        let values: Vec<_> = points.iter().map(|(_, point)| mention_rate(point, index, texts)).collect();
        let is_named = values.iter().flatten().any(|value| value.value > 0.0);
        // The lines of brands that nobody names would cover each other.
        if !is_named && ![own, strong].contains(&Some(&brand.id)) {
            return None;
        }
        Some(Line { name: brand.name.clone(), series: color?, strong: Some(&brand.id) == strong, values })
    };
    let brands = metrics.brands.iter().zip(brand_colors(&metrics.brands, own));
    let mut lines: Vec<Line> = brands.enumerate().filter_map(line).collect();
    // The thick line is on top, and then the first color.
    sort_by_key(&mut lines, |line| (line.strong, Reverse(line.series)));
    LineChart { axes: axes_of(&points, period, scope, texts), lines, shared_max: 0.0 }
}
