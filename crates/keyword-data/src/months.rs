//! Calendar months.

use jiff::civil::Date;
use jiff::tz::{TimeZone, offset};
use jiff::{Timestamp, ToSpan};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month {
    pub year: i32,
    /// 1..=12.
    pub month: u32,
}

const TREND_MONTHS: i32 = 12;

impl Month {
    fn of(date: Date) -> Self {
        Self { year: date.year().into(), month: date.month().unsigned_abs().into() }
    }

    fn first_day(self) -> Option<Date> {
        Date::new(i16::try_from(self.year).ok()?, i8::try_from(self.month).ok()?, 1).ok()
    }

    /// The first day in ISO 8601: `2026-02-01`.
    pub fn first_date(self) -> String {
        self.first_day().map(|date| date.to_string()).unwrap_or_default()
    }

    /// The last day in ISO 8601: `2026-02-28`.
    pub fn last_date(self) -> String {
        self.first_day().map(|date| date.last_of_month().to_string()).unwrap_or_default()
    }
}

/// The 12 months before the current month in Korea, the oldest first.
pub fn last_complete_months(now: Timestamp) -> Vec<Month> {
    let this_month = now.to_zoned(TimeZone::fixed(offset(9))).date().first_of_month();
    (1..=TREND_MONTHS).rev().filter_map(|back| this_month.checked_sub(back.months()).ok()).map(Month::of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_end_with_the_last_complete_month_in_korea() {
        let months = last_complete_months("2026-11-20T09:00:00Z".parse().unwrap());
        assert_eq!(months.len(), 12);
        assert_eq!((months[0], months[11]), (Month { year: 2025, month: 11 }, Month { year: 2026, month: 10 }));
        assert!(months.windows(2).all(|pair| pair[0] < pair[1]));
        // March begins nine hours earlier in Korea.
        let months = last_complete_months("2028-02-29T15:00:00Z".parse().unwrap());
        assert_eq!(
            (months[11].first_date(), months[11].last_date()),
            ("2028-02-01".to_owned(), "2028-02-29".to_owned())
        );
    }
}
