//! The periods of a trend: their days, their names and their answers.

use time::{Date, Duration};

use crate::format::{calendar_day, calendar_month, day_before, day_of, parse_day, start_of_day};
use crate::locale::Texts;
use crate::paths::{AnswerFilterParams, Period};

fn last_day(first_day: Date, period: Period) -> Date {
    let days = match period {
        Period::Day => 1,
        Period::Week => 7,
        Period::Month => first_day.month().length(first_day.year()),
    };
    first_day.saturating_add(Duration::days(i64::from(days) - 1))
}

pub fn period_name(first_day: Date, period: Period, texts: Texts) -> String {
    match period {
        Period::Day => calendar_day(first_day),
        Period::Week => (texts.metrics().week_of)(&[first_day, last_day(first_day, period)].map(calendar_day)),
        Period::Month => calendar_month(first_day),
    }
}

/// The name of a period that a scope cuts: the days that it has of it.
pub fn part_name(first: Date, period: Period, scope: &AnswerFilterParams, texts: Texts) -> String {
    let date = |day: Option<String>| day.as_deref().and_then(parse_day);
    let (from, to) = (date(scope.from.as_ref().and_then(day_of)), date(scope.to.as_ref().and_then(day_before)));
    let last = last_day(first, period);
    let days = [from.map_or(first, |from| from.max(first)), to.map_or(last, |to| to.min(last))];
    let texts = texts.metrics();
    let part_of = match period {
        Period::Day => texts.part_of_day,
        Period::Week => texts.part_of_week,
        Period::Month => texts.part_of_month,
    };
    part_of(&days.map(calendar_day))
}

/// How the axis of a chart writes the first day of each of its periods.
pub fn date_label(period: Period, periods: usize) -> fn(Date) -> String {
    match period {
        // Beyond a year, a day without its year is unclear.
        Period::Day if periods <= 366 => calendar_day,
        Period::Week if periods <= 53 => calendar_day,
        _ => calendar_month,
    }
}

/// The answers of a period, of those in a scope. The scope itself if the calendar has no such period.
pub fn within_period(first_day: Date, period: Period, scope: &AnswerFilterParams) -> AnswerFilterParams {
    let bound = |day: Date, days_later| start_of_day(&day.to_string(), days_later);
    let (Some(start), Some(end)) = (bound(first_day, 0), bound(last_day(first_day, period), 1)) else {
        return scope.clone();
    };
    // Times in UTC, as the console writes them, compare as texts.
    let from = scope.from.clone().filter(|from| from.as_str() > start.as_str()).unwrap_or(start);
    let to = scope.to.clone().filter(|to| to.as_str() < end.as_str()).unwrap_or(end);
    scope.clone().between(Some(from), Some(to))
}
