use leptos::prelude::*;

use super::{IconButton, IconName};

/// An active filter: its name, its value and a button that removes it.
#[component]
pub fn Chip(
    #[prop(into)] name: Signal<String>,
    #[prop(into)] value: Signal<String>,
    /// The accessible name of the remove button.
    #[prop(into)]
    remove: Signal<String>,
    #[prop(into)] on_remove: Callback<()>,
) -> AnyView {
    view! {
        <span class="chip">
            <span class="chip-name">{name}</span>
            <bdi class="chip-value" translate="no">{value}</bdi>
            <IconButton label=remove icon=IconName::Close on_click=on_remove />
        </span>
    }
    .into_any()
}
