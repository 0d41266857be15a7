//! The values at the selected data point of a chart, in a box beside it.

use leptos::prelude::*;

use super::data_point::{DataPoint, TooltipRow};
use super::drawing::{Axis, Drawing};

/// The width below which the tooltip has the whole width of the chart.
const NARROW: f64 = 480.0;
/// How far a tooltip below a chart begins before its data point, in pixels.
const BEFORE: f64 = 48.0;
/// The height of the bar of the navigation on a phone, and of a heading and a row of a tooltip.
const NAVIGATION: f64 = 72.0;
const HEADING: f64 = 40.0;
const ROW: f64 = 20.0;

/// The distance of the tooltip from a side of the chart (`left`, `right` or `top`), as a CSS length. `None` if it has none. `scale`
/// is the number of pixels for each unit of the drawing.
///
/// The tooltip of a chart over time is below it, where it covers no value. That of a bar or a cell is below the bar or the cell.
pub fn distance(side: &str, data_point: &DataPoint, drawing: &Drawing, width: f64, scale: f64) -> Option<String> {
    let [x, y] = data_point.at;
    let distance = match (drawing.axis, side) {
        (Axis::Horizontal, "top") => drawing.height,
        (_, "left" | "right") if width < NARROW => 0.0,
        (Axis::Horizontal, "left") if x <= width / 2.0 => (x - BEFORE).max(0.0),
        (Axis::Horizontal, "right") if x > width / 2.0 => (width - x - BEFORE).max(0.0),
        (Axis::Grid(_), "top") => y + 18.0,
        (Axis::Grid(_), "left") if x <= width / 2.0 => x + 12.0,
        (Axis::Grid(_), "right") if x > width / 2.0 => width - x + 12.0,
        (Axis::Vertical, "right") => 0.0,
        (Axis::Vertical, "top") => y + 16.0,
        _ => return None,
    };
    Some(format!("{}px", (distance * scale) as i64))
}

/// Whether the tooltip of a chart over time, whose plot has this top and bottom in a window of a height, is above it: there is room only
/// there. It would cover its values otherwise.
pub fn is_above(data_point: &DataPoint, axis: Axis, [top, bottom]: [f64; 2], window: f64) -> bool {
    let height = HEADING + ROW * data_point.rows.len() as f64;
    axis == Axis::Horizontal && top >= height && bottom + height > window - NAVIGATION
}

/// Shows the values at a data point, and the details of the selected one. The name of the selected series is above all, so that
/// it is read first.
pub fn tooltip_view(data_point: DataPoint, series: Option<usize>) -> AnyView {
    let is_selected = |row: &TooltipRow| Some(row.series) == series;
    let name = data_point.rows.iter().find(|row| is_selected(row)).map(|row| format!(" · {}", row.name));
    let is_only = data_point.rows.len() == 1;
    let rows = data_point
        .rows
        .iter()
        .map(|row| {
            let (value, rest) = row.columns();
            let counts = rest.trim_start_matches("· ").find(" · ").map_or(rest.len(), |at| at + "· ".len());
            let (counts, details) = rest.split_at(counts);
            // Only the selected value has its interval.
            let details = details.strip_prefix(" · ").filter(|_| is_only || is_selected(row));
            let details = details.map(|details| {
                view! {
                    <small><span class="visually-hidden">" · "</span>{details.to_owned()}</small>
                }
            });
            view! {
                <li data-series=row.series.to_string() class:selected=is_selected(row)>
                    <bdi>{row.name.clone()}</bdi>
                    " "
                    <span>{value.to_owned()}</span>
                    " "
                    <span>{counts.to_owned()}</span>
                    {details}
                </li>
            }
        })
        .collect_view();
    view! {
        <div>
            <bdi class="chart-heading">{data_point.heading + &name.unwrap_or_default()}</bdi>
            <ul>{rows}</ul>
        </div>
    }
    .into_any()
}
