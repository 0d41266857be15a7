//! A point in time: relative, with the exact one on hover.

use std::sync::LazyLock;
use std::time::Duration;

use answerdeck_api::Timestamp;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::format::{exact, relative};

// One clock for all of them.
static MINUTE: LazyLock<ArcRwSignal<u32>> = LazyLock::new(|| {
    let minute = ArcRwSignal::new(0);
    let ticking = minute.clone();
    set_interval(move || ticking.update(|minute| *minute += 1), Duration::from_secs(60));
    minute
});

/// A point in time: relative, with the exact one on hover.
#[component]
pub fn RelativeTime(at: Timestamp) -> AnyView {
    let machine = at.to_string();
    let hovered = at.clone();
    // To tell an exact time takes a browser milliseconds at first: only when somebody wants it.
    let hover = move |event: ev::PointerEvent| {
        if let Some(time) = event.current_target().and_then(|time| time.dyn_into::<web_sys::HtmlElement>().ok()) {
            time.set_title(&exact(&hovered));
        }
    };
    view! {
        <time datetime=machine on:pointerenter=hover>
            {move || {
                MINUTE.track();
                relative(&at)
            }}
        </time>
    }
    .into_any()
}
