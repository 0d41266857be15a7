//! Scales: from values to coordinates in pixels.

use time::Date;

use crate::sorting::sort_by;

/// A scale from 0 to a round number, with a tick at every round step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Linear {
    step: f64,
    steps: u32,
    start: f64,
    end: f64,
}

impl Linear {
    /// A scale of the values 0..`max` on the coordinates `start`..`end`. It has at most `ticks` steps of at least
    /// `min_step` each, and ends at the first step that is not below `max`.
    pub fn new(max: f64, min_step: f64, ticks: u32, [start, end]: [f64; 2]) -> Self {
        let max = if max.is_finite() { max.max(min_step) } else { min_step };
        let step = round_up(max / f64::from(ticks.max(1))).max(min_step);
        // A quotient such as 3.000…1 is 3 steps, not 4.
        let steps = (max / step - 1e-9).ceil().max(1.0) as u32;
        Self { step, steps, start, end }
    }

    pub fn position(&self, value: f64) -> f64 {
        self.start + (self.end - self.start) * value / (self.step * f64::from(self.steps))
    }

    /// The values of the ticks, from 0.
    pub fn ticks(&self) -> impl Iterator<Item = f64> + use<> {
        let step = self.step;
        // Not a running sum: its error grows.
        (0..=self.steps).map(move |index| f64::from(index) * step)
    }
}

// The smallest of 1, 2 and 5 times a power of ten that is not below a positive number.
fn round_up(number: f64) -> f64 {
    let mut power = 1.0;
    while power < number {
        power *= 10.0;
    }
    while power / 10.0 >= number && power > f64::MIN_POSITIVE * 10.0 {
        power /= 10.0;
    }
    [power / 5.0, power / 2.0].into_iter().find(|step| *step >= number - number * 1e-9).unwrap_or(power)
}

/// A scale of dates, proportional to the days between them.
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

/// Moves coordinates apart so that neighbors are at least `gap` apart, as little as possible, and keeps them within
/// `low`..`high`. If they do not fit, the gap shrinks. The result has the order of `wanted`.
pub fn spread(wanted: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    let gaps = wanted.len().saturating_sub(1).max(1) as f64;
    let gap = gap.min((high - low) / gaps);
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    sort_by(&mut order, |left, right| wanted[*left].total_cmp(&wanted[*right]));
    let mut placed = vec![0.0; wanted.len()];
    let mut least = low;
    for index in &order {
        placed[*index] = wanted[*index].max(least);
        least = placed[*index] + gap;
    }
    let mut most = high;
    for index in order.iter().rev() {
        placed[*index] = placed[*index].min(most);
        most = placed[*index] - gap;
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(max: f64, min_step: f64) -> Vec<f64> {
        Linear::new(max, min_step, 5, [0.0, 1.0]).ticks().collect()
    }

    #[test]
    fn ticks_are_round_and_reach_the_maximum() {
        assert_eq!(ticks(97.0, 1.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(7.0, 1.0), [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(ticks(1_234_567.0, 1.0), [0.0, 500_000.0, 1_000_000.0, 1_500_000.0]);
        assert_eq!(ticks(1.0, 0.01), [0.0, 0.2, 0.4, 2.0 / 10.0 * 3.0, 0.8, 1.0]);
        assert_eq!(ticks(0.07, 0.01).len(), 5);
    }

    #[test]
    fn counts_have_no_ticks_between_whole_numbers() {
        assert_eq!(ticks(2.0, 1.0), [0.0, 1.0, 2.0]);
        assert_eq!(ticks(0.0, 1.0), [0.0, 1.0]);
    }

    #[test]
    fn extreme_and_invalid_maximums_have_few_ticks() {
        for max in [f64::NAN, f64::INFINITY, -1.0, 0.0, f64::MAX / 1e10, f64::MIN_POSITIVE] {
            let ticks = ticks(max, 1.0);
            assert!((2..=6).contains(&ticks.len()), "{max}: {ticks:?}");
        }
    }

    #[test]
    fn a_value_is_mapped_to_a_coordinate_between_the_ends() {
        let scale = Linear::new(95.0, 1.0, 5, [200.0, 0.0]);
        assert_eq!([scale.position(0.0), scale.position(50.0), scale.position(100.0)], [200.0, 100.0, 0.0]);
    }

    #[test]
    fn the_position_of_a_date_is_proportional_to_the_days_before_it() {
        let january = |day| Date::from_calendar_date(2026, time::Month::January, day).unwrap();
        let scale = DateScale::new(january(1), january(11), [100.0, 200.0]);
        assert_eq!(scale.position(january(4)), 130.0);
        let one_day = DateScale::new(january(1), january(1), [100.0, 200.0]);
        assert_eq!(one_day.position(january(1)), 150.0);
    }

    #[test]
    fn labels_that_would_overlap_move_apart_and_keep_their_order() {
        assert_eq!(spread(&[50.0, 52.0, 10.0], 15.0, 0.0, 100.0), [50.0, 65.0, 10.0]);
        assert_eq!(spread(&[99.0, 98.0], 15.0, 0.0, 100.0), [100.0, 85.0]);
        assert_eq!(spread(&[30.0], 15.0, 0.0, 100.0), [30.0]);
        assert_eq!(spread(&[], 15.0, 0.0, 100.0), Vec::<f64>::new());
    }

    #[test]
    fn labels_that_do_not_fit_share_the_height() {
        assert_eq!(spread(&[5.0, 5.0, 5.0], 15.0, 0.0, 20.0), [0.0, 10.0, 20.0]);
    }
}
