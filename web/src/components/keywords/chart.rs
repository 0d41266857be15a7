use leptos::prelude::*;

use super::selection::KeywordSelection;
use crate::charts::{Annotations, Axes, Chart, ColumnNames, Line, LineChart, Value, ValueAxis};
use crate::format::{calendar_month, count, decimal, rate, whole_percent};
use crate::keywords::{KeywordProvider, KeywordRow, Month, MonthlyValues, aligned, last_months, latest_month};
use crate::locale::{Texts, t, t_with, texts};
use crate::paths::CHARTED_MAX;
use crate::reactive::{effect, live, live_option, live_when};
use crate::sorting::sort_by_key;
use crate::ui::SegmentedControl;
use crate::untrusted::quotation;

/// The number of lines while no keyword is selected.
const LINES_AT_FIRST: usize = 5;
/// The maximum length of a keyword in the chart, in characters.
const KEYWORD_MAX: usize = 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// Searches that Google counted.
    Counted,
    /// Searches that are estimated from the ratios of Naver.
    Estimated,
    /// The ratios of Naver, in percent of the best month of each keyword.
    Relative,
}

impl Unit {
    fn values(self, row: &KeywordRow) -> MonthlyValues {
        match self {
            Self::Counted | Self::Estimated => row.monthly_volumes(),
            Self::Relative => row.ratios(),
        }
    }

    fn text(self, value: f64, texts: Texts) -> String {
        let texts = texts.keywords();
        match self {
            Self::Counted => (texts.searches)(&count(value as u64)),
            Self::Estimated => (texts.about_searches)(&count(rounded(value as u64))),
            Self::Relative => (texts.of_best)(&rate(value / 100.0)),
        }
    }

    fn axis(self) -> ValueAxis {
        match self {
            Self::Counted | Self::Estimated => ValueAxis { min_step: 1.0, limit: None, label: decimal },
            Self::Relative => {
                ValueAxis { min_step: 1.0, limit: Some(100.0), label: |value| whole_percent(value / 100.0) }
            }
        }
    }
}

