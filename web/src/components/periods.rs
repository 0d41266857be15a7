//! The periods of a trend: their days, their names and their answers.

use time::{Date, Duration, Month};

use crate::format::{calendar_day, calendar_month, start_of_day};
use crate::locale::Texts;
use crate::paths::{AnswerFilterParams, Period};

/// Reads the first day of a period, such as `2026-11-16`. `None` if it is malformed.
pub fn first_day(text: &str) -> Option<Date> {
    let mut parts = text.splitn(3, '-');
    let year = parts.next()?.parse().ok()?;
    let month = Month::try_from(parts.next()?.parse::<u8>().ok()?).ok()?;
    Date::from_calendar_date(year, month, parts.next()?.parse().ok()?).ok()
}

pub fn period_name(first_day: Date, period: Period, texts: Texts) -> String {
    match period {
        Period::Day => calendar_day(first_day),
        Period::Week => {
            let last_day = first_day.saturating_add(Duration::days(6));
            (texts.metrics().week_of)(&[first_day, last_day].map(calendar_day))
        }
        Period::Month => calendar_month(first_day),
    }
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
    let days = match period {
        Period::Day => 1,
        Period::Week => 7,
        Period::Month => first_day.month().length(first_day.year()),
    };
    let bound = |days_later| start_of_day(&first_day.to_string(), days_later);
    let (Some(start), Some(end)) = (bound(0), bound(days.into())) else { return scope.clone() };
    // Times in UTC, as the console writes them, compare as texts.
    let from = scope.from.clone().filter(|from| from.as_str() > start.as_str()).unwrap_or(start);
    let to = scope.to.clone().filter(|to| to.as_str() < end.as_str()).unwrap_or(end);
    scope.clone().between(Some(from), Some(to))
}
