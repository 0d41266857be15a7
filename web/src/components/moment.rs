//! A point in time: relative, with the exact one on hover.

use std::sync::LazyLock;
use std::time::Duration;

use answerdeck_api::Timestamp;
use leptos::prelude::*;

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
pub fn Moment(at: Timestamp) -> AnyView {
    let machine = at.to_string();
    let hover = at.clone();
    view! {
        <time datetime=machine title=move || exact(&hover)>
            {move || {
                MINUTE.track();
                relative(&at)
            }}
        </time>
    }
    .into_any()
}
