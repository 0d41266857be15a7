//! Times relative to now.

use answerdeck_api::Timestamp;
use js_sys::{Date, Intl};

use super::dates::date_of;
use super::{formatter, options};
use crate::language::{Language, language};

/// A point in time relative to now: `3 minutes ago`. The original text if it is not a valid time.
pub fn relative_time(time: &Timestamp) -> String {
    let Some(date) = date_of(time) else { return time.to_string() };
    let now = Date::new_0();
    let seconds = (date.get_time() - now.get_time()) / 1000.0;
    // Both days as if they were of UTC, where each has 24 hours.
    let day = |date: &Date| {
        Date::utc(f64::from(date.get_full_year()), f64::from(date.get_month())) / 86_400_000.0
            + f64::from(date.get_date())
    };
    let (number, unit) = largest_unit(seconds, day(&date) - day(&now));
    // `Intl` has `지금` and `now`, which fit what comes, not what was.
    if unit == "second" && seconds <= 0.0 {
        return match language() {
            Language::Korean => "방금",
            Language::English => "just now",
        }
        .to_owned();
    }
    formatted(number, unit)
}

/// The time until something that happens in `seconds`, rounded up: `in 5 minutes`.
pub fn time_until(seconds: u64) -> String {
    let (number, unit) = waiting_time(seconds);
    formatted(number as f64, unit)
}

fn formatted(number: f64, unit: &str) -> String {
    let format =
        formatter("relative", |locales| Intl::RelativeTimeFormat::new(locales, &options(&[("numeric", "auto")])));
    format.format(number, unit).into()
}

fn waiting_time(seconds: u64) -> (u64, &'static str) {
    match seconds {
        0..120 => (seconds.max(1), "second"),
        120..7_200 => (seconds.div_ceil(60), "minute"),
        _ => (seconds.div_ceil(3_600), "hour"),
    }
}

/// A duration in seconds, and in days of the calendar, rounded in the unit that suits it. From a day on, days of the calendar
/// count: 47 hours ago is not `yesterday`. Weeks are used from the second on, and years too, because `last week` and `last year`
/// are of the calendar; months from the third on, because otherwise four of a series of weekly runs would all be `last month`.
fn largest_unit(seconds: f64, days: f64) -> (f64, &'static str) {
    const DAY: f64 = 86_400.0;
    const MONTH: f64 = 2_629_746.0;
    let rounded = |length: f64, most: f64| (seconds / length).round().clamp(-most, most);
    match seconds.abs() {
        // Less than a minute is `now`, because a running count of seconds distracts.
        ..60.0 => (0.0, "second"),
        ..3_600.0 => (rounded(60.0, 59.0), "minute"),
        ..DAY => (rounded(3_600.0, 23.0), "hour"),
        // A day of 25 hours may have both points in time.
        _ if days == 0.0 => (seconds.signum(), "day"),
        _ if days.abs() < 14.0 => (days, "day"),
        passed if passed < 3.0 * MONTH => ((days / 7.0).round(), "week"),
        passed if passed < 24.0 * MONTH => (rounded(MONTH, 24.0), "month"),
        _ => (rounded(12.0 * MONTH, f64::MAX), "year"),
    }
}

#[cfg(test)]
mod tests {
    use super::{largest_unit, waiting_time};

    #[test]
    fn a_waiting_time_is_never_too_short() {
        for (seconds, expected) in [
            (0, (1, "second")),
            (119, (119, "second")),
            (121, (3, "minute")),
            (3_600, (60, "minute")),
            (7_201, (3, "hour")),
        ] {
            assert_eq!(waiting_time(seconds), expected, "{seconds}");
        }
    }

    #[test]
    fn a_duration_is_rounded_and_from_a_day_on_counts_days_of_the_calendar() {
        for (hours, days, expected) in [
            (-0.000_1, 0.0, (0.0, "second")),
            (-59.9 / 3_600.0, 0.0, (0.0, "second")),
            (-60.0 / 3_600.0, 0.0, (-1.0, "minute")),
            (-0.999, 0.0, (-59.0, "minute")),
            (-1.4, 0.0, (-1.0, "hour")),
            (-1.99, 0.0, (-2.0, "hour")),
            (-23.9, 0.0, (-23.0, "hour")),
            (-23.9, -1.0, (-23.0, "hour")),
            (-24.5, 0.0, (-1.0, "day")),
            (-25.0, -1.0, (-1.0, "day")),
            (-25.0, -2.0, (-2.0, "day")),
            (-47.0, -1.0, (-1.0, "day")),
            (-47.0, -2.0, (-2.0, "day")),
            (25.0, 1.0, (1.0, "day")),
            (-24.0 * 7.0, -7.0, (-7.0, "day")),
            (-24.0 * 13.9, -13.0, (-13.0, "day")),
            (-24.0 * 13.9, -14.0, (-2.0, "week")),
            (-24.0 * 18.0, -18.0, (-3.0, "week")),
            (-24.0 * 84.0, -84.0, (-12.0, "week")),
            (-24.0 * 91.1, -91.0, (-13.0, "week")),
            (-24.0 * 92.0, -92.0, (-3.0, "month")),
            (-24.0 * 400.0, -400.0, (-13.0, "month")),
            (-24.0 * 800.0, -800.0, (-2.0, "year")),
        ] {
            assert_eq!(largest_unit(hours * 3_600.0, days), expected, "{hours} h, {days} days");
        }
    }
}
