//! The labels below a chart over time.

use time::Date;

use super::calendar::{Calendar, Step};
use super::drawing::{Mark, text_width};

/// The width for which a label is chosen.
const LABEL_WIDTH: f64 = 84.0;
/// The minimum distance between two labels.
const GAP: f64 = 4.0;

/// The labels of dates on the baseline `y`, of a chart whose values are between `left` and `right`. They may extend some pixels
/// beyond. `label` writes the label of a date.
pub fn date_labels(calendar: &Calendar, [left, right]: [f64; 2], y: f64, label: fn(Step, Date) -> String) -> Vec<Mark> {
    let (step, dates) = calendar.ticks(((right - left) / LABEL_WIDTH) as i32);
    let mut end = f64::NEG_INFINITY;
    let mut marks = Vec::new();
    for date in dates {
        let text = label(step, date);
        let half = text_width(&text) / 2.0;
        let at = calendar.position(date).max(half).min((right + 8.0 - half).max(half));
        // The first and the last are moved into the chart, where they may meet their neighbors.
        if at - half >= end + GAP {
            end = at + half;
            marks.push(Mark::text("chart-tick", "middle", [at, y], text));
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use time::Month;

    use super::*;

    /// Where each label begins and ends.
    fn extents(days: [(Month, u8); 2], [left, right]: [f64; 2]) -> Vec<[f64; 2]> {
        let [first, last] = days.map(|(month, day)| Date::from_calendar_date(2026, month, day).unwrap());
        let calendar = Calendar::new(first, last, [left, right]);
        let label = |_, date: Date| format!("2026년 {}월", date.month() as u8);
        let marks = date_labels(&calendar, [left, right], 200.0, label);
        let extent = |mark: &Mark| {
            let (_, at) = mark.attributes.iter().find(|(name, _)| *name == "x").unwrap();
            let (at, half): (f64, f64) = (at.parse().unwrap(), text_width(&mark.text) / 2.0);
            [at - half, at + half]
        };
        marks.iter().map(extent).collect()
    }

    #[test]
    fn labels_do_not_overlap_and_are_inside_the_chart() {
        for width in (100..1_000).step_by(7) {
            let right = 40.0 + f64::from(width);
            let extents = extents([(Month::September, 28), (Month::November, 23)], [40.0, right]);
            assert!(!extents.is_empty());
            assert!(extents.iter().all(|[from, to]| *from >= 0.0 && *to <= right + 8.5), "{width}: {extents:?}");
            assert!(extents.windows(2).all(|pair| pair[0][1] < pair[1][0]), "{width}: {extents:?}");
        }
    }
}
