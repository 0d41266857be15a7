//! The points of a series: the calendar in a time zone.

use answerdeck_api::metrics::SeriesInterval;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

const DAY_MS: i64 = 86_400_000;

/// A length of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Period {
    Day,
    Week,
    Month,
}

impl Period {
    /// The period of an interval. `None` for runs.
    pub(crate) fn of(interval: &SeriesInterval) -> Option<Self> {
        match interval {
            SeriesInterval::Day => Some(Self::Day),
            SeriesInterval::Week => Some(Self::Week),
            SeriesInterval::Month => Some(Self::Month),
            SeriesInterval::Run | SeriesInterval::Unknown(_) => None,
        }
    }
}

/// The calendar of a time zone. A period begins at local midnight.
#[derive(Debug)]
pub(crate) struct Calendar(TimeZone);

impl Calendar {
    /// Returns the calendar of an IANA zone. `None` for an unknown zone.
    pub(crate) fn new(zone: &str) -> Option<Self> {
        // A POSIX zone is no IANA zone.
        jiff::tz::db().get(zone).ok().map(Self)
    }

    /// The local day of a time in milliseconds since 1970, counted from 1970-01-01.
    pub(crate) fn day(&self, time: i64) -> i64 {
        let at = Timestamp::from_millisecond(time).unwrap_or(Timestamp::UNIX_EPOCH);
        let offset = i64::from(self.0.to_offset(at).seconds()) * 1_000;
        (time + offset).div_euclid(DAY_MS)
    }

    pub(crate) fn number(&self, period: Period, time: i64) -> i64 {
        let day = self.day(time);
        match period {
            Period::Day => day,
            // 1969-12-29 was a Monday.
            Period::Week => (day + 3).div_euclid(7),
            Period::Month => {
                let date = date(day);
                i64::from(date.year()) * 12 + i64::from(date.month()) - 1
            }
        }
    }
}

pub(crate) fn first_day(period: Period, number: i64) -> String {
    match period {
        Period::Day => day_text(number),
        Period::Week => day_text(number * 7 - 3),
        Period::Month => {
            let (year, month) = (number.div_euclid(12), number.rem_euclid(12) + 1);
            format!("{year:04}-{month:02}-01")
        }
    }
}

/// A day such as `2026-11-16`, from its number.
pub(crate) fn day_text(day: i64) -> String {
    date(day).to_string()
}

fn date(day: i64) -> Date {
    Date::constant(1970, 1, 1).checked_add(day.days()).unwrap_or(Date::MAX)
}

#[cfg(test)]
mod tests {
    use jiff::civil::Weekday;

    use super::*;

    fn first(period: Period, zone: &str, time: &str) -> String {
        let calendar = Calendar::new(zone).unwrap();
        let time: Timestamp = time.parse().unwrap();
        first_day(period, calendar.number(period, time.as_millisecond()))
    }

    #[test]
    fn a_period_begins_at_local_midnight() {
        assert_eq!(first(Period::Day, "Asia/Seoul", "2026-11-15T15:00:00Z"), "2026-11-16");
        assert_eq!(first(Period::Day, "UTC", "2026-11-15T15:00:00Z"), "2026-11-15");
        assert_eq!(first(Period::Week, "Asia/Seoul", "2026-11-15T14:59:59Z"), "2026-11-09");
        assert_eq!(first(Period::Week, "Asia/Seoul", "2026-11-15T15:00:00Z"), "2026-11-16");
        assert_eq!(first(Period::Month, "America/New_York", "2026-12-01T04:59:59Z"), "2026-11-01");
        assert_eq!(first(Period::Month, "America/New_York", "2027-01-01T05:00:00Z"), "2027-01-01");
    }

    #[test]
    fn the_offset_of_a_zone_changes_with_the_season() {
        assert_eq!(first(Period::Day, "America/New_York", "2026-07-02T04:00:00Z"), "2026-07-02");
        assert_eq!(first(Period::Day, "America/New_York", "2026-12-02T04:00:00Z"), "2026-12-01");
    }

    #[test]
    fn weeks_begin_on_monday() {
        for number in [-1, 0, 2_967] {
            let day: Date = first_day(Period::Week, number).parse().unwrap();
            assert_eq!(day.weekday(), Weekday::Monday);
        }
    }

    #[test]
    fn an_unknown_zone_is_none() {
        assert!(["Nowhere/City", "", "../../etc/passwd"].iter().all(|zone| Calendar::new(zone).is_none()));
    }
}
