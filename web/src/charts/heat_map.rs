//! A heat map: a rate for each pair of a row and a column.

use super::data_point::{DataPoint, TooltipRow};
use super::drawing::{Axis, Drawing};
use super::shape::Shape;
use super::text_width::{ellipsized, text_width, widest, wrapped};

/// The width from which names of rows are beside the cells. Below, they are above them.
const BESIDE_FROM: f64 = 460.0;
/// The maximum height of the names of the columns when they are written upward.
const NAMES_HEIGHT_MAX: f64 = 190.0;
/// The height of a line of a name.
const LINE_HEIGHT: f64 = 15.0;
/// The width from which a cell has room for its value.
const VALUE_WIDTH: f64 = 30.0;
/// The space between two cells.
const GAP: f64 = 2.0;

#[derive(Debug, Clone, PartialEq)]
pub struct HeatCell {
    /// The value, 0..1.
    pub value: f64,
    /// The value as it is written in the cell.
    pub label: String,
    /// The counts that the value comes from, in words.
    pub text: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct HeatRow {
    pub name: String,
    /// The cell of each column. `None` if there is no data.
    pub cells: Vec<Option<HeatCell>>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct HeatMap {
    pub columns: Vec<String>,
    /// The rows, from top to bottom. Each has a cell for each column.
    pub rows: Vec<HeatRow>,
    /// The color number of what is measured.
    pub series: usize,
    pub no_data: &'static str,
}

impl HeatMap {
    /// Draws the heat map in a width in pixels. The data points are the cells, row by row.
    pub fn draw(&self, width: f64) -> Drawing {
        let beside = width >= BESIDE_FROM;
        let names = widest(self.rows.iter().map(|row| &row.name));
        let name_width = if beside { names.min(width * 0.4) } else { width };
        let left = if beside { name_width + 12.0 } else { 0.0 };
        let columns = self.columns.len();
        let cell_width = (width - left) / columns.max(1) as f64;
        let row_names: Vec<_> = self.rows.iter().map(|row| lines(&row.name, name_width)).collect();
        let column_names: Vec<_> = self.columns.iter().map(|name| lines(name, cell_width - 4.0)).collect();
        let is_upward = widest(column_names.iter().flatten()) > cell_width - 4.0;
        let second_line_of =
            |names: &[Vec<String>]| if names.iter().any(|lines| lines.len() > 1) { LINE_HEIGHT } else { 0.0 };
        let second_line = second_line_of(&row_names);
        let top = match is_upward {
            true => widest(self.columns.iter()).min(NAMES_HEIGHT_MAX) + 10.0,
            false => 24.0 + second_line_of(&column_names),
        };
        let (name_height, cell_height) =
            if beside { (0.0, 28.0_f64.max(20.0 + second_line)) } else { (18.0 + second_line, 26.0) };
        let row_top = |row: usize| top + (name_height + cell_height) * row as f64;

        let mut shapes = Vec::new();
        let middle = |column: usize| left + cell_width * (column as f64 + 0.5);
        for (column, (name, lines)) in self.columns.iter().zip(column_names).enumerate() {
            if is_upward {
                let at = [middle(column) + 4.0, top - 6.0];
                let name = ellipsized(name, NAMES_HEIGHT_MAX);
                shapes.push(Shape::text("chart-tick", "start", at, name).turned_upward(at));
                continue;
            }
            let first = top - 8.0 - LINE_HEIGHT * lines.len().saturating_sub(1) as f64;
            for (line, text) in lines.into_iter().enumerate() {
                let at = [middle(column), first + LINE_HEIGHT * line as f64];
                shapes.push(Shape::text("chart-tick", "middle", at, text));
            }
        }
        let mut data_points = Vec::new();
        for (index, (row, lines)) in self.rows.iter().zip(row_names).enumerate() {
            let cell_top = row_top(index) + name_height;
            let above = LINE_HEIGHT * lines.len().saturating_sub(1) as f64;
            let first = if beside { cell_top + (cell_height - above) / 2.0 + 4.0 } else { cell_top - 4.0 - above };
            for (line, text) in lines.into_iter().enumerate() {
                let at = [0.0, first + LINE_HEIGHT * line as f64];
                shapes.push(Shape::text("chart-name", "start", at, ellipsized(&text, name_width)));
            }
            for (column, name) in self.columns.iter().enumerate() {
                let cell = row.cells.get(column).and_then(Option::as_ref);
                let x = left + cell_width * column as f64;
                let cell_shape = |class, inset: f64| {
                    let size = [cell_width - GAP - 2.0 * inset, cell_height - GAP - 2.0 * inset];
                    Shape::rect(class, [x + inset, cell_top + inset], size).rounded(2.0).of_series(self.series)
                };
                shapes.push(cell_shape(cell.map_or("chart-cell-empty", |cell| level(cell.value)), 0.5));
                let middle = [x + (cell_width - GAP) / 2.0, cell_top + cell_height / 2.0 + 3.0];
                if let Some(cell) = cell.filter(|_| cell_width >= VALUE_WIDTH) {
                    shapes.push(Shape::text("chart-cell-value", "middle", middle, cell.label.clone()));
                }
                let value = self.text(cell);
                data_points.push(DataPoint {
                    at: [middle[0], cell_top + cell_height / 2.0],
                    heading: row.name.clone(),
                    rows: vec![TooltipRow { series: self.series, name: name.clone(), value, span: None }],
                    shapes: vec![cell_shape("chart-cell-selected", 0.0)],
                });
            }
        }
        Drawing { height: row_top(self.rows.len()) + 2.0, shapes, axis: Axis::Grid(columns), data_points }
    }

    fn text(&self, cell: Option<&HeatCell>) -> String {
        cell.map_or_else(|| self.no_data.to_owned(), |cell| format!("{} · {}", cell.label, cell.text))
    }

    /// Returns the values as rows of a table: the name of a row, then its cells.
    pub fn rows(&self) -> Vec<Vec<String>> {
        let text = |cell: &Option<HeatCell>| self.text(cell.as_ref());
        self.rows
            .iter()
            .map(|row| std::iter::once(row.name.clone()).chain(row.cells.iter().map(text)).collect())
            .collect()
    }
}

/// A name in one line if it fits, or in two. Both may be too wide: a long word, and the rest.
fn lines(name: &str, width: f64) -> Vec<String> {
    if text_width(name) <= width {
        return vec![name.to_owned()];
    }
    let mut lines = wrapped(name, width);
    if lines.len() > 2 {
        let rest = lines.split_off(1).join(" ");
        lines.push(rest);
    }
    lines
}

/// The class of a value. There are only a few, so that neighboring ones can be distinguished.
fn level(value: f64) -> &'static str {
    match value {
        value if value <= 0.0 => "chart-cell-0",
        value if value <= 0.25 => "chart-cell-1",
        value if value <= 0.5 => "chart-cell-2",
        value if value <= 0.75 => "chart-cell-3",
        _ => "chart-cell-4",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(value: f64) -> Option<HeatCell> {
        Some(HeatCell { value, label: format!("{}%", value * 100.0), text: "1 of 2".to_owned() })
    }

    fn map(columns: usize, rows: usize) -> HeatMap {
        let row = |index: usize| HeatRow {
            name: format!("A long question about earbuds, number {index}, with many words"),
            cells: (0..columns).map(|column| if column == 1 { None } else { cell(0.5) }).collect(),
        };
        HeatMap {
            columns: (0..columns).map(|column| format!("A model {column}")).collect(),
            rows: (0..rows).map(row).collect(),
            series: 3,
            no_data: "no data",
        }
    }

    fn coordinate(shape: &Shape, name: &str) -> f64 {
        shape.attribute(name).map_or(0.0, |value| value.parse().unwrap())
    }

    #[test]
    fn a_cell_without_data_says_so_and_is_not_zero() {
        let drawing = map(3, 1).draw(600.0);
        let values: Vec<_> = drawing.data_points.iter().map(|data_point| data_point.rows[0].value.as_str()).collect();
        assert_eq!(values, ["50% · 1 of 2", "no data", "50% · 1 of 2"]);
        let classes: Vec<_> =
            drawing.shapes.iter().filter(|shape| shape.tag == "rect").map(|shape| shape.class).collect();
        assert_eq!(classes, ["chart-cell-2", "chart-cell-empty", "chart-cell-2"]);
        assert!(drawing.data_points.iter().all(|data_point| data_point.rows[0].series == 3));
    }

    #[test]
    fn every_cell_is_inside_the_image_at_every_width() {
        for (columns, rows) in [(1, 1), (8, 200), (0, 3), (8, 0)] {
            for width in [240.0, 288.0, 600.0, 1_100.0] {
                let drawing = map(columns, rows).draw(width);
                assert_eq!(drawing.data_points.len(), columns * rows);
                for shape in
                    drawing.shapes.iter().chain(drawing.data_points.iter().flat_map(|data_point| &data_point.shapes))
                {
                    let (right, bottom) = (coordinate(shape, "x") + coordinate(shape, "width"), coordinate(shape, "y"));
                    assert!(
                        right <= width + 0.1 && bottom + coordinate(shape, "height") <= drawing.height,
                        "{shape:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn names_of_columns_have_two_lines_where_one_is_too_narrow_and_else_turn_upward() {
        let texts = |name: &str, width: f64| {
            let drawing = HeatMap { columns: vec![name.to_owned()], ..map(1, 0) }.draw(width + 4.0);
            let texts = drawing.shapes.into_iter().filter(|shape| shape.class == "chart-tick");
            texts.map(|shape| (shape.attribute("transform").is_some(), shape.text)).unzip::<_, _, Vec<_>, Vec<_>>()
        };
        let name = "A model (Local)";
        let narrow = text_width(name) + 3.0;
        assert_eq!(texts(name, narrow), (vec![false], vec![name.to_owned()]));
        assert_eq!(texts(name, narrow - 4.0), (vec![false; 2], vec!["A model".to_owned(), "(Local)".to_owned()]));
        assert_eq!(texts(name, text_width("A model") - 1.0), (vec![true], vec![name.to_owned()]));
        assert_eq!(texts("Perplexity", 20.0).0, [true]);
        assert_eq!(lines("A model", text_width("model")), ["A", "model"]);
        assert_eq!(lines("A very long model (Local)", text_width("model (Local)")), ["A very long", "model (Local)"]);
    }

    #[test]
    fn names_of_rows_have_two_lines_where_one_is_too_narrow() {
        let name = "Which earbuds fit small ears?";
        assert_eq!(lines(name, text_width(name)), [name]);
        assert_eq!(lines(name, 120.0), ["Which earbuds", "fit small ears?"]);
        let cut = lines(name, 80.0).into_iter().map(|line| ellipsized(&line, 80.0));
        assert_eq!(cut.collect::<Vec<_>>(), ["Which", "earbuds f…"]);
        let height = |width| map(1, 2).draw(width).height;
        assert!(height(500.0) > height(1_100.0));
    }

    #[test]
    fn a_higher_rate_has_a_stronger_color() {
        let levels = [-1.0, 0.0, 0.01, 0.25, 0.3, 0.75, 0.76, 1.0].map(level);
        assert!(levels.is_sorted() && levels[1] != levels[2] && levels[6] == "chart-cell-4");
    }

    #[test]
    fn the_table_has_a_row_for_each_row_and_a_column_for_each_cell() {
        assert_eq!(map(2, 1).rows()[0][1..], ["50% · 1 of 2", "no data"]);
    }
}
