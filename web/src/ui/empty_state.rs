use leptos::prelude::*;

use super::{Icon, IconName};
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

/// Says that there is nothing to show, and leads to what makes something new.
pub fn empty_with_link(title: Pick, description: Pick, (address, label): (&'static str, Pick)) -> AnyView {
    with_link(title, description, Signal::stored(address.to_owned()), label, true)
}

/// Says that nothing matches a filter, and leads to the page without it.
pub fn none_found(title: Pick, description: Pick, (address, label): (Signal<String>, Pick)) -> AnyView {
    with_link(title, description, address, label, false)
}

fn with_link(title: Pick, description: Pick, address: Signal<String>, label: Pick, is_new: bool) -> AnyView {
    view! {
        <EmptyState title=t(title) description=t(description)>
            <a class="button" data-variant=is_new.then_some("primary") href=address>
                {is_new.then(|| view! { <Icon icon=IconName::Plus /> })}
                {t(label)}
            </a>
        </EmptyState>
    }
    .into_any()
}

/// A list, or the word for none.
pub fn list_or_none(items: Vec<AnyView>, class: &'static str) -> AnyView {
    match items.is_empty() {
        true => view! { <span class="muted">{t(|t| t.common().none)}</span> }.into_any(),
        false => view! { <ul class=class>{items}</ul> }.into_any(),
    }
}
