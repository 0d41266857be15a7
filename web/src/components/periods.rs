//! The periods of a trend: their days and their names.

use answerdeck_insight::Period;
use time::{Date, Month};

use crate::charts::Step;
use crate::format::{calendar_day, calendar_month, calendar_year};
use crate::locale::Texts;

/// Reads the first day of a period, such as `2026-11-16`. `None` if it is malformed.
pub fn first_day(text: &str) -> Option<Date> {
    let mut parts = text.splitn(3, '-');
    let year = parts.next()?.parse().ok()?;
    let month = Month::try_from(parts.next()?.parse::<u8>().ok()?).ok()?;
    Date::from_calendar_date(year, month, parts.next()?.parse().ok()?).ok()
}

/// The name of a period by its first day.
pub fn period_name(first_day: Date, period: Period, texts: Texts) -> String {
    match period {
        Period::Day => calendar_day(first_day),
        Period::Week => (texts.metrics().week_of)(&calendar_day(first_day)),
        Period::Month => calendar_month(first_day),
    }
}

/// The label of a date on an axis.
pub fn date_label(step: Step, date: Date) -> String {
    match step {
        Step::Days(_) | Step::Weeks(_) => calendar_day(date),
        Step::Months(_) => calendar_month(date),
        Step::Years(_) => calendar_year(date),
    }
}
