use leptos::prelude::*;

use super::shape::Shape;
use super::svg::show_shapes;

const WIDTH: f64 = 96.0;
const HEIGHT: f64 = 24.0;

/// A trend beside a number that says the same. Hidden from assistive technology.
#[component]
pub fn Sparkline(
    /// The values. `None` is a gap.
    values: Vec<Option<f64>>,
    series: usize,
    /// The value at the top, with 0 at the bottom, so that trends below each other have the same scale. When absent, the values
    /// have the whole height.
    #[prop(optional)]
    max: Option<f64>,
) -> AnyView {
    let shapes = show_shapes(move || shapes(&values, series, max));
    view! {
        <svg class="sparkline" width="96" height="24" viewBox="0 0 96 24" aria-hidden="true" focusable="false">
            {shapes}
        </svg>
    }
    .into_any()
}

fn shapes(values: &[Option<f64>], series: usize, max: Option<f64>) -> Vec<Shape> {
    let [low, high] = max.map_or_else(|| range(values), |max| [0.0, max]);
    let step = (WIDTH - 6.0) / values.len().saturating_sub(1).max(1) as f64;
    let span = (high - low).max(f64::MIN_POSITIVE);
    let place =
        |index: usize, value: f64| [3.0 + step * index as f64, HEIGHT - 3.0 - (HEIGHT - 6.0) * (value - low) / span];
    let places: Vec<_> =
        values.iter().enumerate().map(|(index, value)| value.map(|value| place(index, value))).collect();
    let mut shapes = Vec::new();
    for stretch in places.split(Option::is_none) {
        let points: Vec<_> = stretch.iter().flatten().copied().collect();
        match points[..] {
            [] => {}
            [point] => shapes.push(Shape::dot("chart-dot", point, 1.5).of_series(series)),
            _ => shapes.push(Shape::path("chart-line", &points).of_series(series)),
        }
    }
    let last = places.into_iter().flatten().next_back();
    shapes.extend(last.map(|last| Shape::dot("chart-dot", last, 2.5).of_series(series)));
    shapes
}

// From the lowest value to the highest. It is at least half as long as the largest value, so that a small change looks small.
fn range(values: &[Option<f64>]) -> [f64; 2] {
    let values = values.iter().flatten().copied();
    let (low, high) = (values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max));
    let (middle, half) = ((low + high) / 2.0, (high - low).max(low.abs().max(high.abs()) / 2.0) / 2.0);
    [middle - half, middle + half]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trend_has_a_line_for_each_stretch_and_a_dot_at_its_end() {
        let values = [Some(0.1), Some(0.2), None, Some(0.4), None];
        let tags: Vec<_> = shapes(&values, 1, None).iter().map(|shape| shape.tag).collect();
        assert_eq!(tags, ["path", "circle", "circle"]);
    }

    #[test]
    fn a_trend_has_the_whole_height_a_small_change_a_part_of_it_and_a_shared_scale_begins_at_0() {
        for (values, max, ends) in [
            ([0.2, 0.8], None, ["M3 21", "L93 3"]),
            ([0.8, 1.0], None, ["M3 15.6", "L93 8.4"]),
            ([0.5, 0.5], None, ["M3 12", "L93 12"]),
            ([0.0, 0.0], None, ["M3 21", "L93 21"]),
            ([-2.0, -1.0], None, ["M3 21", "L93 3"]),
            ([-1.0, -0.8], None, ["M3 15.6", "L93 8.4"]),
            ([0.2, 0.8], Some(1.0), ["M3 17.4", "L93 6.6"]),
        ] {
            let line = shapes(&values.map(Some), 1, max).swap_remove(0);
            assert_eq!(line.attributes, [("d", ends.concat())], "{values:?}");
        }
    }

    #[test]
    fn a_trend_of_zeros_or_of_nothing_is_drawn_too() {
        assert_eq!(shapes(&[Some(0.0), Some(0.0)], 1, Some(0.0)).len(), 2);
        assert!(shapes(&[None, None], 1, None).is_empty() && shapes(&[], 1, None).is_empty());
    }
}
