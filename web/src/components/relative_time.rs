use std::sync::Once;
use std::time::Duration;

use answerdeck_api::Timestamp;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::format::{date_time, day, relative_time};
use crate::ui::elements;

/// All relative times share one clock.
static CLOCK: Once = Once::new();

// Updates the elements: with a signal that thousands of rows read, `reactive_graph` 0.2 takes minutes, because each of its
// readers is removed from an ordered set and added again.
fn update_every_minute() {
    set_interval(|| update_all(relative_time), Duration::from_secs(60));
    // On paper, nothing says when now was.
    let _ = window_event_listener(ev::beforeprint, |_| update_all(day));
    let _ = window_event_listener(ev::afterprint, |_| update_all(relative_time));
}

fn update_all(text_of: fn(&Timestamp) -> String) {
    for time in elements("time[data-relative]") {
        let (Some(at), Some(text)) = (time.get_attribute("datetime"), time.first_child()) else { continue };
        let now = untrack(|| text_of(&Timestamp::new(at)));
        if text.node_value().as_deref() != Some(&now) {
            text.set_node_value(Some(&now));
        }
    }
}

/// A point in time, relative to now and updated every minute. The tooltip shows the exact time, and paper the date.
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
    view! { <time datetime=datetime data-relative="" on:pointerenter=hover>{move || relative_time(&at)}</time> }
        .into_any()
}
