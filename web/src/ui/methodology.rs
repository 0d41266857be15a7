//! An explanation of how a number is computed.

use leptos::prelude::*;

use super::caveat::caveat;

/// A disclosure with the formula, the scope and the sample of the numbers beside it.
#[component]
pub fn Methodology(
    /// The summary, which is always visible.
    #[prop(into)]
    label: Signal<String>,
    /// The explanation.
    #[prop(into)]
    text: Signal<String>,
) -> AnyView {
    view! {
        <details class="methodology">
            <summary>{label}{caveat()}</summary>
            <p>{text}</p>
        </details>
    }
    .into_any()
}
