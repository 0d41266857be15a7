//! Sparklines: trend charts of the size of a word.

use leptos::prelude::*;

use super::shape::Shape;
use super::svg::show_shapes;

const WIDTH: f64 = 96.0;
const HEIGHT: f64 = 24.0;

/// A trend beside a number that says the same. Hidden from assistive technology.
#[component]
pub fn Sparkline(
    /// The values, from 0. `None` is a gap.
    values: Vec<Option<f64>>,
    series: usize,
) -> AnyView {
    let shapes = show_shapes(move || shapes(&values, series));
    view! {
        <svg class="sparkline" width="96" height="24" viewBox="0 0 96 24" aria-hidden="true" focusable="false">
            {shapes}
        </svg>
    }
    .into_any()
}

// The greatest value is at the top, so that a small trend is visible.
fn shapes(values: &[Option<f64>], series: usize) -> Vec<Shape> {
    let max = values.iter().flatten().copied().fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let step = (WIDTH - 6.0) / values.len().saturating_sub(1).max(1) as f64;
    let place = |index: usize, value: f64| [3.0 + step * index as f64, HEIGHT - 3.0 - (HEIGHT - 6.0) * value / max];
    let mut shapes = Vec::new();
    let mut index = 0;
    for stretch in values.split(Option::is_none) {
        let points: Vec<_> = stretch.iter().flatten().zip(index..).map(|(value, index)| place(index, *value)).collect();
        index += stretch.len() + 1;
        match points[..] {
            [] => {}
            [point] => shapes.push(Shape::dot("chart-dot", point, 1.5).of_series(series)),
            _ => shapes.push(Shape::path("chart-line", points.iter().copied()).of_series(series)),
        }
    }
    let last = (0..values.len()).rev().find_map(|index| Some(place(index, values[index]?)));
    shapes.extend(last.map(|last| Shape::dot("chart-dot", last, 2.5).of_series(series)));
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trend_has_a_line_for_each_stretch_and_a_dot_at_its_end() {
        let values = [Some(0.1), Some(0.2), None, Some(0.4), None];
        let tags: Vec<_> = shapes(&values, 1).iter().map(|shape| shape.tag).collect();
        assert_eq!(tags, ["path", "circle", "circle"]);
    }

    #[test]
    fn a_trend_of_zeros_or_of_nothing_is_drawn_too() {
        assert_eq!(shapes(&[Some(0.0), Some(0.0)], 1).len(), 2);
        assert!(shapes(&[None, None], 1).is_empty() && shapes(&[], 1).is_empty());
    }
}
