//! The share of voice of brands over time, as the parts of a whole.

use answerdeck_analysis::{BrandPoint, BrandReport};
use answerdeck_api::BrandId;
use answerdeck_insight::{Period, ShareOfVoice, sort_by_key};
use leptos::prelude::*;
use time::Date;

use super::brand_trend::{RATE_AXIS, brand_colors, brand_of_color, no_report};
use super::periods::{date_label, first_day, period_name};
use super::rate_view::exploratory;
use super::sample_change_notes::{columns_over_time, notes_about, sample_change_notes, trend_change};
use crate::analysis::AnalysisQuery;
use crate::charts::{Chart, Drawing, Layer, StackChart, Value};
use crate::format::rate;
use crate::locale::{Texts, t, t_with, texts};
use crate::navigation::use_open;

/// The color number of the brands without their own color.
const OTHER_BRANDS: usize = 8;
/// The number of brands with their own color. All others share one.
const BRANDS_MAX: usize = 7;

/// The share of voice of brands over time.
#[component]
pub fn ShareOfVoiceTrend(
    /// The brands, with a series.
    report: AnalysisQuery<BrandReport>,
    /// The period of the series.
    period: Memo<Period>,
    /// The brand at the bottom, where its share is easiest to read.
    #[prop(into)]
    own: Signal<Option<BrandId>>,
    /// The address of the answers of a period, or of those that name a brand.
    answers: Callback<(Date, Option<BrandId>), String>,
) -> AnyView {
    let chart = move || {
        let own = own.get();
        report.with(|reply| {
            let empty = no_report();
            stack_chart(reply.map_or(&empty, |reply| &reply.value), own.as_ref(), period.get(), texts())
        })
    };
    let description = t_with(move |t| {
        let chart = chart();
        let all = report.with(|reply| reply.map_or(0, |reply| reply.value.brands.len()));
        let (Some((_, first)), Some((_, last))) = (chart.dates.first(), chart.dates.last()) else {
            return t.metrics().trend_none.to_owned();
        };
        let about = (t.metrics().trend_about)(all.min(BRANDS_MAX), all, first, last);
        let change =
            chart.layers.first().map(|layer| trend_change(&layer.name, &layer.values, &chart.dates, &chart.notes, t));
        about + &change.unwrap_or_default() + notes_about(&chart.notes, t)
    });
    let draw: Box<dyn Fn(f64) -> Drawing> = Box::new(move |width| chart().draw(width));
    let table = Box::new(move || chart().table(columns_over_time(texts())));
    let on_open = use_open(move |stop, series| {
        let date = chart().date_with_data(stop)?;
        Some(answers.run((date, brand_of_color(report, &own.get(), series))))
    });
    view! { <Chart title=t(|t| t.metrics().share_trend) description draw table on_open selectable=BRANDS_MAX /> }
        .into_any()
}

fn stack_chart(report: &BrandReport, own: Option<&BrandId>, period: Period, texts: Texts) -> StackChart {
    let points: Vec<_> = report
        .series
        .iter()
        .filter_map(|point| Some((first_day(&point.first_day)?, point.brands.as_deref(), point.sample_change)))
        .collect();
    // It has no interval: it is not a share of trials.
    let share = |of: ShareOfVoice| {
        let value = of.value()?;
        let counted = (texts.metrics().of_mentions)(of.numerator, of.denominator);
        let text = [&rate(value), " · ", &counted, &exploratory(of.tier(), texts)].concat();
        Some(Value { value, text, counted: Some([of.numerator, of.denominator]) })
    };
    let mut colored: Vec<(usize, usize)> = brand_colors(report, own)
        .into_iter()
        .enumerate()
        .filter_map(|(index, color)| Some((color.filter(|color| *color <= BRANDS_MAX)?, index)))
        .collect();
    sort_by_key(&mut colored, |colored| *colored);
    let voice = |brands: &[BrandPoint], index: usize| brands.get(index).map(|point| point.share_of_voice);
    let mut layers: Vec<Layer> = colored
        .iter()
        .filter_map(|(series, index)| {
            let value = |(_, brands, _): &(_, Option<&[BrandPoint]>, _)| share(voice((*brands)?, *index)?);
            let name = report.brands.get(*index)?.name.clone();
            Some(Layer { name, series: *series, values: points.iter().map(value).collect() })
        })
        .collect();
    if layers.len() < report.brands.len() {
        let rest = |(_, brands, _): &(_, Option<&[BrandPoint]>, _)| {
            let brands = (*brands)?;
            let shown: u64 =
                colored.iter().filter_map(|(_, index)| voice(brands, *index)).map(|voice| voice.numerator).sum();
            let all = voice(brands, 0)?;
            share(ShareOfVoice { numerator: all.denominator.saturating_sub(shown), ..all })
        };
        let name = texts.metrics().other_brands.to_owned();
        layers.push(Layer { name, series: OTHER_BRANDS, values: points.iter().map(rest).collect() });
    }
    StackChart {
        dates: points.iter().map(|(date, ..)| (*date, period_name(*date, period, texts))).collect(),
        layers,
        notes: sample_change_notes(points.iter().map(|(.., change)| *change), texts),
        axis: RATE_AXIS,
        date_label: date_label(period, points.len()),
        no_data: texts.charts().no_data,
    }
}