/// Searches by month: of the selected keywords, or else of the most searched ones.
#[component]
pub fn KeywordChart(
    rows: Memo<Vec<KeywordRow>>,
    provider: Memo<KeywordProvider>,
    months: Memo<usize>,
    /// Whether Naver's ratios are shown, not the volumes estimated from them.
    is_relative: Memo<bool>,
    on_relative: Callback<bool>,
    selection: KeywordSelection,
    /// The highest number of searches of this chart, which it sets, and that of the chart beside it: their axes are the same. The page
    /// says below both how to select keywords.
    #[prop(optional)]
    beside: Option<[RwSignal<f64>; 2]>,
    /// Set to what the chart says, if the page says it in its place.
    #[prop(optional)]
    finding: Option<RwSignal<String>>,
) -> AnyView {
    let drawn = Memo::new(move |_| rows.with(|rows| drawn_rows(rows, &selection.get())));
    // Without any anchor volume, only ratios can be shown.
    let can_estimate = Memo::new(move |_| drawn.with(|rows| rows.iter().any(|row| !row.monthly_volumes().is_empty())));
    let unit = Memo::new(move |_| match provider.get() {
        KeywordProvider::Google => Unit::Counted,
        KeywordProvider::Naver if is_relative.get() || !can_estimate.get() => Unit::Relative,
        KeywordProvider::Naver => Unit::Estimated,
    });
    let has_data = Memo::new(move |_| drawn.with(|rows| rows.iter().any(|row| !unit.get().values(row).is_empty())));
    let chart = move || {
        let chart = drawn.with(|rows| line_chart(rows, unit.get(), months.get(), texts()));
        let beside = beside.filter(|_| unit.get() != Unit::Relative);
        LineChart { shared_max: beside.map_or(0.0, |[_, other]| other.get()), ..chart }
    };
    if let Some([peak, _]) = beside {
        let highest = Memo::new(move |_| {
            let highest = chart().peak();
            if unit.get() == Unit::Relative { 0.0 } else { highest }
        });
        effect(move || peak.set(highest.get()));
    }
    let title = t_with(move |t| {
        let title = match unit.get() {
            Unit::Counted => t.keywords().chart_google,
            Unit::Estimated => t.keywords().chart_estimated,
            Unit::Relative => t.keywords().chart_relative,
        };
        title.to_owned()
    });
    let change = t_with(move |t| change_text(&chart(), t).unwrap_or_default());
    let description = t_with(move |t| {
        let chart = chart();
        let all = rows.with(Vec::len) as u64;
        let (Some((_, first)), Some((_, last))) = (chart.axes.dates.first(), chart.axes.dates.last()) else {
            return String::new();
        };
        let about = (t.keywords().chart_about)(chart.lines.len() as u64, all, first, last);
        if finding.is_some() { about } else { [about, change.get()].join(" ") }
    });
    if let Some(finding) = finding {
        effect(move || finding.set(change.get()));
        on_cleanup(move || _ = finding.try_set(String::new()));
    }
    let without_anchor = t_with(move |t| drawn.with(|rows| no_anchor_text(rows, t)).unwrap_or_default());
    let unit_choice = move || {
        let options = vec![(false, t(|t| t.keywords().estimated)), (true, t(|t| t.keywords().relative))];
        view! {
            <SegmentedControl
                label=t(|t| t.keywords().unit)
                name="unit"
                options
                selected=is_relative
                on_change=on_relative
            />
        }
    };
    let has_choice = move || provider.get() == KeywordProvider::Naver && can_estimate.get();
    let figure = move || {
        let draw = Box::new(move |width: f64| chart().draw(width));
        let table = Box::new(move || {
            chart().table(ColumnNames {
                dates: texts().common().month,
                count: "",
                out_of: "",
                n_of: |_, _| String::new(),
            })
        });
        view! { <Chart title description draw table /> }.into_any()
    };
    let none = || view! { <p class="muted">{t(|t| t.keywords().chart_none)}</p> }.into_any();
    view! {
        {live_when(has_choice, unit_choice)}
        {live(move || if has_data.get() { untrack(figure) } else { none() })}
        {live_option(move || {
            let note = Some(without_anchor.get()).filter(|note| unit.get() == Unit::Estimated && !note.is_empty())?;
            Some(view! { <p class="muted"><bdi>{note}</bdi></p> })
        })}
        {beside.is_none().then(|| view! { <p class="muted">{t_with(|t| (t.keywords().chart_hint)(CHARTED_MAX as u64))}</p> })}
    }
    .into_any()
}

// How the line on top changes, from its first value to its last. `None` with fewer than two values.
fn change_text(chart: &LineChart, texts: Texts) -> Option<String> {
    let line = chart.lines.last()?;
    let dated = line.values.iter().zip(&chart.axes.dates);
    let mut values = dated.filter_map(|(value, (_, date))| Some((value.as_ref()?.text.as_str(), date.as_str())));
    let (before, after) = (values.next()?, values.next_back()?);
    Some((texts.keywords().chart_change)(&line.name, [before, after]))
}

// Which keywords have ratios that nothing turns into searches. `None` if there are none.
fn no_anchor_text(rows: &[KeywordRow], texts: Texts) -> Option<String> {
    let is_without = |row: &&KeywordRow| row.monthly_volumes().is_empty() && !row.ratios().is_empty();
    let names: Vec<String> = rows.iter().filter(is_without).map(name).collect();
    (!names.is_empty()).then(|| (texts.keywords().no_anchor)(&names.join(", ")))
}

// A number with three significant digits: an estimate is not more exact.
fn rounded(number: u64) -> u64 {
    let mut unit = 1;
    while number / unit >= 1_000 {
        unit *= 10;
    }
    number.saturating_add(unit / 2) / unit * unit
}

fn name(row: &KeywordRow) -> String {
    quotation(&row.keyword, KEYWORD_MAX)
}

