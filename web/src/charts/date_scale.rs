use time::Date;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DateScale {
    first: Date,
    last: Date,
    start: f64,
    end: f64,
}

impl DateScale {
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
}

#[cfg(test)]
mod tests {
    use time::Month;

    use super::*;

    fn january(day: u8) -> Date {
        Date::from_calendar_date(2026, Month::January, day).unwrap()
    }

    #[test]
    fn the_position_of_a_date_is_proportional_to_the_days_before_it() {
        let scale = DateScale::new(january(1), january(11), [100.0, 200.0]);
        assert_eq!(scale.position(january(4)), 130.0);
        let one_day = DateScale::new(january(1), january(1), [100.0, 200.0]);
        assert_eq!(one_day.position(january(1)), 150.0);
    }
}
