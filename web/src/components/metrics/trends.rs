//! What the charts of trends share: their axes, the words of their tables, and their descriptions.

use answerdeck_api::metrics::SampleChange;
use time::Date;

use super::periods::{date_label, part_name, period_name};
use crate::charts::{Annotation, Annotations, Axes, ColumnNames, Value, ValueAxis};
use crate::format::{rate, whole_percent};
use crate::locale::Texts;
use crate::paths::{AnswerFilterParams, Period};

pub const RATE_AXIS: ValueAxis = ValueAxis { min_step: 0.01, limit: Some(1.0), label: whole_percent };

/// A period of a trend.
pub struct TrendPeriod {
    pub first_day: Date,
    /// How its sample differs from that of the period before.
    pub sample_change: Option<SampleChange>,
    /// Whether the scope cuts it.
    pub is_partial: bool,
}

/// The axes of a trend of rates.
pub fn trend_axes(periods: Vec<TrendPeriod>, period: Period, scope: &AnswerFilterParams, texts: Texts) -> Axes {
    let date = |TrendPeriod { first_day, is_partial, .. }: &TrendPeriod| {
        let name = match is_partial {
            true => part_name(*first_day, period, scope, texts),
            false => period_name(*first_day, period, texts),
        };
        (*first_day, name)
    };
    Axes {
        dates: periods.iter().map(date).collect(),
        date_label: date_label(period, periods.len()),
        annotations: sample_change_annotations(periods, texts),
        values: RATE_AXIS,
        no_data: texts.charts().no_data,
    }
}

/// Annotates where the prompts or models changed: there, a difference of values is not a trend.
fn sample_change_annotations(periods: Vec<TrendPeriod>, texts: Texts) -> Annotations {
    let texts = texts.metrics();
    let annotation = |change: SampleChange| {
        let SampleChange { prompts_added, prompts_removed, models_added, models_removed, mix_shift: _ } = change;
        let sets = [prompts_added, prompts_removed, models_added, models_removed];
        let text = if sets == [0; 4] { texts.sample_change_mix.to_owned() } else { (texts.sample_change_counts)(sets) };
        Annotation { text, label: (texts.sample_change_short)(sets), breaks_trend: true }
    };
    Annotations {
        name: texts.sample_change.to_owned(),
        by_date: periods.into_iter().map(|period| period.sample_change.map(annotation)).collect(),
    }
}

/// What happened on a day, as a trend tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrendEvent {
    pub day: Date,
    pub text: String,
    /// The short text at the axis.
    pub label: String,
}

/// Annotates the periods in which events happened.
pub fn annotate_events(axes: &mut Axes, events: Vec<TrendEvent>, texts: Texts) {
    for TrendEvent { day, text, label } in events {
        let Some(index) = axes.dates.iter().rposition(|(first_day, _)| *first_day <= day) else { continue };
        axes.annotations.name = texts.metrics().events.to_owned();
        axes.annotations.add(index, Annotation { text, label, breaks_trend: false });
    }
}

/// A share of citations. `None` if there are none.
pub fn citation_share(number: u64, citations: u64, texts: Texts) -> Option<Value> {
    let value = (citations > 0).then(|| number as f64 / citations as f64)?;
    let text = format!("{} · {}", rate(value), (texts.metrics().of_citations)(number, citations));
    Some(Value { value, text, counted: Some([number, citations]) })
}

/// The words of the table of a chart over time.
pub fn columns_over_time(texts: Texts) -> ColumnNames {
    let (dates, texts) = (texts.common().period, texts.metrics());
    ColumnNames { dates, count: texts.count_column, out_of: texts.out_of_column, n_of: texts.n_of }
}

/// The description of a chart: what it shows from its first to its last date, and how its main series changed.
pub fn trend_description(
    axes: &Axes,
    main: Option<(&str, &[Option<Value>])>,
    texts: Texts,
    about: impl FnOnce(&str, &str) -> String,
) -> String {
    let (Some((_, first)), Some((_, last))) = (axes.dates.first(), axes.dates.last()) else {
        return texts.metrics().trend_none.to_owned();
    };
    let change = main.map(|(name, values)| trend_change(name, values, axes, texts));
    about(first, last) + &change.unwrap_or_default()
}

/// The sentence about a series in the description of a chart: its first and its last value since the last change of prompts or
/// models. Empty with fewer than two values.
fn trend_change(name: &str, values: &[Option<Value>], axes: &Axes, texts: Texts) -> String {
    let breaks_trend = |annotation: &Option<Annotation>| annotation.as_ref().is_some_and(|found| found.breaks_trend);
    let since = axes.annotations.by_date.iter().rposition(breaks_trend);
    let mut values = values.iter().skip(since.unwrap_or_default()).flatten();
    let (Some(before), Some(after)) = (values.next(), values.next_back()) else { return String::new() };
    let since = since.and_then(|since| axes.dates.get(since)).map(|(_, period)| period.as_str());
    (texts.metrics().trend_change)(name, since, &rate(before.value), &rate(after.value))
}
