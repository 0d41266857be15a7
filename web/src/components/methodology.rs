//! How a number is counted.

use leptos::prelude::*;

/// Opens the formula, the scope and the sample of the numbers beside it.
#[component]
pub fn Methodology(
    /// What it is called.
    #[prop(into)]
    label: Signal<String>,
    /// How it is counted.
    #[prop(into)]
    how: Signal<String>,
) -> AnyView {
    view! {
        <details class="counted">
            <summary>{label}</summary>
            <p>{how}</p>
        </details>
    }
    .into_any()
}
