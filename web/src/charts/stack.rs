//! Shares over time: a column for each date, divided into the parts of a whole.

use time::Date;

use super::data_table::DataTable;
use super::date_axis::date_labels;
use super::date_scale::DateScale;
use super::date_values::{Axes, Value};
use super::drawing::{Axis, Drawing, Mark, Reading, Stop, fitted, grid, text_width};
use super::hatch::hatched;
use super::line::BREAK_BEFORE;
use super::scale::spread;
use super::table_over_time::{ColumnNames, table_over_time};

/// The minimum height of a label.
const LABEL_HEIGHT: f64 = 16.0;
/// The maximum width of a column.
const COLUMN_MAX: f64 = 56.0;
/// The space between two parts of a column.
const GAP: f64 = 1.5;
/// The side of the square before a label, which looks like its part.
const KEY: f64 = 9.0;
/// The width of a key and the space after it.
const KEY_WIDTH: f64 = KEY + 5.0;

/// A part of the whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// The name, shown beside the last column.
    pub name: String,
    pub series: usize,
    /// The share at each date, 0..1. `None` is a gap. The shares at a date add up to 1 at most.
    pub values: Vec<Option<Value>>,
}

#[derive(Clone)]
pub struct StackChart {
    /// The dates are evenly spaced.
    pub axes: Axes,
    /// The parts, from bottom to top.
    pub layers: Vec<Layer>,
}

impl StackChart {
    /// Draws the chart in a width in pixels.
    pub fn draw(&self, width: f64) -> Drawing {
        let height = if width < 480.0 { 220.0 } else { 260.0 };
        let (top, bottom) = (12.0 + self.axes.notes.height(), height - 28.0);
        let y = self.axes.values.scale(1.0, 4, [bottom, top]);
        let (ticks, left) = self.axes.values.ticks(&y);
        let names = self.layers.iter().map(|layer| text_width(&layer.name)).fold(0.0, f64::max);
        let label_width = names.min(width * 0.32);
        let right = (width - label_width - KEY_WIDTH - 14.0).max(left + 40.0);
        let mut marks = grid(ticks, [left, right]);
        let (Some((first, _)), Some((last, _))) = (self.axes.dates.first(), self.axes.dates.last()) else {
            return Drawing { height, marks, axis: Axis::Horizontal, stops: Vec::new() };
        };
        let slot = (right - left) / self.axes.dates.len() as f64;
        let column = (slot * 0.8).min(COLUMN_MAX);
        let x = DateScale::new(*first, *last, [left + slot / 2.0, right - slot / 2.0]);
        marks.extend(date_labels(&x, &self.axes.dates, width, height - 8.0, self.axes.date_label));
        let mut stops = Vec::new();
        let mut ends: Vec<(f64, &Layer)> = Vec::new();
        for (index, (date, heading)) in self.axes.dates.iter().enumerate() {
            let middle = x.position(*date);
            let (mut below, mut of_column, mut readings) = (0.0, Vec::new(), Vec::new());
            for layer in &self.layers {
                let share = layer.values.get(index).and_then(Option::as_ref);
                let value = share.map_or_else(|| self.axes.no_data.to_owned(), |share| share.text.clone());
                let span = share.map(|share| {
                    let low = y.position(below);
                    below += share.value;
                    [y.position(below), low]
                });
                readings.push(Reading { series: layer.series, name: layer.name.clone(), value, span });
                let Some([high, low]) = span else { continue };
                of_column.push(((low + high) / 2.0 + 4.0, layer));
                let size = [column, (low - high - GAP).max(0.0)];
                marks.extend(part_marks("chart-bar", [middle - column / 2.0, high], size, layer.series));
            }
            if !of_column.is_empty() {
                ends = of_column;
            }
            let frame = [("x", middle - slot / 2.0), ("y", top), ("width", slot), ("height", bottom - top)];
            // As in the column, the top one first.
            readings.reverse();
            readings.extend(self.axes.notes.reading(index));
            stops.push(Stop {
                at: middle,
                down: 0.0,
                heading: heading.clone(),
                readings,
                marks: vec![Mark::new("rect", "chart-row", &frame)],
            });
        }
        let before = (slot / 2.0).min(column / 2.0 + BREAK_BEFORE);
        marks.extend(self.axes.notes.marks(
            |index| Some(x.position(self.axes.dates.get(index)?.0) - before),
            [top, bottom],
            width,
        ));
        marks.extend(end_labels(&ends, [right + 10.0, label_width + 4.0], [top + 4.0, bottom + 4.0]));
        Drawing { height, marks, axis: Axis::Horizontal, stops }
    }

    /// Returns the date of a stop. `None` if no part has a value there.
    pub fn date_with_data(&self, stop: usize) -> Option<Date> {
        let has_value = self.layers.iter().any(|layer| layer.values.get(stop).is_some_and(Option::is_some));
        self.axes.dates.get(stop).filter(|_| has_value).map(|(date, _)| *date)
    }

    /// Returns the shares as a table: a row for each date, and a column for each part, from the one at the bottom on.
    pub fn table(&self, names: ColumnNames) -> DataTable {
        let layers = self.layers.iter().map(|layer| (layer.name.as_str(), layer.values.as_slice()));
        table_over_time(names, &self.axes.dates, &layers.collect::<Vec<_>>(), &self.axes.notes, self.axes.no_data)
    }
}

