use leptos::prelude::*;

use super::{IconButton, IconName};
use crate::reactive::live;

/// An active filter: its name, its value and a button that removes it.
#[component]
pub fn Chip(
    #[prop(into)] name: Signal<String>,
    #[prop(into)] value: Signal<String>,
    /// The accessible name of the remove button.
    #[prop(into)]
    remove: Signal<String>,
    /// The page of the value, if it has one.
    #[prop(optional, into)]
    page: Signal<Option<String>>,
    #[prop(into)] on_remove: Callback<()>,
) -> AnyView {
    let shown = move || {
        let value = view! { <bdi class="chip-value" translate="no">{value}</bdi> };
        match page.get() {
            Some(page) => view! { <a href=page>{value}</a> }.into_any(),
            None => value.into_any(),
        }
    };
    view! {
        <span class="chip">
            <span class="chip-name">{name}</span>
            {live(shown)}
            <IconButton label=remove icon=IconName::Close on_click=on_remove />
        </span>
    }
    .into_any()
}
