//! A line chart over time: one line for each series, and a gap where there is no value.

use time::Date;

use super::data_point::{DataPoint, TooltipRow};
use super::data_table::DataTable;
use super::date_values::{Axes, NAME_HEIGHT, PlotArea, Value};
use super::drawing::Drawing;
use super::scale::spread;
use super::shape::Shape;
use super::table_over_time::{ColumnNames, table_over_time};
use super::text_width::{ellipsized, widest};
use crate::sorting::sort_by;

/// The distance from a value at which the pointer selects it, in pixels.
const HIT_RADIUS: f64 = 12.0;
/// The length of the piece of a line before its name, which shows its dashes.
const KEY: f64 = 18.0;
/// The width of a key and the space after it.
const KEY_WIDTH: f64 = KEY + 4.0;
/// The number of dates up to which each value has a dot.
const DOTS_MAX: usize = 40;

#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The name, shown at the end of the line.
    pub name: String,
    pub series: usize,
    /// Whether it is thicker than others.
    pub strong: bool,
    /// The value at each date. `None` is a gap.
    pub values: Vec<Option<Value>>,
}

#[derive(Clone)]
pub struct LineChart {
    pub axes: Axes,
    /// The lines. The last is on top.
    pub lines: Vec<Line>,
    /// The value that the axis reaches at least, so that a chart beside it has the same scale. 0 without one.
    pub shared_max: f64,
}

/// Where the value of a line is at each date. `None` is a gap.
type Places = Vec<Option<[f64; 2]>>;

impl LineChart {
    pub fn draw(&self, width: f64) -> Drawing {
        let label_width = widest(self.lines.iter().map(|line| &line.name)).min(width * 0.36);
        let max = self.peak().max(self.shared_max);
        let PlotArea { x, y, sides: [_, right], ends, mut drawing } =
            self.axes.plot_area(width, max, label_width + KEY_WIDTH, |_| 6.0, 0.0);
        let [top, bottom] = ends;
        let place = |((date, _), value): (&(Date, String), &Option<Value>)| {
            Some([x.position(*date), y.position(value.as_ref()?.value)])
        };
        let of_line = |line: &Line| -> Places { self.axes.dates.iter().zip(&line.values).map(place).collect() };
        let places: Vec<Places> = self.lines.iter().map(of_line).collect();
        let shapes = self.lines.iter().zip(&places).flat_map(|(line, places)| line_shapes(line, places));
        drawing.shapes.extend(shapes);
        drawing.shapes.extend(self.end_labels(&places, [right + 10.0, label_width + 4.0], [top + 4.0, bottom + 4.0]));
        let data_points = self.axes.dates.iter().enumerate().map(|(index, (date, heading))| DataPoint {
            at: [x.position(*date), 0.0],
            heading: heading.clone(),
            rows: self.tooltip_rows(index, &places),
            shapes: self.selected_shapes(x.position(*date), index, ends, &places),
        });
        drawing.data_points = data_points.collect();
        drawing
    }

    /// Returns the highest value. 0 if there is none.
    pub fn peak(&self) -> f64 {
        let values = self.lines.iter().flat_map(|line| line.values.iter().flatten());
        values.map(|value| value.value).fold(0.0, f64::max)
    }

    pub fn date_with_data(&self, index: usize) -> Option<Date> {
        self.axes.date_with_data(index, self.lines.iter().map(|line| &line.values))
    }

    /// Returns the values as a table: a row for each date, and a column for each line. The line on top is the first.
    pub fn table(&self, names: ColumnNames) -> DataTable {
        let lines = self.lines.iter().rev().map(|line| (line.name.as_str(), line.values.as_slice()));
        table_over_time(names, &self.axes, &lines.collect::<Vec<_>>())
    }

