use std::cell::Cell;

use leptos::html;
use leptos::prelude::*;

use super::{Button, Icon, IconName, ItemMenu, MenuItem};
use crate::locale::t;
use crate::reactive::effect;

/// A description that is still to arrive: what follows stays in its place.
pub const BLANK_LINE: &str = "\u{a0}";

thread_local! {
    // On the first page the browser places the focus itself.
    static IS_FIRST_PAGE: Cell<bool> = const { Cell::new(true) };
}

/// The header of a page. Sets the document title, and takes the focus when a link led to the page.
#[component]
pub fn PageHeader(
    #[prop(into)] title: Signal<String>,
    #[prop(optional, into)] description: Option<Signal<String>>,
    /// The parent page: its name and address. Hidden while the address is empty.
    #[prop(optional, into)]
    back: Option<(Signal<String>, Signal<String>)>,
    /// Whether the title is still to arrive. The description, and on phones the actions, are hidden until then: a title may have
    /// several lines.
    #[prop(optional, into)]
    is_loading: Option<Signal<bool>>,
    #[prop(optional)] children: Option<Children>,
) -> AnyView {
    let heading = NodeRef::<html::H1>::new();
    effect(move || document().set_title(&format!("{} · Answerdeck", title.get())));
    effect(move || {
        let Some(heading) = heading.get() else { return };
        if !IS_FIRST_PAGE.replace(false) {
            let _ = heading.focus();
        }
    });
    let back = back.map(|(name, address)| {
        view! {
            <a class="back-link" href=address hidden=move || address.with(String::is_empty)>
                <Icon icon=IconName::Back />
                {name}
            </a>
        }
    });
    view! {
        <div
            class="page-header"
            data-loading-title=move || is_loading.is_some_and(|is_loading| is_loading.get()).then_some("")
        >
            <div>
                {back}
                <h1 node_ref=heading tabindex="-1" aria-live="polite">{title}</h1>
                {description.map(|description| view! { <p>{description}</p> })}
            </div>
            {children.map(|children| view! { <div class="page-actions">{children()}</div> })}
        </div>
    }
    .into_any()
}

/// The edit button in the header of the page of an item, and the menu that deletes the item.
#[component]
pub fn HeaderActions(
    #[prop(into)] name: Signal<String>,
    disabled: Signal<bool>,
    #[prop(into)] on_edit: Callback<()>,
    #[prop(into)] on_delete: Callback<()>,
) -> AnyView {
    let items = vec![MenuItem::delete(move || on_delete.run(()))];
    view! {
        <Button label=t(|t| t.common().edit) icon=IconName::Edit disabled on_click=on_edit />
        <ItemMenu name disabled items />
    }
    .into_any()
}
