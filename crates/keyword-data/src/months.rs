//! Calendar months.

use jiff::civil::Date;
use jiff::tz::{TimeZone, offset};
use jiff::{Timestamp, ToSpan};

const TREND_MONTHS: i32 = 12;

/// The first days of the 12 months before the current month in Korea, the oldest first.
pub fn last_complete_months(now: Timestamp) -> Vec<Date> {
    let this_month = now.to_zoned(TimeZone::fixed(offset(9))).date().first_of_month();
    (1..=TREND_MONTHS).rev().filter_map(|back| this_month.checked_sub(back.months()).ok()).collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn months_end_with_the_last_complete_month_in_korea() {
        let months = last_complete_months("2026-11-20T09:00:00Z".parse().unwrap());
        assert_eq!(months.len(), 12);
        assert_eq!((months[0], months[11]), (date(2025, 11, 1), date(2026, 10, 1)));
        assert!(months.windows(2).all(|pair| pair[0] < pair[1]));
        // March begins nine hours earlier in Korea.
        let months = last_complete_months("2028-02-29T15:00:00Z".parse().unwrap());
        assert_eq!(months[11], date(2028, 2, 1));
    }
}