    // In the order of the lines at the data point: the highest value first, and lines with a gap last.
    fn tooltip_rows(&self, index: usize, places: &[Places]) -> Vec<TooltipRow> {
        let height = |line: &Line| line.values.get(index).and_then(Option::as_ref).map_or(-1.0, |value| value.value);
        let mut lines: Vec<(&Line, &Places)> = self.lines.iter().zip(places).collect();
        sort_by(&mut lines, |(one, _), (other, _)| height(other).total_cmp(&height(one)));
        let row = |(line, places): (&Line, &Places)| {
            let span = places.get(index).copied().flatten().map(|[_, y]| [y - HIT_RADIUS, y + HIT_RADIUS]);
            let value = line.values.get(index).and_then(Option::as_ref);
            let value = value.map_or_else(|| self.axes.no_data.to_owned(), |value| value.text.clone());
            TooltipRow { series: line.series, name: line.name.clone(), value, span }
        };
        lines.into_iter().map(row).chain(self.axes.annotations.tooltip_row(index)).collect()
    }

    fn end_labels(&self, places: &[Places], [x, width]: [f64; 2], [low, high]: [f64; 2]) -> Vec<Shape> {
        let end = |(line, places): (&Line, &Places)| {
            let [_, y] = places.iter().copied().flatten().next_back()?;
            Some((y + 4.0, ellipsized(&line.name, width), line.series, line.strong))
        };
        let ends: Vec<_> = self.lines.iter().zip(places).filter_map(end).collect();
        let wanted: Vec<f64> = ends.iter().map(|(y, ..)| *y).collect();
        let label = |(y, (_, name, series, strong)): (f64, (f64, String, usize, bool))| {
            let class = if strong { "chart-label chart-strong" } else { "chart-label" };
            let key = Shape::line(line_class(strong), [x, y - 4.0], [x + KEY, y - 4.0]);
            [key, Shape::text(class, "start", [x + KEY_WIDTH, y], name)].map(|shape| shape.of_series(series))
        };
        spread(&wanted, NAME_HEIGHT, low, high).into_iter().zip(ends).flat_map(label).collect()
    }

    fn selected_shapes(&self, x: f64, index: usize, [top, bottom]: [f64; 2], places: &[Places]) -> Vec<Shape> {
        let dot = |(line, places): (&Line, &Places)| {
            let at = places.get(index).copied().flatten()?;
            Some(Shape::dot("chart-selected", at, 4.5).of_series(line.series))
        };
        let rule = Shape::line("chart-rule", [x, top], [x, bottom]);
        std::iter::once(rule).chain(self.lines.iter().zip(places).filter_map(dot)).collect()
    }
}

fn line_class(strong: bool) -> &'static str {
    if strong { "chart-line chart-strong" } else { "chart-line" }
}

