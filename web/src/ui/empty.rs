//! The empty state of a list.

use leptos::prelude::*;

use super::{Icon, IconName};

/// Says that there is nothing to show, and offers the next step.
#[component]
pub fn Empty(
    /// What is missing.
    #[prop(into)]
    title: Signal<String>,
    /// What to do next.
    #[prop(into)]
    description: Signal<String>,
    /// The buttons or links of the next step.
    #[prop(optional)]
    children: Option<Children>,
) -> AnyView {
    view! {
        <div class="state-panel" data-state="empty">
            <Icon icon=IconName::Empty />
            <h2>{title}</h2>
            <p>{description}</p>
            {children.map(|children| view! { <div class="state-actions">{children()}</div> })}
        </div>
    }
    .into_any()
}
