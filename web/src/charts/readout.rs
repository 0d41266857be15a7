//! The values at the selected stop of a chart, in a box beside it.

use leptos::prelude::*;

use super::drawing::{Axis, Drawing, Reading, Stop};

/// The width below which the readout does not fit beside a stop.
const NARROW: f64 = 480.0;

/// The distance of the readout from a side of the chart (`left`, `right` or `top`), as a CSS length. `None` if it has none.
///
/// The readout is beside the stop, on the side that has more room. In a narrow chart it would cover the values, so it is below:
/// below the chart, or below the bar.
pub fn distance(side: &str, stop: &Stop, drawing: &Drawing, width: f64) -> Option<String> {
    let &Stop { at, down, .. } = stop;
    let distance = match (drawing.axis, side) {
        (Axis::Horizontal, "top") if width < NARROW => drawing.height,
        (_, "left" | "right") if width < NARROW => 0.0,
        (Axis::Grid(_), "top") => down + 18.0,
        (Axis::Horizontal | Axis::Grid(_), "left") if at <= width / 2.0 => at + 12.0,
        (Axis::Horizontal | Axis::Grid(_), "right") if at > width / 2.0 => width - at + 12.0,
        (Axis::Horizontal, "top") => 0.0,
        (Axis::Vertical, "right") => 0.0,
        (Axis::Vertical, "top") => at + 16.0,
        _ => return None,
    };
    Some(format!("{}px", distance as i64))
}

/// Shows the values at a stop. The name of the selected series is above all, so that it is read first.
pub fn readings_view(stop: Stop, series: Option<usize>) -> AnyView {
    let is_selected = |reading: &Reading| Some(reading.series) == series;
    let name = stop.readings.iter().find(|reading| is_selected(reading)).map(|reading| format!(" · {}", reading.name));
    let rows = stop
        .readings
        .iter()
        .map(|reading| {
            let (value, rest) = reading.columns();
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
