//! A chart in a page: its title and description, the drawing, the values at a stop, the data as a table, and downloads.

use std::sync::OnceLock;

use leptos::ev::{FocusEvent, KeyboardEvent, MouseEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;

use super::data_table::{DataTable, TableView};
use super::document::{observe_width, show_marks, unique_id};
use super::drawing::{Axis, Drawing, Mark, Reading, Stop};
use super::picture::{self, Files, Save};
use crate::locale::t;
use crate::reactive::{effect, live_option};
use crate::ui::{Button, IconName, Variant, caveat, use_caveat, use_notices};

/// The width below which the readout does not fit beside a stop.
const NARROW: f64 = 480.0;

/// Shows data as a table, once the code is loaded.
static TABLE: OnceLock<TableView> = OnceLock::new();

/// A chart. One Tab stop: arrow keys, Home and End move between the stops of the drawing, and Escape leaves them.
#[component]
pub fn Chart(
    /// What the chart shows. It is also the name of the downloaded files.
    title: Signal<String>,
    /// The message of the chart in a sentence made from the data.
    description: Signal<String>,
    /// Draws the chart in a width in pixels. Called again when a signal that it reads changes.
    draw: Box<dyn Fn(f64) -> Drawing>,
    /// The same data as a table.
    table: Box<dyn Fn() -> DataTable + Send>,
    /// Opens what is behind a stop, given by its index, or behind the selected series of a stop. Enter and a click call it.
    #[prop(optional)]
    on_open: Option<Callback<(usize, Option<usize>)>>,
    /// The highest number of a series that can be selected in a stop: by the pointer, and by the arrow keys up and down.
    #[prop(optional)]
    selectable: usize,
) -> AnyView {
    let id = StoredValue::new(unique_id());
    let table = StoredValue::new_local(table);
    let data = move || table.with_value(|table| table());
    let part = move |name: &str| id.with_value(|id| format!("{id}-{name}"));
    let plot = NodeRef::<html::Div>::new();
    // Zero until it is measured.
    let width = RwSignal::new(0.0);
    let empty = Drawing { height: 220.0, marks: Vec::new(), axis: Axis::Horizontal, stops: Vec::new() };
    let drawing = RwSignal::new(empty);
    let selected = RwSignal::new(None::<usize>);
    // Stays while another stop is selected: the keys follow a line.
    let series = RwSignal::new(None::<usize>);
    let by_keyboard = RwSignal::new(false);
    let is_table = RwSignal::new(false);
    effect(move || {
        if let Some(plot) = plot.get() {
            observe_width(plot.into(), width);
        }
    });
    effect(move || {
        if width.get() > 0.0 {
            drawing.set(draw(width.get()));
        }
    });

    let select_series = move |next: Option<usize>| {
        let next = next.filter(|series| *series <= selectable);
        if series.try_get_untracked().is_some_and(|series| series != next) {
            series.set(next);
        }
    };
    let select = move |stop: Option<usize>, keyboard: bool| {
        if stop.is_none() {
            select_series(None);
        }
        // A chart that is removed loses the focus only after its signals are disposed.
        by_keyboard.try_set(keyboard);
        if selected.try_get_untracked().is_some_and(|selected| selected != stop) {
            selected.set(stop);
        }
    };
    let selected_stop = move || {
        let index = selected.get()?;
        drawing.with(|drawing| drawing.stops.get(index).cloned())
    };
    // Not in a stop where it has no value.
    let selected_series =
        move |stop: &Stop| series.get().filter(|series| stop.drawn_series().any(|drawn| drawn == *series));
    let point = move |event: PointerEvent| {
        let Some(plot) = plot.get_untracked() else { return };
        let frame = plot.get_bounding_client_rect();
        let [x, y] = [f64::from(event.client_x()) - frame.left(), f64::from(event.client_y()) - frame.top()];
        let (stop, series) = drawing.with_untracked(|drawing| {
            let stop = drawing.nearest([x, y]);
            (stop, stop.and_then(|stop| drawing.stops.get(stop)?.series_at(y)))
        });
        select(stop, false);
        select_series(series);
    };
    // A mouse shows the values before it clicks. A touch shows them with the first tap: only a tap on the shown stop
    // opens it.
    let opens = StoredValue::new(false);
    let press = move |event: PointerEvent| {
        let is_mouse = event.pointer_type() == "mouse";
        let shown = || (selected.get_untracked(), series.get_untracked());
        let before = shown();
        point(event);
        opens.set_value(is_mouse || before.0.is_some() && before == shown());
    };
    // A touch ends after each tap: its selection stays until the focus moves elsewhere.
    let leave = move |event: PointerEvent| {
        if event.pointer_type() == "mouse" {
            select(None, false);
        }
    };
    let open = move || {
        if let (Some(on_open), Some(index), Some(stop)) = (on_open, selected.get_untracked(), untrack(selected_stop)) {
            on_open.run((index, untrack(|| selected_series(&stop))));
        }
    };
    let keydown = move |event: KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let stop = untrack(selected_stop);
        match (event.key().as_str(), &stop) {
            ("Enter", Some(_)) => {
                open();
                return;
            }
            (key @ ("ArrowUp" | "ArrowDown"), Some(stop)) if selectable > 0 => {
                event.prevent_default();
                by_keyboard.set(true);
                let from = untrack(|| selected_series(stop));
                select_series(stop.series_beside(from, key == "ArrowUp", selectable));
                return;
            }
            _ => {}
        }
        let moved = drawing.with_untracked(|drawing| drawing.moved(selected.get_untracked(), &event.key()));
        if let Ok(stop) = moved {
            event.prevent_default();
            select(stop, true);
        }
    };
    let click = move |event: MouseEvent| {
        if event.detail() > 0 && opens.get_value() {
            open();
        }
    };
    let readout = move || {
        let stop = selected_stop()?;
        let series = selected_series(&stop);
        Some(readings_view(stop, series))
    };
    // The readout is beside the stop, on the side that has more room. In a narrow chart it would cover the values, so it is
    // below: below the chart, or below the bar.
    let place = move |side: &'static str| {
        let stop = selected.get()?;
        let width = width.get();
        drawing.with(|drawing| {
            let &Stop { at, down, .. } = drawing.stops.get(stop)?;
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
        })
    };
    let height = move || (drawing.with(|drawing| drawing.height) as i64).to_string();
    // Until then the style has it.
    let measured_height = move || (width.get() > 0.0).then(height);
    let view_box = move || format!("0 0 {} {}", width.get() as i64, height());
    let page_caveat = use_caveat();
    let notices = use_notices();
    let download = move |format: fn(Files) -> Save| {
        let Some(svg) = document().get_element_by_id(&part("image")) else { return };
        let caveat = untrack(page_caveat).map(|caveat| format!(" ({caveat})")).unwrap_or_default();
        let (title, description) = (title.get_untracked(), [description.get_untracked(), caveat].concat());
        leptos::task::spawn_local(async move {
            let save = format(picture::load().await);
            save(&svg, &title, &description, notices);
        });
    };
    let toggle_table = move |()| {
        if is_table.get_untracked() {
            is_table.set(false);
            return;
        }
        leptos::task::spawn_local(async move {
            let table = picture::load().await.table;
            TABLE.get_or_init(|| table);
            is_table.try_set(true);
        });
    };
    let download_table = move |()| {
        let (title, data) = (title.get_untracked(), untrack(data));
        let title = untrack(page_caveat).map_or_else(|| title.clone(), |caveat| format!("{title} ({caveat})"));
        leptos::task::spawn_local(async move {
            let save = picture::load().await.csv;
            save(&title, data, notices);
        });
    };
    let toggle_label = Signal::derive(move || {
        if is_table.get() { t(|t| t.charts().as_chart).get() } else { t(|t| t.charts().as_table).get() }
    });
    view! {
        <figure class="chart" aria-labelledby=part("title")>
            <figcaption class="chart-head">
                <div>
                    <h3 id=part("title")>{title}{caveat()}</h3>
                    <p class="muted" id=part("about")>
                        {description}
                    </p>
                </div>
                <div class="chart-actions">
                    <Button
                        label=toggle_label
                        variant=Variant::Quiet
                        icon=IconName::List
                        on_click=toggle_table
                    />
                    <Button
                        label=t(|t| t.charts().svg)
                        variant=Variant::Quiet
                        icon=IconName::Download
                        on_click=move |()| download(|files| files.svg)
                    />
                    <Button
                        label=t(|t| t.charts().png)
                        variant=Variant::Quiet
                        icon=IconName::Download
                        on_click=move |()| download(|files| files.png)
                    />
                    <Button
                        label=t(|t| t.charts().csv)
                        variant=Variant::Quiet
                        icon=IconName::Download
                        on_click=download_table
                    />
                </div>
            </figcaption>
            <div
                class="chart-plot"
                class:chart-opens=on_open.is_some()
                node_ref=plot
                tabindex="0"
                role="application"
                aria-roledescription=t(|t| t.charts().role)
                aria-labelledby=part("title")
                aria-describedby=format!("{} {}", part("about"), part("keys"))
                hidden=is_table
                on:pointermove=point
                on:pointerdown=press
                on:pointerleave=leave
                on:keydown=keydown
                on:click=click
                on:blur=move |_: FocusEvent| select(None, false)
            >
                <svg id=part("image") aria-hidden="true" focusable="false" width="100%" height=measured_height viewBox=view_box>
                    {show_marks(move || drawing.with(|drawing| drawing.marks.clone()))}
                    {show_marks(move || {
                        let Some(mut stop) = selected_stop() else { return Vec::new() };
                        let series = selected_series(&stop);
                        let is_selected = |mark: &&mut Mark| series.is_some() && mark.series == series;
                        stop.marks.iter_mut().filter(is_selected).for_each(|mark| mark.class = "chart-selected chart-strong");
                        stop.marks
                    })}
                </svg>
                <div
                    class="chart-readout"
                    aria-live=move || if by_keyboard.get() { "polite" } else { "off" }
                    aria-atomic="true"
                    style:left=move || place("left")
                    style:right=move || place("right")
                    style:top=move || place("top")
                >
                    {live_option(readout)}
                </div>
                <span class="visually-hidden" id=part("keys")>
                    {t(
                        match (on_open, selectable) {
                            (None, _) => |t| t.charts().keys,
                            (Some(_), 0) => |t| t.charts().keys_open,
                            _ => |t| t.charts().keys_series,
                        },
                    )}
                </span>
            </div>
            {live_option(move || is_table.get().then(|| TABLE.get().map(|table| table(title, data()))).flatten())}
        </figure>
    }
    .into_any()
}

// The name of the selected series is above all, so that it is read first.
fn readings_view(stop: Stop, series: Option<usize>) -> AnyView {
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
