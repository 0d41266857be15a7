//! The scale of dates.

use time::{Date, Month};

/// A scale of dates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calendar {
    first: Date,
    last: Date,
    start: f64,
    end: f64,
}

/// The distance between two ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A number of days.
    Days(u16),
    /// A number of weeks. Ticks are Mondays.
    Weeks(u16),
    /// A number of months. Ticks are the first of a month, and January is one of them.
    Months(u16),
    /// A number of years. Ticks are January 1.
    Years(u16),
}

const STEPS: [Step; 14] = [
    Step::Days(1),
    Step::Days(2),
    Step::Weeks(1),
    Step::Weeks(2),
    Step::Months(1),
    Step::Months(2),
    Step::Months(3),
    Step::Months(6),
    Step::Years(1),
    Step::Years(2),
    Step::Years(5),
    Step::Years(20),
    Step::Years(100),
    Step::Years(1_000),
];

impl Step {
    // The number of the step that contains a date: ticks are the first days of a step.
    fn number(self, date: Date) -> i32 {
        let months = || date.year() * 12 + i32::from(date.month() as u8) - 1;
        match self {
            Self::Days(days) => date.to_julian_day().div_euclid(i32::from(days)),
            // Julian day 0 is a Monday.
            Self::Weeks(weeks) => date.to_julian_day().div_euclid(7 * i32::from(weeks)),
            Self::Months(count) => months().div_euclid(i32::from(count)),
            Self::Years(years) => date.year().div_euclid(i32::from(years)),
        }
    }

    // The first day of a step. `None` beyond the calendar.
    fn first_day(self, number: i32) -> Option<Date> {
        match self {
            Self::Days(days) => Date::from_julian_day(number.checked_mul(i32::from(days))?).ok(),
            Self::Weeks(weeks) => Date::from_julian_day(number.checked_mul(7 * i32::from(weeks))?).ok(),
            Self::Months(count) => {
                let month = number.checked_mul(i32::from(count))?;
                let name = Month::try_from(u8::try_from(month.rem_euclid(12)).ok()? + 1).ok()?;
                Date::from_calendar_date(month.div_euclid(12), name, 1).ok()
            }
            Self::Years(years) => {
                Date::from_calendar_date(number.checked_mul(i32::from(years))?, Month::January, 1).ok()
            }
        }
    }
}

impl Calendar {
    /// A scale of the dates `first`..`last` on the coordinates `start`..`end`.
    pub const fn new(first: Date, last: Date, [start, end]: [f64; 2]) -> Self {
        Self { first, last, start, end }
    }

    /// The coordinate of a date. The middle, if the scale has only one date.
    pub fn position(&self, date: Date) -> f64 {
        let day = |date: Date| f64::from(date.to_julian_day());
        let length = day(self.last) - day(self.first);
        let share = if length > 0.0 { (day(date) - day(self.first)) / length } else { 0.5 };
        self.start + (self.end - self.start) * share
    }

    /// The ticks, at most `max`, and the smallest step for which they suffice.
    pub fn ticks(&self, max: i32) -> (Step, Vec<Date>) {
        let tick_numbers = |step: Step| {
            let first = step.number(self.first);
            let starts_at_tick = step.first_day(first) == Some(self.first);
            (if starts_at_tick { first } else { first + 1 })..=step.number(self.last)
        };
        let fits = |step: &Step| {
            let numbers = tick_numbers(*step);
            (1..=max.max(1)).contains(&(numbers.end() - numbers.start() + 1))
        };
        match STEPS.into_iter().find(fits) {
            Some(step) => (step, tick_numbers(step).filter_map(|number| step.first_day(number)).collect()),
            None => (Step::Days(1), vec![self.first]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        let mut parts = text.split('-').map(|part| part.parse::<u16>().unwrap());
        let mut part = || parts.next().unwrap();
        let (year, month, day) = (part(), part(), part());
        Date::from_calendar_date(year.into(), Month::try_from(month as u8).unwrap(), day as u8).unwrap()
    }

    fn ticks(first: &str, last: &str, max: i32) -> (Step, Vec<Date>) {
        Calendar::new(date(first), date(last), [0.0, 1.0]).ticks(max)
    }

    fn dates<const N: usize>(texts: [&str; N]) -> Vec<Date> {
        texts.map(date).to_vec()
    }

    #[test]
    fn ticks_are_mondays_firsts_of_months_and_new_years_days() {
        assert_eq!(
            ticks("2026-11-18", "2026-11-20", 5),
            (Step::Days(1), dates(["2026-11-18", "2026-11-19", "2026-11-20"]))
        );
        assert_eq!(
            ticks("2026-11-01", "2026-11-22", 5),
            (Step::Weeks(1), dates(["2026-11-02", "2026-11-09", "2026-11-16"]))
        );
        assert_eq!(
            ticks("2026-10-31", "2027-02-01", 4),
            (Step::Months(1), dates(["2026-11-01", "2026-12-01", "2027-01-01", "2027-02-01"]))
        );
        assert_eq!(
            ticks("2026-02-01", "2027-03-01", 5).1,
            dates(["2026-04-01", "2026-07-01", "2026-10-01", "2027-01-01"])
        );
        assert_eq!(ticks("2020-06-01", "2026-06-01", 3).1, dates(["2022-01-01", "2024-01-01", "2026-01-01"]));
    }

    #[test]
    fn there_are_never_more_ticks_than_fit_and_always_one() {
        for last in ["2026-01-01", "2026-01-02", "2026-02-27", "2027-12-31", "2099-01-01", "9999-12-31"] {
            for max in 1..12 {
                let (step, ticks) = ticks("2026-01-01", last, max);
                assert!((1..=max as usize).contains(&ticks.len()), "{last}, at most {max}: {step:?} {ticks:?}");
            }
        }
        assert_eq!(ticks("2026-11-18", "2026-11-18", 0).1, dates(["2026-11-18"]));
    }

    #[test]
    fn the_position_of_a_date_is_proportional_to_the_days_before_it() {
        let scale = Calendar::new(date("2026-01-01"), date("2026-01-11"), [100.0, 200.0]);
        assert_eq!(scale.position(date("2026-01-04")), 130.0);
        let one_day = Calendar::new(date("2026-01-01"), date("2026-01-01"), [100.0, 200.0]);
        assert_eq!(one_day.position(date("2026-01-01")), 150.0);
    }
}
