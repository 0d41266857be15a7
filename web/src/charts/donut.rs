//! A donut: the few parts of one whole.

use std::f64::consts::TAU;

use super::data_point::{DataPoint, TooltipRow};
use super::drawing::{Axis, Drawing};
use super::shape::Shape;
use super::text_width::{ellipsized, widest};

const DIAMETER: f64 = 152.0;
const RING: f64 = 26.0;
/// The radius at the middle of the ring.
const RADIUS: f64 = (DIAMETER - RING) / 2.0 - 2.0;
/// The height of a row of the legend.
const ROW: f64 = 30.0;
/// The width from which the legend is beside the ring. Below, it is under it.
const BESIDE_FROM: f64 = 340.0;
/// The points of a full circle.
const POINTS: f64 = 120.0;

/// A part of the whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Slice {
    pub name: String,
    pub series: usize,
    /// Its share of the whole, 0..1.
    pub share: f64,
    /// The share as it is written beside the name.
    pub label: String,
    /// The counts that the share comes from, in words.
    pub text: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Donut {
    /// The slices, clockwise from the top.
    pub slices: Vec<Slice>,
    /// The text in the middle: the whole.
    pub whole: String,
}

impl Donut {
    /// Draws the donut in a width in pixels, with the names of its slices beside it.
    pub fn draw(&self, width: f64) -> Drawing {
        let beside = width >= BESIDE_FROM;
        let center = [if beside { DIAMETER / 2.0 } else { width / 2.0 }, DIAMETER / 2.0];
        let [x, legend_top] = if beside {
            [DIAMETER + 24.0, ((DIAMETER - ROW * self.slices.len() as f64) / 2.0).max(0.0)]
        } else {
            [0.0, DIAMETER + 12.0]
        };
        let row_top = |row: usize| legend_top + ROW * row as f64;
        let value_width = widest(self.slices.iter().map(|slice| &slice.label));
        let name_width = (width - x - 20.0 - value_width - 12.0).max(24.0);
        let names = widest(self.slices.iter().map(|slice| &slice.name)).min(name_width);
        let mut shapes = vec![Shape::text("chart-whole", "middle", [center[0], center[1] + 5.0], self.whole.clone())];
        let mut data_points = Vec::new();
        let mut from = 0.0;
        for (index, slice) in self.slices.iter().enumerate() {
            let to = (from + slice.share).min(1.0);
            let arc = arc(center, from, to);
            if slice.share > 0.0 {
                shapes.push(Shape::path("chart-arc", &arc).of_series(slice.series));
            }
            from = to;
            let (top, middle) = (row_top(index), row_top(index) + ROW / 2.0);
            shapes.push(Shape::rect("chart-bar", [x, middle - 6.0], [12.0; 2]).rounded(2.0).of_series(slice.series));
            let name = ellipsized(&slice.name, name_width);
            shapes.push(Shape::text("chart-name", "start", [x + 20.0, middle + 4.0], name));
            let value_end = x + 20.0 + names + 12.0 + value_width;
            shapes.push(Shape::text("chart-value", "end", [value_end, middle + 4.0], slice.label.clone()));
            let mut selected = vec![Shape::rect("chart-row", [x - 4.0, top], [value_end - x + 8.0, ROW]).rounded(4.0)];
            if slice.share > 0.0 {
                selected.push(Shape::path("chart-arc chart-arc-selected", &arc).of_series(slice.series));
            }
            let value = slice.text.clone();
            data_points.push(DataPoint {
                at: [0.0, middle],
                heading: slice.name.clone(),
                rows: vec![TooltipRow { series: slice.series, name: String::new(), value, span: None }],
                shapes: selected,
            });
        }
        let height = DIAMETER.max(row_top(self.slices.len()));
        Drawing { height, shapes, axis: Axis::Vertical, data_points }
    }
}

/// The points of an arc between two shares of the circle, clockwise from the top.
fn arc([x, y]: [f64; 2], from: f64, to: f64) -> Vec<[f64; 2]> {
    let steps = ((to - from) * POINTS).ceil().clamp(1.0, POINTS) as u32;
    let point = |step: u32| {
        let angle = TAU * (from + (to - from) * f64::from(step) / f64::from(steps));
        [x + RADIUS * angle.sin(), y - RADIUS * angle.cos()]
    };
    (0..=steps).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn donut(shares: &[f64]) -> Donut {
        let slice = |(index, share): (usize, &f64)| Slice {
            name: format!("아주 긴 이름을 가진 부분 {index}"),
            series: index + 1,
            share: *share,
            label: format!("{share}"),
            text: format!("{share} of all"),
        };
        Donut { slices: shares.iter().enumerate().map(slice).collect(), whole: "20".to_owned() }
    }

    #[test]
    fn an_arc_begins_where_the_one_before_ends() {
        let (first, second) = (arc([0.0, 0.0], 0.0, 0.25), arc([0.0, 0.0], 0.25, 1.0));
        assert_eq!(first.last(), second.first());
        let ([x, y], end) = (first[0], second[second.len() - 1]);
        assert!(x.abs() < 1e-9 && y < 0.0 && (end[1] - y).abs() < 1e-9 && end[0].abs() < 1e-9);
        let [right, level] = first[first.len() - 1];
        assert!(right > 0.0 && level.abs() < 1e-9);
    }

    #[test]
    fn a_slice_without_a_share_has_a_name_and_no_arc() {
        let drawing = donut(&[0.0, 1.0]).draw(400.0);
        assert_eq!(drawing.shapes.iter().filter(|shape| shape.class == "chart-arc").count(), 1);
        assert_eq!(drawing.data_points.len(), 2);
        assert!(donut(&[]).draw(400.0).data_points.is_empty());
    }

    #[test]
    fn the_legend_is_inside_the_image_at_every_width() {
        for width in [240.0, 288.0, 360.0, 1_100.0] {
            let drawing = donut(&[0.2, 0.3, 0.5]).draw(width);
            for shape in drawing.shapes.iter().filter(|shape| shape.class == "chart-value") {
                let (x, y) = (shape.coordinate("x"), shape.coordinate("y"));
                assert!(x <= width && y <= drawing.height, "{width}: {shape:?}");
            }
        }
    }
}