// The selected keywords, or else the most searched ones. In the order of the list, so that colors stay.
fn drawn_rows(rows: &[KeywordRow], selected: &[String]) -> Vec<KeywordRow> {
    let mut at: Vec<usize> = if selected.is_empty() {
        let mut most_searched: Vec<usize> = (0..rows.len()).collect();
        sort_by_key(&mut most_searched, |index| std::cmp::Reverse(rows.get(*index).and_then(KeywordRow::volume)));
        most_searched.truncate(LINES_AT_FIRST);
        most_searched
    } else {
        let at = |keyword: &String| rows.iter().position(|row| row.keyword == *keyword);
        selected.iter().filter_map(at).take(CHARTED_MAX).collect()
    };
    sort_by_key(&mut at, |index| *index);
    at.into_iter().filter_map(|index| rows.get(index).cloned()).collect()
}

/// The keywords that the chart draws, in the order of its colors.
pub fn drawn_keywords(rows: &[KeywordRow], selection: KeywordSelection) -> Vec<String> {
    drawn_rows(rows, &selection.get()).into_iter().map(|row| row.keyword).collect()
}

fn line_chart(rows: &[KeywordRow], unit: Unit, months: usize, texts: Texts) -> LineChart {
    // A keyword without any value has no line.
    let of_row = |(series, row): (usize, &KeywordRow)| (series, name(row), unit.values(row));
    let known = (1..).zip(rows).map(of_row).filter(|(.., values)| !values.is_empty());
    let known: Vec<(usize, String, MonthlyValues)> = known.collect();
    let last = latest_month(known.iter().map(|(.., values)| values.as_slice()));
    let months: Vec<Month> = last.map(|last| last_months(last, months)).unwrap_or_default();
    let days = months.iter().filter_map(|month| month.first_day());
    let dates: Vec<_> = days.map(|day| (day, calendar_month(day))).collect();
    // Months before the calendar begins are left out: `dates` has only the last ones.
    let months = months.get(months.len() - dates.len()..).unwrap_or_default();
    let value = |value: f64| Value { value, text: unit.text(value, texts), counted: None };
    let mut lines: Vec<Line> = Vec::new();
    for (series, name, values) in known {
        let values = aligned(&values, months).into_iter().map(|found| found.map(value)).collect();
        lines.push(Line { name, series, strong: rows.len() == 1, values });
    }
    // The first color is on top.
    lines.reverse();
    let axes = Axes {
        dates,
        annotations: Annotations::default(),
        date_label: calendar_month,
        values: unit.axis(),
        no_data: texts.charts().no_data,
    };
    LineChart { axes, lines, shared_max: 0.0 }
}

#[cfg(test)]
mod tests {
    use answerdeck_api::GoogleKeywordMetrics;

    use super::*;
    use crate::keywords::KeywordData;

    fn row(keyword: &str, search_volume: Option<u64>) -> KeywordRow {
        let metrics = GoogleKeywordMetrics { search_volume, ..GoogleKeywordMetrics::default() };
        KeywordRow { keyword: keyword.to_owned(), data: KeywordData::Google(Some(metrics)) }
    }

    fn drawn(rows: &[KeywordRow], selected: &[&str]) -> Vec<String> {
        let selected: Vec<String> = selected.iter().map(|keyword| (*keyword).to_owned()).collect();
        drawn_rows(rows, &selected).into_iter().map(|row| row.keyword).collect()
    }

    #[test]
    fn an_estimate_has_three_significant_digits() {
        assert_eq!([0, 7, 999, 1_234, 173_700, 166_614].map(rounded), [0, 7, 999, 1_230, 174_000, 167_000]);
        assert!(rounded(u64::MAX) > 0);
    }

    #[test]
    fn the_most_searched_keywords_are_drawn_until_others_are_selected() {
        let rows: Vec<_> = (0..10).map(|number| row(&number.to_string(), (number != 9).then_some(number))).collect();
        assert_eq!(drawn(&rows, &[]), ["4", "5", "6", "7", "8"]);
        assert_eq!(drawn(&rows, &["9", "0", "elsewhere"]), ["0", "9"]);
        let all: Vec<String> = rows.iter().map(|row| row.keyword.clone()).collect();
        assert_eq!(drawn_rows(&rows, &all).len(), CHARTED_MAX);
    }
}
