//! A placeholder for loading content.

use leptos::prelude::*;

use crate::locale::t;

/// Holds the space of a table while it loads.
#[component]
pub fn Skeleton(
    /// The number of placeholder rows, without the head.
    #[prop(default = 6)]
    rows: usize,
) -> AnyView {
    view! {
        <div class="skeleton" role="status" aria-label=t(|t| t.common().loading)>
            {(0..=rows).map(|_| view! { <div></div> }).collect_view()}
        </div>
    }
    .into_any()
}