fn line_shapes(line: &Line, places: &Places) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for stretch in places.split(Option::is_none) {
        let points: Vec<[f64; 2]> = stretch.iter().flatten().copied().collect();
        if points.len() > 1 {
            shapes.push(Shape::path(line_class(line.strong), &points).of_series(line.series));
        }
        // A value between two gaps draws no line, so it always has a dot.
        if points.len() == 1 || line.values.len() <= DOTS_MAX {
            shapes.extend(points.iter().map(|point| Shape::dot("chart-dot", *point, 2.5).of_series(line.series)));
        }
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::super::date_values::tests::axes;
    use super::super::date_values::{ANNOTATION_BEFORE, Annotation, Annotations};
    use super::super::text_width::text_width;
    use super::*;

    const NAMES: ColumnNames =
        ColumnNames { dates: "Day", count: "count", out_of: "out of", n_of: |_, _| String::new() };

    fn chart(lines: Vec<Vec<Option<f64>>>) -> LineChart {
        let count = lines.first().map_or(0, Vec::len);
        let value = |value: f64| Value { value, text: format!("{value}%"), counted: None };
        let line = |(index, values): (usize, Vec<Option<f64>>)| Line {
            name: format!("Brand {}", index + 1),
            series: index + 1,
            strong: index == 0,
            values: values.into_iter().map(|number| number.map(value)).collect(),
        };
        LineChart { axes: axes(count), lines: lines.into_iter().enumerate().map(line).collect(), shared_max: 0.0 }
    }

    #[test]
    fn a_gap_breaks_the_line_and_a_value_between_gaps_is_a_dot() {
        let values = vec![Some(1.0), Some(2.0), None, Some(3.0), None, Some(1.0), Some(1.0), Some(4.0)];
        let drawing = chart(vec![values]).draw(600.0);
        let lines = drawing.shapes.iter().filter(|shape| shape.tag == "path");
        let corners = |line: &Shape| line.attribute("d").unwrap().matches(['M', 'L']).count();
        assert_eq!(lines.map(corners).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(drawing.shapes.iter().filter(|shape| shape.class == "chart-dot").count(), 6);
    }

    #[test]
    fn dots_of_a_long_line_remain_only_between_gaps() {
        let values = (0..28).map(|day| (day != 1).then_some(1.0)).chain([None, Some(1.0)]).collect::<Vec<_>>();
        let mut chart = chart(vec![values]);
        let gap = std::iter::repeat_n(None, 20);
        chart.lines[0].values.extend(gap);
        let dots = chart.draw(600.0).shapes.into_iter().filter(|shape| shape.class == "chart-dot").count();
        assert_eq!(dots, 2);
    }

    #[test]
    fn a_data_point_names_every_line_the_highest_first_and_says_where_there_is_no_data() {
        let lines = vec![vec![Some(1.0), None], vec![Some(2.0), Some(4.0)], vec![None, Some(9.0)]];
        let drawing = chart(lines).draw(600.0);
        let last = drawing.data_points.last().unwrap();
        assert_eq!(last.heading, "day 2");
        let rows: Vec<_> = last.rows.iter().map(|row| (row.name.as_str(), row.value.as_str())).collect();
        assert_eq!(rows, [("Brand 3", "9%"), ("Brand 2", "4%"), ("Brand 1", "no data")]);
        assert_eq!(last.shapes.iter().filter(|shape| shape.tag == "circle").count(), 2);
    }

    #[test]
    fn a_date_without_a_value_opens_nothing() {
        let chart = chart(vec![vec![Some(1.0), None], vec![None, None]]);
        assert_eq!([0, 1, 2].map(|index| chart.date_with_data(index).map(Date::day)), [Some(1), None, None]);
    }

    #[test]
    fn the_table_has_a_row_for_each_date_and_a_column_for_each_line() {
        let table = chart(vec![vec![Some(1.0), None], vec![Some(2.0), Some(4.0)]]).table(NAMES);
        assert_eq!(table.columns, ["Day", "Brand 2", "Brand 1"]);
        assert_eq!(table.rows, [["day 1", "2%", "1%"], ["day 2", "4%", "no data"]]);
    }

    #[test]
    fn an_annotation_is_drawn_before_its_date_read_there_and_in_the_table() {
        let mut chart = chart(vec![vec![Some(1.0), Some(2.0)]]);
        let annotation =
            Annotation { text: "2 prompts".to_owned(), label: "+2 prompts".to_owned(), breaks_trend: true };
        chart.axes.annotations = Annotations { name: "Changed".to_owned(), by_date: vec![None, Some(annotation)] };
        let drawing = chart.draw(600.0);
        let rule = drawing.shapes.iter().find(|shape| shape.class == "chart-annotation").unwrap();
        let x: f64 = rule.attributes[0].1.parse().unwrap();
        let label = drawing.shapes.iter().find(|shape| shape.text == "+2 prompts").unwrap();
        let name = drawing.shapes.iter().find(|shape| shape.class.starts_with("chart-label")).unwrap();
        assert!(label.coordinate("x") + text_width(&label.text) <= name.coordinate("x"));
        assert!((drawing.data_points[1].at[0] - x - ANNOTATION_BEFORE).abs() < 0.1, "{x}");
        for width in (300..1_100).map(f64::from) {
            assert!(chart.draw(width).shapes.iter().any(|shape| shape.text == "+2 prompts"), "{width}");
        }
        let last = |index: usize| drawing.data_points[index].rows.last().unwrap().value.clone();
        assert_eq!((last(0), last(1)), ("1%".to_owned(), "2 prompts".to_owned()));
        assert_eq!(chart.table(NAMES).rows, [["day 1", "1%", ""], ["day 2", "2%", "2 prompts"]]);
    }

    #[test]
    fn the_axis_reaches_the_highest_value_of_the_chart_beside_it() {
        let ticks = |shared_max: f64| {
            let drawing = LineChart { shared_max, ..chart(vec![vec![Some(3.0), Some(4.0)]]) }.draw(600.0);
            drawing.shapes.into_iter().map(|shape| shape.text).collect::<Vec<_>>()
        };
        assert!(ticks(0.0).contains(&"4".to_owned()) && !ticks(0.0).contains(&"100".to_owned()));
        assert!(ticks(100.0).contains(&"100".to_owned()));
    }

    #[test]
    fn a_name_without_room_is_shortened_and_whole_beside_its_values_and_in_the_table() {
        let mut chart = chart(vec![vec![Some(1.0), Some(2.0)]]);
        let name = "community.earfan.example";
        chart.lines[0].name = name.to_owned();
        let drawing = chart.draw(358.0);
        let label = drawing.shapes.iter().find(|shape| shape.class.starts_with("chart-label")).unwrap();
        assert_eq!(label.text, "…earfan.example");
        assert_eq!((&*drawing.data_points[0].rows[0].name, &*chart.table(NAMES).columns[1]), (name, name));
    }

    #[test]
    fn a_name_is_after_a_piece_of_its_line() {
        let shapes = chart(vec![vec![Some(1.0), Some(2.0)], vec![Some(2.0), Some(4.0)]]).draw(600.0).shapes;
        for (at, name) in shapes.iter().enumerate().filter(|(_, shape)| shape.class.starts_with("chart-label")) {
            let key = &shapes[at - 1];
            assert!(key.class.starts_with("chart-line") && key.series == name.series, "{key:?}");
            assert!(key.coordinate("x2") < name.coordinate("x"), "{name:?}");
        }
    }

    #[test]
    fn everything_is_inside_the_image_at_every_width() {
        let mut chart = chart(vec![vec![Some(1e6), None, Some(0.0)], vec![Some(1.0); 3], vec![Some(1.0); 3]]);
        chart.lines[1].name = "아주 긴 이름을 가진 브랜드 ".repeat(20);
        for width in [240.0, 288.0, 600.0, 1_100.0] {
            let drawing = chart.draw(width);
            let coordinate =
                |shape: &Shape, name: &str| shape.attribute(name).map(|value| value.parse::<f64>().unwrap());
            for shape in
                drawing.shapes.iter().chain(drawing.data_points.iter().flat_map(|data_point| &data_point.shapes))
            {
                for (names, end) in [(["x", "x1", "x2", "cx"], width), (["y", "y1", "y2", "cy"], drawing.height)] {
                    for at in names.into_iter().filter_map(|name| coordinate(shape, name)) {
                        assert!((0.0..=end).contains(&at), "{width}: {shape:?}");
                    }
                }
                if shape.attribute("text-anchor") == Some("start") {
                    assert!(
                        coordinate(shape, "x").unwrap() + text_width(&shape.text) <= width + 1.0,
                        "{width}: {shape:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_chart_without_dates_has_axes_and_no_data_points() {
        let drawing = chart(Vec::new()).draw(600.0);
        assert!(drawing.data_points.is_empty() && drawing.shapes.iter().any(|shape| shape.class == "chart-grid"));
    }
}
