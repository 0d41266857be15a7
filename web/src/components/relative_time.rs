//! A point in time, relative to now.

use std::sync::LazyLock;
use std::time::Duration;

use answerdeck_api::Timestamp;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::format::{exact, relative};

// All relative times share one clock.
static MINUTE: LazyLock<ArcRwSignal<u32>> = LazyLock::new(|| {
    let minute = ArcRwSignal::new(0);
    let ticking = minute.clone();
    set_interval(move || ticking.update(|minute| *minute += 1), Duration::from_secs(60));
    minute
});

/// A point in time, relative to now and updated every minute. The tooltip shows the exact time.
#[component]
pub fn RelativeTime(at: Timestamp) -> AnyView {
    let datetime = at.to_string();
    let time_on_hover = at.clone();
    // The browser's first exact time takes milliseconds, so it is formatted only on hover.
    let hover = move |event: ev::PointerEvent| {
        if let Some(time) = event.current_target().and_then(|time| time.dyn_into::<web_sys::HtmlElement>().ok()) {
            time.set_title(&exact(&time_on_hover));
        }
    };
    view! {
        <time datetime=datetime on:pointerenter=hover>
            {move || {
                MINUTE.track();
                relative(&at)
            }}
        </time>
    }
    .into_any()
}
