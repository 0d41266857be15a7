//! A chart in a page: its title and description, the drawing, the values at a data point, the data as a table, and downloads.

use leptos::ev::{FocusEvent, KeyboardEvent, MouseEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;

use super::actions::ChartActions;
use super::data_table::{DataTable, TableView};
use super::drawing::{Axis, Drawing};
use super::selection::Selection;
use super::shape::Shape;
use super::svg::{observe_width, show_shapes};
use super::tooltip::{distance, is_above, tooltip_view};
use crate::locale::{Pick, t};
use crate::reactive::{effect, live_option};
use crate::ui::{caveat, text_scale, unique_id};

/// A chart. One Tab stop: arrow keys, Home and End move between the data points of the drawing, and Escape leaves them.
#[component]
pub fn Chart(
    /// What the chart shows. The names of its files begin with it.
    title: Signal<String>,
    /// The message of the chart in a sentence made from the data.
    description: Signal<String>,
    /// Draws the chart in a width in pixels. Called again when a signal that it reads changes.
    draw: Box<dyn Fn(f64) -> Drawing>,
    /// The same data as a table.
    table: Box<dyn Fn() -> DataTable + Send>,
    /// Opens what is behind a data point, given by its index, or behind the selected series of a data point. Enter and a click call it.
    #[prop(optional)]
    on_open: Option<Callback<(usize, Option<usize>)>>,
    /// The highest number of a series that can be selected in a data point: by the pointer, and by the arrow keys up and down.
    #[prop(optional)]
    selectable: usize,
) -> AnyView {
    let id = StoredValue::new(unique_id("chart"));
    let id_of = move |name: &str| id.with_value(|id| format!("{id}-{name}"));
    let data = StoredValue::new_local(table);
    let shown_table = RwSignal::new(None::<TableView>);
    let plot = NodeRef::<html::Div>::new();
    // Zero until it is measured.
    let width = RwSignal::new(0.0);
    let empty = Drawing { height: 220.0, shapes: Vec::new(), axis: Axis::Horizontal, data_points: Vec::new() };
    let drawing = RwSignal::new(empty);
    effect(move || {
        if let Some(plot) = plot.get() {
            observe_width(&plot, width);
        }
    });
    effect(move || {
        if width.get() > 0.0 {
            drawing.set(draw(width.get()));
        }
    });

    let selection = Selection::new(drawing, selectable);
    let position = move |event: &PointerEvent| {
        let frame = plot.get_untracked()?.get_bounding_client_rect();
        let at = [f64::from(event.client_x()) - frame.left(), f64::from(event.client_y()) - frame.top()];
        Some(at.map(|pixels| pixels / text_scale()))
    };
    let is_mouse = |event: &PointerEvent| event.pointer_type() == "mouse";
    let point = move |event: PointerEvent| {
        if let Some(at) = position(&event) {
            selection.point(at);
        }
    };
    let press = move |event: PointerEvent| {
        if let Some(at) = position(&event) {
            selection.press(at, is_mouse(&event));
        }
    };
    // A touch ends after each tap: its selection stays until the focus moves elsewhere.
    let leave = move |event: PointerEvent| {
        if is_mouse(&event) {
            selection.clear();
        }
    };
    let open = move || {
        if let (Some(on_open), Some(selected)) = (on_open, selection.selected()) {
            on_open.run(selected);
        }
    };
    let keydown = move |event: KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        if event.key() == "Enter" {
            open();
        } else if selection.press_key(&event.key()) {
            event.prevent_default();
        }
    };
    let click = move |event: MouseEvent| {
        if event.detail() > 0 && selection.click_opens.get_value() {
            open();
        }
    };

    let selected_shapes = move || {
        let Some(mut data_point) = selection.data_point() else { return Vec::new() };
        let series = selection.series_in(&data_point);
        let is_selected = |shape: &&mut Shape| series.is_some() && shape.series == series;
        data_point.shapes.iter_mut().filter(is_selected).for_each(|shape| shape.class = "chart-selected chart-strong");
        data_point.shapes
    };
    let tooltip = move || {
        let data_point = selection.data_point()?;
        let series = selection.series_in(&data_point);
        Some(tooltip_view(data_point, series))
    };
    let place = move |side: &'static str| {
        let data_point = selection.data_point()?;
        drawing.with(|drawing| distance(side, &data_point, drawing, width.get(), text_scale()))
    };
    let is_above = Memo::new(move |_| {
        let (Some(data_point), Some(plot)) = (selection.data_point(), plot.get_untracked()) else { return false };
        let (frame, window) = (plot.get_bounding_client_rect(), document().document_element());
        let height = window.map_or(0, |window| window.client_height());
        let axis = drawing.with(|drawing| drawing.axis);
        let edges = [frame.top(), frame.bottom(), f64::from(height)];
        let [top, bottom, height] = edges.map(|edge| edge / text_scale());
        is_above(&data_point, axis, [top, bottom], height)
    });
    let height = move |scale: f64| (drawing.with(|drawing| drawing.height * scale) as i64).to_string();
    // Until then the style has it.
    let measured_height = move || (width.get() > 0.0).then(|| height(text_scale()));
    let view_box = move || format!("0 0 {} {}", width.get() as i64, height(1.0));
    let keys: Pick = match (on_open, selectable) {
        (None, _) => |t| t.charts().keys,
        (Some(_), 0) => |t| t.charts().keys_open,
        _ => |t| t.charts().keys_series,
    };
    let table = move || {
        let view = shown_table.get()?;
        Some(view(title, data.with_value(|data| data())))
    };
    view! {
        <figure class="chart" aria-labelledby=id_of("title")>
            <figcaption class="chart-head">
                <div>
                    <h3 id=id_of("title")>{title}{caveat()}</h3>
                    <p class="muted" id=id_of("about")>{description}</p>
                </div>
                <ChartActions title description image=id_of("image") data table=shown_table />
            </figcaption>
            <div
                class="chart-plot"
                class:chart-opens=on_open.is_some()
                node_ref=plot
                tabindex="0"
                role="application"
                aria-roledescription=t(|t| t.charts().role)
                aria-labelledby=id_of("title")
                aria-describedby=format!("{} {}", id_of("about"), id_of("keys"))
                hidden=move || shown_table.with(Option::is_some)
                on:pointermove=point
                on:pointerdown=press
                on:pointerleave=leave
                on:keydown=keydown
                on:click=click
                on:blur=move |_: FocusEvent| selection.clear()
            >
                <svg id=id_of("image") translate="no" aria-hidden="true" focusable="false" width="100%" height=measured_height viewBox=view_box>
                    {show_shapes(move || drawing.with(|drawing| drawing.shapes.clone()))}
                    {show_shapes(selected_shapes)}
                </svg>
                <div
                    class="chart-tooltip"
                    translate="no"
                    aria-live=move || if selection.by_keyboard.get() { "polite" } else { "off" }
                    aria-atomic="true"
                    style:left=move || place("left")
                    style:right=move || place("right")
                    style:top=move || place("top").filter(|_| !is_above.get())
                    style:bottom=move || is_above.get().then_some("100%")
                >
                    {live_option(tooltip)}
                </div>
                <span class="visually-hidden" id=id_of("keys")>{t(keys)}</span>
            </div>
            {live_option(table)}
        </figure>
    }
    .into_any()
}
