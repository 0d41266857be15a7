//! A condition that can be taken away.

use leptos::prelude::*;

use super::{Icon, IconName};

/// A condition in force: what it is about, its value, and a button that takes it away.
#[component]
pub fn Chip(
    /// What it is about.
    #[prop(into)]
    about: Signal<String>,
    /// Its value.
    #[prop(into)]
    value: Signal<String>,
    /// What the button is called.
    #[prop(into)]
    remove: Signal<String>,
    /// Takes it away.
    #[prop(into)]
    on_remove: Callback<()>,
) -> AnyView {
    view! {
        <span class="chip">
            <span class="chip-about">{about}</span>
            <bdi class="chip-value">{value}</bdi>
            <button type="button" aria-label=remove title=remove on:click=move |_| on_remove.run(())>
                <Icon icon=IconName::Close />
            </button>
        </span>
    }
    .into_any()
}
