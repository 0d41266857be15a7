//! The mention rates of brands over time, as the lines of a chart.

use std::cmp::Reverse;

use answerdeck_analysis::{BrandPoint, BrandReport, ReportedBrand};
use answerdeck_api::BrandId;
use answerdeck_insight::{Period, sort_by_key};
use leptos::prelude::*;
use time::Date;

use super::periods::{date_label, first_day, period_name};
use super::rate_view::{exploratory, rate_details};
use super::sample_change_notes::{columns_over_time, notes_about, sample_change_notes, trend_change};
use crate::analysis::AnalysisQuery;
use crate::charts::{Chart, Drawing, Line, LineChart, Value, ValueAxis};
use crate::format::{rate, whole_percent};
use crate::locale::{Texts, t, t_with, texts};
use crate::navigation::use_open;

/// The number of lines that can be distinguished: as many as there are colors.
const LINES_MAX: usize = 8;

/// The mention rates of brands over time.
#[component]
pub fn BrandTrend(
    /// The brands, with a series.
    report: AnalysisQuery<BrandReport>,
    /// The period of the series.
    period: Memo<Period>,
    /// The brand whose line is thick.
    #[prop(into)]
    own: Signal<Option<BrandId>>,
    /// The address of the answers of a period, or of those that name a brand.
    answers: Callback<(Date, Option<BrandId>), String>,
) -> AnyView {
    // Made once for the drawing and the description: most of its time goes into the texts of its values.
    let chart = Memo::new_with_compare(
        move |_| {
            let own = own.get();
            report.with(|reply| {
                let empty = no_report();
                let report = reply.map_or(&empty, |reply| &reply.value);
                line_chart(report, own.as_ref(), period.get(), texts())
            })
        },
        |_, _| true,
    );
    let description = t_with(move |t| {
        let chart = chart.read();
        let all = report.with(|reply| reply.map_or(0, |reply| reply.value.brands.len()));
        let (Some((_, first)), Some((_, last))) = (chart.dates.first(), chart.dates.last()) else {
            return t.metrics().trend_none.to_owned();
        };
        let about = (t.metrics().trend_about)(chart.lines.len(), all, first, last);
        let change =
            chart.lines.last().map(|line| trend_change(&line.name, &line.values, &chart.dates, &chart.notes, t));
        about + &change.unwrap_or_default() + notes_about(&chart.notes, t)
    });
    let draw: Box<dyn Fn(f64) -> Drawing> = Box::new(move |width| chart.with(|chart| chart.draw(width)));
    let table = Box::new(move || chart.read().table(columns_over_time(texts())));
    let on_open = use_open(move |stop, series| {
        let date = chart.with(|chart| chart.date_with_data(stop))?;
        Some(answers.run((date, brand_of_color(report, &own.get(), series))))
    });
    view! { <Chart title=t(|t| t.metrics().mention_trend) description draw table on_open selectable=LINES_MAX /> }
        .into_any()
}

/// The brand that is drawn in a color.
pub fn brand_of_color(
    report: AnalysisQuery<BrandReport>,
    own: &Option<BrandId>,
    color: Option<usize>,
) -> Option<BrandId> {
    report.with(|reply| {
        let report = &reply?.value;
        let index =
            brand_colors(report, own.as_ref()).into_iter().position(|other| color.is_some() && other == color)?;
        report.brands.get(index).map(|brand| brand.id.clone())
    })
}

/// An empty report.
pub fn no_report() -> BrandReport {
    BrandReport { sample: Default::default(), brands: Vec::new(), series: Vec::new() }
}

/// The color of each brand that is shown as a line, in the order of the report. The own brand has the first; the others
/// keep theirs while no brand is created or deleted. `None` for those that are not among the most named.
pub fn brand_colors(report: &BrandReport, own: Option<&BrandId>) -> Vec<Option<usize>> {
    let is_own = |brand: &ReportedBrand| Some(&brand.id) == own;
    let mut order: Vec<usize> = (0..report.brands.len()).collect();
    let named = |index: &usize| report.brands.get(*index).map_or(0, |brand| brand.visibility.mention_rate.numerator);
    let own_first = |index: &usize| !report.brands.get(*index).is_some_and(is_own);
    sort_by_key(&mut order, |index| (own_first(index), Reverse(named(index)), Reverse(*index)));
    order.truncate(LINES_MAX);
    // The oldest first: the report has the newest first.
    sort_by_key(&mut order, |index| (own_first(index), Reverse(*index)));
    let color = |index| order.iter().position(|shown| *shown == index).map(|position| position + 1);
    (0..report.brands.len()).map(color).collect()
}

fn mention_rate(point: &BrandPoint, texts: Texts) -> Option<Value> {
    let counted = point.mention_rate;
    let value = counted.value()?;
    let details = [" · ", &rate_details(counted, texts), &exploratory(counted.tier(), texts)].concat();
    Some(Value { value, text: rate(value) + &details, counted: Some([counted.numerator, counted.sample.answers]) })
}

fn line_chart(report: &BrandReport, own: Option<&BrandId>, period: Period, texts: Texts) -> LineChart {
    let points = report.series.iter().filter_map(|point| Some((first_day(&point.first_day)?, point.brands.as_deref())));
    let points: Vec<(Date, Option<&[BrandPoint]>)> = points.collect();
    let line = |(index, (brand, color)): (usize, (&ReportedBrand, Option<usize>))| {
        let value = |(_, brands): &(Date, Option<&[BrandPoint]>)| mention_rate((*brands)?.get(index)?, texts);
        let strong = Some(&brand.id) == own;
        Some(Line { name: brand.name.clone(), series: color?, strong, values: points.iter().map(value).collect() })
    };
    let brands = report.brands.iter().zip(brand_colors(report, own));
    let mut lines: Vec<Line> = brands.enumerate().filter_map(line).collect();
    // The first color is on top.
    sort_by_key(&mut lines, |line| Reverse(line.series));
    LineChart {
        dates: points.iter().map(|(date, _)| (*date, period_name(*date, period, texts))).collect(),
        lines,
        notes: sample_change_notes(report.series.iter().map(|point| point.sample_change), texts),
        axis: RATE_AXIS,
        date_label: date_label(period, points.len()),
        no_data: texts.charts().no_data,
    }
}

/// The axis of rates and shares.
pub const RATE_AXIS: ValueAxis = ValueAxis { min_step: 0.01, limit: Some(1.0), label: whole_percent };
