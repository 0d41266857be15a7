//! Horizontal bars: one row for each value.

use super::data_point::{DataPoint, TooltipRow};
use super::drawing::{Axis, Drawing};
use super::shape::Shape;
use super::text_width::{ellipsized, text_width, widest};
use super::value_axis::ValueAxis;

/// The width from which names are beside the bars, if all fit there. Otherwise, they are above them.
const BESIDE_FROM: f64 = 460.0;
/// The height of the axis above the bars.
const AXIS_HEIGHT: f64 = 24.0;

#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    pub name: String,
    pub series: usize,
    /// The value, from 0. `None` if there is none.
    pub value: Option<f64>,
    /// The text at the end of the bar: the value, or a note that there is none.
    pub label: String,
    /// The value with its unit and further details.
    pub text: String,
}

#[derive(Clone)]
pub struct BarChart {
    /// The bars, from top to bottom.
    pub bars: Vec<Bar>,
    pub axis: ValueAxis,
}

impl BarChart {
    pub fn draw(&self, width: f64) -> Drawing {
        let names = widest(self.bars.iter().map(|bar| &bar.name));
        let beside = width >= BESIDE_FROM && names <= width * 0.42;
        let name_width = if beside { names } else { width };
        let left = if beside { name_width + 12.0 } else { 0.0 };
        let labels = widest(self.bars.iter().map(|bar| &bar.label));
        let right = (width - labels - 8.0).max(left + 40.0);
        let row_height = if beside { 28.0 } else { 40.0 };
        let row_top = |row: usize| AXIS_HEIGHT + row_height * row as f64;
        let height = row_top(self.bars.len()) + 4.0;
        let max = self.bars.iter().filter_map(|bar| bar.value).fold(0.0, f64::max);
        let x = self.axis.scale(max, if beside { 5 } else { 3 }, [left, right]);

        let mut shapes = Vec::new();
        for tick in x.ticks() {
            let (at, label) = (x.position(tick), (self.axis.label)(tick));
            let half = text_width(&label) / 2.0;
            shapes.push(Shape::line("chart-grid", [at, AXIS_HEIGHT - 4.0], [at, height]));
            shapes.push(Shape::text("chart-tick", "middle", [at.max(half).min(width - half), 12.0], label));
        }
        let mut data_points = Vec::new();
        for (row, bar) in self.bars.iter().enumerate() {
            let (top, middle) = (row_top(row), row_top(row) + row_height / 2.0);
            let bar_top = if beside { top + 6.0 } else { top + 19.0 };
            let end = x.position(bar.value.unwrap_or_default());
            let name_at = if beside { [left - 12.0, middle + 4.0] } else { [0.0, top + 13.0] };
            let anchor = if beside { "end" } else { "start" };
            shapes.push(Shape::text("chart-name", anchor, name_at, ellipsized(&bar.name, name_width)));
            // A value above 0 is always visible.
            let length = if bar.value.is_some_and(|value| value > 0.0) { (end - left).max(2.0) } else { 0.0 };
            let rect = Shape::rect("chart-bar", [left, bar_top], [length, 16.0]).rounded(2.0);
            shapes.push(rect.of_series(bar.series));
            shapes.push(Shape::text("chart-value", "start", [left + length + 6.0, bar_top + 12.0], bar.label.clone()));
            data_points.push(DataPoint {
                at: [0.0, middle],
                heading: bar.name.clone(),
                rows: vec![TooltipRow { series: bar.series, name: String::new(), value: bar.text.clone(), span: None }],
                shapes: vec![Shape::rect("chart-row", [0.0, top], [width, row_height]).rounded(4.0)],
            });
        }
        Drawing { height, shapes, axis: Axis::Vertical, data_points }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(values: &[Option<f64>]) -> BarChart {
        let bar = |value: &Option<f64>| Bar {
            name: "a-rather-long-name.of-a-site.example".to_owned(),
            series: 1,
            value: *value,
            label: value.map_or("–".to_owned(), |value| value.to_string()),
            text: "text".to_owned(),
        };
        BarChart {
            bars: values.iter().map(bar).collect(),
            axis: ValueAxis { min_step: 1.0, limit: None, label: |value| value.to_string() },
        }
    }

    fn lengths(drawing: &Drawing) -> Vec<f64> {
        let bars = drawing.shapes.iter().filter(|shape| shape.class == "chart-bar");
        bars.map(|bar| bar.coordinate("width")).collect()
    }

    #[test]
    fn the_length_of_a_bar_is_its_value() {
        let lengths = lengths(&chart(&[Some(100.0), Some(50.0), Some(0.001), Some(0.0), None]).draw(600.0));
        assert!((lengths[0] - 2.0 * lengths[1]).abs() < 0.2, "{lengths:?}");
        assert_eq!(lengths[2..], [2.0, 0.0, 0.0]);
    }

    #[test]
    fn names_are_beside_the_bars_where_all_fit_and_else_above_them() {
        let left = |width: f64| {
            let shapes = chart(&[Some(1.0)]).draw(width).shapes;
            shapes.iter().find(|shape| shape.class == "chart-bar").map(|bar| bar.coordinate("x"))
        };
        assert_eq!((left(600.0), left(700.0)), (Some(0.0), Some(278.4)));
    }

    #[test]
    fn a_hundred_bars_are_inside_the_image_at_every_width() {
        let values: Vec<_> = (0..100).map(|value| Some(f64::from(value) * 1_000.0)).collect();
        for width in [240.0, 288.0, 600.0, 1_100.0] {
            let drawing = chart(&values).draw(width);
            assert_eq!(drawing.data_points.len(), 100);
            for shape in drawing.shapes.iter().filter(|shape| shape.class == "chart-bar") {
                let label_end = shape.coordinate("x") + shape.coordinate("width") + 6.0 + text_width("99000");
                assert!(label_end <= width + 1.0, "{width}: {shape:?}");
                assert!(shape.coordinate("y") + 16.0 <= drawing.height, "{width}: {shape:?}");
            }
        }
    }
}