fn end_labels(ends: &[(f64, &Layer)], [x, width]: [f64; 2], [low, high]: [f64; 2]) -> Vec<Mark> {
    let wanted: Vec<f64> = ends.iter().map(|(y, _)| *y).collect();
    let label = |(y, (_, layer)): (f64, &(f64, &Layer))| {
        let name = Mark::text("chart-label", "start", [x + KEY_WIDTH, y], fitted(&layer.name, width));
        let mut marks = part_marks("chart-key", [x, y - KEY], [KEY; 2], layer.series);
        marks.push(name.of_series(layer.series));
        marks
    };
    spread(&wanted, LABEL_HEIGHT, low, high).into_iter().zip(ends).flat_map(label).collect()
}

/// A rectangle in the color and the hatching of a series.
fn part_marks(class: &'static str, [x, y]: [f64; 2], [width, height]: [f64; 2], series: usize) -> Vec<Mark> {
    let shape = [("x", x), ("y", y), ("width", width), ("height", height)];
    let rect = Mark::new("rect", class, &shape).of_series(series);
    std::iter::once(rect).chain(hatched([x, y], [width, height], series)).collect()
}

#[cfg(test)]
mod tests {
    use time::Month;

    use super::super::date_values::DateNotes;
    use super::super::drawing::ValueAxis;
    use super::*;

    fn chart(shares: &[[Option<f64>; 2]]) -> StackChart {
        let date = |day: usize| Date::from_calendar_date(2026, Month::November, day as u8 + 1).unwrap();
        let value =
            |share: Option<f64>| share.map(|value| Value { value, text: format!("{}%", value * 100.0), counted: None });
        let layer = |part: usize| Layer {
            name: format!("Brand {part}"),
            series: part + 1,
            values: shares.iter().map(|shares| value(shares[part])).collect(),
        };
        let axes = Axes {
            dates: (0..shares.len()).map(|day| (date(day), format!("day {}", day + 1))).collect(),
            notes: DateNotes::default(),
            date_label: |date| date.day().to_string(),
            values: ValueAxis { min_step: 0.01, limit: Some(1.0), label: |value| value.to_string() },
            no_data: "no data",
        };
        StackChart { axes, layers: vec![layer(0), layer(1)] }
    }

    #[test]
    fn the_height_of_a_part_is_its_share_and_parts_do_not_overlap() {
        let drawing = chart(&[[Some(0.25), Some(0.75)]]).draw(600.0);
        let parts: Vec<_> = drawing.marks.iter().filter(|mark| mark.class == "chart-bar").collect();
        let heights: Vec<f64> = parts.iter().map(|part| part.coordinate("height") + GAP).collect();
        assert!((heights[1] - 3.0 * heights[0]).abs() < 0.5, "{heights:?}");
        assert!(parts[1].coordinate("y") + parts[1].coordinate("height") <= parts[0].coordinate("y"));
    }

    #[test]
    fn parts_are_distinguishable_without_color_in_columns_and_beside_their_names() {
        let drawing = chart(&[[Some(0.5), Some(0.5)], [Some(0.5), Some(0.5)]]).draw(600.0);
        let classes: Vec<_> = drawing.marks.iter().map(|mark| mark.class).collect();
        let count = |wanted: &str| classes.iter().filter(|class| **class == wanted).count();
        // The first part is plain. The second is hatched in both columns and in its key.
        assert_eq!((count("chart-bar"), count("chart-key"), count("chart-hatch")), (4, 2, 3));
    }

    #[test]
    fn a_date_without_data_has_no_column_and_says_so() {
        let drawing = chart(&[[Some(0.5), Some(0.5)], [None, None]]).draw(600.0);
        assert_eq!(drawing.marks.iter().filter(|mark| mark.class == "chart-bar").count(), 2);
        assert!(drawing.stops[1].readings.iter().all(|reading| reading.value == "no data"));
        let names = ColumnNames { dates: "Day", count: "count", out_of: "out of", n_of: |_, _| String::new() };
        assert_eq!(chart(&[[Some(0.5), None]]).table(names).rows, [["day 1", "50%", "no data"]]);
        let chart = chart(&[[Some(0.5), None], [None, None]]);
        assert_eq!([0, 1, 2].map(|stop| chart.date_with_data(stop).map(Date::day)), [Some(1), None, None]);
    }

    #[test]
    fn everything_is_inside_the_image_at_every_width() {
        for count in [0, 1, 7, 28] {
            for width in [240.0, 288.0, 600.0, 1_100.0] {
                let drawing = chart(&vec![[Some(0.0), Some(1.0)]; count]).draw(width);
                assert_eq!(drawing.stops.len(), count);
                for mark in drawing.marks.iter().filter(|mark| mark.tag == "rect") {
                    let right = mark.coordinate("x") + mark.coordinate("width");
                    let bottom = mark.coordinate("y") + mark.coordinate("height");
                    assert!(right <= width && bottom <= drawing.height && mark.coordinate("x") >= 0.0, "{mark:?}");
                }
            }
        }
    }
}
