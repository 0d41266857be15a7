//! A point in time, relative to now.

use std::sync::Once;
use std::time::Duration;

use answerdeck_api::Timestamp;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::format::{date_time, relative_time};

/// The number of times that are updated before the browser may handle other work.
const SLICE: u32 = 200;

/// All relative times share one clock.
static CLOCK: Once = Once::new();

// Updates the elements: with a signal that thousands of rows read, `reactive_graph` 0.2 takes minutes, because each of its
// readers is removed from an ordered set and added again.
fn update_every_minute() {
    set_interval(
        || {
            if let Ok(times) = document().query_selector_all("time[data-relative]") {
                update(times, 0);
            }
        },
        Duration::from_secs(60),
    );
}

fn update(times: web_sys::NodeList, from: u32) {
    let end = times.length().min(from + SLICE);
    for time in (from..end).filter_map(|at| times.item(at)?.dyn_into::<web_sys::Element>().ok()) {
        let (Some(at), Some(text)) = (time.get_attribute("datetime"), time.first_child()) else { continue };
        let now = untrack(|| relative_time(&Timestamp::new(at)));
        if text.node_value().as_deref() != Some(&now) {
            text.set_node_value(Some(&now));
        }
    }
    if end < times.length() {
        set_timeout(move || update(times, end), Duration::ZERO);
    }
}

/// A point in time, relative to now and updated every minute. The tooltip shows the exact time.
#[component]
pub fn RelativeTime(at: Timestamp) -> AnyView {
    CLOCK.call_once(update_every_minute);
    let datetime = at.to_string();
    let time_on_hover = at.clone();
    // The browser's first exact time takes milliseconds, so it is formatted only on hover.
    let hover = move |event: ev::PointerEvent| {
        if let Some(time) = event.current_target().and_then(|time| time.dyn_into::<web_sys::HtmlElement>().ok()) {
            time.set_title(&date_time(&time_on_hover));
        }
    };
    view! {
        <time datetime=datetime data-relative="" on:pointerenter=hover>
            {move || relative_time(&at)}
        </time>
    }
    .into_any()
}
