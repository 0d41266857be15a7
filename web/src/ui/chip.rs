use leptos::prelude::*;

use super::{Icon, IconName};

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
            <button type="button" aria-label=remove title=remove on:click=move |_| on_remove.run(())>
                <Icon icon=IconName::Close />
            </button>
        </span>
    }
    .into_any()
}
