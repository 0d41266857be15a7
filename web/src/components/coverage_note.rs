//! How many answers were counted while a brand is being searched for.

use answerdeck_api::metrics::Coverage;
use leptos::prelude::*;

use crate::locale::t_with;
use crate::reactive::live_option;

/// Says how many of the answers were counted. Nothing is shown once all were.
#[component]
pub fn CoverageNote(
    /// What a value was counted from. `None` while there is no value.
    #[prop(into)]
    coverage: Signal<Option<Coverage>>,
) -> AnyView {
    let partial = Memo::new(move |_| coverage.get().filter(|Coverage { answers, counted }| counted < answers));
    let note = move || {
        let Coverage { answers, counted } = partial.get()?;
        let text = t_with(move |t| (t.metrics().coverage)(counted, answers));
        Some(view! { <p class="muted">{text}</p> }.into_any())
    };
    view! { <div role="status" translate="no">{live_option(note)}</div> }.into_any()
}
