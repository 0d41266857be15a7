//! A drawing: what a chart shows, before it is put into the document.

use super::scale::Linear;

/// A shape of an SVG image. Style sheets color it by its class and by the number of its series.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    pub tag: &'static str,
    pub class: &'static str,
    /// The color number of the series that it belongs to, from 1.
    pub series: Option<usize>,
    pub attributes: Vec<(&'static str, String)>,
    /// The text inside. Empty except for text elements.
    pub text: String,
}

impl Mark {
    /// A shape with coordinates.
    pub fn new(tag: &'static str, class: &'static str, coordinates: &[(&'static str, f64)]) -> Self {
        let attributes = coordinates.iter().map(|(name, value)| (*name, number(*value))).collect();
        Self { tag, class, series: None, attributes, text: String::new() }
    }

    pub fn line(class: &'static str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) -> Self {
        Self::new("line", class, &[("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)])
    }

    /// A line of text that begins, ends or is centered at a point: `anchor` is `start`, `end` or `middle`.
    pub fn text(class: &'static str, anchor: &str, [x, y]: [f64; 2], text: String) -> Self {
        let mut mark = Self::new("text", class, &[("x", x), ("y", y)]);
        mark.attributes.push(("text-anchor", anchor.to_owned()));
        mark.text = text;
        mark
    }

    /// A line through points.
    pub fn path(class: &'static str, points: impl Iterator<Item = [f64; 2]>) -> Self {
        let mut data = String::new();
        for [x, y] in points {
            data.push(if data.is_empty() { 'M' } else { 'L' });
            data.push_str(&number(x));
            data.push(' ');
            data.push_str(&number(y));
        }
        Self { tag: "path", class, series: None, attributes: vec![("d", data)], text: String::new() }
    }

    /// Straight lines, each between two points.
    pub fn lines(class: &'static str, lines: impl Iterator<Item = [[f64; 2]; 2]>) -> Self {
        let mut data = String::new();
        for [[x1, y1], [x2, y2]] in lines {
            for (letter, at) in [('M', x1), (' ', y1), ('L', x2), (' ', y2)] {
                data.push(letter);
                data.push_str(&number(at));
            }
        }
        Self { tag: "path", class, series: None, attributes: vec![("d", data)], text: String::new() }
    }

    pub fn dot(class: &'static str, [x, y]: [f64; 2], radius: f64) -> Self {
        Self::new("circle", class, &[("cx", x), ("cy", y), ("r", radius)])
    }

    /// The text turned to be read upward from a point.
    pub fn turned_upward(mut self, [x, y]: [f64; 2]) -> Self {
        self.attributes.push(("transform", format!("rotate(-90 {} {})", number(x), number(y))));
        self
    }

    /// The shape in the color of a series.
    pub fn of_series(mut self, series: usize) -> Self {
        self.series = Some(series);
        self
    }
}

/// A coordinate, rounded to a tenth of a pixel. Not `{:.1}`: the formatting of floating-point numbers is 10 kB of code.
fn number(value: f64) -> String {
    let tenths = (value * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, tenth) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    if tenth == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{tenth}") }
}

/// A value at a stop, as it is shown and announced.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The color number of its series. 0 for a note.
    pub series: usize,
    pub name: String,
    /// The value with its unit, or a note that there is none. What it was counted from follows after ` · `.
    pub value: String,
    /// The range across the axis in which the pointer selects it, from top to bottom. `None` if nothing is drawn.
    pub span: Option<[f64; 2]>,
}

impl Reading {
    /// The value, and the details after ` · `. A note is not divided.
    pub fn columns(&self) -> (&str, &str) {
        let at = self.value.find(" · ").filter(|_| self.series > 0);
        at.map_or((&self.value, ""), |at| (&self.value[..at], self.value[at..].trim_start()))
    }
}

/// A place in a chart that the pointer and the arrow keys select.
#[derive(Debug, Clone, PartialEq)]
pub struct Stop {
    /// Its coordinate along the axis of the chart. In a grid, from left to right.
    pub at: f64,
    /// In a grid, its coordinate from top to bottom. 0 in other charts.
    pub down: f64,
    pub heading: String,
    pub readings: Vec<Reading>,
    /// The marks that are drawn over the chart while the stop is selected.
    pub marks: Vec<Mark>,
}

impl Stop {
    /// The series that is drawn at a coordinate across the axis: the nearest one. `None` if nothing is there.
    pub fn series_at(&self, across: f64) -> Option<usize> {
        let distance = |reading: &Reading| {
            let [top, bottom] = reading.span.filter(|[top, bottom]| (*top..=*bottom).contains(&across))?;
            Some(((top + bottom) / 2.0 - across).abs())
        };
        let near = self.readings.iter().filter_map(|reading| Some((distance(reading)?, reading.series)));
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
        self.readings.iter().filter(|reading| reading.span.is_some()).map(|reading| reading.series)
    }
}

/// The axis along which the stops of a chart are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    Horizontal,
    Vertical,
    /// In rows, one after the other. Each has this number of stops.
    Grid(usize),
}

/// A drawn chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    pub height: f64,
    /// The marks that are always drawn, in this order.
    pub marks: Vec<Mark>,
    pub axis: Axis,
    /// The stops, ordered by their coordinate.
    pub stops: Vec<Stop>,
}

impl Drawing {
    /// The stop that is nearest to a point. `None` if there are none.
    pub fn nearest(&self, [x, y]: [f64; 2]) -> Option<usize> {
        let distance = |index: &usize| {
            let stop = &self.stops[*index];
            match self.axis {
                Axis::Horizontal => (stop.at - x).abs(),
                Axis::Vertical => (stop.at - y).abs(),
                Axis::Grid(_) => (stop.at - x).hypot(stop.down - y),
            }
        };
        (0..self.stops.len()).min_by(|left, right| distance(left).total_cmp(&distance(right)))
    }

    /// The stop that a key selects from the selected one. `Err` if the key has no meaning here.
    pub fn moved(&self, selected: Option<usize>, key: &str) -> Result<Option<usize>, UnknownKey> {
        let last = self.stops.len().checked_sub(1);
        let Axis::Grid(columns) = self.axis else { return moved_along(last, selected, key) };
        let Some(from) = selected else {
            // Reading begins at the first cell.
            let key = if key.starts_with("Arrow") { "Home" } else { key };
            return moved_along(last, None, key);
        };
        let next = match key {
            "ArrowDown" => from + columns,
            "ArrowUp" => return Ok(Some(from.checked_sub(columns).unwrap_or(from))),
            // The arrow keys do not leave a row at its ends.
            "ArrowRight" if (from + 1) % columns.max(1) == 0 => from,
            "ArrowLeft" if from % columns.max(1) == 0 => from,
            _ => return moved_along(last, selected, key),
        };
        Ok(Some(if last.is_some_and(|last| next > last) { from } else { next }))
    }
}

fn moved_along(last: Option<usize>, selected: Option<usize>, key: &str) -> Result<Option<usize>, UnknownKey> {
    let from = selected.or(last);
    match key {
        "ArrowRight" | "ArrowDown" => Ok(from.map(|index| index + 1).min(last)),
        "ArrowLeft" | "ArrowUp" => Ok(from.map(|index| index.saturating_sub(1))),
        "Home" => Ok(last.map(|_| 0)),
        "End" => Ok(last),
        "Escape" if selected.is_some() => Ok(None),
        _ => Err(UnknownKey),
    }
}

/// A key that does not move the selection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownKey;

/// The values of an axis: their limit, and how a value is written.
#[derive(Clone, Copy)]
pub struct ValueAxis {
    /// The minimum distance between two ticks.
    pub min_step: f64,
    /// The maximum of all possible values. `None` if there is no limit.
    pub limit: Option<f64>,
    /// Writes the value of a tick with its unit.
    pub label: fn(f64) -> String,
}

impl ValueAxis {
    /// The scale of the values up to `max`.
    pub fn scale(&self, max: f64, ticks: u32, ends: [f64; 2]) -> Linear {
        Linear::new(max.min(self.limit.unwrap_or(f64::INFINITY)), self.min_step, ticks, ends)
    }

    /// The heights of the ticks with their labels, and the coordinate right of them.
    pub fn ticks(&self, scale: &Linear) -> (Vec<(f64, String)>, f64) {
        let ticks: Vec<(f64, String)> = scale.ticks().map(|tick| (scale.position(tick), (self.label)(tick))).collect();
        let width = ticks.iter().map(|(_, label)| text_width(label)).fold(0.0, f64::max);
        (ticks, width + 10.0)
    }
}

/// The lines of ticks between two coordinates, with their labels before them.
pub fn grid(ticks: Vec<(f64, String)>, [left, right]: [f64; 2]) -> Vec<Mark> {
    let marks = |(at, label): (f64, String)| {
        let line = Mark::line("chart-grid", [left, at], [right, at]);
        [line, Mark::text("chart-tick", "end", [left - 8.0, at + 4.0], label)]
    };
    ticks.into_iter().flat_map(marks).collect()
}

/// The approximate width of a text in pixels: a Hangul syllable is as wide as the font is high, a Latin letter about half.
pub fn text_width(text: &str) -> f64 {
    text.chars().map(char_width).sum()
}

fn char_width(character: char) -> f64 {
    if character >= '\u{1100}' { 12.0 } else { 7.4 }
}

/// The beginning of a text that fits into a width, with `…` if it is cut.
pub fn fitted(text: &str, width: f64) -> String {
    if text_width(text) <= width {
        return text.to_owned();
    }
    let mut left = width - char_width('…');
    let mut cut: String = text
        .chars()
        .take_while(|character| {
            left -= char_width(*character);
            left >= 0.0
        })
        .collect();
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Mark {
        pub fn coordinate(&self, name: &str) -> f64 {
            self.attributes.iter().find(|(other, _)| *other == name).unwrap().1.parse().unwrap()
        }
    }

    fn drawing(places: &[f64]) -> Drawing {
        let stop =
            |at: &f64| Stop { at: *at, down: 0.0, heading: String::new(), readings: Vec::new(), marks: Vec::new() };
        Drawing { height: 10.0, marks: Vec::new(), axis: Axis::Horizontal, stops: places.iter().map(stop).collect() }
    }

    #[test]
    fn the_pointer_selects_the_nearest_series_and_the_keys_go_from_one_to_the_next() {
        let reading = |series, span| Reading { series, name: String::new(), value: String::new(), span };
        let readings = vec![reading(3, Some([10.0, 30.0])), reading(1, Some([24.0, 44.0])), reading(2, None)];
        let stop = Stop { at: 0.0, down: 0.0, heading: String::new(), readings, marks: Vec::new() };
        let found = [5.0, 10.0, 26.0, 28.0, 44.0, 50.0].map(|across| stop.series_at(across));
        assert_eq!(found, [None, Some(3), Some(3), Some(1), Some(1), None]);
        let below = [None, Some(3), Some(1)].map(|series| stop.series_beside(series, false, 3));
        assert_eq!(below, [Some(3), Some(1), None]);
        let above = [None, Some(1), Some(3)].map(|series| stop.series_beside(series, true, 3));
        assert_eq!(above, [Some(1), Some(3), None]);
        assert_eq!(stop.series_beside(None, false, 2), Some(1), "series 3 cannot be selected");
    }

    #[test]
    fn a_coordinate_has_at_most_one_decimal() {
        for (value, text) in
            [(0.0, "0"), (12.04, "12"), (12.06, "12.1"), (-0.04, "0"), (-3.25, "-3.3"), (f64::NAN, "0")]
        {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn the_pointer_selects_the_nearest_stop() {
        let drawing = drawing(&[10.0, 20.0, 40.0]);
        assert_eq!([-5.0, 14.0, 31.0, 900.0].map(|at| drawing.nearest([at, 0.0])), [0, 0, 2, 2].map(Some));
        assert_eq!(self::drawing(&[]).nearest([1.0, 1.0]), None);
    }

    #[test]
    fn a_value_and_its_details_are_two_columns_and_a_note_is_one() {
        let reading =
            |series, value: &str| Reading { series, name: String::new(), value: value.to_owned(), span: None };
        let columns = |series, value: &str| {
            let reading = reading(series, value);
            let (value, rest) = reading.columns();
            [value.to_owned(), rest.to_owned()]
        };
        assert_eq!(columns(1, "28% · 42 of 148 · 21% to 36%"), ["28%", "· 42 of 148 · 21% to 36%"]);
        assert_eq!(columns(1, "no data"), ["no data", ""]);
        assert_eq!(columns(0, "1 prompt · 1 model"), ["1 prompt · 1 model", ""]);
    }

    #[test]
    fn keys_move_between_the_first_and_the_last_stop() {
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
            assert_eq!(drawing.moved(selected, key), Ok(moved), "{selected:?} {key}");
        }
        assert_eq!(drawing.moved(Some(0), "a"), Err(UnknownKey));
        // A dialog around the chart closes with this key.
        assert_eq!(drawing.moved(None, "Escape"), Err(UnknownKey));
        assert_eq!(self::drawing(&[]).moved(None, "Home"), Ok(None));
    }

    #[test]
    fn keys_move_in_all_directions_of_a_grid_and_stay_in_it() {
        let mut drawing = drawing(&[10.0, 20.0, 30.0, 10.0, 20.0, 30.0]);
        drawing.axis = Axis::Grid(3);
        (0..6).for_each(|index| drawing.stops[index].down = if index < 3 { 5.0 } else { 25.0 });
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
            assert_eq!(drawing.moved(selected, key), Ok(Some(moved)), "{selected:?} {key}");
        }
        assert_eq!(drawing.moved(Some(1), "Escape"), Ok(None));
        assert_eq!(drawing.moved(None, "ArrowDown"), Ok(Some(0)));
        assert_eq!(drawing.moved(None, "Escape"), Err(UnknownKey));
        assert_eq!(drawing.nearest([21.0, 24.0]), Some(4));
    }

    #[test]
    fn a_text_that_is_too_wide_is_cut() {
        assert_eq!(fitted("nurio.example", 200.0), "nurio.example");
        assert_eq!(fitted("가나다라마", 40.0), "가나…");
        assert_eq!(fitted("가나다", 0.0), "…");
    }
}
