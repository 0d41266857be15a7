use leptos::prelude::*;

use super::{ButtonLink, Icon, IconName, new_link};
use crate::locale::{Pick, t};

/// Says that there is nothing to show, and offers the next step.
#[component]
pub fn EmptyState(
    #[prop(into)] title: Signal<String>,
    #[prop(into)] description: Signal<String>,
    #[prop(default = IconName::Empty)] icon: IconName,
    #[prop(optional)] children: Option<Children>,
) -> AnyView {
    view! {
        <div class="state-panel" data-state="empty">
            <Icon icon />
            <h2>{title}</h2>
            <p>{description}</p>
            {children.map(|children| view! { <div class="state-actions">{children()}</div> })}
        </div>
    }
    .into_any()
}

/// Says that there is nothing to show.
pub fn empty_state(title: Pick, description: Pick) -> AnyView {
    view! { <EmptyState title=t(title) description=t(description) /> }.into_any()
}

/// Says that there is nothing to show, and offers the next step.
pub fn empty_with_action(title: Pick, description: Pick, action: AnyView) -> AnyView {
    view! { <EmptyState title=t(title) description=t(description)>{action}</EmptyState> }.into_any()
}

/// Says that there is nothing to show, and leads to what makes something new.
pub fn empty_with_link(title: Pick, description: Pick, (address, label): (&'static str, Pick)) -> AnyView {
    empty_with_action(title, description, new_link(label, address))
}

/// Says that nothing matches a filter, and leads to the page without it.
pub fn none_found(title: Pick, description: Pick, (address, label): (Signal<String>, Pick)) -> AnyView {
    empty_with_action(title, description, view! { <ButtonLink label=t(label) href=address /> }.into_any())
}

/// A list, or the word for none.
pub fn list_or_none(items: Vec<AnyView>, class: &'static str) -> AnyView {
    match items.is_empty() {
        true => view! { <span class="muted">{t(|t| t.common().none)}</span> }.into_any(),
        false => view! { <ul class=class>{items}</ul> }.into_any(),
    }
}
