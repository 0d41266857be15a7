//! What the pointer and the keyboard select in a chart, with its tooltip.

use super::shape::Shape;

/// A value at a data point, as it is shown and announced.
#[derive(Debug, Clone, PartialEq)]
pub struct TooltipRow {
    /// The color number of its series. 0 for an annotation.
    pub series: usize,
    pub name: String,
    /// The value with its unit, or a note that there is none. What it was counted from follows after ` · `.
    pub value: String,
    /// The range across the axis in which the pointer selects it, from top to bottom. `None` if nothing is drawn.
    pub span: Option<[f64; 2]>,
}

impl TooltipRow {
    /// The value, and the details after ` · `. An annotation is not divided.
    pub fn columns(&self) -> (&str, &str) {
        let at = self.value.find(" · ").filter(|_| self.series > 0);
        at.map_or((&self.value, ""), |at| (&self.value[..at], self.value[at..].trim_start()))
    }
}

/// A place in a chart that the pointer and the arrow keys select.
#[derive(Debug, Clone, PartialEq)]
pub struct DataPoint {
    /// Where it is. Along an axis, only the coordinate on it counts.
    pub at: [f64; 2],
    pub heading: String,
    pub rows: Vec<TooltipRow>,
    /// The shapes that are drawn over the chart while the data point is selected.
    pub shapes: Vec<Shape>,
}

impl DataPoint {
    /// The series that is drawn at a coordinate across the axis: the nearest one. `None` if nothing is there.
    pub fn series_at(&self, across: f64) -> Option<usize> {
        let distance = |row: &TooltipRow| {
            let [top, bottom] = row.span.filter(|[top, bottom]| (*top..=*bottom).contains(&across))?;
            Some(((top + bottom) / 2.0 - across).abs())
        };
        let near = self.rows.iter().filter_map(|row| Some((distance(row)?, row.series)));
        near.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, series)| series)
    }

    /// The drawn series above or below another one, of those up to `max`. `None` beyond the first and the last, as at the start.
    pub fn series_beside(&self, series: Option<usize>, above: bool, max: usize) -> Option<usize> {
        let drawn: Vec<usize> = self.drawn_series().filter(|series| *series <= max).collect();
        let from = series.and_then(|series| drawn.iter().position(|other| *other == series));
        let next = match (from, above) {
            (None, true) => drawn.len().checked_sub(1),
            (None, false) => Some(0),
            (Some(from), true) => from.checked_sub(1),
            (Some(from), false) => Some(from + 1),
        };
        drawn.get(next?).copied()
    }

    /// The series with a value, from top to bottom.
    pub fn drawn_series(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().filter(|row| row.span.is_some()).map(|row| row.series)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pointer_selects_the_nearest_series_and_the_keys_go_from_one_to_the_next() {
        let row = |series, span| TooltipRow { series, name: String::new(), value: String::new(), span };
        let rows = vec![row(3, Some([10.0, 30.0])), row(1, Some([24.0, 44.0])), row(2, None)];
        let data_point = DataPoint { at: [0.0; 2], heading: String::new(), rows, shapes: Vec::new() };
        let found = [5.0, 10.0, 26.0, 28.0, 44.0, 50.0].map(|across| data_point.series_at(across));
        assert_eq!(found, [None, Some(3), Some(3), Some(1), Some(1), None]);
        let below = [None, Some(3), Some(1)].map(|series| data_point.series_beside(series, false, 3));
        assert_eq!(below, [Some(3), Some(1), None]);
        let above = [None, Some(1), Some(3)].map(|series| data_point.series_beside(series, true, 3));
        assert_eq!(above, [Some(1), Some(3), None]);
        assert_eq!(data_point.series_beside(None, false, 2), Some(1), "series 3 cannot be selected");
    }

    #[test]
    fn a_value_and_its_details_are_two_columns_and_an_annotation_is_one() {
        let row = |series, value: &str| TooltipRow { series, name: String::new(), value: value.to_owned(), span: None };
        let columns = |series, value: &str| {
            let row = row(series, value);
            let (value, rest) = row.columns();
            [value.to_owned(), rest.to_owned()]
        };
        assert_eq!(columns(1, "28% · 42 of 148 · 21% to 36%"), ["28%", "· 42 of 148 · 21% to 36%"]);
        assert_eq!(columns(1, "no data"), ["no data", ""]);
        assert_eq!(columns(0, "1 prompt · 1 model"), ["1 prompt · 1 model", ""]);
    }
}
