//! Shares over time: a column for each date, divided into the parts of a whole.

use time::Date;

use super::data_point::{DataPoint, TooltipRow};
use super::data_table::DataTable;
use super::date_values::{Axes, NAME_HEIGHT, PlotArea, Value};
use super::drawing::Drawing;
use super::hatch::hatched;
use super::scale::spread;
use super::shape::Shape;
use super::table_over_time::{ColumnNames, table_over_time};
use super::text_width::{ellipsized, widest};

/// The maximum width of a column.
const COLUMN_MAX: f64 = 56.0;
/// The space between two layers of a column.
const GAP: f64 = 1.5;
/// The side of the square before a label, which looks like its layer.
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
    /// The layers, from bottom to top.
    pub layers: Vec<Layer>,
}

impl StackChart {
    pub fn draw(&self, width: f64) -> Drawing {
        let label_width = widest(self.layers.iter().map(|layer| &layer.name)).min(width * 0.32);
        let PlotArea { x, y, sides: [left, right], ends: [top, bottom], mut drawing } =
            self.axes.plot_area(width, 1.0, label_width + KEY_WIDTH, |slot| slot / 2.0, COLUMN_MAX / 2.0);
        let slot = (right - left) / self.axes.dates.len() as f64;
        let column = (slot * 0.8).min(COLUMN_MAX);
        let mut labeled: Vec<(f64, &Layer)> = Vec::new();
        for (index, (date, heading)) in self.axes.dates.iter().enumerate() {
            let middle = x.position(*date);
            let (mut below, mut of_column, mut rows) = (0.0, Vec::new(), Vec::new());
            for layer in &self.layers {
                let share = layer.values.get(index).and_then(Option::as_ref);
                let value = share.map_or_else(|| self.axes.no_data.to_owned(), |share| share.text.clone());
                let span = share.map(|share| {
                    let low = y.position(below);
                    below += share.value;
                    [y.position(below), low]
                });
                rows.push(TooltipRow { series: layer.series, name: layer.name.clone(), value, span });
                let Some([high, low]) = span else { continue };
                of_column.push(((low + high) / 2.0 + 4.0, layer));
                let size = [column, (low - high - GAP).max(0.0)];
                drawing.shapes.extend(layer_shapes("chart-bar", [middle - column / 2.0, high], size, layer.series));
            }
            if !of_column.is_empty() {
                labeled = of_column;
            }
            // As in the column, the top one first.
            rows.reverse();
            rows.extend(self.axes.annotations.tooltip_row(index));
            drawing.data_points.push(DataPoint {
                at: [middle, 0.0],
                heading: heading.clone(),
                rows,
                shapes: vec![Shape::rect("chart-row", [middle - slot / 2.0, top], [slot, bottom - top])],
            });
        }
        drawing.shapes.extend(end_labels(&labeled, [right + 10.0, label_width + 4.0], [top + 4.0, bottom + 4.0]));
        drawing
    }

    pub fn date_with_data(&self, index: usize) -> Option<Date> {
        self.axes.date_with_data(index, self.layers.iter().map(|layer| &layer.values))
    }

    /// Returns the shares as a table: a row for each date, and a column for each layer, from the one at the bottom on.
    pub fn table(&self, names: ColumnNames) -> DataTable {
        let layers = self.layers.iter().map(|layer| (layer.name.as_str(), layer.values.as_slice()));
        table_over_time(names, &self.axes, &layers.collect::<Vec<_>>())
    }
}

fn end_labels(ends: &[(f64, &Layer)], [x, width]: [f64; 2], [low, high]: [f64; 2]) -> Vec<Shape> {
    let wanted: Vec<f64> = ends.iter().map(|(y, _)| *y).collect();
    let label = |(y, (_, layer)): (f64, &(f64, &Layer))| {
        let name = Shape::text("chart-label", "start", [x + KEY_WIDTH, y], ellipsized(&layer.name, width));
        let mut shapes = layer_shapes("chart-key", [x, y - KEY], [KEY; 2], layer.series);
        shapes.push(name.of_series(layer.series));
        shapes
    };
    spread(&wanted, NAME_HEIGHT, low, high).into_iter().zip(ends).flat_map(label).collect()
}

