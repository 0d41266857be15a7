//! Marks on a time axis where the prompts or models changed: there, a difference of values is not a trend.

use answerdeck_api::metrics::SampleChange;
use time::Date;

use crate::charts::{ColumnNames, DateNote, DateNotes, Value};
use crate::format::rate;
use crate::locale::Texts;

/// The notes about changes at the dates of a chart.
pub fn sample_change_notes(changes: impl Iterator<Item = Option<SampleChange>>, texts: Texts) -> DateNotes {
    let texts = texts.metrics();
    let note = |change: SampleChange| {
        let SampleChange { prompts_added, prompts_removed, models_added, models_removed, mix_shift: _ } = change;
        let sets = [prompts_added, prompts_removed, models_added, models_removed];
        let text = if sets == [0; 4] { texts.sample_change_mix.to_owned() } else { (texts.sample_change_counts)(sets) };
        DateNote { text, label: (texts.sample_change_short)(sets) }
    };
    DateNotes { name: texts.sample_change.to_owned(), notes: changes.map(|change| change.map(note)).collect() }
}

/// The words of the table of a chart over time.
pub fn columns_over_time(texts: Texts) -> ColumnNames {
    let texts = texts.metrics();
    ColumnNames { dates: texts.period, count: texts.count_column, out_of: texts.out_of_column, n_of: texts.n_of }
}

/// The description of a chart: what it shows from its first to its last date, and how its main series changed.
pub fn trend_description(
    dates: &[(Date, String)],
    main: Option<(&str, &[Option<Value>])>,
    notes: &DateNotes,
    texts: Texts,
    about: impl FnOnce(&str, &str) -> String,
) -> String {
    let (Some((_, first)), Some((_, last))) = (dates.first(), dates.last()) else {
        return texts.metrics().trend_none.to_owned();
    };
    let change = main.map(|(name, values)| trend_change(name, values, dates, notes, texts));
    about(first, last) + &change.unwrap_or_default()
}

/// The sentence about a series in the description of a chart: its first and its last value since the last change of prompts or
/// models. Empty with fewer than two values.
fn trend_change(
    name: &str,
    values: &[Option<Value>],
    dates: &[(Date, String)],
    notes: &DateNotes,
    texts: Texts,
) -> String {
    let since = notes.notes.iter().rposition(Option::is_some);
    let mut values = values.iter().skip(since.unwrap_or_default()).flatten();
    let (Some(before), Some(after)) = (values.next(), values.next_back()) else { return String::new() };
    let since = since.and_then(|since| dates.get(since)).map(|(_, period)| period.as_str());
    (texts.metrics().trend_change)(name, since, &rate(before.value), &rate(after.value))
}
