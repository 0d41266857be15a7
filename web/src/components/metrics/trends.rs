//! What the charts of trends share: their axes, the words of their tables, and their descriptions.

use answerdeck_api::metrics::SampleChange;
use time::Date;

use super::periods::{date_label, part_name, period_name};
use crate::charts::{Annotation, Annotations, Axes, ColumnNames, Value, ValueAxis};
use crate::format::{rate, whole_percent};
use crate::locale::Texts;
use crate::paths::{AnswerFilterParams, Period};

/// How far outside of both ends of a series its description names a value in between.
const CLEARLY_OUTSIDE: f64 = 0.05;

pub const RATE_AXIS: ValueAxis = ValueAxis { min_step: 0.01, limit: Some(1.0), label: whole_percent };

pub struct TrendPeriod {
    pub first_day: Date,
    /// How its sample differs from that of the period before.
    pub sample_change: Option<SampleChange>,
    /// Whether the scope cuts it.
    pub is_partial: bool,
}

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
/// models, and one that is clearly outside of both. Only the ends can be partial periods, so none is named in between. Empty with fewer
/// than two values.
fn trend_change(name: &str, values: &[Option<Value>], axes: &Axes, texts: Texts) -> String {
    let breaks_trend = |annotation: &Option<Annotation>| annotation.as_ref().is_some_and(|found| found.breaks_trend);
    let since = axes.annotations.by_date.iter().rposition(breaks_trend);
    let values = values.iter().enumerate().skip(since.unwrap_or_default());
    let values: Vec<(usize, f64)> = values.filter_map(|(index, value)| Some((index, value.as_ref()?.value))).collect();
    let [(_, before), between @ .., (_, after)] = values.as_slice() else { return String::new() };
    let period = |index: usize| axes.dates.get(index).map(|(_, period)| period.as_str());
    let outside = farthest_outside(between, [*before, *after]);
    let outside = outside.and_then(|(index, value)| Some((rate(value), period(index)?)));
    let outside = outside.as_ref().map(|(value, period)| [value.as_str(), *period]);
    (texts.metrics().trend_change)(name, since.and_then(period), [&rate(*before), &rate(*after)], outside)
}

/// The value that is farthest outside of two others, with its index: the first of those that are written the same. `None` if none clearly
/// is.
fn farthest_outside(values: &[(usize, f64)], [one, other]: [f64; 2]) -> Option<(usize, f64)> {
    let distance = |value: f64| (value - one.max(other)).max(one.min(other) - value);
    // A rate below 10% is written with a decimal.
    let written = |value: f64| {
        let parts = if value < 0.0995 { 1_000.0 } else { 100.0 };
        (value * parts).round() / parts
    };
    // Of equal values, the last is the maximum.
    let outside = values.iter().rev().copied().filter(|(_, value)| distance(*value) >= CLEARLY_OUTSIDE);
    outside.max_by(|(_, one), (_, other)| distance(written(*one)).total_cmp(&distance(written(*other))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_in_between_is_named_if_it_is_clearly_outside_of_both_ends() {
        let named = |values: &[f64]| {
            let values: Vec<(usize, f64)> = values.iter().copied().enumerate().collect();
            farthest_outside(&values, [0.295, 0.303]).map(|(index, _)| index)
        };
        assert_eq!(named(&[0.293, 0.283, 0.409, 0.476, 0.296]), Some(3));
        assert_eq!(named(&[0.1, 0.409]), Some(0));
        assert_eq!(named(&[0.409, 0.818, 0.822, 0.476]), Some(1));
        assert_eq!(named(&[0.054, 0.046]), Some(1));
        assert_eq!(named(&[0.26, 0.34]), None);
        assert_eq!(named(&[]), None);
    }
}
