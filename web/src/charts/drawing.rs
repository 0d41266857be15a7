//! A drawing: what a chart shows, before it is put into the document.

use super::data_point::DataPoint;
use super::shape::Shape;

/// The axis along which the data points of a chart are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    Horizontal,
    Vertical,
    /// In rows, one after the other. Each has this number of data points.
    Grid(usize),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    pub height: f64,
    /// The shapes that are always drawn, in this order.
    pub shapes: Vec<Shape>,
    pub axis: Axis,
    /// The data points, ordered by their coordinate.
    pub data_points: Vec<DataPoint>,
}

impl Drawing {
    /// The data point that is nearest to a point. `None` if there are none.
    pub fn nearest(&self, [x, y]: [f64; 2]) -> Option<usize> {
        let distance = |index: &usize| {
            let [at_x, at_y] = self.data_points[*index].at;
            match self.axis {
                Axis::Horizontal => (at_x - x).abs(),
                Axis::Vertical => (at_y - y).abs(),
                Axis::Grid(_) => (at_x - x).hypot(at_y - y),
            }
        };
        (0..self.data_points.len()).min_by(|left, right| distance(left).total_cmp(&distance(right)))
    }

    /// The data point that a key selects from the selected one: `Some(None)` selects none. `None` if the key has no meaning here.
    pub fn moved(&self, selected: Option<usize>, key: &str) -> Option<Option<usize>> {
        let last = self.data_points.len().checked_sub(1);
        let Axis::Grid(columns) = self.axis else { return moved_along(last, selected, key) };
        let Some(from) = selected else {
            // The first key selects the first cell.
            let key = if key.starts_with("Arrow") { "Home" } else { key };
            return moved_along(last, None, key);
        };
        let next = match key {
            "ArrowDown" => from + columns,
            "ArrowUp" => return Some(Some(from.checked_sub(columns).unwrap_or(from))),
            // The arrow keys do not leave a row at its ends.
            "ArrowRight" if (from + 1) % columns.max(1) == 0 => from,
            "ArrowLeft" if from % columns.max(1) == 0 => from,
            _ => return moved_along(last, selected, key),
        };
        Some(Some(if last.is_some_and(|last| next > last) { from } else { next }))
    }
}

fn moved_along(last: Option<usize>, selected: Option<usize>, key: &str) -> Option<Option<usize>> {
    let from = selected.or(last);
    match key {
        "ArrowRight" | "ArrowDown" => Some(from.map(|index| index + 1).min(last)),
        "ArrowLeft" | "ArrowUp" => Some(from.map(|index| index.saturating_sub(1))),
        "Home" => Some(last.map(|_| 0)),
        "End" => Some(last),
        "Escape" if selected.is_some() => Some(None),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(places: &[f64]) -> Drawing {
        let data_point =
            |at: &f64| DataPoint { at: [*at, 0.0], heading: String::new(), rows: Vec::new(), shapes: Vec::new() };
        Drawing {
            height: 10.0,
            shapes: Vec::new(),
            axis: Axis::Horizontal,
            data_points: places.iter().map(data_point).collect(),
        }
    }

    #[test]
    fn the_pointer_selects_the_nearest_data_point() {
        let drawing = drawing(&[10.0, 20.0, 40.0]);
        assert_eq!([-5.0, 14.0, 31.0, 900.0].map(|at| drawing.nearest([at, 0.0])), [0, 0, 2, 2].map(Some));
        assert_eq!(self::drawing(&[]).nearest([1.0, 1.0]), None);
    }

    #[test]
    fn keys_move_between_the_first_and_the_last_data_point() {
        let drawing = drawing(&[10.0, 20.0, 40.0]);
        for (selected, key, moved) in [
            (Some(0), "ArrowRight", Some(1)),
            (Some(2), "ArrowRight", Some(2)),
            (Some(1), "ArrowUp", Some(0)),
            (Some(0), "ArrowLeft", Some(0)),
            (Some(1), "Home", Some(0)),
            (Some(0), "End", Some(2)),
            (Some(0), "Escape", None),
            (None, "ArrowLeft", Some(1)),
            (None, "ArrowRight", Some(2)),
        ] {
            assert_eq!(drawing.moved(selected, key), Some(moved), "{selected:?} {key}");
        }
        assert_eq!(drawing.moved(Some(0), "a"), None);
        // A dialog around the chart closes with this key.
        assert_eq!(drawing.moved(None, "Escape"), None);
        assert_eq!(self::drawing(&[]).moved(None, "Home"), Some(None));
    }

    #[test]
    fn keys_move_in_all_directions_of_a_grid_and_stay_in_it() {
        let mut drawing = drawing(&[10.0, 20.0, 30.0, 10.0, 20.0, 30.0]);
        drawing.axis = Axis::Grid(3);
        (0..6).for_each(|index| drawing.data_points[index].at[1] = if index < 3 { 5.0 } else { 25.0 });
        for (selected, key, moved) in [
            (Some(0), "ArrowRight", 1),
            (Some(2), "ArrowRight", 2),
            (Some(3), "ArrowLeft", 3),
            (Some(1), "ArrowDown", 4),
            (Some(4), "ArrowDown", 4),
            (Some(4), "ArrowUp", 1),
            (Some(1), "ArrowUp", 1),
            (Some(4), "Home", 0),
            (Some(1), "End", 5),
        ] {
            assert_eq!(drawing.moved(selected, key), Some(Some(moved)), "{selected:?} {key}");
        }
        assert_eq!(drawing.moved(Some(1), "Escape"), Some(None));
        assert_eq!(drawing.moved(None, "ArrowDown"), Some(Some(0)));
        assert_eq!(drawing.moved(None, "Escape"), None);
        assert_eq!(drawing.nearest([21.0, 24.0]), Some(4));
    }
}
