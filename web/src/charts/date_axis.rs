use time::Date;

use super::scale::DateScale;
use super::shape::Shape;
use super::text_width::text_width;
use crate::sorting::sort_by;

/// The minimum distance between two labels.
const GAP: f64 = 12.0;
/// The number of dates whose labels are measured before the labels are chosen.
const MEASURED: usize = 12;

/// The labels of the dates of a chart, each under its date on the baseline `y`, in a picture of a width. Where not all fit, only
/// the last one and others at equal distances before it have one, and the first one where there is room.
pub fn date_labels(
    scale: &DateScale,
    dates: &[(Date, String)],
    width: f64,
    y: f64,
    label: fn(Date) -> String,
) -> Vec<Shape> {
    let measured = dates.iter().step_by(dates.len() / MEASURED + 1).map(|(date, _)| text_width(&label(*date)));
    let widest = measured.fold(0.0, f64::max) + GAP;
    let positions: Vec<f64> = dates.iter().map(|(date, _)| scale.position(*date)).collect();
    let distance = positions.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
    let last = dates.len().saturating_sub(1);
    let step = ((widest / distance.max(0.1)).ceil() as usize).max(1);
    // A little more distance, if both ends have a label then. Of two that would touch, the later one in this list is left out.
    let labeled: Vec<usize> = match (step..=2 * step).find(|step| last.is_multiple_of(*step)) {
        Some(step) => [0, last].into_iter().chain((step..last).step_by(step)).collect(),
        None => (0..=last).rev().step_by(step).chain([0]).collect(),
    };
    let place = |index: usize| {
        let text = label(dates.get(index)?.0);
        let half = text_width(&text) / 2.0;
        let at = positions.get(index)?.min(width - half).max(half);
        Some(([at - half, at + half], Shape::text("chart-tick", "middle", [at, y], text)))
    };
    let mut placed: Vec<([f64; 2], Shape)> = Vec::new();
    for ([from, to], shape) in labeled.into_iter().filter_map(place) {
        if placed.iter().all(|([start, end], _)| to + GAP <= *start || *end + GAP <= from) {
            placed.push(([from, to], shape));
        }
    }
    sort_by(&mut placed, |([one, _], _), ([other, _], _)| one.total_cmp(other));
    placed.into_iter().map(|(_, shape)| shape).collect()
}

#[cfg(test)]
mod tests {
    use time::Month;

    use super::*;

    fn date(year: i32, month: u8, day: u8) -> Date {
        Date::from_calendar_date(year, Month::try_from(month).unwrap(), day).unwrap()
    }

    fn months(count: u8) -> Vec<Date> {
        (0..count).map(|month| date(2026 + i32::from(month / 12), month % 12 + 1, 1)).collect()
    }

    fn days(count: usize, step: i64) -> Vec<Date> {
        (0..count).map(|index| date(2026, 9, 7) + time::Duration::days(index as i64 * step)).collect()
    }

    /// The labels with their positions, of points from 50 to 50 pixels before the end.
    fn labels(dates: &[Date], width: f64, label: fn(Date) -> String) -> Vec<(f64, String)> {
        let scale = DateScale::new(dates[0], dates[dates.len() - 1], [50.0, width - 50.0]);
        let named: Vec<_> = dates.iter().map(|date| (*date, String::new())).collect();
        let shapes = date_labels(&scale, &named, width, 200.0, label);
        shapes.into_iter().map(|shape| (shape.coordinate("x"), shape.text)).collect()
    }

    fn month(date: Date) -> String {
        format!("{} {}", date.month() as u8, date.year())
    }

    #[test]
    fn the_labels_are_the_dates_of_the_chart_and_under_their_points() {
        let dates = months(3);
        let labels = labels(&dates, 500.0, month);
        let scale = DateScale::new(dates[0], dates[2], [50.0, 450.0]);
        assert_eq!(labels.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), ["1 2026", "2 2026", "3 2026"]);
        for ((at, _), date) in labels.iter().zip(dates) {
            assert!((at - scale.position(date)).abs() < 0.1, "{at}");
        }
    }

    #[test]
    fn the_first_and_the_last_date_have_a_label_where_only_two_fit() {
        let labels = labels(&months(12), 230.0, |date| format!("Nov {}", month(date)));
        assert_eq!(labels.into_iter().map(|(_, text)| text).collect::<Vec<_>>(), ["Nov 1 2026", "Nov 12 2026"]);
    }

    #[test]
    fn labels_have_equal_distances_up_to_the_last_date_also_where_no_step_divides_the_dates() {
        // A week has 40 pixels, and a label 52.
        let labels = labels(&days(12, 7), 540.0, |date| format!("{:02} / {:02}", date.month() as u8, date.day()));
        let places: Vec<i64> = labels.iter().map(|(at, _)| at.round() as i64).collect();
        assert_eq!(places, [90, 170, 250, 330, 410, 490]);
        assert_eq!((labels[0].1.as_str(), labels[5].1.as_str()), ("09 / 14", "11 / 23"));
    }

    #[test]
    fn labels_do_not_overlap_and_are_inside_the_picture() {
        for dates in [months(1), months(3), months(12), months(30), days(90, 1), days(13, 7), days(60, 7)] {
            for width in (150..1_200).step_by(7).map(f64::from) {
                let labels = labels(&dates, width, |date| format!("2026년 {}월 {}일", date.month() as u8, date.day()));
                let extent = |(at, text): &(f64, String)| [at - text_width(text) / 2.0, at + text_width(text) / 2.0];
                let extents: Vec<[f64; 2]> = labels.iter().map(extent).collect();
                assert!(extents.iter().all(|[from, to]| *from >= -0.1 && *to <= width + 0.1), "{width}: {extents:?}");
                assert!(extents.windows(2).all(|pair| pair[0][1] < pair[1][0]), "{width}: {extents:?}");
                let room = extents[0][1] + GAP + text_width(&labels[0].1);
                assert!(labels.len() >= dates.len().min(2) || room > width - 60.0, "{width}: {labels:?}");
            }
        }
    }
}
