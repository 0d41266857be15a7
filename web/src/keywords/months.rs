//! Searches by month: aligned to the same months, with gaps, and estimated from the ratios of a trend.

use answerdeck_api::NaverTrend;
use time::{Date, Month as MonthName};

/// A month of the calendar, counted from January of the year 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month(i32);

impl Month {
    /// A month by its number, 1..12. `None` beyond the years 0..9999.
    pub fn new(year: i32, month: u32) -> Option<Self> {
        let month = i32::try_from(month).ok().filter(|month| (1..=12).contains(month))?;
        (0..=9_999).contains(&year).then_some(Self(year * 12 + month - 1))
    }

    /// The first day. `None` before the year 0.
    pub fn first_day(self) -> Option<Date> {
        let name = MonthName::try_from(u8::try_from(self.0.rem_euclid(12)).ok()? + 1).ok()?;
        (self.0 >= 0).then(|| Date::from_calendar_date(self.0.div_euclid(12), name, 1).ok()).flatten()
    }
}

/// The values of some months, oldest first.
pub type MonthlyValues = Vec<(Month, f64)>;

/// The latest month in which there is a value. `None` if there are none.
pub fn latest_month<'a>(all: impl Iterator<Item = &'a [(Month, f64)]>) -> Option<Month> {
    all.flatten().map(|(month, _)| *month).max()
}

/// The `count` months up to the last, oldest first.
pub fn last_months(last: Month, count: usize) -> Vec<Month> {
    let count = i32::try_from(count).unwrap_or_default();
    (0..count).rev().map(|before| Month(last.0 - before)).collect()
}

/// The value in each month. `None` where there is none.
pub fn aligned(values: &[(Month, f64)], months: &[Month]) -> Vec<Option<f64>> {
    let value = |month: &Month| values.iter().find(|(other, _)| other == month).map(|(_, value)| *value);
    months.iter().map(value).collect()
}

/// The ratios of a trend in percent of its best month.
pub fn ratios(trend: &NaverTrend) -> MonthlyValues {
    let points = trend.points.iter().filter(|point| point.ratio.is_finite() && point.ratio >= 0.0);
    points.filter_map(|point| Some((Month::new(point.year, point.month)?, point.ratio))).collect()
}

/// The searches in each month, estimated from the ratios and the volume of the month of the anchor. `None` without an
/// anchor, and if the ratio of its month is 0 or absent: then the number of searches of a ratio is unknown.
pub fn estimated_volumes(trend: &NaverTrend) -> Option<MonthlyValues> {
    let anchor = trend.anchor?;
    let month = Month::new(anchor.year, anchor.month)?;
    let ratios = ratios(trend);
    let (_, ratio) = ratios.iter().find(|(other, ratio)| *other == month && *ratio > 0.0)?;
    let searches = anchor.search_volume_total as f64 / ratio;
    Some(ratios.iter().map(|(month, ratio)| (*month, (ratio * searches).round())).collect())
}

#[cfg(test)]
mod tests {
    use answerdeck_api::{TrendAnchor, TrendPoint};

    use super::*;

    fn month(year: i32, number: u32) -> Month {
        Month::new(year, number).unwrap()
    }

    fn trend(ratios: &[f64], anchor: Option<(u32, u64)>) -> NaverTrend {
        NaverTrend {
            points: ratios
                .iter()
                .zip(1..)
                .map(|(ratio, month)| TrendPoint { year: 2026, month, ratio: *ratio })
                .collect(),
            anchor: anchor.map(|(month, search_volume_total)| TrendAnchor { year: 2026, month, search_volume_total }),
        }
    }

    #[test]
    fn a_month_without_a_value_is_a_gap() {
        let values = [(month(2025, 12), 5.0), (month(2026, 2), 7.0)];
        let months = last_months(latest_month([&values[..]].into_iter()).unwrap(), 4);
        assert_eq!(months.first(), Some(&month(2025, 11)));
        assert_eq!(aligned(&values, &months), [None, Some(5.0), None, Some(7.0)]);
        assert_eq!(latest_month([].into_iter()), None);
    }

    #[test]
    fn a_month_beyond_the_calendar_is_none() {
        for (year, number) in [(2026, 0), (2026, 13), (-1, 1), (10_000, 1), (i32::MAX, u32::MAX)] {
            assert_eq!(Month::new(year, number), None);
        }
        assert_eq!(last_months(month(0, 1), 2).first().and_then(|month| month.first_day()), None);
        assert_eq!(month(2026, 11).first_day().map(|day| day.to_julian_day()), Some(2_461_346));
    }

    #[test]
    fn ratios_become_volumes_by_the_month_of_the_anchor() {
        let volumes = estimated_volumes(&trend(&[100.0, 25.0, 50.0], Some((3, 1_000)))).unwrap();
        assert_eq!(volumes.iter().map(|(_, volume)| *volume).collect::<Vec<_>>(), [2_000.0, 500.0, 1_000.0]);
    }

    #[test]
    fn without_a_usable_anchor_there_are_no_volumes() {
        for trend in [
            trend(&[100.0, 50.0], None),
            trend(&[100.0, 0.0], Some((2, 1_000))),
            trend(&[100.0, 50.0], Some((3, 1_000))),
            trend(&[f64::NAN, f64::INFINITY], Some((2, 1_000))),
            trend(&[], Some((1, 1_000))),
        ] {
            assert_eq!(estimated_volumes(&trend), None, "{trend:?}");
        }
    }

    #[test]
    fn a_ratio_that_is_nan_is_a_gap() {
        assert_eq!(ratios(&trend(&[f64::NAN, -1.0, 50.0], None)), [(month(2026, 3), 50.0)]);
    }
}
