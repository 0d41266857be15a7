//! The data point of a chart that the pointer or the keyboard has selected, and the series in it.

use leptos::prelude::*;

use super::data_point::DataPoint;
use super::drawing::Drawing;

#[derive(Clone, Copy)]
pub struct Selection {
    drawing: RwSignal<Drawing>,
    data_point: RwSignal<Option<usize>>,
    /// Stays while another data point is selected: the keys follow a line.
    series: RwSignal<Option<usize>>,
    /// Whether the keyboard made the selection.
    pub by_keyboard: RwSignal<bool>,
    /// The highest number of a series that can be selected.
    selectable: usize,
    /// Whether a click opens the selected data point.
    pub click_opens: StoredValue<bool>,
}

impl Selection {
    /// No selection. Series up to the number `selectable` can be selected.
    pub fn new(drawing: RwSignal<Drawing>, selectable: usize) -> Self {
        Self {
            drawing,
            data_point: RwSignal::new(None),
            series: RwSignal::new(None),
            by_keyboard: RwSignal::new(false),
            selectable,
            click_opens: StoredValue::new(false),
        }
    }

    /// The selected data point. Reactive.
    pub fn data_point(self) -> Option<DataPoint> {
        let index = self.data_point.get()?;
        self.drawing.with(|drawing| drawing.data_points.get(index).cloned())
    }

    /// The selected series, if it has a value in a data point. Reactive.
    pub fn series_in(self, data_point: &DataPoint) -> Option<usize> {
        self.series.get().filter(|series| data_point.drawn_series().any(|drawn| drawn == *series))
    }

    /// The index of the selected data point, and the series that is selected in it. `None` if no data point is selected.
    pub fn selected(self) -> Option<(usize, Option<usize>)> {
        untrack(|| Some((self.data_point.get()?, self.series_in(&self.data_point()?))))
    }

    /// Selects the data point and the series at a point of the drawing.
    pub fn point(self, at: [f64; 2]) {
        let (data_point, series) = self.drawing.with_untracked(|drawing| {
            let data_point = drawing.nearest(at);
            (data_point, data_point.and_then(|data_point| drawing.data_points.get(data_point)?.series_at(at[1])))
        });
        self.select(data_point, false);
        self.select_series(series);
    }

    /// Selects as [`Selection::point`] does, before a click. A mouse shows the values before it clicks. A touch shows them with the
    /// first tap: only a tap on the shown data point opens it.
    pub fn press(self, at: [f64; 2], is_mouse: bool) {
        let shown = || (self.data_point.get_untracked(), self.series.get_untracked());
        let before = shown();
        self.point(at);
        self.click_opens.set_value(is_mouse || before.0.is_some() && before == shown());
    }

    pub fn clear(self) {
        self.select(None, false);
    }

    /// Selects what a key asks for. Returns whether it has a meaning here.
    pub fn press_key(self, key: &str) -> bool {
        if let Some(data_point) = untrack(|| self.data_point())
            && self.selectable > 0
            && matches!(key, "ArrowUp" | "ArrowDown")
        {
            self.by_keyboard.set(true);
            let from = untrack(|| self.series_in(&data_point));
            self.select_series(data_point.series_beside(from, key == "ArrowUp", self.selectable));
            return true;
        }
        let moved = self.drawing.with_untracked(|drawing| drawing.moved(self.data_point.get_untracked(), key));
        if let Some(data_point) = moved {
            self.select(data_point, true);
        }
        moved.is_some()
    }

    fn select(self, data_point: Option<usize>, by_keyboard: bool) {
        if data_point.is_none() {
            self.select_series(None);
        }
        // A chart that is removed loses the focus only after its signals are disposed.
        self.by_keyboard.try_set(by_keyboard);
        if self.data_point.try_get_untracked().is_some_and(|selected| selected != data_point) {
            self.data_point.set(data_point);
        }
    }

    fn select_series(self, next: Option<usize>) {
        let next = next.filter(|series| *series <= self.selectable);
        if self.series.try_get_untracked().is_some_and(|series| series != next) {
            self.series.set(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::data_point::TooltipRow;
    use super::super::drawing::Axis;
    use super::*;

    /// Two data points, each with two series, one above the other.
    fn selection(selectable: usize) -> Selection {
        let row =
            |series: usize, span| TooltipRow { series, name: String::new(), value: String::new(), span: Some(span) };
        let data_point = |at| DataPoint {
            at: [at, 0.0],
            heading: String::new(),
            rows: vec![row(1, [0.0, 10.0]), row(2, [20.0, 30.0])],
            shapes: Vec::new(),
        };
        let data_points = vec![data_point(10.0), data_point(90.0)];
        let drawing = Drawing { height: 100.0, shapes: Vec::new(), axis: Axis::Horizontal, data_points };
        Selection::new(RwSignal::new(drawing), selectable)
    }

    #[test]
    fn keys_move_between_data_points_and_then_between_their_series() {
        Owner::new().with(|| {
            let selection = selection(2);
            assert_eq!((selection.press_key("a"), selection.selected()), (false, None));
            assert_eq!((selection.press_key("End"), selection.selected()), (true, Some((1, None))));
            selection.press_key("ArrowDown");
            assert_eq!(selection.selected(), Some((1, Some(1))));
            selection.press_key("ArrowLeft");
            assert_eq!(selection.selected(), Some((0, Some(1))));
            assert_eq!((selection.press_key("Escape"), selection.selected()), (true, None));
        });
    }

    #[test]
    fn only_the_second_tap_on_a_data_point_opens_it() {
        Owner::new().with(|| {
            let selection = selection(2);
            selection.press([12.0, 5.0], false);
            assert_eq!((selection.selected(), selection.click_opens.get_value()), (Some((0, Some(1))), false));
            selection.press([14.0, 6.0], false);
            assert!(selection.click_opens.get_value());
            selection.press([88.0, 6.0], false);
            assert_eq!((selection.selected(), selection.click_opens.get_value()), (Some((1, Some(1))), false));
            selection.press([12.0, 5.0], true);
            assert!(selection.click_opens.get_value());
        });
    }

    #[test]
    fn a_series_that_cannot_be_selected_stays_unselected() {
        Owner::new().with(|| {
            let selection = selection(1);
            selection.point([12.0, 25.0]);
            assert_eq!(selection.selected(), Some((0, None)));
        });
    }
}