/// A rectangle in the color and the hatching of a series.
fn layer_shapes(class: &'static str, at: [f64; 2], size: [f64; 2], series: usize) -> Vec<Shape> {
    let rect = Shape::rect(class, at, size).of_series(series);
    std::iter::once(rect).chain(hatched(at, size, series)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::date_values::tests::axes;
    use super::super::value_axis::ValueAxis;
    use super::*;

    fn chart(shares: &[[Option<f64>; 2]]) -> StackChart {
        let value =
            |share: Option<f64>| share.map(|value| Value { value, text: format!("{}%", value * 100.0), counted: None });
        let layer = |index: usize| Layer {
            name: format!("Brand {index}"),
            series: index + 1,
            values: shares.iter().map(|shares| value(shares[index])).collect(),
        };
        let values = ValueAxis { min_step: 0.01, limit: Some(1.0), label: |value| value.to_string() };
        StackChart { axes: Axes { values, ..axes(shares.len()) }, layers: vec![layer(0), layer(1)] }
    }

    #[test]
    fn the_height_of_a_layer_is_its_share_and_layers_do_not_overlap() {
        let drawing = chart(&[[Some(0.25), Some(0.75)]]).draw(600.0);
        let layers: Vec<_> = drawing.shapes.iter().filter(|shape| shape.class == "chart-bar").collect();
        let heights: Vec<f64> = layers.iter().map(|layer| layer.coordinate("height") + GAP).collect();
        assert!((heights[1] - 3.0 * heights[0]).abs() < 0.5, "{heights:?}");
        assert!(layers[1].coordinate("y") + layers[1].coordinate("height") <= layers[0].coordinate("y"));
    }

    #[test]
    fn layers_are_distinguishable_without_color_in_columns_and_beside_their_names() {
        let drawing = chart(&[[Some(0.5), Some(0.5)], [Some(0.5), Some(0.5)]]).draw(600.0);
        let classes: Vec<_> = drawing.shapes.iter().map(|shape| shape.class).collect();
        let count = |wanted: &str| classes.iter().filter(|class| **class == wanted).count();
        // The first layer is plain. The second is hatched in both columns and in its key.
        assert_eq!((count("chart-bar"), count("chart-key"), count("chart-hatch")), (4, 2, 3));
    }

    #[test]
    fn a_date_without_data_has_no_column_and_says_so() {
        let drawing = chart(&[[Some(0.5), Some(0.5)], [None, None]]).draw(600.0);
        assert_eq!(drawing.shapes.iter().filter(|shape| shape.class == "chart-bar").count(), 2);
        assert!(drawing.data_points[1].rows.iter().all(|row| row.value == "no data"));
        let names = ColumnNames { dates: "Day", count: "count", out_of: "out of", n_of: |_, _| String::new() };
        assert_eq!(chart(&[[Some(0.5), None]]).table(names).rows, [["day 1", "50%", "no data"]]);
    }

    #[test]
    fn everything_is_inside_the_image_at_every_width() {
        for count in [0, 1, 7, 28] {
            for width in [240.0, 288.0, 600.0, 1_100.0] {
                let drawing = chart(&vec![[Some(0.0), Some(1.0)]; count]).draw(width);
                assert_eq!(drawing.data_points.len(), count);
                for shape in drawing.shapes.iter().filter(|shape| shape.tag == "rect") {
                    let right = shape.coordinate("x") + shape.coordinate("width");
                    let bottom = shape.coordinate("y") + shape.coordinate("height");
                    assert!(right <= width && bottom <= drawing.height && shape.coordinate("x") >= 0.0, "{shape:?}");
                }
            }
        }
    }
}
