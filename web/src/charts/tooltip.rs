//! The values at the selected stop of a chart, in a box beside it.

use leptos::prelude::*;

use super::drawing::{Axis, Drawing, Reading, Stop};

/// The width below which the tooltip has the whole width of the chart.
const NARROW: f64 = 480.0;
/// How far a tooltip below a chart begins before its stop, in pixels.
const BEFORE: f64 = 48.0;

/// The distance of the tooltip from a side of the chart (`left`, `right` or `top`), as a CSS length. `None` if it has none.
///
/// The tooltip of a chart over time is below it, where it covers no value. That of a bar or a cell is below the bar or the cell.
pub fn distance(side: &str, stop: &Stop, drawing: &Drawing, width: f64) -> Option<String> {
    let &Stop { at, down, .. } = stop;
    let distance = match (drawing.axis, side) {
        (Axis::Horizontal, "top") => drawing.height,
        (_, "left" | "right") if width < NARROW => 0.0,
        (Axis::Horizontal, "left") if at <= width / 2.0 => (at - BEFORE).max(0.0),
        (Axis::Horizontal, "right") if at > width / 2.0 => (width - at - BEFORE).max(0.0),
        (Axis::Grid(_), "top") => down + 18.0,
        (Axis::Grid(_), "left") if at <= width / 2.0 => at + 12.0,
        (Axis::Grid(_), "right") if at > width / 2.0 => width - at + 12.0,
        (Axis::Vertical, "right") => 0.0,
        (Axis::Vertical, "top") => at + 16.0,
        _ => return None,
    };
    Some(format!("{}px", distance as i64))
}

/// Shows the values at a stop, and the details of the selected one. The name of the selected series is above all, so that it is read first.
pub fn tooltip_view(stop: Stop, series: Option<usize>) -> AnyView {
    let is_selected = |reading: &Reading| Some(reading.series) == series;
    let name = stop.readings.iter().find(|reading| is_selected(reading)).map(|reading| format!(" · {}", reading.name));
    let is_only = stop.readings.len() == 1;
    let rows = stop
        .readings
        .iter()
        .map(|reading| {
            let (value, rest) = reading.columns();
            // After the counts, only the selected value has its interval.
            let counts = rest.trim_start_matches("· ").find(" · ").map_or(rest.len(), |at| at + "· ".len());
            let rest = if is_only || is_selected(reading) { rest } else { &rest[..counts] };
            view! {
                <li data-series=reading.series.to_string() class:selected=is_selected(reading)>
                    <bdi>{reading.name.clone()}</bdi>
                    " "
                    <span>{value.to_owned()}</span>
                    " "
                    <span data-long=rest.contains(" · ").then_some("")>{rest.to_owned()}</span>
                </li>
            }
        })
        .collect_view();
    view! {
        <div>
            <bdi class="chart-heading">{stop.heading + &name.unwrap_or_default()}</bdi>
            <ul>{rows}</ul>
        </div>
    }
    .into_any()
}
